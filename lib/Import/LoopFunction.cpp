// Loops, as copies of their body or as a function that calls itself:
//
//   loop(level, state):
//     if the loop goes on in this state:
//       level 0: the state after a turn, with index + 1; the slices of the turn
//       else: half, first = loop(level - 1, state)
//             after, second = loop(level - 1, half)
//             after; first and second joined
//     else: state; no slices
//
// It takes up to 2^level turns and is never deeper than its level. Each slice
// is copied once a level: a stack that each turn adds to is copied once a turn.
#include "LoopFunction.h"
#include "Broadcasting.h"
#include "OutlinedFunction.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "RuntimeShape.h"

namespace mlir::relax {

// Written out, the turns can be fused; beyond that the module grows too much.
static constexpr int64_t kMaxCopies = 32;

// More turns than any machine takes.
static constexpr int64_t kHighestLevel = 40;

static Value makeSlice(NodeImport &node, Value value) {
  ExpandDimsOp::Properties properties;
  properties.axis = node.getBuilder().getDenseI64ArrayAttr(0);
  return node.emit<ExpandDimsOp>(value, properties);
}

static Value concat(NodeImport &node, ValueRange values) {
  if (values.size() == 1)
    return values.front();
  ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(0);
  return node.emit<ConcatOp>(alignAllBut(node, values, 0), properties);
}

/// A loop of `count` turns, all of which are taken, one after the other.
static SmallVector<Value> writeOut(NodeImport &node, const Loop &loop,
                                   int64_t count, LoopBody body) {
  SmallVector<Value> carried = loop.initial;
  SmallVector<SmallVector<Value>> slices;
  for (int64_t i = 0; i < count; ++i) {
    Value index = node.makeScalar(double(i), node.getBuilder().getI64Type());
    LoopTurn turn = body(index, i, carried);
    if (node.hasFailed())
      return {};
    carried = turn.carried;
    slices.resize(turn.slices.size());
    for (auto [all, slice] : llvm::zip(slices, turn.slices))
      all.push_back(makeSlice(node, slice));
  }
  for (ArrayRef<Value> all : slices)
    carried.push_back(concat(node, all));
  return node.hasFailed() ? SmallVector<Value>() : carried;
}

namespace {
/// A loop under construction as a function.
class LoopFunction {
public:
  LoopFunction(NodeImport &node, const Loop &loop, LoopBody body)
      : node(node), builder(node.getBuilder()), loop(loop), body(body) {}

  SmallVector<Value> run();

private:
  void generalize();
  bool tryTurn();
  void addStackTypes();
  SmallVector<Value> makeEmptyStacks();
  Value getGoesOn(ValueRange parameters);
  SmallVector<Value> takeTurn(ValueRange parameters);
  SmallVector<Type> getParameterTypes();
  SmallVector<Type> getResultTypes();
  Type forget(Type type);

  Value makeIndex(int64_t value) {
    return node.makeScalar(double(value), builder.getI64Type());
  }
  SmallVector<Value> callTwice(OutlinedFunction &function,
                               ValueRange parameters);

  /// Parameters are the level, the number of the turn, perhaps the condition
  /// and the carried values; all but the level are results, and then stacks.
  unsigned getFirstCarried() const { return loop.condition ? 3 : 2; }
  ValueRange getCarried(ValueRange parameters) const {
    return parameters.slice(getFirstCarried(), loop.initial.size());
  }

