// Graphs inside a node: branches, bodies of loops.
#include "InnerGraph.h"
#include "NodeDispatch.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"

namespace mlir::relax {

// Loops are built twice or more, so those in loops many times.
// A graph is built in a trial and then again (`LoopFunction::generalize`), each
// level at least twice: six levels may be 64 times.
static constexpr unsigned kMaxDepth = 6;

std::unique_ptr<ValueTable>
importInner(NodeImport &node, ::onnx::GraphProto &graph,
            llvm::function_ref<void(ValueTable &)> define) {
  ModelParts &parts = node.getDispatch().getParts();
  // A limit of its own and not that of functions, because time grows by this
  // depth exponentially.
  if (parts.getDepth() >= kMaxDepth) {
    node.error() << "graphs with control flow lie in each other more than "
                 << kMaxDepth << " deep";
    return nullptr;
  }
  // Counted once for each copy, since a loop that is written out imports its
  // body for each turn.
  if (failed(
          node.getDispatch().countExpanded(graph.node_size(), node.getLoc()))) {
    node.setFailed();
    return nullptr;
  }
  std::unique_ptr<ValueTable> values =
      // The table sees outer values: ONNX's subgraphs may use names of the
      // graphs around them.
      node.getValues().makeInner(/*seesValues=*/true);
  define(*values);
  NodeDispatch dispatch(node.getDispatch(), *values);
  bool failedAny = failed(dispatch.defineInitializers(graph, node.getLoc()));
  failedAny |= failed(dispatch.importNodes(graph));
  // An output may also be a value of the outer graph; `contains` looks there,
  // too.
  for (const ::onnx::ValueInfoProto &output : graph.output())
    if (!failedAny &&
        (!values->contains(output.name()) || values->isFailed(output.name()))) {
      node.error() << "output " << quote(output.name())
                   << " of a graph inside is no value of it";
      return nullptr;
    }
  // The error was reported for an inner node. The outer node only stops.
  if (failedAny)
    node.setFailed();
  return failedAny ? nullptr : std::move(values);
}

Value getInnerTensor(NodeImport &node, const ::onnx::GraphProto &graph,
                     ValueTable &values, int index) {
  StringRef name = graph.output(index).name();
  if (values.isTensor(name))
    return values.getTensor(name, node.getLoc());
  node.error() << "output " << quote(name)
               << " of a graph inside is no tensor, expected one where the run "
                  "time decides what is computed";
  return nullptr;
}

Value makeScalar(NodeImport &node, Value value) {
  // What failed has been reported.
  if (!value)
    return value;
  RankedTensorType type = cast<RankedTensorType>(value.getType());
  // ONNX allows a scalar condition or trip count with one element and rank 1.
  // `relax.if` and the loop function need rank 0.
  if (type.getRank() == 0)
    return value;
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size) && size != 1) {
      node.error() << "expected a condition or a count of one element, found "
                   << type;
      return nullptr;
    }
  return node.emit<ReshapeOp>({value, node.makeShape({})});
}

} // namespace mlir::relax
