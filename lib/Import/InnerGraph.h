// Graphs inside a node: branches, bodies of loops.
#ifndef RELAX_LIB_IMPORT_INNERGRAPH_H
#define RELAX_LIB_IMPORT_INNERGRAPH_H

#include "NodeImport.h"

namespace mlir::relax {

/// Import `graph` where the builder stands, with values of its own that
/// `define` has begun; null after an error.
std::unique_ptr<ValueTable>
importInner(NodeImport &node, ::onnx::GraphProto &graph,
            llvm::function_ref<void(ValueTable &)> define);

/// Output `index` of an inner graph as a tensor; null after an error.
Value getInnerTensor(NodeImport &node, const ::onnx::GraphProto &graph,
                     ValueTable &values, int index);

/// `value`, which has one element, as a scalar: a condition or a number of
/// turns.
Value makeScalar(NodeImport &node, Value value);

/// A Loop node that carries other than tensors: its turns are written out.
void importItemLoop(NodeImport &node, ::onnx::GraphProto &graph);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_INNERGRAPH_H
