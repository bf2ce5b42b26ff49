// Loops, as copies of their body or as a function that calls itself:
//
//   loop(level, state):
//     if the condition holds in this state:
//       level 0: the state after a turn
//       else: loop(level - 1, loop(level - 1, state))
//     else: state
//
// It takes up to 2^level turns, and its calls are never deeper than its level:
// functions of the graph level have no tail calls.
#include "WhileFunction.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

// More turns than any machine takes.
static constexpr int64_t kHighestLevel = 40;
// Written out, the turns can be fused; beyond that the module grows too much.
static constexpr int64_t kMaxCopies = 32;
static constexpr int64_t kMaxCopiedOps = 1024;
// Greater constants are passed to the function, smaller ones written in it.
static constexpr int64_t kSmallConstant = 16;

//===----------------------------------------------------------------------===//
// What is known of a loop
//===----------------------------------------------------------------------===//

/// Only comparisons that name sizes are judged; anything else is left to run
/// time, which is slower but never wrong.
bool holdsAlways(Value condition, GraphConversion &graph) {
  auto compare = condition.getDefiningOp<hlo::CompareOp>();
  if (!compare)
    return false;
  const SmallVector<SymExprAttr> *lhs = graph.getKnown(compare.getLhs()),
                                 *rhs = graph.getKnown(compare.getRhs());
  if (!lhs || !rhs || lhs->size() != 1 || rhs->size() != 1)
    return false;
  SymExprAttr first = lhs->front(), second = rhs->front();
  std::optional<int64_t> least = second.getConstant();
  switch (compare.getComparisonDirection()) {
  case hlo::Direction::EQ:
    return compareDims(first, second) == Proof::Equal;
  case hlo::Direction::NE:
    return compareDims(first, second) == Proof::Different;
  case hlo::Direction::GE:
    // An empty axis is no error here: it gives empty results.
    return compareDims(first, second) == Proof::Equal ||
           (least && *least <= 1 && first.isSymbol());
  default:
    return false;
  }
}

/// The number of turns of a loop that counts from a number to another one.
/// What fori_loop and scan of JAX write. Other loops would need a proof that
/// the counter is not changed elsewhere, and are called by a function anyway.
static std::optional<int64_t> getTurns(hlo::WhileOp op,
                                       GraphConversion &graph) {
  auto compare = op.getCond()
                     .front()
                     .getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<hlo::CompareOp>();
  if (!compare || compare.getComparisonDirection() != hlo::Direction::LT)
    return std::nullopt;
  auto counter = dyn_cast<BlockArgument>(compare.getLhs());
  auto limit = compare.getRhs().getDefiningOp<hlo::ConstantOp>();
  if (!counter || !limit || counter.getOwner() != &op.getCond().front())
    return std::nullopt;
  unsigned index = counter.getArgNumber();
  auto step = op.getBody()
                  .front()
                  .getTerminator()
                  ->getOperand(index)
                  .getDefiningOp<hlo::AddOp>();
  std::optional<SmallVector<int64_t>> first =
      graph.getKnownNumbers(op->getOperand(index));
  auto getNumber = [](Value value) -> std::optional<int64_t> {
    auto constant = value.getDefiningOp<hlo::ConstantOp>();
    auto elements = constant
                        ? dyn_cast<DenseIntElementsAttr>(constant.getValue())
                        : nullptr;
    return elements && elements.isSplat() &&
                   elements.getElementType().isSignlessInteger()
               ? std::optional(elements.getSplatValue<APInt>().getSExtValue())
               : std::nullopt;
  };
  std::optional<int64_t> last = getNumber(limit.getResult());
  if (!step || !first || !last ||
      step.getLhs() != op.getBody().getArgument(index))
    return std::nullopt;
  std::optional<int64_t> width = getNumber(step.getRhs());
  if (!width || *width != 1)
    return std::nullopt;
  return std::max<int64_t>(0, *last - first->front());
}

/// The ops of a region and of what it calls.
/// Depth is limited, because functions may call each other in a circle, and the
/// walk would never end.
static int64_t countOps(Region &region, GraphConversion &graph,
                        unsigned depth = 0) {
  int64_t count = 0;
  region.walk([&](Operation *op) {
    ++count;
    auto call = dyn_cast<func::CallOp>(op);
    auto callee =
        call ? graph.getModule().symbols.lookup<func::FuncOp>(call.getCallee())
             : nullptr;
    if (callee && depth < 8)
      count += countOps(callee.getBody(), graph, depth + 1);
  });
  return count;
}

static void enter(Region &region, ValueRange state, GraphConversion &graph) {
  for (auto [argument, value] : llvm::zip(region.getArguments(), state)) {
    graph.set(argument, value);
    graph.forgetKnown(argument);
  }
}

