// Loops that append to a sequence, as loops that stack slices.
// A scripted loop that fills a list becomes a Loop that carries a sequence and
// inserts an item at its end. The sequence is then no state: what each turn
// inserts is an output of the turn.
#include "SequenceAppend.h"
#include "NodeDispatch.h"
#include "StackedSequence.h"
#include "TensorMath.h"
#include "UnevenSequence.h"

namespace mlir::relax {

/// How often nodes of `graph`, and of graphs in it, read `name`.
// A name in a graph inside is the outer value, as ONNX forbids a second value
// of the same name. So names can be counted without a table of scopes.
static int countUses(const ::onnx::GraphProto &graph, StringRef name) {
  int count = 0;
  for (const ::onnx::NodeProto &node : graph.node()) {
    count += int(llvm::count(node.input(), name));
    for (const ::onnx::AttributeProto &attribute : node.attribute())
      if (attribute.has_g())
        count += countUses(attribute.g(), name);
  }
  for (const ::onnx::ValueInfoProto &output : graph.output())
    count += output.name() == name;
  return count;
}

/// The node that appends to carried value `carried`, if that is all that a turn
/// does with it; else -1.
// An item at the end and nothing else: a body that reads the sequence would
// need all items of the turns before, which are no tensor yet.
static int findAppend(const ::onnx::GraphProto &graph, unsigned carried) {
  StringRef before = graph.input(int(carried) + 2).name();
  StringRef after = graph.output(int(carried) + 1).name();
  for (int i = 0; i < graph.node_size(); ++i) {
    const ::onnx::NodeProto &node = graph.node(i);
    bool isEnd = node.input_size() == 2 ||
                 (node.input_size() == 3 && node.input(2).empty());
    if (node.op_type() == "SequenceInsert" && isEnd &&
        node.input(0) == before && node.output_size() == 1 &&
        node.output(0) == after && node.input(1) != before &&
        countUses(graph, before) == 1 && countUses(graph, after) == 1)
      return i;
  }
  return -1;
}

// The body is copied, since the one of the model may be imported again: an
// outer loop imports its body twice or more. Nodes are removed from the end, so
// that the numbers of the others stay right.
::onnx::GraphProto *takeAppends(NodeImport &node,
                                const ::onnx::GraphProto &graph,
                                SmallVectorImpl<SequenceAppend> &appends) {
  SmallVector<int> nodes;
  for (unsigned i = 2; i < node.getNumInputs(); ++i) {
    if (node.getItem(i).isTensor())
      continue;
    nodes.push_back(findAppend(graph, i - 2));
    // A first item or two would have to be of the type that the turns append.
    std::optional<SmallVector<ValueTable::Item>> before =
        node.getValues().getItems(node.getInputName(i));
    if (nodes.back() < 0 || !(node.getStack(i) || (before && before->empty())))
      return nullptr;
    appends.push_back({i - 2});
  }
  ::onnx::GraphProto &rest =
      node.getDispatch().getParts().graphs.emplace_back(graph);
  for (int append : nodes)
    rest.add_output()->set_name(graph.node(append).input(1));
  llvm::sort(nodes, std::greater<>());
  for (int append : nodes)
    rest.mutable_node()->DeleteSubrange(append, 1);
  for (const SequenceAppend &append : llvm::reverse(appends)) {
    rest.mutable_input()->DeleteSubrange(int(append.carried) + 2, 1);
    rest.mutable_output()->DeleteSubrange(int(append.carried) + 1, 1);
  }
  return &rest;
}

// The sequence may have had items before the loop, which come first. Without
// any the slices are the sequence, and nothing is joined.
void setAppended(NodeImport &node, const SequenceAppend &append, Value slices,
                 const UnevenSlices &uneven) {
  using Stack = ValueTable::Stack;
  TensorMath math(node);
  Stack all = makeStack(slices, uneven);
  std::optional<Stack> before = node.getStack(append.carried + 2);
  if (before && (before->sizes || all.sizes)) {
    int64_t axis = all.sizes ? all.axis : before->axis;
    Stack first = makeUneven(node, *before, axis);
    Stack second = makeUneven(node, all, axis);
    if (first.tensor && second.tensor)
      return node.setResult(append.carried, ValueTable::makeStack(joinUneven(
                                                node, first, second)));
    node.error() << "a turn of the loop appends items that differ along axis "
                 << axis << " to a sequence of others, expected items that "
                 << "differ along one axis";
    return;
  }
  if (before)
    all.tensor =
        math.concat({putFirst(node, separateItems(node, *before)), slices}, 0);
  if (all.tensor)
    node.setResult(append.carried, ValueTable::makeStack(all));
}

} // namespace mlir::relax
