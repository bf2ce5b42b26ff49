// Adds the function that gives the derivatives of a function.
//
// The derivative is a function of its own beside the original, named as in TVM,
// so that inference does not pay for training.
#include "Relax/Dialect/Relax/Gradient/Adjoints.h"
#include "Relax/Dialect/Relax/Gradient/GradientInterface.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/Purity.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_GRADIENTPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {
struct GradientPass : impl::GradientPassBase<GradientPass> {
  using GradientPassBase::GradientPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    GradientPassBase::getDependentDialects(registry);
    registerGradients(registry);
  }
  void runOnOperation() override;

private:
  FailureOr<SmallVector<unsigned>> getParameters(FuncOp func);
  LogicalResult verifyTarget(FuncOp func);
  LogicalResult derive(FuncOp func, ArrayRef<unsigned> parameters);
  FunctionType getAdjointType(FuncOp func, ArrayRef<unsigned> parameters);
};
} // namespace

/// The numbers of the parameters to derive by. Without the option all float
/// tensors. Their order is the order of the derivatives in the result.
FailureOr<SmallVector<unsigned>> GradientPass::getParameters(FuncOp func) {
  SmallVector<unsigned> parameters;
  int64_t count = func.getNumArguments();
  if (requireGrads.empty()) {
    for (auto [index, type] : llvm::enumerate(func.getArgumentTypes()))
      if (hasDerivatives(type))
        parameters.push_back(index);
    return parameters;
  }
  for (int64_t index : requireGrads) {
    if (index < 0 || index >= count)
      return func.emitOpError("has parameters 0 to ")
             << count - 1 << ", but 'require-grads' names " << index;
    if (!hasDerivatives(func.getArgumentTypes()[index]))
      return func.emitOpError("cannot be derived by parameter ")
             << index << " of type " << func.getArgumentTypes()[index]
             << "; name parameters that are tensors of floats in "
                "'require-grads'";
    if (llvm::is_contained(parameters, index))
      return func.emitOpError("has parameter ")
             << index << " twice in 'require-grads'; name it once";
    parameters.push_back(index);
  }
  return parameters;
}

/// Whether a function gives one result, which is a tuple with the number in it.
/// TVM's functions give one value, often a tuple. Ours may give several. For
/// the tuple form the adjoint function returns the tuple first, then the
/// derivatives.
static bool isFieldDerived(FuncOp func) {
  return func.getNumResults() == 1 &&
         isa<TupleType>(func.getResultTypes().front());
}

/// A derivative by parameters is defined for one number. For a tensor it would
/// be a Jacobian, which nobody stores.
LogicalResult GradientPass::verifyTarget(FuncOp func) {
  SmallVector<Type> types(func.getResultTypes());
  if (isFieldDerived(func))
    types = llvm::to_vector(cast<TupleType>(types.front()).getTypes());
  if (targetIndex < 0 || targetIndex >= int64_t(types.size()))
    return func.emitOpError("gives ")
           << types.size()
           << " values, expected the number of one as 'target-index', found "
           << int64_t(targetIndex);
  auto type = dyn_cast<RankedTensorType>(types[targetIndex]);
  if (!type || type.getRank() != 0 || !isa<FloatType>(type.getElementType()))
    return func.emitOpError("cannot be derived: expected value ")
           << int64_t(targetIndex)
           << " to be a number, a tensor of floats of rank 0, "
           << "but found " << types[targetIndex]
           << "; sum it up, or choose another one with 'target-index'";
  return success();
}

FunctionType GradientPass::getAdjointType(FuncOp func,
                                          ArrayRef<unsigned> parameters) {
  SmallVector<Type> results(func.getResultTypes());
  for (unsigned index : parameters)
    results.push_back(func.getArgumentTypes()[index]);
  return FunctionType::get(&getContext(), func.getArgumentTypes(), results);
}

//===-- Regions -----------------------------------------------------------===//

/// Puts what is in dataflow regions into the block around them. Adjoints are
/// built at the end of one block from values all over it. Values inside of
/// regions would not be visible there; regions are made anew when all is there.
static void dissolveRegions(Block &block) {
  for (DataflowOp dataflow : llvm::to_vector(block.getOps<DataflowOp>())) {
    OutputOp output = dataflow.getOutput();
    OpBuilder builder(dataflow);
    for (auto [result, value] :
         llvm::zip_equal(dataflow.getResults(), output.getOperands())) {
      Value outside = value;
      if (value.getType() != result.getType()) {
        // A widened type stays widened for the users outside.
        builder.setInsertionPointAfter(dataflow);
        outside = MatchCastOp::create(builder, dataflow.getLoc(),
                                      result.getType(), value);
      }
      result.replaceAllUsesWith(outside);
    }
    output.erase();
    // Splicing is constant time and keeps all `Value`s. The output was erased
    // before, or the block would have two terminators.
    block.getOperations().splice(Block::iterator(dataflow),
                                 dataflow.getBody().front().getOperations());
    dataflow.erase();
  }
}

/// Whether an op may stand in a dataflow region. `Allocate` is no observable
/// effect (docs/Rationale/Purity.md), but a storage that is made inside could
/// not be killed outside of the region.
static bool fitsRegion(Operation &op) {
  return !op.hasTrait<OpTrait::IsTerminator>() && !isa<IfOp>(op) &&
         !hasObservableEffect(&op) && !hasEffect<MemoryEffects::Allocate>(&op);
}

