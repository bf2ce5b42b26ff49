// Operators whose graphs are turns of a loop: Loop, Scan.
#include "InnerGraph.h"
#include "LoopFunction.h"
#include "OperatorTable.h"
#include "OutlinedFunction.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Sequences/CarriedSequence.h"
#include "Sequences/SequenceAppend.h"
#include "TensorMath.h"

namespace mlir::relax {

//===-- Loop --------------------------------------------------------------===//

/// Whether output 0 of a loop's graph is the constant true, or input 1, handed
/// through from a first condition that is.
static bool goesOnAlways(const ::onnx::GraphProto &graph) {
  // The walk goes backwards from the output through Identity nodes. Only what
  // exporters emit for a `for` loop is recognised: a Constant true, or the
  // incoming condition handed through. Anything else is a real condition.
  std::string name = graph.output(0).name();
  for (int i = graph.node_size() - 1; i >= 0; --i) {
    const ::onnx::NodeProto &node = graph.node(i);
    if (node.output_size() != 1 || node.output(0) != name)
      continue;
    if (node.op_type() == "Identity" && node.input_size() == 1) {
      name = node.input(0);
      continue;
    }
    const ::onnx::TensorProto *tensor = node.op_type() == "Constant" &&
                                                node.attribute_size() == 1 &&
                                                node.attribute(0).has_t()
                                            ? &node.attribute(0).t()
                                            : nullptr;
    // ONNX holds a bool in int32_data or in raw_data, one byte an element;
    // exporters use either.
    return tensor &&
           ((tensor->int32_data_size() == 1 && tensor->int32_data(0) != 0) ||
            (tensor->raw_data().size() == 1 && tensor->raw_data()[0] != 0));
  }
  // Handing the condition through means "true for ever" only if the first one
  // is true, which the caller checks.
  return name == graph.input(1).name();
}

namespace {
/// The turns of a Loop node.
class LoopImport {
public:
  LoopImport(NodeImport &node, ::onnx::GraphProto &graph,
             ArrayRef<SequenceAppend> appends, ArrayRef<Value> stacks = {})
      : node(node), graph(graph), appends(appends), stacks(stacks),
        numCarried(graph.input_size() - 2) {}

  void run();

private:
  LoopTurn takeTurn(Value index, std::optional<int64_t> known,
                    ValueRange carried, bool hasCondition);
  void setResults(ArrayRef<Value> results, ArrayRef<UnevenSlices> uneven);
  Value getCarried(ValueTable &values, int index);
  bool isStack(unsigned carried) const {
    return carried < stacks.size() && stacks[carried];
  }
  bool isAppended(unsigned carried) const {
    return llvm::any_of(appends, [&](const SequenceAppend &append) {
      return append.carried == carried;
    });
  }

