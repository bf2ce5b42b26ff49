// Compute what only weights decide in a function of its own.
//
// Transposing, packing or casting a weight at each call costs memory traffic
// for the same outcome. TVM's pass of this name had defects of both kinds that
// symbols and order allow: apache/tvm#17493 (a symbol nothing defines) and
// #17207 (parameters in another order).
#include "PrivateCalls.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LIFTTRANSFORMPARAMSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {

/// What a function computes from weights and constants alone.
struct WeightWork {
  explicit WeightWork(FuncOp func);

  auto getWeights() const {
    return func.getBody().front().getArguments().drop_front(numInputs);
  }
  bool isWeight(Value value) const;
  bool isUsedOutside(Value value) const;
  bool isMovable(Operation *op) const;
  bool isLeaf(Operation *op);
  bool canLift(Operation *op);

  mutable FuncOp func;
  unsigned numInputs;
  /// Sizes that weights have.
  llvm::SmallDenseSet<StringAttr> symbols;
  llvm::SetVector<Operation *> lifted;
  /// What `isLeaf` has answered, so that each op is asked once.
  DenseMap<Operation *, bool> leaves;
};

/// What leaves functions that take the same weights, and what they take in its
/// place. What only one of several computes stays.
class WeightTransformation {
public:
  explicit WeightTransformation(ArrayRef<FuncOp> funcs);

  /// Whether nothing can be computed before the inputs are there.
  bool isEmpty() const { return works.front().lifted.empty(); }
  /// The function that does what is lifted, behind the last one; it gives what
  /// it is given if nothing is.
  FuncOp build(StringRef name);
  /// Drops that from the functions, which take what comes out of the other.
  void apply();

private:
  void number(Operation *op);
  void keepShared();
  void chooseResults();
  void keepWeights(const WeightWork &work);
  void applyTo(WeightWork &work);
  Value copy(OpBuilder &builder, IRMapping &copies, Value value, Value tuple);

  SmallVector<WeightWork, 1> works;
  /// Values that are the same for the same weights have one number.
  DenseMap<Value, unsigned> numbers;
  DenseMap<llvm::hash_code, SmallVector<Operation *, 1>> firstOps;
  /// What the other function gives: weights by their place among the weights,
  /// and values of the first function.
  llvm::BitVector keptWeights;
  SmallVector<Value> results;
};

} // namespace

