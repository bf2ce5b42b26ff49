// What can be explicit memory, and where.
#include "ExplicitMemory.h"

#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

LogicalResult checkAllowsEffects(FuncOp func) {
  if (func.getImpure() || func->hasAttr("relax.force_pure"))
    return success();
  return func.emitOpError("is pure, but explicit memory is an effect; run "
                          "'relax-remove-purity-checking' first");
}

bool isAllocatable(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isAllocatable);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !isa<UnknownType>(tensor.getElementType()) &&
         !llvm::is_contained(getDims(tensor), SymExprAttr());
}

} // namespace mlir::relax