  NodeImport &node;
  ::onnx::GraphProto &graph;
  /// The sequences that the node carries and `graph` does not.
  ArrayRef<SequenceAppend> appends;
  /// The sequences that turns change in other ways, as their items along a
  /// first axis; null for a tensor. With these there are no `appends`.
  ArrayRef<Value> stacks;
  int numCarried;
};
} // namespace

/// What a turn gives to the next one.
Value LoopImport::getCarried(ValueTable &values, int index) {
  if (!isStack(index))
    return getInnerTensor(node, graph, values, index + 1);
  StringRef name = graph.output(index + 1).name();
  Value stack = stackSequence(node, values, name);
  if (!stack)
    node.error() << "sequence " << quote(name)
                 << " that a loop carries has items of several types, "
                    "expected one type where the run time decides how many "
                    "turns there are";
  return stack;
}

LoopTurn LoopImport::takeTurn(Value index, std::optional<int64_t> known,
                              // Input 0 of the body is the number of the turn,
                              // input 1 the condition, then the carried values;
                              // output 0 is the next condition (Loop, all
                              // opsets).
                              ValueRange carried, bool hasCondition) {
  Builder &builder = node.getBuilder();
  auto define = [&](ValueTable &values) {
    StringRef name = graph.input(0).name();
    // In a copy of the body the turn's number is a constant. Slices and shapes
    // that depend on it then have static sizes.
    if (known)
      (void)values.define(name, SymbolicTensor{{node.makeExpr(*known)},
                                               builder.getI64Type(),
                                               /*isScalar=*/true});
    else
      (void)values.define(name, index);
    // A turn is taken only if its condition holds.
    // The body reads the condition as the constant true. So an `And` with it
    // folds, and a loop whose body only hands it on has none.
    (void)values.define(graph.input(1).name(),
                        SymbolicTensor{{node.makeExpr(1)},
                                       builder.getI1Type(),
                                       /*isScalar=*/true});
    for (auto [i, value] : llvm::enumerate(carried)) {
      StringRef name = graph.input(int(i) + 2).name();
      if (isStack(i))
        (void)values.define(name, ValueTable::makeStack({value}));
      else
        (void)values.define(name, value);
    }
  };
  LoopTurn turn;
  std::unique_ptr<ValueTable> values = importInner(node, graph, define);
  if (!values)
    return turn;
  if (hasCondition)
    turn.condition = makeScalar(node, getInnerTensor(node, graph, *values, 0));
  for (int i = 1; i < graph.output_size(); ++i)
    // The body's outputs are the condition, the carried values and then the
    // slices to be stacked. `i` counts from 1 since the condition is not among
    // them.
    if (i <= numCarried)
      turn.carried.push_back(getCarried(*values, i - 1));
    else
      turn.slices.push_back(getInnerTensor(node, graph, *values, i));
  return turn;
}

void LoopImport::run() {
  Loop loop;
  std::optional<SmallVector<int64_t>> first;
  if (node.hasInput(0)) {
    loop.count = makeScalar(node, node.getTensor(0));
    if (std::optional<SmallVector<int64_t>> count = node.getIntegers(0);
        count && count->size() == 1)
      loop.knownCount = count->front();
  }
  if (node.hasInput(1))
    first = node.getIntegers(1);
  // ONNX: a missing condition is true. If it is true at first and goes on for
  // ever, the loop is a `for` loop, and only then can it be written out as
  // copies.
  bool isTrue =
      !node.hasInput(1) || (first && first->size() == 1 && first->front() != 0);
  if (!isTrue || !goesOnAlways(graph))
    loop.condition = node.hasInput(1)
                         ? makeScalar(node, node.getTensor(1))
                         : node.makeScalar(1, node.getBuilder().getI1Type());
  // A condition that failed would look like none.
  if (node.hasFailed())
    return;
  for (unsigned i = 2; i < node.getNumInputs(); ++i)
    if (!isAppended(i - 2))
      loop.initial.push_back(isStack(i - 2) ? stacks[i - 2]
                                            : node.getTensor(i));
  SmallVector<UnevenSlices> uneven;
  auto body = [&](Value index, std::optional<int64_t> known,
                  ValueRange carried) {
    return takeTurn(index, known, carried, bool(loop.condition));
  };
  // Items of a sequence may differ in size; slices of a tensor may not.
  loop.numUneven = appends.size();
  SmallVector<Value> results = emitLoop(node, loop, body, &uneven);
  setResults(results, uneven);
}

/// Results of the loop are those of the node, but for sequences: their slices
/// come last.
void LoopImport::setResults(ArrayRef<Value> results,
                            ArrayRef<UnevenSlices> uneven) {
  if (results.empty())
    return;
  size_t next = 0;
  for (unsigned i = 0; i < node.getNumOutputs(); ++i)
    if (isStack(i))
      node.setResult(i, ValueTable::makeStack({results[next++]}));
    else if (!isAppended(i))
      node.setResult(i, results[next++]);
  // The last ones of all slices.
  ArrayRef<UnevenSlices> last =
      uneven.take_back(std::min(uneven.size(), appends.size()));
  for (auto [i, append] : llvm::enumerate(appends))
    setAppended(node, append, results[next++],
                last.empty() ? UnevenSlices() : last[i]);
}

static void importLoop(NodeImport &node) {
  ::onnx::GraphProto *graph = node.requireGraph("body");
  if (!graph)
    return;
  int carried = int(node.getNumInputs()) - 2;
  if (graph->input_size() != carried + 2 ||
      graph->output_size() != int(node.getNumOutputs()) + 1 ||
      int(node.getNumOutputs()) < carried) {
    node.error() << "body has " << graph->input_size() << " inputs and "
                 << graph->output_size() << " outputs, expected " << carried + 2
                 << " and " << node.getNumOutputs() + 1;
    return;
  }
  // Carried values have no default, although `Loop` as a variadic operator lets
  // names be empty. A missing one would leave its parameter without a type.
  for (int i = 0; i < carried; ++i)
    if (!node.hasInput(unsigned(i) + 2)) {
      node.error() << "input " << i + 2 << " is missing, expected the first "
                   << "value of what the loop carries";
      return;
    }
  // Sequences and optional values have no tensor type, so they cannot be
  // parameters of a function. Such a loop can only be written out.
  bool hasItems = false;
  for (unsigned i = 0; i < node.getNumInputs(); ++i)
    hasItems |= node.hasInput(i) && !node.getItem(i).isTensor();
  if (!hasItems)
    return LoopImport(node, *graph, {}).run();
  // Short loops are written out, and may do anything with a sequence. In others
  // each turn may append an item, or the items are of one type.
  constexpr int64_t kShort = 32;
  std::optional<SmallVector<int64_t>> count;
  if (node.hasInput(0))
    count = node.getIntegers(0);
  if (!count || count->size() != 1 || count->front() > kShort ||
      !goesOnAlways(*graph)) {
    SmallVector<SequenceAppend> appends;
    if (::onnx::GraphProto *rest = takeAppends(node, *graph, appends))
      return LoopImport(node, *rest, appends).run();
    if (SmallVector<Value> stacks = stackCarried(node, *graph); !stacks.empty())
      return LoopImport(node, *graph, {}, stacks).run();
  }
  importItemLoop(node, *graph);
}

//===-- Scan --------------------------------------------------------------===//

namespace {
/// The turns of a Scan node.
class ScanImport {
public:
  ScanImport(NodeImport &node, ::onnx::GraphProto &graph, int numScanned)
      : node(node), graph(graph), numScanned(numScanned),
        numCarried(graph.input_size() - numScanned) {}

