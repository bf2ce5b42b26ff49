// What the rules of derivatives are written with.
#include "Relax/Dialect/Relax/Gradient/GradientBuilder.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::relax {

GradientBuilder::GradientBuilder(OpBuilder &builder, Operation *op,
                                 ArrayRef<Value> adjoints,
                                 ArrayRef<bool> needed, Recall recall)
    : TensorBuilder(builder, op->getLoc()), op(op), adjoints(adjoints),
      given(op->getNumOperands()), needed(needed), recall(recall) {}

Value GradientBuilder::adjoint(unsigned index) {
  if (!adjoints[index])
    adjoints[index] = zerosLike(result(index));
  return adjoints[index];
}

void GradientBuilder::give(unsigned operand, Value adjoint) {
  if (!needs(operand))
    return;
  if (!adjoint)
    return notifyMatchFailure("expected types that say more; make types "
                              "precise with relax-infer-types");
  given[operand] = cast(adjoint, elementOf(op->getOperand(operand)));
}

/// Sum over the axes that the operand lacks or has with size 1.
void GradientBuilder::giveCollapsed(unsigned operand, Value adjoint) {
  Value like = op->getOperand(operand);
  if (!needs(operand))
    return;
  if (!adjoint || !hasRank(adjoint) || !hasRank(like))
    return give(operand, emit<CollapseSumLikeOp>({adjoint, recall(like)}));
  Dims dims = dimsOf(adjoint), wanted = dimsOf(like);
  size_t added = dims.size() - wanted.size();
  auto axes = llvm::to_vector(llvm::seq<int64_t>(added));
  for (auto [axis, dim] : llvm::enumerate(wanted)) {
    SymExprAttr found = dims[added + axis];
    if (dim && compareDims(found, dim) == Proof::Equal)
      continue;
    if (!dim || dim.getConstant() != 1)
      return give(operand, emit<CollapseSumLikeOp>({adjoint, recall(like)}));
    axes.push_back(added + axis);
  }
  if (axes.empty())
    return give(operand, adjoint);
  give(operand, reshape(sum(adjoint, axes), wanted));
}

void GradientBuilder::notifyMatchFailure(const Twine &why) {
  if (reason.empty())
    reason = why.str();
}

bool GradientBuilder::expectRank(Value value) {
  if (!hasRank(value))
    notifyMatchFailure("expected tensors of known rank, found " +
                       debugString(value.getType()) +
                       "; say it with relax.match_cast, or make types precise "
                       "with relax-infer-types");
  return hasRank(value);
}

bool GradientBuilder::expectDims(Value value) {
  if (!expectRank(value))
    return false;
  bool known = !llvm::is_contained(dimsOf(value), nullptr);
  if (!known)
    notifyMatchFailure("expected tensors of known sizes, found " +
                       debugString(value.getType()) +
                       "; name them with relax.match_cast, or make types "
                       "precise with relax-infer-types");
  return known;
}

} // namespace mlir::relax
