// What can be explicit memory, and where.
#include "ExplicitMemory.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

/// Rule R4 would report each op; this names the pass that was left out, once.
LogicalResult checkAllowsEffects(FuncOp func) {
  if (func.getImpure() || func->hasAttr("relax.force_pure"))
    return success();
  return func.emitOpError("is pure, expected impure, as explicit memory is an "
                          "effect; run 'relax-remove-purity-checking' first");
}

LogicalResult checkMayGetEffects(Operation *op) {
  if (auto dataflow = op->getParentOfType<DataflowOp>())
    return (op->emitOpError(
                  "would get effects, expected none in a 'relax.dataflow' "
                  "region; run 'relax-to-non-dataflow' first")
                .attachNote(dataflow.getLoc())
            << "the region is here");
  if (auto lambda = op->getParentOfType<LambdaOp>();
      lambda && cast<CallableType>(lambda.getCallable().getType()).getPure())
    // Lambdas in a function that is forced pure still promise by their type.
    return (op->emitOpError(
                  "would get effects, expected none, as the local function "
                  "around it is pure; run 'relax-lambda-lift' first")
                .attachNote(lambda.getLoc())
            << "the local function is here");
  return success();
}

/// Each size must be an expression, not necessarily a constant: storage is
/// allocated when the program runs.
bool isAllocatable(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isAllocatable);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !isa<UnknownType>(tensor.getElementType()) &&
         !llvm::is_contained(getDims(tensor), SymExprAttr());
}

} // namespace mlir::relax
