// Puts the nodes of a graph into an order in which values come before uses.
#ifndef RELAX_LIB_IMPORT_NODEORDER_H
#define RELAX_LIB_IMPORT_NODEORDER_H

#include "Proto.h"
#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include <optional>
#include <string>

namespace mlir::relax {

/// The location that stands for a node: its name, else its first output, with
/// its operator.
Location getNodeLoc(MLIRContext *context, const ::onnx::NodeProto &node,
                    std::optional<int64_t> opset = std::nullopt);

/// What messages call a node, with the version of its operator set if known.
std::string describeNode(const ::onnx::NodeProto &node,
                         std::optional<int64_t> opset = std::nullopt);

/// The nodes of `graph` so that each comes after those whose results it uses;
/// sorted ones stay as they are. `isKnown` says which values exist before the
/// first node. Reports values that nobody makes, values made twice, and cycles.
FailureOr<SmallVector<const ::onnx::NodeProto *>>
orderNodes(const ::onnx::GraphProto &graph, MLIRContext *context,
           llvm::function_ref<bool(StringRef)> isKnown);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_NODEORDER_H