/// Puts some ops that follow each other into a dataflow region.
static void wrapRun(ArrayRef<Operation *> run) {
  llvm::SetVector<Value> leaving;
  llvm::SmallPtrSet<Operation *, 32> inside(run.begin(), run.end());
  Block *block = run.front()->getBlock();
  for (Operation *op : run)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !inside.contains(block->findAncestorOpInBlock(*user));
          }))
        leaving.insert(result);
  OpBuilder builder(run.front());
  ArrayRef<Value> values = leaving.getArrayRef();
  Location loc = block->getParentOp()->getLoc();
  auto region = DataflowOp::create(builder, loc, TypeRange(ValueRange(values)));
  Block *body = builder.createBlock(&region.getBody());
  for (Operation *op : run)
    op->moveBefore(body, body->end());
  OutputOp::create(builder, loc, values);
  for (auto [left, result] : llvm::zip_equal(values, region.getResults()))
    Value(left).replaceUsesWithIf(result, [&](OpOperand &use) {
      return !region->isAncestor(use.getOwner());
    });
}

/// Puts all that has no effect into dataflow regions.
static void wrapInRegions(Block &block) {
  SmallVector<SmallVector<Operation *>> runs(1);
  for (Operation &op : block) {
    if (fitsRegion(op))
      runs.back().push_back(&op);
    else if (!runs.back().empty())
      runs.emplace_back();
  }
  for (ArrayRef<Operation *> run : runs)
    if (!run.empty())
      wrapRun(run);
}

/// Drops marks, and what nobody uses. In reverse, so that a chain of dead ops
/// goes in one walk. The forward part is cloned whole, and of it only what
/// derivatives use stays.
static void tidy(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (isa<NoGradOp, StartCheckpointOp, EndCheckpointOp>(op) &&
        op.getResult(0).getType() == op.getOperand(0).getType())
      op.getResult(0).replaceAllUsesWith(op.getOperand(0));
    if (isOpTriviallyDead(&op))
      op.erase();
  }
}

//===-- The pass ----------------------------------------------------------===//

/// The clone takes the name first, for errors to be of the function. A clone,
/// as the original stays callable. If deriving fails, the broken clone is in
/// the module, but the pass has failed and nobody uses it.
LogicalResult GradientPass::derive(FuncOp func, ArrayRef<unsigned> parameters) {
  OwningOpRef<FuncOp> owned(cast<FuncOp>(func->clone()));
  FuncOp adjoint = *owned;
  std::string name = (func.getSymName() + "_adjoint").str();
  adjoint.setSymName(name);
  if (adjoint->hasAttr("global_symbol"))
    adjoint->setAttr("global_symbol", StringAttr::get(&getContext(), name));
  adjoint.setFunctionType(getAdjointType(func, parameters));
  // Attributes of results belong to the old list of results and would name
  // derivatives wrongly.
  adjoint.removeResAttrsAttr();
  for (auto [place, index] : llvm::enumerate(parameters))
    adjoint.setResultAttr(
        func.getNumResults() + place, kDerivativeName,
        StringAttr::get(&getContext(), func.getParameterName(index)));
  // Where rules look symbols up, the function is in the module.
  SymbolTable(getOperation()).insert(adjoint, std::next(func->getIterator()));
  // The symbol table owns the function from here on; released before `insert`,
  // it would have no owner in between.
  owned.release();

  Block &block = adjoint.getBody().front();
  dissolveRegions(block);
  SmallVector<Value> wanted =
      llvm::map_to_vector(parameters, [&](unsigned index) -> Value {
        return block.getArgument(index);
      });
  Operation *end = block.getTerminator();
  Adjoints adjoints(block, wanted);
  if (isFieldDerived(func))
    adjoints.start(end->getOperand(0), targetIndex);
  else
    adjoints.start(end->getOperand(targetIndex), std::nullopt);
  if (failed(adjoints.run()))
    return failure();
  SmallVector<Value> results(end->getOperands());
  for (Value parameter : wanted)
    results.push_back(adjoints.get(parameter));
  end->setOperands(results);
  tidy(block);
  wrapInRegions(block);
  return success();
}

void GradientPass::runOnOperation() {
  ModuleOp module = getOperation();
  auto func = module.lookupSymbol<FuncOp>(funcName);
  if (!func) {
    module.emitError("expected a relax.func @")
        << funcName.getValue() << " to derive; choose one with 'func-name'";
    return signalPassFailure();
  }
  FailureOr<SmallVector<unsigned>> parameters = getParameters(func);
  if (failed(parameters) || failed(verifyTarget(func)))
    return signalPassFailure();
  std::string name = funcName + "_adjoint";
  if (Operation *there = module.lookupSymbol(name)) {
    auto same = dyn_cast<FuncOp>(there);
    // A second run finds the function of the first one. Only an equal signature
    // is taken as such.
    if (same && same.getFunctionType() == getAdjointType(func, *parameters))
      return markAllAnalysesPreserved();
    func.emitOpError("cannot be derived: expected no other @")
            .append(name, " in the module; rename or drop it")
            .attachNote(there->getLoc())
        << "it is here";
    return signalPassFailure();
  }
  if (failed(derive(func, *parameters)))
    signalPassFailure();
}

} // namespace mlir::relax