  void readAttributes();
  /// The results for these inputs of the graph; empty after an error.
  SmallVector<Value> run(ArrayRef<Value> inputs);
  /// The same for inputs whose first axis is a batch of scans.
  SmallVector<Value> runBatch(ArrayRef<Value> inputs);

private:
  SmallVector<int64_t> getList(StringRef name, int size);
  LoopTurn takeTurn(Value index, ValueRange carried);
  Value takeSlice(int scanned, Value index);
  Value arrange(Value stack, int64_t axis, bool isReverse);

  NodeImport &node;
  ::onnx::GraphProto &graph;
  int numScanned, numCarried;
  SmallVector<Value> scanned;
  SmallVector<int64_t> axes, directions, stackAxes, stackOrder;
  SymExprAttr count;
};
} // namespace

/// `value` at `index` of `axis`.
static Value takeAt(NodeImport &node, Value value, Value index, int64_t axis) {
  TakeOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  return node.emit<TakeOp>({value, index}, properties);
}

/// An attribute with a number for each of `size` values; zeros without it.
SmallVector<int64_t> ScanImport::getList(StringRef name, int size) {
  // An absent attribute means axis 0 and the forward direction for each value,
  // in all four lists.
  SmallVector<int64_t> result =
      node.getInts(name).value_or(SmallVector<int64_t>(size, 0));
  if (int(result.size()) != size) {
    node.error() << "attribute '" << name << "' has " << result.size()
                 << " entries, expected " << size;
    result.assign(size, 0);
  }
  return result;
}

Value ScanImport::takeSlice(int index, Value turn) {
  Type i64 = node.getBuilder().getI64Type();
  // A backward scan reads slice count - 1 - turn. Flipping the whole input
  // first would copy it.
  if (directions[index] != 0)
    turn = node.emit<SubtractOp>({node.makeSize(count - 1, i64), turn});
  return takeAt(node, scanned[index], turn, axes[index]);
}

LoopTurn ScanImport::takeTurn(Value index, ValueRange carried) {
  SmallVector<Value> inputs(carried);
  for (int i = 0; i < numScanned; ++i)
    inputs.push_back(takeSlice(i, index));
  LoopTurn turn;
  if (node.hasFailed())
    return turn;
  // Scan's body gets the carried values first and one slice of each scanned
  // input; unlike in Loop it sees neither number nor condition.
  std::unique_ptr<ValueTable> values =
      importInner(node, graph, [&](ValueTable &inner) {
        for (auto [i, value] : llvm::enumerate(inputs))
          (void)inner.define(graph.input(int(i)).name(), value);
      });
  for (int i = 0; i < graph.output_size() && values; ++i)
    (i < numCarried ? turn.carried : turn.slices)
        .push_back(getInnerTensor(node, graph, *values, i));
  return turn;
}

/// A stack of slices, in the order and along the axis that are asked for.
Value ScanImport::arrange(Value stack, int64_t axis, bool isReverse) {
  Builder &builder = node.getBuilder();
  // There is a slice for each turn, which a loop around this one relies on.
  SmallVector<SymExprAttr> dims =
      getDims(cast<RankedTensorType>(stack.getType()));
  dims.front() = count;
  stack = castDims(node, stack, dims);
  // Stacks grow in the order of the turns. A reverse output is thus flipped
  // once at the end, before the axis moves, so that the flip is always along
  // axis 0.
  if (isReverse) {
    FlipOp::Properties flip;
    flip.axis = builder.getI64IntegerAttr(0);
    stack = node.emit<FlipOp>(stack, flip);
  }
  if (!stack)
    return stack;
  int64_t rank = cast<RankedTensorType>(stack.getType()).getRank();
  // The axis counts in the result, which has one more axis than a slice.
  // Normalising it by the slice's rank would put -1 one place too early.
  axis = node.normalizeAxis(axis, rank);
  SmallVector<int64_t> order;
  for (int64_t i = 1; i < rank; ++i)
    order.push_back(i);
  order.insert(order.begin() + axis, 0);
  PermuteDimsOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(order);
  return axis == 0 ? stack : node.emit<PermuteDimsOp>(stack, properties);
}

void ScanImport::readAttributes() {
  int numStacks = graph.output_size() - numCarried;
  // Before opset 9 the sequence has the first axis behind that of the batch,
  // and results go forward.
  bool isBatched = node.getOpset() < 9;
  directions =
      getList(isBatched ? "directions" : "scan_input_directions", numScanned);
  axes.assign(numScanned, 0);
  stackAxes.assign(numStacks, 0);
  stackOrder.assign(numStacks, 0);
  if (isBatched)
    return;
  axes = getList("scan_input_axes", numScanned);
  stackAxes = getList("scan_output_axes", numStacks);
  stackOrder = getList("scan_output_directions", numStacks);
}

SmallVector<Value> ScanImport::run(ArrayRef<Value> inputs) {
  Loop loop;
  loop.initial.assign(inputs.begin(), inputs.begin() + numCarried);
  scanned.clear();
  for (auto [i, input] : llvm::enumerate(inputs.drop_front(numCarried))) {
    if (!input)
      return {};
    axes[i] = node.normalizeAxis(
        axes[i], cast<RankedTensorType>(input.getType()).getRank());
    if (node.hasFailed())
      return {};
    scanned.push_back(giveSymbols(node, input));
  }
  // All scanned inputs have the same length. The first one decides; the slices
  // of the others are checked where they are taken.
  count = getKnownDims(node, scanned.front())[axes.front()];
  loop.knownCount = count.getConstant();
  loop.count = node.makeSize(count, node.getBuilder().getI64Type());
  SmallVector<Value> results = emitLoop(
      node, loop, [&](Value index, std::optional<int64_t>, ValueRange carried) {
        return takeTurn(index, carried);
      });
  for (int i = numCarried; i < int(results.size()); ++i)
    results[i] = arrange(results[i], stackAxes[i - numCarried],
                         stackOrder[i - numCarried] != 0);
  return results;
}

SmallVector<Value> ScanImport::runBatch(ArrayRef<Value> inputs) {
  SmallVector<Value> batch;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    if (cast<RankedTensorType>(input.getType()).getRank() <
        (int(i) < numCarried ? 1 : 2)) {
      node.error() << "input " << i + 1 << " has type " << input.getType()
                   << ", expected an axis of a batch first, and of a sequence "
                      "behind it in what is scanned";
      return {};
    }
    batch.push_back(giveSymbols(node, input));
  }
  // A loop around the loop, and not one whose body has the batch as an axis:
  // the body was written for one element, and its ops have fixed axes.
  Loop loop;
  SymExprAttr size = getKnownDims(node, batch.front()).front();
  loop.knownCount = size.getConstant();
  loop.count = node.makeSize(size, node.getBuilder().getI64Type());
  // The scans of a batch carry nothing from one to the next.
  return emitLoop(
      node, loop, [&](Value index, std::optional<int64_t>, ValueRange) {
        LoopTurn turn;
        turn.slices = run(llvm::map_to_vector(
            batch, [&](Value value) { return takeAt(node, value, index, 0); }));
        return turn;
      });
}

