// Graphs that are imported once an item of a sequence, or once a turn of a loop
// that carries sequences.
#include "ControlFlow/LoopFunction.h"
#include "InnerGraph.h"
#include "NodeDispatch.h"
#include "OperatorTable.h"
#include "StackedSequence.h"
#include "TensorMath.h"
#include "UnevenSequence.h"

namespace mlir::relax {

//===-- Loop --------------------------------------------------------------===//

/// One turn of a loop whose values need not be tensors, its state in `state`.
/// Whether to go on; none after an error.
static std::optional<bool>
// State is carried as items and not as tensors: no run-time value can be a
// sequence, so each turn must be built.
takeItemTurn(NodeImport &node, ::onnx::GraphProto &graph, int64_t turn,
             SmallVectorImpl<ValueTable::Item> &state,
             SmallVectorImpl<SmallVector<Value>> &slices) {
  Builder &builder = node.getBuilder();
  // Number and condition are constants in each copy, which lets shapes and
  // inner conditions of the body fold.
  auto define = [&](ValueTable &values) {
    (void)values.define(graph.input(0).name(),
                        SymbolicTensor{{node.makeExpr(turn)},
                                       builder.getI64Type(),
                                       /*isScalar=*/true});
    (void)values.define(graph.input(1).name(),
                        SymbolicTensor{{node.makeExpr(1)},
                                       builder.getI1Type(),
                                       /*isScalar=*/true});
    for (auto [i, item] : llvm::enumerate(state))
      (void)values.define(graph.input(int(i) + 2).name(), item);
  };
  // Also a turn without nodes counts: there may be no end of them.
  if (failed(node.getDispatch().countExpanded(1, node.getLoc()))) {
    node.setFailed();
    return std::nullopt;
  }
  std::unique_ptr<ValueTable> values = importInner(node, graph, define);
  if (!values)
    return std::nullopt;
  // The condition must be known after each turn, since it says whether there is
  // a next copy. It is a constant if it depends on the turn's number only.
  std::optional<SmallVector<int64_t>> goesOn =
      values->getIntegers(graph.output(0).name(), node.getLoc());
  if (!goesOn || goesOn->size() != 1) {
    node.error() << "a loop that carries a sequence goes on as the run time "
                    "decides, expected a constant condition";
    return std::nullopt;
  }
  // All results of a turn are read before the next turn defines its inputs.
  for (int i = 0; i < int(state.size()); ++i)
    state[i] = values->getItem(graph.output(i + 1).name());
  for (auto [i, slice] : llvm::enumerate(slices))
    slice.push_back(
        getInnerTensor(node, graph, *values, int(state.size() + i) + 1));
  return goesOn->front() != 0;
}

/// A loop that carries sequences: its turns are written out.
void importItemLoop(NodeImport &node, ::onnx::GraphProto &graph) {
  std::optional<SmallVector<int64_t>> count, first;
  if (node.hasInput(0))
    count = node.getIntegers(0);
  // No count and no condition is an endless loop. `countExpanded` ends it with
  // an error.
  bool isKnown = !node.hasInput(0) || (count && count->size() == 1);
  if (node.hasInput(1)) {
    first = node.getIntegers(1);
    isKnown &= first && first->size() == 1;
  }
  if (!isKnown) {
    node.error() << "a loop that carries a sequence has a number of turns that "
                    "the run time decides, expected a constant one, or items "
                    "of one type; give the items of an empty sequence a shape "
                    "in the body's input";
    return;
  }
  SmallVector<ValueTable::Item> state;
  for (int i = 2; i < graph.input_size(); ++i)
    state.push_back(node.getItem(unsigned(i)));
  SmallVector<SmallVector<Value>> slices(graph.output_size() - 1 -
                                         state.size());
  bool goesOn = !first || first->front() != 0;
  for (int64_t turn = 0; goesOn && (!count || turn < count->front()); ++turn) {
    std::optional<bool> next = takeItemTurn(node, graph, turn, state, slices);
    if (!next || node.hasFailed())
      return;
    goesOn = *next;
  }
  TensorMath math(node);
  for (auto [i, item] : llvm::enumerate(state))
    node.setResult(unsigned(i), item);
  for (auto [i, slice] : llvm::enumerate(slices)) {
    for (Value &value : slice)
      value = math.expand(value, int64_t(0));
    // Without a turn nobody knows the slice's shape or type, and an empty
    // tensor needs both.
    if (slice.empty())
      node.error() << "a loop that carries a sequence takes no turn, expected "
                      "one that tells what its slices are";
    else
      node.setResult(unsigned(state.size() + i), math.concat(slice, 0));
  }
}

//===-- SequenceMap -------------------------------------------------------===//

/// A turn for each item of sequences whose length the run time knows: a loop
/// that stacks what the turns give.
static void mapStack(NodeImport &node, ::onnx::GraphProto &graph) {
  // Items of several sizes stay as they are; parts become items of one size.
  auto getItems = [&](unsigned input) {
    ValueTable::Stack stack = *node.getStack(input);
    return stack.sizes ? stack : separateItems(node, stack);
  };
  ValueTable::Stack first = getItems(0);
  if (!first.tensor)
    return;
  SymExprAttr length = getLength(node, first);
  Loop loop;
  loop.numUneven = graph.output_size();
  loop.knownCount = length.getConstant();
  loop.count = node.makeSize(length, node.getBuilder().getI64Type());
  auto define = [&](ValueTable &values, Value place) {
    for (unsigned i = 0; i < node.getNumInputs(); ++i) {
      StringRef name = graph.input(int(i)).name();
      if (!node.getStack(i))
        (void)values.define(name, node.getItem(i));
      else if (Value item = takeItem(node, getItems(i), place))
        (void)values.define(name, item);
    }
  };
  auto takeTurn = [&](Value place, std::optional<int64_t>, ValueRange) {
    LoopTurn turn;
    std::unique_ptr<ValueTable> values = importInner(
        node, graph, [&](ValueTable &values) { define(values, place); });
    for (int i = 0; values && i < graph.output_size(); ++i)
      turn.slices.push_back(getInnerTensor(node, graph, *values, i));
    return turn;
  };
  SmallVector<UnevenSlices> uneven;
  SmallVector<Value> results = emitLoop(node, loop, takeTurn, &uneven);
  for (auto [i, value] : llvm::enumerate(results))
    node.setResult(unsigned(i),
                   ValueTable::makeStack(makeStack(
                       value, i < uneven.size() ? uneven[i] : UnevenSlices())));
}

/// The body once for each item of the first sequence.
static void importSequenceMap(NodeImport &node) {
  ::onnx::GraphProto *graph = node.requireGraph("body");
  if (!graph)
    return;
  if (graph->input_size() != int(node.getNumInputs()) ||
      graph->output_size() != int(node.getNumOutputs())) {
    node.error() << "body has " << graph->input_size() << " inputs and "
                 << graph->output_size() << " outputs, expected "
                 << node.getNumInputs() << " and " << node.getNumOutputs();
    return;
  }
  if (node.getStack(0))
    return mapStack(node, *graph);
  SmallVector<ValueTable::Item> first = node.requireItems(0);
  if (node.hasFailed())
    return;
  SmallVector<SmallVector<ValueTable::Item>> results(node.getNumOutputs());
  for (size_t turn = 0; turn < first.size(); ++turn) {
    auto define = [&](ValueTable &values) {
      for (unsigned i = 0; i < node.getNumInputs(); ++i) {
        std::optional<SmallVector<ValueTable::Item>> items =
            // Inputs that are no sequences are the same in each turn
            // (SequenceMap: "tensor inputs are passed as they are").
            node.getValues().getItems(node.getInputName(i));
        if (items && turn >= items->size())
          node.error() << "sequence " << i << " has " << items->size()
                       << " items, expected " << first.size()
                       << " like the first";
        else
          (void)values.define(graph->input(int(i)).name(),
                              items ? (*items)[turn] : node.getItem(i));
      }
    };
    std::unique_ptr<ValueTable> values = importInner(node, *graph, define);
    if (!values || node.hasFailed())
      return;
    for (auto [i, items] : llvm::enumerate(results)) {
      StringRef name = graph->output(int(i)).name();
      items.push_back(values->getItem(name));
      if (!items.back().isTensor())
        node.error() << "output " << quote(name)
                     << " of a body is no tensor, expected one as an item";
    }
  }
  for (auto [i, items] : llvm::enumerate(results))
    node.setResult(unsigned(i), ValueTable::makeSequence(items));
}

void addItemLoopOperators(OperatorTable &table) {
  table.add({
      {"SequenceMap", 17, kLastOpset, 1, kAny, importSequenceMap, kAny, true},
  });
}

} // namespace mlir::relax