/// Whether an op of a function ends the life of memory. Explicit memory means
/// that lifetimes were decided for this function; a value that became a
/// parameter would be freed twice.
static bool hasExplicitMemory(FuncOp func) {
  return func
      .walk([](Operation *op) {
        return hasEffect<MemoryEffects::Free>(op) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool hasWeights(FuncOp func) {
  unsigned numInputs = func.getNumInput().value_or(0);
  return !func.isExternal() && numInputs != 0 &&
         numInputs != func.getNumArguments() && !hasExplicitMemory(func);
}

/// Whether a function says that all of its parameters are inputs: it has no
/// weights, and who prepares them does not know.
static bool hasInputsOnly(FuncOp func) {
  return !func.isExternal() && func.getNumArguments() != 0 &&
         func.getNumInput() == func.getNumArguments();
}

WeightWork::WeightWork(FuncOp func)
    : func(func), numInputs(func.getNumInput().value_or(0)) {
  for (Type type : func.getArgumentTypes().drop_front(numInputs))
    walkBareSymbols(type, [&](StringAttr symbol) { symbols.insert(symbol); });
  // Regions of the body's own block only: ops in a branch may not be executed
  // at all.
  for (auto region : func.getBody().front().getOps<DataflowOp>())
    for (Operation &op : region.getBody().front())
      if (canLift(&op))
        lifted.insert(&op);
}

bool WeightWork::isWeight(Value value) const {
  auto parameter = dyn_cast<BlockArgument>(value);
  return parameter && parameter.getOwner()->getParentOp() == func &&
         parameter.getArgNumber() >= numInputs;
}

/// Whether another function can do what an op does. `match_cast` may fail at
/// run time, and the order of failures would change. `stop_lift_params` is the
/// author's wish. The other function knows only sizes of weights: a size of an
/// input has no definition there (report #17493).
bool WeightWork::isMovable(Operation *op) const {
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         !isa<StopLiftParamsOp, MatchCastOp>(op) &&
         llvm::all_of(getSymbolsUsedBy(op), [&](StringAttr symbol) {
           return symbols.contains(symbol);
         });
}

/// Whether an op is the same in each function with the weights' sizes: a
/// constant, a shape, or what is computed of such, as `relax.ones`. These are
/// not lifted alone. They are copied to where they are needed, since passing a
/// constant as a parameter would hide it from later folding.
bool WeightWork::isLeaf(Operation *op) {
  auto known = leaves.find(op);
  if (known != leaves.end())
    return known->second;
  bool answer = isMovable(op);
  for (Value operand : op->getOperands()) {
    Operation *source = operand.getDefiningOp();
    answer = answer && source && isLeaf(source);
  }
  leaves[op] = answer;
  return answer;
}

bool WeightWork::canLift(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() || !isMovable(op))
    return false;
  bool dependsOnWeight = false;
  for (Value operand : op->getOperands()) {
    Operation *source = operand.getDefiningOp();
    bool follows = isWeight(operand) || (source && lifted.contains(source));
    dependsOnWeight |= follows;
    // One walk in order: sources come before, hence `lifted` is complete for
    // all operands.
    if (!follows && !(source && isLeaf(source)))
      return false;
  }
  // An op that combines constants alone depends on no weight; folding does
  // that.
  return dependsOnWeight;
}

bool WeightWork::isUsedOutside(Value value) const {
  return llvm::any_of(value.getUsers(),
                      [&](Operation *user) { return !lifted.contains(user); });
}

/// Numbers what an op gives, as the first op that is the same does, and before
/// that the constants and shapes that it takes.
void WeightTransformation::number(Operation *op) {
  for (Value operand : op->getOperands())
    if (Operation *leaf = operand.getDefiningOp();
        leaf && !numbers.contains(operand))
      number(leaf);
  auto getNumber = [&](Value value) { return numbers.lookup(value); };
  llvm::hash_code hash = OperationEquivalence::computeHash(
      op, [&](Value value) { return llvm::hash_code(getNumber(value)); },
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
  SmallVector<Operation *, 1> &known = firstOps[hash];
  auto *first = llvm::find_if(known, [&](Operation *other) {
    return OperationEquivalence::isEquivalentTo(
        op, other,
        [&](Value lhs, Value rhs) {
          return success(getNumber(lhs) == getNumber(rhs));
        },
        /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
  });
  if (first == known.end()) {
    known.push_back(op);
    first = std::prev(known.end());
    for (Value result : op->getResults())
      numbers.try_emplace(result, numbers.size());
  }
  for (auto [result, same] :
       llvm::zip(op->getResults(), (*first)->getResults()))
    numbers[result] = getNumber(same);
}

WeightTransformation::WeightTransformation(ArrayRef<FuncOp> funcs) {
  for (FuncOp func : funcs)
    works.emplace_back(func);
  // Before all ops: numbers are given by how many there are.
  for (const WeightWork &work : works)
    for (auto [place, weight] : llvm::enumerate(work.getWeights()))
      numbers[weight] = place;
  for (const WeightWork &work : works)
    for (Operation *op : work.lifted)
      number(op);
  keepShared();
  if (!isEmpty())
    chooseResults();
}

/// What is the same in each function is lifted, other ops are not. Such an op's
/// operands are the same, too, so that they are lifted with it.
void WeightTransformation::keepShared() {
  DenseMap<unsigned, unsigned> users;
  for (const WeightWork &work : works) {
    llvm::SmallDenseSet<unsigned> own;
    for (Operation *op : work.lifted)
      own.insert(numbers.lookup(op->getResult(0)));
    for (unsigned number : own)
      ++users[number];
  }
  for (WeightWork &work : works)
    work.lifted.remove_if([&](Operation *op) {
      return users.lookup(numbers.lookup(op->getResult(0))) != works.size();
    });
}

void WeightTransformation::chooseResults() {
  llvm::SmallDenseSet<unsigned> wanted;
  for (const WeightWork &work : works)
    for (Operation *op : work.lifted)
      for (Value result : op->getResults())
        if (work.isUsedOutside(result))
          wanted.insert(numbers.lookup(result));
  for (Operation *op : works.front().lifted)
    for (Value result : op->getResults())
      if (wanted.erase(numbers.lookup(result)))
        results.push_back(result);
  keptWeights.resize(works.front().getWeights().size());
  for (const WeightWork &work : works)
    keepWeights(work);
}

/// After dropping a weight its symbols may be defined by nothing. `told` holds
/// what inputs, results and kept weights still define; a weight that alone
/// defines a symbol is kept, though no op reads it.
void WeightTransformation::keepWeights(const WeightWork &work) {
  llvm::SmallDenseSet<StringAttr> told;
  auto tell = [&](StringAttr symbol) { told.insert(symbol); };
  for (Value result : results)
    walkBareSymbols(result.getType(), tell);
  for (BlockArgument parameter : work.func.getArguments())
    if (parameter.getArgNumber() < work.numInputs ||
        work.isUsedOutside(parameter))
      walkBareSymbols(parameter.getType(), tell);
  for (auto [place, weight] : llvm::enumerate(work.getWeights())) {
    bool tellsMore = false;
    walkBareSymbols(weight.getType(), [&](StringAttr symbol) {
      tellsMore |= told.insert(symbol).second;
    });
    if (tellsMore || work.isUsedOutside(weight))
      keptWeights.set(place);
  }
}

/// A value in the other function: weights come out of the tuple when the first
/// op needs them. `tuple_get_item` right where it is needed and not for all
/// weights at the start, for the sake of lifetimes: the tuple's caller may drop
/// what was used.
Value WeightTransformation::copy(OpBuilder &builder, IRMapping &copies,
                                 Value value, Value tuple) {
  if (Value made = copies.lookupOrNull(value))
    return made;
  if (Operation *leaf = value.getDefiningOp()) {
    for (Value operand : leaf->getOperands())
      copy(builder, copies, operand, tuple);
    builder.clone(*leaf, copies);
    return copies.lookup(value);
  }
  int64_t index =
      cast<BlockArgument>(value).getArgNumber() - works.front().numInputs;
  Value field = TupleGetItemOp::create(builder, value.getLoc(), value.getType(),
                                       tuple, builder.getI64IntegerAttr(index));
  copies.map(value, field);
  return field;
}

FuncOp WeightTransformation::build(StringRef name) {
  FuncOp func = works.front().func;
  auto weights = works.front().getWeights();
  OpBuilder builder(func.getContext());
  builder.setInsertionPointAfter(works.back().func);
  Location loc = func.getLoc();
  SmallVector<Value> given;
  for (unsigned place : keptWeights.set_bits())
    given.push_back(weights[place]);
  if (isEmpty())
    given.assign(weights.begin(), weights.end());
  llvm::append_range(given, results);
  auto getTuple = [&](ValueRange values) {
    return builder.getTupleType(llvm::to_vector(values.getTypes()));
  };
  Type taken = getTuple(weights), type = getTuple(given);
  auto made =
      FuncOp::create(builder, loc, name, builder.getFunctionType(taken, type));
  made.setSymVisibilityAttr(func.getSymVisibilityAttr());
  made.setNumInput(0);
  // The name that relax-bundle-model-params gives such a tuple as well.
  made.setArgAttr(0, "relax.name", builder.getStringAttr("model_params"));
  Block *body = &made.getBody().front();
  builder.setInsertionPointToStart(body);
  if (isEmpty()) {
    ReturnOp::create(builder, loc, body->getArguments());
    return made;
  }
  auto region = DataflowOp::create(builder, loc, type);
  builder.createBlock(&region.getBody());
  IRMapping copies;
  // `lifted` is in program order, so operands of a clone are mapped before it.
  for (Operation *op : works.front().lifted) {
    for (Value operand : op->getOperands())
      copy(builder, copies, operand, body->getArgument(0));
    builder.clone(*op, copies);
  }
  for (Value &value : given)
    value = copy(builder, copies, value, body->getArgument(0));
  Value tuple = TupleOp::create(builder, loc, type, given);
  OutputOp::create(builder, loc, tuple);
  builder.setInsertionPointToEnd(body);
  ReturnOp::create(builder, loc, region.getResults());
  return made;
}

void WeightTransformation::apply() {
  // The first one last, which has the results.
  for (WeightWork &work : llvm::reverse(works))
    applyTo(work);
}

void WeightTransformation::applyTo(WeightWork &work) {
  FuncOp func = work.func;
  unsigned count = func.getNumArguments();
  auto attributes = DictionaryAttr::get(func.getContext());
  // Results are appended as parameters behind the old weights, and only then
  // are those dropped: their indices are used until the end.
  DenseMap<unsigned, Value> parameters;
  for (auto [place, result] : llvm::enumerate(results)) {
    (void)func.insertArgument(count + place, result.getType(), attributes,
                              result.getLoc());
    parameters[numbers.lookup(result)] = func.getArgument(count + place);
  }
  for (Operation *op : work.lifted)
    for (Value value : op->getResults())
      if (Value parameter = parameters.lookup(numbers.lookup(value)))
        value.replaceUsesWithIf(parameter, [&](OpOperand &use) {
          return !work.lifted.contains(use.getOwner());
        });
  // Users before definitions.
  for (Operation *op : llvm::reverse(work.lifted))
    op->erase();
  llvm::BitVector dropped(func.getNumArguments());
  for (unsigned index = work.numInputs; index < count; ++index)
    if (!keptWeights.test(index - work.numInputs))
      dropped.set(index);
  eraseParameters(func, dropped);
}

namespace {
struct LiftTransformParamsPass
    : impl::LiftTransformParamsPassBase<LiftTransformParamsPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  FailureOr<SmallVector<FuncOp>> getFunctions(SymbolTable &symbols);
  LogicalResult lift(ArrayRef<FuncOp> funcs, StringRef name,
                     SymbolTable &symbols);
};
} // namespace

FailureOr<SmallVector<FuncOp>>
LiftTransformParamsPass::getFunctions(SymbolTable &symbols) {
  SmallVector<FuncOp> found;
  for (StringRef name : functions) {
    auto func = symbols.lookup<FuncOp>(name);
    if (!func || !hasWeights(func)) {
      InFlightDiagnostic error = getOperation().emitError();
      error << "expected a relax.func @" << name
            << " with inputs and weights, and a body without explicit memory, "
               "found none; name another one in 'functions'";
      if (func)
        error.attachNote(func.getLoc()) << "@" << name << " is here";
      return failure();
    }
    if (llvm::is_contained(found, func))
      return func.emitOpError("stands twice in 'functions', expected each "
                              "function once");
    found.push_back(func);
  }
  if (functions.empty())
    for (auto func : getOperation().getOps<FuncOp>())
      if (hasWeights(func) || (!shared && hasInputsOnly(func)))
        found.push_back(func);
  return found;
}

/// Functions that share what becomes of the weights are given the same ones.
static LogicalResult verifySameWeights(ArrayRef<FuncOp> funcs) {
  FuncOp first = funcs.front();
  auto getTypes = [](FuncOp func) {
    return func.getArgumentTypes().drop_front(func.getNumInput().value_or(0));
  };
  for (FuncOp func : funcs)
    if (getTypes(func) != getTypes(first))
      return func.emitOpError("shares its weights with @")
                 .append(first.getSymName(), ", expected weights of types (",
                         getTypes(first), "), found (", getTypes(func),
                         "); say with 'functions' which ones share them")
                 .attachNote(first.getLoc())
             << "@" << first.getSymName() << " is here";
  return success();
}

LogicalResult LiftTransformParamsPass::lift(ArrayRef<FuncOp> funcs,
                                            StringRef name,
                                            SymbolTable &symbols) {
  WeightTransformation transformation(funcs);
  // Who prepares weights calls the function whether there is work or not, as
  // with TVM's; after a first run it is there.
  if (transformation.isEmpty()) {
    bool isCalled = llvm::any_of(funcs, [&](FuncOp func) {
      return !SymbolTable::symbolKnownUseEmpty(func, getOperation());
    });
    if (!isCalled && !symbols.lookup(name))
      symbols.insert(transformation.build(name));
    return success();
  }
  // Checked by hand and not left to `insert`, which would take another
  // name, and who calls the module expects this one.
  FuncOp first = funcs.front();
  if (Operation *other = symbols.lookup(name))
    return first.emitOpError("has weights to transform in @")
               .append(name, ", expected a free name; rename that function")
               .attachNote(other->getLoc())
           << "it is here";
  for (FuncOp func : funcs)
    if (failed(verifyWeightsGivenOutside(func, getOperation())))
      return failure();
  symbols.insert(transformation.build(name));
  transformation.apply();
  return success();
}

void LiftTransformParamsPass::runOnOperation() {
  SymbolTable symbols(getOperation());
  FailureOr<SmallVector<FuncOp>> funcs = getFunctions(symbols);
  if (failed(funcs))
    return signalPassFailure();
  if (shared) {
    if (!funcs->empty() && (failed(verifySameWeights(*funcs)) ||
                            failed(lift(*funcs, "transform_params", symbols))))
      signalPassFailure();
    return;
  }
  for (FuncOp func : *funcs)
    if (failed(lift(func, (func.getSymName() + "_transform_params").str(),
                    symbols)))
      return signalPassFailure();
}

} // namespace mlir::relax