  NodeImport &node;
  OpBuilder &builder;
  const Loop &loop;
  LoopBody body;
  /// The initial values, and their types in any turn.
  SmallVector<Value> initial;
  SmallVector<RankedTensorType> types, stackTypes;
  /// Sizes that change from turn to turn.
  llvm::DenseSet<SymExprAttr> changing;
  SmallVector<RankedTensorType> sliceTypes;
};
} // namespace

SmallVector<Type> LoopFunction::getParameterTypes() {
  RankedTensorType index = RankedTensorType::get({}, builder.getI64Type());
  SmallVector<Type> result = {index, index};
  if (loop.condition)
    result.push_back(loop.condition.getType());
  llvm::append_range(result, types);
  return result;
}

/// `type` without the sizes that the caller does not know.
Type LoopFunction::forget(Type type) {
  RankedTensorType tensor = cast<RankedTensorType>(type);
  SmallVector<SymExprAttr> dims = getDims(tensor);
  for (SymExprAttr &dim : dims)
    if (changing.contains(dim))
      dim = nullptr;
  return getTensorType(dims, tensor.getElementType());
}

SmallVector<Type> LoopFunction::getResultTypes() {
  SmallVector<Type> result = getParameterTypes();
  result.erase(result.begin());
  llvm::append_range(result, stackTypes);
  for (Type &type : result)
    type = forget(type);
  return result;
}

/// Build a turn to see the types of what it gives; whether these fit the types
/// of what it gets. If not, the latter become more general.
bool LoopFunction::tryTurn() {
  OutlinedFunction trial(node, "trial", getParameterTypes());
  ValueRange parameters = trial.getParameters();
  LoopTurn turn = body(parameters[1], std::nullopt, getCarried(parameters));
  if (node.hasFailed())
    return true;
  bool fits = true;
  for (auto [index, type, value] : llvm::enumerate(types, turn.carried)) {
    RankedTensorType next = cast<RankedTensorType>(value.getType());
    if (next.getRank() != type.getRank() ||
        next.getElementType() != type.getElementType()) {
      node.error() << "value " << index << " that the loop carries is " << type
                   << " before a turn and " << next
                   << " after it, expected one rank and element type";
      return true;
    }
    SmallVector<SymExprAttr> dims = getDims(type);
    for (auto [dim, after] : llvm::zip(dims, getDims(next))) {
      if (dim == after || changing.contains(dim))
        continue;
      dim = node.makeSymbol("turn");
      changing.insert(dim);
      fits = false;
    }
    type = getTensorType(dims, type.getElementType());
  }
  sliceTypes.clear();
  for (Value slice : turn.slices) {
    RankedTensorType type = cast<RankedTensorType>(slice.getType());
    for (SymExprAttr dim : getDims(type))
      if (fits && (!dim || !trial.isVisible(dim))) {
        node.error() << "a turn of the loop gives a slice of type " << type
                     << ", expected sizes that are known before the loop";
        return true;
      }
    sliceTypes.push_back(type);
  }
  return fits;
}

void LoopFunction::generalize() {
  for (Value value : loop.initial) {
    initial.push_back(giveSymbols(node, value));
    types.push_back(cast<RankedTensorType>(initial.back().getType()));
  }
  // Each trial makes one more size general.
  while (!tryTurn())
    ;
}

/// A stack has as many slices as there are turns.
void LoopFunction::addStackTypes() {
  for (RankedTensorType slice : sliceTypes) {
    SmallVector<SymExprAttr> dims = {node.makeSymbol("turns")};
    changing.insert(dims.front());
    llvm::append_range(dims, getDims(slice));
    stackTypes.push_back(getTensorType(dims, slice.getElementType()));
  }
}

SmallVector<Value> LoopFunction::makeEmptyStacks() {
  SmallVector<Value> stacks;
  for (RankedTensorType slice : sliceTypes) {
    SmallVector<SymExprAttr> dims = {node.makeExpr(0)};
    llvm::append_range(dims, getDims(slice));
    Value fill = node.makeScalar(0, slice.getElementType());
    stacks.push_back(node.emit<FullOp>({node.makeShape(dims), fill}));
  }
  return stacks;
}

Value LoopFunction::getGoesOn(ValueRange parameters) {
  Value condition = loop.condition ? parameters[2] : Value();
  if (!loop.count)
    return condition ? condition : node.makeScalar(1, builder.getI1Type());
  Value isBelow = node.emit<LessOp>({parameters[1], loop.count});
  return condition ? node.emit<LogicalAndOp>({isBelow, condition}) : isBelow;
}

/// The state after one turn, and its slices.
SmallVector<Value> LoopFunction::takeTurn(ValueRange parameters) {
  LoopTurn turn = body(parameters[1], std::nullopt, getCarried(parameters));
  if (node.hasFailed())
    return {};
  SmallVector<Value> next = {node.emit<AddOp>({parameters[1], makeIndex(1)})};
  if (loop.condition)
    next.push_back(turn.condition ? turn.condition : parameters[2]);
  llvm::append_range(next, turn.carried);
  for (Value slice : turn.slices)
    next.push_back(makeSlice(node, slice));
  return next;
}

/// The state after as many turns as two calls of a lower level take, and the
/// slices of both.
SmallVector<Value> LoopFunction::callTwice(OutlinedFunction &function,
                                           ValueRange parameters) {
  Value level = node.emit<SubtractOp>({parameters.front(), makeIndex(1)});
  SmallVector<Value> state(parameters.drop_front());
  SmallVector<SmallVector<Value>> stacks(stackTypes.size());
  for (int i = 0; i < 2; ++i) {
    SmallVector<Value> arguments = {level};
    for (Value value : state)
      arguments.push_back(giveSymbols(node, value));
    SmallVector<Value> results =
        function.callItself(arguments, getResultTypes());
    ArrayRef<Value> all = results;
    state.assign(all.drop_back(stacks.size()).begin(),
                 all.drop_back(stacks.size()).end());
    for (auto [stack, value] : llvm::zip(stacks, all.take_back(stacks.size())))
      stack.push_back(giveSymbols(node, value));
  }
  for (ArrayRef<Value> stack : stacks)
    state.push_back(concat(node, stack));
  return state;
}

/// The choice between two dataflow regions.
static IfOp emitChoice(NodeImport &node, Value condition, TypeRange types,
                       llvm::function_ref<SmallVector<Value>()> yes,
                       llvm::function_ref<SmallVector<Value>()> no) {
  OpBuilder &builder = node.getBuilder();
  IfOp choice = IfOp::create(builder, node.getLoc(), types, condition);
  for (auto [region, fill] : {std::pair(&choice.getThenRegion(), yes),
                              std::pair(&choice.getElseRegion(), no)}) {
    builder.setInsertionPointToEnd(&region->emplaceBlock());
    DataflowRegion dataflow(builder, node.getLoc());
    SmallVector<Value> values = fill();
    if (node.hasFailed())
      return choice;
    YieldOp::create(builder, node.getLoc(), dataflow.close(values));
  }
  builder.setInsertionPointAfter(choice);
  return choice;
}

SmallVector<Value> LoopFunction::run() {
  generalize();
  if (node.hasFailed())
    return {};
  addStackTypes();
  Location loc = node.getLoc();
  SmallVector<Type> results = getResultTypes();
  SmallVector<Value> arguments = {makeIndex(kHighestLevel), makeIndex(0)};
  if (loop.condition)
    arguments.push_back(loop.condition);
  llvm::append_range(arguments, initial);
  OutlinedFunction function(node, "loop", getParameterTypes());
  ValueRange parameters = function.getParameters();
  Value goesOn = getGoesOn(parameters);
  if (node.hasFailed())
    return {};
  IfOp choice = IfOp::create(builder, loc, results, goesOn);
  builder.setInsertionPointToEnd(&choice.getThenRegion().emplaceBlock());
  Value isLowest = node.emit<EqualOp>({parameters.front(), makeIndex(0)});
  IfOp inner = emitChoice(
      node, isLowest, results, [&] { return takeTurn(parameters); },
      [&] { return callTwice(function, parameters); });
  if (node.hasFailed())
    return {};
  YieldOp::create(builder, loc, inner.getResults());
  builder.setInsertionPointToEnd(&choice.getElseRegion().emplaceBlock());
  SmallVector<Value> rest(parameters.drop_front());
  if (!stackTypes.empty()) {
    DataflowRegion dataflow(builder, loc);
    llvm::append_range(rest, dataflow.close(makeEmptyStacks()));
  }
  YieldOp::create(builder, loc, rest);
  builder.setInsertionPointAfter(choice);
  SmallVector<Value> values =
      function.close(choice.getResults(), results, arguments);
  values.erase(values.begin(), values.begin() + (getFirstCarried() - 1));
  for (Value &value : values)
    value = giveSymbols(node, value);
  return values;
}

SmallVector<Value> emitLoop(NodeImport &node, const Loop &loop, LoopBody body) {
  if (loop.knownCount && !loop.condition && *loop.knownCount > 0 &&
      *loop.knownCount <= kMaxCopies)
    return writeOut(node, loop, *loop.knownCount, body);
  return LoopFunction(node, loop, body).run();
}

} // namespace mlir::relax
