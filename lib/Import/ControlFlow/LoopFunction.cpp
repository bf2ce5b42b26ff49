// Loops, as copies of their body or as a function that calls itself, a turn of
// which is many copies if their number is known:
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
// is copied once a level, which is why there are no more levels than the turns
// need: a stack that each turn adds to is copied once a turn.
#include "LoopFunction.h"
#include "Broadcasting.h"
#include "LoopCopies.h"
#include "LoopSlices.h"
#include "OutlinedFunction.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TensorParts.h"
#include "RuntimeShape.h"
#include "llvm/Support/MathExtras.h"

// Why two calls and not one call per turn: relax functions have no tail calls,
// so a chain of turns would take a stack frame for each, and a loop of 100000
// turns would overflow the stack. A level's depth is at most kHighestLevel + 1
// frames.
namespace mlir::relax {

// Written out, the turns can be fused; beyond that the module grows too much.
// A longer loop is one of this many turns at once.
static constexpr int64_t kMaxCopies = 64;

// More turns than any machine takes.
static constexpr int64_t kHighestLevel = 40;

namespace {
/// A loop under construction as a function.
class LoopFunction {
public:
  LoopFunction(NodeImport &node, const Loop &loop, LoopBody body,
               SmallVectorImpl<UnevenSlices> *uneven = nullptr)
      : node(node), builder(node.getBuilder()), loop(loop), body(body),
        uneven(uneven) {}

  /// Finds types that fit any turn; comes first.
  void generalize();
  bool hasUnevenSlices() const { return countUneven(slices) > 0; }
  SmallVector<Value> run();

private:
  bool tryTurn();
  void takeResults(SmallVectorImpl<Value> &values);
  void addStackTypes();
  SmallVector<Value> makeEmptyStacks();
  Value getGoesOn(ValueRange parameters);
  SmallVector<Value> takeTurn(ValueRange parameters);
  SmallVector<Type> getParameterTypes();
  SmallVector<Type> getResultTypes();
  Type forget(Type type);
  Value makeHighestLevel();
  Value giveCount(Value stack);

  Value makeIndex(int64_t value) {
    return node.makeScalar(double(value), builder.getI64Type());
  }
  SmallVector<Value> callTwice(OutlinedFunction &function,
                               ValueRange parameters);

