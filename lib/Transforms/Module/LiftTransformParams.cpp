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
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LIFTTRANSFORMPARAMSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {

/// What leaves a function, and what the function takes in its place.
class WeightTransformation {
public:
  explicit WeightTransformation(FuncOp func);

  /// Whether nothing can be computed before the inputs are there.
  bool isEmpty() const { return lifted.empty(); }
  /// The function that does what is lifted.
  FuncOp build(StringRef name);
  /// Drops that from the function, which takes what comes out of the other.
  void apply();

private:
  bool isLeaf(Operation *op) const;
  bool canLift(Operation *op) const;
  bool isWeight(Value value) const;
  bool isUsedOutside(Value value) const;
  void chooseResults();
  Value copy(OpBuilder &builder, IRMapping &copies, Value value, Value tuple);

  FuncOp func;
  unsigned numInputs;
  /// Sizes that weights have.
  llvm::SmallDenseSet<StringAttr> symbols;
  llvm::SetVector<Operation *> lifted;
  /// What the other function gives.
  SmallVector<BlockArgument> keptWeights;
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

WeightTransformation::WeightTransformation(FuncOp func)
    : func(func), numInputs(func.getNumInput().value_or(0)) {
  if (func.isExternal() || numInputs == 0 ||
      numInputs == func.getNumArguments() || hasExplicitMemory(func))
    return;
  for (Type type : func.getArgumentTypes().drop_front(numInputs))
    walkBareSymbols(type, [&](StringAttr symbol) { symbols.insert(symbol); });
  // Regions of the body's own block only: ops in a branch may not be executed
  // at all.
  for (auto region : func.getBody().front().getOps<DataflowOp>())
    for (Operation &op : region.getBody().front())
      if (canLift(&op))
        lifted.insert(&op);
  if (!lifted.empty())
    chooseResults();
}

bool WeightTransformation::isWeight(Value value) const {
  auto parameter = dyn_cast<BlockArgument>(value);
  return parameter && parameter.getOwner()->getParentOp() == func &&
         parameter.getArgNumber() >= numInputs;
}

/// Whether an op is the same in each function with the weights' sizes.
/// Constants and shapes are not lifted alone. They are copied to where they are
/// needed, since passing a constant as a parameter would hide it from later
/// folding.
bool WeightTransformation::isLeaf(Operation *op) const {
  return op->getNumOperands() == 0 && op->getNumRegions() == 0 &&
         isMemoryEffectFree(op) &&
         llvm::all_of(getSymbolsUsedBy(op), [&](StringAttr symbol) {
           return symbols.contains(symbol);
         });
}

/// `match_cast` may fail at run time, and the order of failures would change.
/// `stop_lift_params` is the author's wish.
bool WeightTransformation::canLift(Operation *op) const {
  if (isa<StopLiftParamsOp, MatchCastOp>(op) || op->getNumRegions() != 0 ||
      op->hasTrait<OpTrait::IsTerminator>() || !isMemoryEffectFree(op))
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
  return dependsOnWeight &&
         llvm::all_of(getSymbolsUsedBy(op), [&](StringAttr symbol) {
           // The other function knows only sizes of weights. A size of an input
           // has no definition there (report #17493).
           return symbols.contains(symbol);
         });
}

bool WeightTransformation::isUsedOutside(Value value) const {
  return llvm::any_of(value.getUsers(),
                      [&](Operation *user) { return !lifted.contains(user); });
}

/// After dropping a weight its symbols may be defined by nothing. `told` holds
/// what inputs, results and kept weights still define; a weight that alone
/// defines a symbol is kept, though no op reads it.
void WeightTransformation::chooseResults() {
  llvm::SmallDenseSet<StringAttr> told;
  auto tell = [&](StringAttr symbol) { told.insert(symbol); };
  for (Operation *op : lifted)
    for (Value result : op->getResults())
      if (isUsedOutside(result)) {
        results.push_back(result);
        walkBareSymbols(result.getType(), tell);
      }
  auto weights = func.getArguments().drop_front(numInputs);
  for (BlockArgument parameter : func.getArguments())
    if (parameter.getArgNumber() < numInputs || isUsedOutside(parameter))
      walkBareSymbols(parameter.getType(), tell);
  for (BlockArgument weight : weights) {
    bool tellsMore = false;
    walkBareSymbols(weight.getType(), [&](StringAttr symbol) {
      tellsMore |= told.insert(symbol).second;
    });
    if (tellsMore || isUsedOutside(weight))
      keptWeights.push_back(weight);
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
    builder.clone(*leaf, copies);
    return copies.lookup(value);
  }
  int64_t index = cast<BlockArgument>(value).getArgNumber() - numInputs;
  Value field = TupleGetItemOp::create(builder, value.getLoc(), value.getType(),
                                       tuple, builder.getI64IntegerAttr(index));
  copies.map(value, field);
  return field;
}

FuncOp WeightTransformation::build(StringRef name) {
  OpBuilder builder(func.getContext());
  builder.setInsertionPointAfter(func);
  Location loc = func.getLoc();
  SmallVector<Value> given(keptWeights.begin(), keptWeights.end());
  llvm::append_range(given, results);
  Type taken =
      builder.getTupleType(func.getArgumentTypes().drop_front(numInputs));
  Type type =
      builder.getTupleType(llvm::to_vector(ValueRange(given).getTypes()));
  auto made =
      FuncOp::create(builder, loc, name, builder.getFunctionType(taken, type));
  made.setSymVisibilityAttr(func.getSymVisibilityAttr());
  made.setNumInput(0);
  // The name that relax-bundle-model-params gives such a tuple as well.
  made.setArgAttr(0, "relax.name", builder.getStringAttr("model_params"));
  Block *body = &made.getBody().front();
  builder.setInsertionPointToStart(body);
  auto region = DataflowOp::create(builder, loc, type);
  builder.createBlock(&region.getBody());
  IRMapping copies;
  // `lifted` is in program order, so operands of a clone are mapped before it.
  for (Operation *op : lifted) {
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
  unsigned count = func.getNumArguments();
  auto attributes = DictionaryAttr::get(func.getContext());
  // Results are appended as parameters behind the old weights, and only then
  // are those dropped: their indices are used until the end.
  for (Value result : results) {
    unsigned index = func.getNumArguments();
    (void)func.insertArgument(index, result.getType(), attributes,
                              result.getLoc());
    result.replaceUsesWithIf(func.getArgument(index), [&](OpOperand &use) {
      return !lifted.contains(use.getOwner());
    });
  }
  // Users before definitions.
  for (Operation *op : llvm::reverse(lifted))
    op->erase();
  llvm::BitVector dropped(func.getNumArguments());
  for (BlockArgument weight :
       func.getArguments().slice(numInputs, count - numInputs))
    if (!llvm::is_contained(keptWeights, weight))
      dropped.set(weight.getArgNumber());
  eraseParameters(func, dropped);
}

namespace {
struct LiftTransformParamsPass
    : impl::LiftTransformParamsPassBase<LiftTransformParamsPass> {
  void runOnOperation() override {
    SymbolTable table(getOperation());
    for (auto func : llvm::to_vector(getOperation().getOps<FuncOp>())) {
      WeightTransformation transformation(func);
      if (transformation.isEmpty())
        continue;
      std::string name = (func.getSymName() + "_transform_params").str();
      // Checked by hand and not left to `insert`, which would take another
      // name, and who calls the module expects this one.
      if (Operation *other = table.lookup(name)) {
        func.emitOpError("has weights to transform in @")
                .append(name, ", expected a free name; rename that function")
                .attachNote(other->getLoc())
            << "it is here";
        return signalPassFailure();
      }
      if (failed(verifyWeightsGivenOutside(func, getOperation())))
        return signalPassFailure();
      table.insert(transformation.build(name));
      transformation.apply();
    }
  }
};
} // namespace

} // namespace mlir::relax