/// The turns one after the other.
/// What is known of the state is noted before the next turn, because
/// `convertBlock` forgets it as it enters the body again. Counters stay numbers
/// so, and slices by them become plain ones.
static LogicalResult writeOut(hlo::WhileOp op, int64_t turns,
                              GraphConversion &graph) {
  SmallVector<Value> state = graph.get(op->getOperands());
  SmallVector<Value> sources(op->getOperands());
  Region &body = op.getBody();
  SmallVector<std::optional<SmallVector<SymExprAttr>>> known;
  auto note = [&](ValueRange values) {
    known.clear();
    for (Value value : values) {
      const SmallVector<SymExprAttr> *elements = graph.getKnown(value);
      known.push_back(elements ? std::optional(*elements) : std::nullopt);
    }
  };
  note(op->getOperands());
  for (int64_t turn = 0; turn < turns; ++turn) {
    enter(body, state, graph);
    for (auto [argument, elements] : llvm::zip(body.getArguments(), known))
      if (elements)
        graph.setKnown(argument, *elements);
    std::optional<SmallVector<Value>> next = graph.convertBlock(body.front());
    if (!next)
      return failure();
    state = *next;
    note(body.front().getTerminator()->getOperands());
  }
  for (auto [result, elements] : llvm::zip(op->getResults(), known))
    if (elements)
      graph.setKnown(result, *elements);
  return graph.replace(op, state);
}

//===----------------------------------------------------------------------===//
// A function
//===----------------------------------------------------------------------===//

namespace {
/// A loop under construction as a function.
class WhileFunction {
public:
  WhileFunction(hlo::WhileOp op, GraphConversion &graph)
      : op(op), graph(graph), builder(graph.getBuilder()) {}

  /// The state after the loop; nothing where a region could not be converted.
  std::optional<SmallVector<Value>> run();

private:
  bool fill();
  SmallVector<Value> callItself(Value level, ValueRange state);
  SmallVector<Value> capture();
  void inlineConstants();

  hlo::WhileOp op;
  GraphConversion &graph;
  OpBuilder &builder;
  FuncOp function;
  SmallVector<Value> initial;
  SmallVector<Type> types;
};
} // namespace

SmallVector<Value> WhileFunction::callItself(Value level, ValueRange state) {
  SmallVector<Value> arguments = {level};
  llvm::append_range(arguments, state);
  auto call = CallOp::create(builder, op.getLoc(), types,
                             FlatSymbolRefAttr::get(function.getSymNameAttr()),
                             arguments, /*impure=*/UnitAttr());
  return SmallVector<Value>(call.getResults());
}

/// A constant of rank 0.
static Value makeNumber(GraphConversion &graph, int64_t number) {
  Builder builder(graph.getContext());
  return graph.constant(builder.getI64IntegerAttr(number));
}

/// The body is tried even where the condition failed, so that all obstacles are
/// found in one run; a constant stands in for the condition until the function
/// is thrown away.
bool WhileFunction::fill() {
  Block &block = function.getBody().front();
  Location loc = op.getLoc();
  Value level = block.getArgument(0);
  ValueRange state = ValueRange(block.getArguments()).drop_front();
  builder.setInsertionPointToEnd(&block);
  enter(op.getCond(), state, graph);
  std::optional<SmallVector<Value>> condition =
      graph.convertBlock(op.getCond().front());
  bool isWhole = condition.has_value();
  Value goesOn = isWhole ? condition->front() : Value();
  if (!isWhole)
    goesOn = graph.constant(builder.getBoolAttr(false));
  auto turn = IfOp::create(builder, loc, types, goesOn);
  ReturnOp::create(builder, loc, turn.getResults());
  builder.setInsertionPointToEnd(&turn.getElseRegion().emplaceBlock());
  YieldOp::create(builder, loc, state);
  builder.setInsertionPointToEnd(&turn.getThenRegion().emplaceBlock());
  Value isLowest = graph.emit<EqualOp>({level, makeNumber(graph, 0)});
  auto choice = IfOp::create(builder, loc, types, isLowest);
  YieldOp::create(builder, loc, choice.getResults());
  builder.setInsertionPointToEnd(&choice.getElseRegion().emplaceBlock());
  Value lower = graph.sub(level, makeNumber(graph, 1));
  SmallVector<Value> half = callItself(lower, state);
  YieldOp::create(builder, loc, callItself(lower, half));
  builder.setInsertionPointToEnd(&choice.getThenRegion().emplaceBlock());
  enter(op.getBody(), state, graph);
  std::optional<SmallVector<Value>> next =
      graph.convertBlock(op.getBody().front());
  if (!next || !isWhole)
    return false;
  for (auto [value, type] : llvm::zip(*next, types))
    value = graph.ensureType(value, type);
  YieldOp::create(builder, loc, *next);
  return true;
}