  /// Parameters are the level, the number of the turn, perhaps the condition
  /// and the carried values; all but the level are results, and then stacks.
  /// The level comes first since it alone changes between the halves, and is no
  /// result: callers pass it down, nobody gets it back.
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
  /// The slices of a turn; the sizes of those that differ come last.
  SmallVector<LoopSlice> slices;
  SmallVectorImpl<UnevenSlices> *uneven;
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
/// A symbol that is made inside of the function would be unbound in its result
/// type, where a caller in another scope reads it. `changing` holds exactly
/// those.
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
  // The trial function is erased when it goes out of scope. The types of a turn
  // cannot be computed without building it: they come from the shape inference
  // of each op in the body.
  OutlinedFunction trial(node, "trial", getParameterTypes());
  ValueRange parameters = trial.getParameters();
  // A trial gets no known turn number, or a body that depends on it would be
  // typed for one turn only.
  LoopTurn turn = body(parameters[1], std::nullopt, getCarried(parameters));
  if (node.hasFailed())
    return true;
  bool fits = true;
  for (auto [index, type, value] : llvm::enumerate(types, turn.carried)) {
    RankedTensorType next = cast<RankedTensorType>(value.getType());
    // Rank and element type cannot be generalised: a parameter has exactly one
    // of each, and every op in the body was chosen by them.
    if (next.getRank() != type.getRank() ||
        next.getElementType() != type.getElementType()) {
      node.error() << "value " << index << " that the loop carries is " << type
                   << " before a turn and " << next
                   << " after it, expected one rank and element type";
      return true;
    }
    SmallVector<SymExprAttr> dims = getDims(type);
    for (auto [dim, after] : llvm::zip(dims, getDims(next))) {
      // A size that a turn leaves as it is stays a number or a symbol of the
      // caller, so that the body's kernels keep static sizes. Only what changes
      // becomes a symbol.
      if (dim == after || changing.contains(dim))
        continue;
      dim = node.makeSymbol("turn");
      changing.insert(dim);
      // A body that was typed with the old sizes may give others with the new
      // ones. So the body is built again until nothing changes: at most once
      // more for each size that is carried.
      fits = false;
    }
    type = getTensorType(dims, type.getElementType());
  }
  // Slices are looked at only in the trial that fits: sizes seen before may
  // still become symbols.
  if (fits)
    slices = describeSlices(node, turn.slices, trial, loop.numUneven);
  return fits;
}

void LoopFunction::generalize() {
  // Symbols first: two unknown sizes have no name by which a parameter's type
  // could tell that they are equal.
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
  for (const LoopSlice &slice : slices) {
    // The number of turns that a call takes is known only behind it, hence a
    // symbol of its own for each stack; it belongs to `changing`, and so it is
    // forgotten in result types.
    SmallVector<SymExprAttr> dims = {node.makeSymbol("turns")};
    changing.insert(dims.front());
    llvm::append_range(dims, getDims(slice.type));
    stackTypes.push_back(getTensorType(dims, slice.type.getElementType()));
  }
}

// A loop that takes no turn gives stacks of 0 slices, whose other sizes are
// nevertheless those of a slice. ONNX asks for that, and the concatenation in
// `callTwice` would fail with another shape.
SmallVector<Value> LoopFunction::makeEmptyStacks() {
  SmallVector<Value> stacks;
  for (const LoopSlice &slice : slices) {
    SmallVector<SymExprAttr> dims = {node.makeExpr(0)};
    llvm::append_range(dims, getDims(slice.type));
    Value fill = node.makeScalar(0, slice.type.getElementType());
    stacks.push_back(node.emit<FullOp>({node.makeShape(dims), fill}));
  }
  return stacks;
}

Value LoopFunction::getGoesOn(ValueRange parameters) {
  Value condition = loop.condition ? parameters[2] : Value();
  // Without a count and a condition the loop never ends: `true`. ONNX allows
  // it, and it is the model's business.
  if (!loop.count)
    return condition ? condition : node.makeScalar(1, builder.getI1Type());
  // The count is a value of the caller, not a parameter. `OutlinedFunction`
  // adds it as a captured value when the function is closed.
  Value isBelow = node.emit<LessOp>({parameters[1], loop.count});
  return condition ? node.emit<LogicalAndOp>({isBelow, condition}) : isBelow;
}

/// The state after one turn, and its slices.
SmallVector<Value> LoopFunction::takeTurn(ValueRange parameters) {
  LoopTurn turn = body(parameters[1], std::nullopt, getCarried(parameters));
  if (node.hasFailed())
    return {};
  // The turn number advances before the carried values are appended: results
  // have the order of the parameters without the level.
  SmallVector<Value> next = {node.emit<AddOp>({parameters[1], makeIndex(1)})};
  if (loop.condition)
    next.push_back(turn.condition ? turn.condition : parameters[2]);
  llvm::append_range(next, turn.carried);
  llvm::append_range(next, makeStacks(node, slices, turn.slices));
  return next;
}

/// The state after as many turns as two calls of a lower level take, and the
/// slices of both.
SmallVector<Value> LoopFunction::callTwice(OutlinedFunction &function,
                                           ValueRange parameters) {
  // The two calls are in sequence: the second gets the state behind the first.
  // If the first stopped early, its condition or count is false now, and the
  // second returns at once without slices.
  Value level = node.emit<SubtractOp>({parameters.front(), makeIndex(1)});
  SmallVector<Value> state(parameters.drop_front());
  SmallVector<SmallVector<Value>> stacks(stackTypes.size());
  for (int i = 0; i < 2; ++i) {
    SmallVector<Value> arguments = {level};
    for (Value value : state)
      // Results come back without the sizes that the callee made. They need new
      // symbols here, or the second call could not bind the sizes of its
      // parameters.
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
    state.push_back(stackSlices(node, stack));
  return state;
}

/// The choice between two dataflow regions.
static IfOp emitChoice(NodeImport &node, Value condition, TypeRange types,
                       llvm::function_ref<SmallVector<Value>()> yes,
                       llvm::function_ref<SmallVector<Value>()> no) {
  OpBuilder &builder = node.getBuilder();
  // A dataflow region in each branch, and none around the `if`: relax allows no
  // control flow inside of one.
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

/// The level of the call from outside. A level above what the turns need would
/// copy all slices once more, joined with none.
Value LoopFunction::makeHighestLevel() {
  if (loop.knownCount)
    return makeIndex(
        llvm::Log2_64_Ceil(std::max<int64_t>(*loop.knownCount, 1)));
  if (!loop.count)
    return makeIndex(kHighestLevel);
  // As many as there are powers of two below the count: 5 for 32, 6 for 33.
  SmallVector<int64_t> powers;
  for (int64_t level = 0; level < kHighestLevel; ++level)
    powers.push_back(int64_t(1) << level);
  Value below = node.emit<GreaterOp>({loop.count, node.makeIntegers(powers)});
  return node.emit<SumOp>(node.castTo(below, builder.getI64Type()),
                          SumOp::Properties());
}

/// A stack that the caller gets, with the number of its slices if that is
/// known: what follows has static sizes then.
Value LoopFunction::giveCount(Value stack) {
  if (!loop.knownCount || loop.condition)
    return giveSymbols(node, stack);
  SmallVector<SymExprAttr> dims =
      getDims(cast<RankedTensorType>(stack.getType()));
  dims.front() = node.makeExpr(std::max<int64_t>(*loop.knownCount, 0));
  return giveSymbols(node, castDims(node, stack, dims));
}

SmallVector<Value> LoopFunction::run() {
  if (node.hasFailed())
    return {};
  addStackTypes();
  Location loc = node.getLoc();
  // The result types are taken before the function is opened: `makeSymbol` in
  // `addStackTypes` must not name symbols of the function's own scope.
  SmallVector<Type> results = getResultTypes();
  SmallVector<Value> arguments = {makeHighestLevel(), makeIndex(0)};
  if (loop.condition)
    arguments.push_back(loop.condition);
  llvm::append_range(arguments, initial);
  OutlinedFunction function(node, "loop", getParameterTypes());
  ValueRange parameters = function.getParameters();
  // The test is in front of the turn, as ONNX's Loop has it: a loop with a
  // false first condition takes no turn.
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
  // A loop that is over returns its own parameters. They are values of the
  // function, so no region is needed unless empty stacks must be made.
  SmallVector<Value> rest(parameters.drop_front());
  if (!stackTypes.empty()) {
    DataflowRegion dataflow(builder, loc);
    llvm::append_range(rest, dataflow.close(makeEmptyStacks()));
  }
  YieldOp::create(builder, loc, rest);
  builder.setInsertionPointAfter(choice);
  SmallVector<Value> values =
      function.close(choice.getResults(), results, arguments);
  // Turn number and condition are results only so that the second half can go
  // on from them; ONNX's node has no such outputs.
  values.erase(values.begin(), values.begin() + (getFirstCarried() - 1));
  takeResults(values);
  return values;
}

/// Names the sizes of results, and puts what differs back along its axis.
void LoopFunction::takeResults(SmallVectorImpl<Value> &values) {
  size_t numCarried = loop.initial.size(), numSlices = slices.size();
  if (uneven)
    uneven->assign(numSlices, {});
  for (Value &value : MutableArrayRef(values).take_front(numCarried))
    value = giveSymbols(node, value);
  size_t numUneven = countUneven(slices);
  // The sizes of slices that differ are slices themselves, behind all others.
  size_t next = values.size() - numUneven;
  for (auto [index, slice] : llvm::enumerate(slices)) {
    Value &value = values[numCarried + index];
    value = slice.axis ? giveSymbols(node, value) : giveCount(value);
    if (!slice.axis)
      continue;
    value = moveAxis(builder, node.getLoc(), value, 0, *slice.axis);
    (*uneven)[index] = {slice.axis, giveCount(values[next++])};
  }
  values.truncate(values.size() - numUneven);
  if (uneven)
    uneven->truncate(numSlices - numUneven);
}

/// The first turns of a loop of known length, `kMaxCopies` in each turn of a
/// function: slices are copied once a level, and the function has six levels
/// less.
static LoopTurn takeMany(NodeImport &node, const Loop &loop, LoopBody body) {
  OpBuilder &builder = node.getBuilder();
  Loop outer;
  outer.knownCount = *loop.knownCount / kMaxCopies;
  outer.count =
      node.makeScalar(double(*outer.knownCount), builder.getI64Type());
  outer.initial = loop.initial;
  auto takeCopies = [&](Value index, std::optional<int64_t>,
                        ValueRange carried) {
    Value many = node.makeScalar(kMaxCopies, builder.getI64Type());
    Copies copies;
    copies.count = kMaxCopies;
    copies.base = node.emit<MultiplyOp>({index, many});
    return writeOut(node, copies, carried, body);
  };
  LoopFunction function(node, outer, takeCopies);
  function.generalize();
  SmallVector<Value> values = function.run();
  LoopTurn result;
  if (node.hasFailed())
    return result;
  size_t numCarried = loop.initial.size();
  result.carried.assign(values.begin(), values.begin() + numCarried);
  for (Value stack : ArrayRef(values).drop_front(numCarried)) {
    // Stacks of stacks: [turns of the function, copies, slice].
    SmallVector<SymExprAttr> dims =
        getDims(cast<RankedTensorType>(stack.getType()));
    dims.erase(dims.begin());
    dims.front() = node.makeExpr(*outer.knownCount * kMaxCopies);
    result.slices.push_back(
        node.emit<ReshapeOp>({stack, node.makeShape(dims)}));
  }
  return result;
}

SmallVector<Value> emitLoop(NodeImport &node, const Loop &loop, LoopBody body,
                            SmallVectorImpl<UnevenSlices> *uneven) {
  // A condition rules the copies out even with a known count: each copy would
  // need an `if` around all that follow. Count 0 does as well, since the types
  // of the slices are known only from a body.
  bool isFunction = !loop.knownCount || loop.condition || *loop.knownCount <= 0;
  if (isFunction || loop.numUneven > 0) {
    LoopFunction function(node, loop, body, uneven);
    function.generalize();
    if (isFunction || function.hasUnevenSlices())
      return function.run();
  }
  LoopTurn many;
  many.carried = loop.initial;
  Copies rest;
  rest.count = *loop.knownCount;
  // A function of one turn would only be a call.
  if (*loop.knownCount >= 2 * kMaxCopies) {
    many = takeMany(node, loop, body);
    rest.count = *loop.knownCount % kMaxCopies;
    rest.first = *loop.knownCount - rest.count;
  }
  LoopTurn last;
  if (!node.hasFailed())
    last = writeOut(node, rest, many.carried, body);
  if (node.hasFailed())
    return {};
  SmallVector<Value> results = std::move(last.carried);
  // There are no slices of no copies, and none of many turns in a short loop.
  for (size_t i = 0, end = std::max(many.slices.size(), last.slices.size());
       i < end; ++i) {
    SmallVector<Value> parts;
    for (ArrayRef<Value> stacks :
         {ArrayRef(many.slices), ArrayRef(last.slices)})
      if (!stacks.empty())
        parts.push_back(stacks[i]);
    results.push_back(stackSlices(node, parts));
  }
  return results;
}

} // namespace mlir::relax
