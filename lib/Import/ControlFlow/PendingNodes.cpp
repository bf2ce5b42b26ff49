// Which nodes of a graph depend on which, for operators that decide what
// becomes of the nodes behind them.
#include "PendingNodes.h"

namespace mlir::relax {

/// Call `visit` with each name that `node` reads. A graph inside it also reads
/// values of the graphs around it; its own names are visited with them, which
/// at worst takes a node too many for a user.
static void walkReferences(const ::onnx::NodeProto &node,
                           llvm::function_ref<void(StringRef)> visit) {
  auto walkGraph = [&](const ::onnx::GraphProto &graph) {
    for (const ::onnx::NodeProto &inner : graph.node())
      walkReferences(inner, visit);
    // An output may be a value of the outer graph without any node.
    for (const ::onnx::ValueInfoProto &output : graph.output())
      visit(output.name());
  };
  for (const std::string &input : node.input())
    if (!input.empty())
      visit(input);
  for (const ::onnx::AttributeProto &attribute : node.attribute()) {
    if (attribute.has_g())
      walkGraph(attribute.g());
    for (const ::onnx::GraphProto &graph : attribute.graphs())
      walkGraph(graph);
  }
}

static bool usesAny(const ::onnx::NodeProto &node,
                    const llvm::StringSet<> &names) {
  bool uses = false;
  walkReferences(node, [&](StringRef name) { uses |= names.contains(name); });
  return uses;
}

static void addOutputs(const ::onnx::NodeProto &node,
                       llvm::StringSet<> &names) {
  for (const std::string &output : node.output())
    if (!output.empty())
      names.insert(output);
}

const ::onnx::NodeProto *PendingNodes::takeNext() {
  if (nodes.empty())
    return nullptr;
  current = nodes.front();
  nodes.pop_front();
  return current;
}

bool PendingNodes::postpone() {
  if (!postponed.insert(current).second)
    return false;
  llvm::StringSet<> dependent;
  addOutputs(*current, dependent);
  // Both parts keep their order, in which values come before uses.
  std::deque<const ::onnx::NodeProto *> first, behind = {current};
  for (const ::onnx::NodeProto *other : nodes) {
    bool depends = usesAny(*other, dependent);
    if (depends)
      addOutputs(*other, dependent);
    (depends ? behind : first).push_back(other);
  }
  if (first.empty())
    return false;
  first.insert(first.end(), behind.begin(), behind.end());
  nodes = std::move(first);
  return true;
}

SmallVector<const ::onnx::NodeProto *>
PendingNodes::takeUsers(const llvm::StringSet<> &names) {
  llvm::StringSet<> needed;
  SmallVector<const ::onnx::NodeProto *> taken;
  std::deque<const ::onnx::NodeProto *> left;
  // From the last to the first: whether a node is needed is known when all
  // nodes behind it were looked at.
  for (const ::onnx::NodeProto *node : llvm::reverse(nodes)) {
    bool isNeeded = llvm::any_of(node->output(), [&](const std::string &name) {
      return needed.contains(name);
    });
    if (!isNeeded && !usesAny(*node, names)) {
      left.push_front(node);
      continue;
    }
    walkReferences(*node, [&](StringRef name) { needed.insert(name); });
    taken.push_back(node);
  }
  nodes = std::move(left);
  std::reverse(taken.begin(), taken.end());
  return taken;
}

bool PendingNodes::isOutput(StringRef name) const {
  return llvm::any_of(graph.output(),
                      [&](const ::onnx::ValueInfoProto &output) {
                        return output.name() == name;
                      });
}

bool PendingNodes::isUsed(StringRef name) const {
  llvm::StringSet<> names;
  names.insert(name);
  return isOutput(name) ||
         llvm::any_of(nodes, [&](const ::onnx::NodeProto *node) {
           return usesAny(*node, names);
         });
}

} // namespace mlir::relax
