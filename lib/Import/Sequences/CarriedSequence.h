// Sequences that a loop carries, as tensors.
#ifndef RELAX_LIB_IMPORT_SEQUENCES_CARRIEDSEQUENCE_H
#define RELAX_LIB_IMPORT_SEQUENCES_CARRIEDSEQUENCE_H

#include "NodeImport.h"
#include "Proto.h"

namespace mlir::relax {

/// A sequence as its items along a first axis; null if no tensor has them all.
Value stackSequence(NodeImport &node, const ValueTable &values, StringRef name);

/// What the Loop `node` with the body `graph` carries, each sequence as such a
/// tensor and null for what is one; empty if there is a sequence that no tensor
/// has.
SmallVector<Value> stackCarried(NodeImport &node,
                                const ::onnx::GraphProto &graph);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_SEQUENCES_CARRIEDSEQUENCE_H
