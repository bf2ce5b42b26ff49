// Puts the nodes of a graph into an order in which values come before uses.
#include "NodeOrder.h"
#include "Relax/Support/NodeLocation.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::relax {

static std::string describeKind(const ::onnx::NodeProto &node,
                                std::optional<int64_t> opset) {
  std::string text = "operator " + quote(node.op_type()) + ", domain " +
                     quote(getDomainName(node.domain()));
  if (opset)
    text += ", opset " + std::to_string(*opset);
  return text;
}

// A location by name: protobuf has no lines. Names are optional in ONNX,
// outputs are not, so these come second.
Location getNodeLoc(MLIRContext *context, const ::onnx::NodeProto &node,
                    std::optional<int64_t> opset) {
  StringRef name = node.name();
  if (name.empty() && node.output_size() > 0)
    name = node.output(0);
  if (name.empty())
    name = node.op_type();
  // Errors of later passes tell a reader what the importer's own ones tell.
  return getNodeLocation(StringAttr::get(context, name),
                         describeKind(node, opset));
}

std::string describeNode(const ::onnx::NodeProto &node,
                         std::optional<int64_t> opset) {
  return "node " + quote(node.name()) + " (" + describeKind(node, opset) +
         "): ";
}

namespace {
/// A depth-first walk from each node to the makers of its inputs, without
/// recursion: the depth is up to the file.
class NodeSorter {
public:
  NodeSorter(const ::onnx::GraphProto &graph, MLIRContext *context,
             llvm::function_ref<bool(StringRef)> isKnown)
      : graph(graph), context(context), isKnown(isKnown),
        states(graph.node_size(), State::New) {}

  FailureOr<SmallVector<const ::onnx::NodeProto *>> sort() {
    findMakers();
    for (int i = 0; i < graph.node_size(); ++i)
      visit(i);
    if (failed)
      return failure();
    return std::move(order);
  }

private:
  enum class State { New, Open, Done };

  InFlightDiagnostic error(const ::onnx::NodeProto &node) {
    failed = true;
    return emitError(getNodeLoc(context, node)) << describeNode(node);
  }

  void findMakers() {
    for (int i = 0; i < graph.node_size(); ++i)
      for (const std::string &output : graph.node(i).output()) {
        if (output.empty())
          continue;
        if (isKnown(output) || !makers.try_emplace(output, i).second)
          // Names must be unique over inputs, initializers and outputs (SSA in
          // the standard). A second maker would silently win in the map.
          error(graph.node(i)) << "output " << quote(output)
                               << " is the name of another value; give each "
                                  "value a name of its own";
      }
  }

  /// The maker of the next input of `node` that is not done; -1 if none.
  int getOpenMaker(int node, int &nextInput) {
    const ::onnx::NodeProto &user = graph.node(node);
    for (; nextInput < user.input_size(); ++nextInput) {
      StringRef name = user.input(nextInput);
      // Values from outside are no edges: they are there before any node.
      if (name.empty() || isKnown(name))
        continue;
      auto maker = makers.find(name);
      if (maker == makers.end()) {
        error(user) << "input " << quote(name)
                    << " is no input of the graph, no initializer and no "
                       "output of a node";
        continue;
      }
      // An input whose maker is open lies on the current path: a cycle. It is
      // reported at the node that closes it, and the walk goes on as if the
      // edge were not there.
      if (states[maker->second] == State::Open)
        error(user) << "input " << quote(name)
                    << " depends on this node's own result; break the cycle";
      if (states[maker->second] == State::New)
        return maker->second;
    }
    return -1;
  }

  void visit(int root) {
    if (states[root] != State::New)
      return;
    // Each entry has the next input to look at, so a node's inputs are looked
    // at once in total: linear in nodes plus inputs.
    SmallVector<std::pair<int, int>> path = {{root, 0}};
    states[root] = State::Open;
    while (!path.empty()) {
      // A reference into the vector: it must not be used after `emplace_back`
      // below, which may move the elements, hence `continue`.
      auto &[node, nextInput] = path.back();
      int maker = getOpenMaker(node, nextInput);
      if (maker >= 0) {
        states[maker] = State::Open;
        path.emplace_back(maker, 0);
        continue;
      }
      states[node] = State::Done;
      order.push_back(&graph.node(node));
      path.pop_back();
    }
  }

  const ::onnx::GraphProto &graph;
  MLIRContext *context;
  llvm::function_ref<bool(StringRef)> isKnown;
  std::vector<State> states;
  llvm::StringMap<int> makers;
  SmallVector<const ::onnx::NodeProto *> order;
  bool failed = false;
};
} // namespace

FailureOr<SmallVector<const ::onnx::NodeProto *>>
orderNodes(const ::onnx::GraphProto &graph, MLIRContext *context,
           llvm::function_ref<bool(StringRef)> isKnown) {
  return NodeSorter(graph, context, isKnown).sort();
}

} // namespace mlir::relax