static void importScan(NodeImport &node) {
  ::onnx::GraphProto *graph = node.requireGraph("body");
  int64_t scanned = node.getInt("num_scan_inputs", 0);
  if (!graph)
    return;
  // Before opset 9 the first input has the lengths of the sequences, which no
  // exporter is known to write: sequences of a batch are padded and masked.
  unsigned first = node.getOpset() < 9 ? 1 : 0;
  if (first == 1 && node.hasInput(0)) {
    node.error() << "input 0 has lengths of sequences, expected none: all of "
                    "them are of the size of the axis; cut or mask them";
    return;
  }
  int inputs = int(node.getNumInputs() - first);
  int outputs = int(node.getNumOutputs());
  if (scanned < 1 || scanned > inputs || graph->input_size() != inputs ||
      graph->output_size() != outputs || outputs < inputs - int(scanned)) {
    node.error() << "body has " << graph->input_size() << " inputs and "
                 << graph->output_size() << " outputs, expected " << inputs
                 << " and " << outputs << ", 1 or more of them scanned, found "
                 << scanned;
    return;
  }
  SmallVector<Value> values;
  for (unsigned i = first; i < node.getNumInputs(); ++i) {
    if (!node.hasInput(i)) {
      node.error() << "input " << i << " is missing, expected a tensor";
      return;
    }
    values.push_back(node.getTensor(i));
  }
  ScanImport scan(node, *graph, int(scanned));
  scan.readAttributes();
  if (node.hasFailed())
    return;
  SmallVector<Value> results = first ? scan.runBatch(values) : scan.run(values);
  for (auto [i, value] : llvm::enumerate(results))
    node.setResult(unsigned(i), value);
}

void addTurnOperators(OperatorTable &table) {
  table.add({
      {"Loop", 7, kLastOpset, 0, kMany, importLoop, kAny, true},
      {"Scan", 8, 8, 0, kMany, importScan, kAny},
      {"Scan", 9, kLastOpset, 1, kAny, importScan, kAny},
  });
}

} // namespace mlir::relax