/// Small constants of the caller are written in the function, where kernels can
/// take them in.
/// As a parameter a constant would be a load in each kernel, and no pass could
/// fold it. Large ones are passed, because a copy in each function would grow
/// the module by its weights.
void WhileFunction::inlineConstants() {
  DenseMap<Operation *, Value> copies;
  OpBuilder inner = OpBuilder::atBlockBegin(&function.getBody().front());
  function.walk([&](Operation *user) {
    for (OpOperand &operand : user->getOpOperands()) {
      auto constant = operand.get().getDefiningOp<ConstantOp>();
      if (!constant || function->isAncestor(constant) ||
          constant.getValue().getNumElements() > kSmallConstant)
        continue;
      Value &copy = copies[constant];
      if (!copy)
        copy = inner.clone(*constant)->getResult(0);
      operand.set(copy);
    }
  });
}

/// Adds a parameter for what the function uses of its caller: a shape with the
/// symbols, then the values. Gives these values; the builder is in the caller.
SmallVector<Value> WhileFunction::capture() {
  inlineConstants();
  llvm::SetVector<Value> captured;
  llvm::SetVector<StringAttr> symbols;
  auto addSymbol = [&](StringAttr symbol) { symbols.insert(symbol); };
  function.walk<WalkOrder::PreOrder>([&](Operation *user) {
    for (StringAttr symbol : getSymbolsUsedBy(user))
      addSymbol(symbol);
    for (Value operand : user->getOperands()) {
      walkSymbols(operand.getType(), addSymbol);
      if (!function.getBody().isAncestor(operand.getParentRegion()))
        captured.insert(operand);
    }
  });
  SmallVector<Value> values;
  if (!symbols.empty()) {
    SmallVector<SymExprAttr> sizes;
    for (StringAttr symbol : symbols)
      sizes.push_back(SymExprAttr::symbol(op.getContext(), symbol));
    values.push_back(graph.shape(sizes));
  }
  llvm::append_range(values, captured);
  Block &block = function.getBody().front();
  for (Value value : values) {
    Value parameter = block.addArgument(value.getType(), op.getLoc());
    value.replaceUsesWithIf(parameter, [&](OpOperand &use) {
      return function->isAncestor(use.getOwner());
    });
  }
  return values;
}

/// What is captured is known only when the body is written, but the calls
/// inside need it, too. So they get it afterwards, when the parameters exist.
std::optional<SmallVector<Value>> WhileFunction::run() {
  initial = graph.get(op->getOperands());
  for (Value value : initial)
    types.push_back(value.getType());
  SmallVector<Type> parameters = {
      RankedTensorType::get({}, builder.getI64Type())};
  llvm::append_range(parameters, types);
  ModuleConversion &all = graph.getModule();
  OpBuilder::InsertPoint caller = builder.saveInsertionPoint();
  builder.setInsertionPointToEnd(all.module.getBody());
  function = FuncOp::create(builder, op.getLoc(), "while",
                            builder.getFunctionType(parameters, types));
  function.setPrivate();
  all.symbols.insert(function);
  bool isWhole = fill();
  builder.restoreInsertionPoint(caller);
  if (!isWhole)
    return std::nullopt;
  SmallVector<Value> captured = capture();
  Block &block = function.getBody().front();
  function.setType(builder.getFunctionType(block.getArgumentTypes(), types));
  ValueRange added =
      ValueRange(block.getArguments()).drop_front(parameters.size());
  function.walk([&](CallOp call) {
    if (call.getCallee() == function.getSymName())
      call.getArgsMutable().append(added);
  });
  SmallVector<Value> arguments(initial);
  llvm::append_range(arguments, captured);
  return callItself(makeNumber(graph, kHighestLevel), arguments);
}

/// Whether both regions are blocks that take the state, and give a condition
/// and the next state.
/// Types have to be the same in all turns, since the function has one
/// signature. A state that grows could not be a loop of StableHLO either.
static bool areTurns(hlo::WhileOp op) {
  auto isTurn = [&](Region &region, TypeRange results) {
    return region.hasOneBlock() && !region.front().empty() &&
           isa<hlo::ReturnOp>(region.front().back()) &&
           region.getArgumentTypes() == op->getOperandTypes() &&
           region.front().back().getOperandTypes() == results;
  };
  Type condition =
      RankedTensorType::get({}, IntegerType::get(op.getContext(), 1));
  // Tokens are not among what a function takes.
  return llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>) &&
         op->getOperandTypes() == op->getResultTypes() &&
         isTurn(op.getCond(), condition) &&
         isTurn(op.getBody(), op->getResultTypes());
}

LogicalResult convertWhile(hlo::WhileOp op, GraphConversion &graph) {
  if (!areTurns(op))
    return graph
        .reject(op,
                "expected regions that take the operands and give "
                "a condition, and what the next turn gets",
                "found other regions for " + typesText(op->getOperandTypes()))
        .attachNote(op->getOperands());
  std::optional<int64_t> turns = getTurns(op, graph);
  if (turns && *turns <= kMaxCopies &&
      *turns * countOps(op.getBody(), graph) <= kMaxCopiedOps)
    return writeOut(op, *turns, graph);
  std::optional<SmallVector<Value>> results = WhileFunction(op, graph).run();
  return results ? graph.replace(op, *results) : failure();
}

} // namespace mlir::relax
