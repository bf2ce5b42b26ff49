// Indices of a block's loads and stores as affine expressions.
#include "IndexExpressions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

/// A quotient or remainder by a positive number. Indices are not negative
/// where elements are, so that all ways of rounding agree.
/// floordiv of affine expressions rounds down, arith.divui interprets as
/// unsigned. They agree for values that are not negative; an index of an access
/// is none.
static AffineExpr getQuotient(Operation *op, ArrayRef<Value> iters) {
  std::optional<int64_t> divisor = getConstantIntValue(op->getOperand(1));
  AffineExpr dividend = getAffineIndex(op->getOperand(0), iters);
  if (!divisor || *divisor <= 0 || !dividend)
    return {};
  return isa<arith::RemUIOp>(op) ? dividend % *divisor
                                 : dividend.floorDiv(*divisor);
}

AffineExpr getAffineIndex(Value index, ArrayRef<Value> iters) {
  MLIRContext *context = index.getContext();
  if (const Value *iter = llvm::find(iters, index); iter != iters.end())
    return getAffineDimExpr(iter - iters.begin(), context);
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return getAffineConstantExpr(*constant, context);
  Operation *op = index.getDefiningOp();
  if (!op)
    return {};
  if (isa<arith::DivUIOp, arith::FloorDivSIOp, arith::RemUIOp>(op))
    return getQuotient(op, iters);
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return {};
  AffineExpr lhs = getAffineIndex(op->getOperand(0), iters);
  AffineExpr rhs = lhs ? getAffineIndex(op->getOperand(1), iters) : lhs;
  // The right side is looked at only if the left one is affine: both walks are
  // exponential in shared subexpressions otherwise.
  if (!rhs)
    return {};
  if (isa<arith::AddIOp>(op))
    return lhs + rhs;
  if (isa<arith::SubIOp>(op))
    return lhs - rhs;
  // Products of two iterators are not affine.
  bool isLinear = isa<AffineConstantExpr>(lhs) || isa<AffineConstantExpr>(rhs);
  return isLinear ? lhs * rhs : AffineExpr();
}

/// `d * stride + offset` of an affine expression.
/// A slice has one offset and one positive stride an axis. Affine expressions
/// are in a normal form with constants on the right, so two matches are enough.
static std::optional<StridedIndex> splitAffine(AffineExpr expr) {
  StridedIndex split;
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
      sum && sum.getKind() == AffineExprKind::Add)
    if (auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS())) {
      split.offset = constant.getValue();
      expr = sum.getLHS();
    }
  if (auto product = dyn_cast<AffineBinaryOpExpr>(expr);
      product && product.getKind() == AffineExprKind::Mul)
    if (auto constant = dyn_cast<AffineConstantExpr>(product.getRHS())) {
      split.stride = constant.getValue();
      expr = product.getLHS();
    }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    split.iter = dim.getPosition();
    // A negative stride reverses, which slices cannot.
    return split.stride > 0 ? std::optional(split) : std::nullopt;
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    split.offset = constant.getValue();
    return split;
  }
  return std::nullopt;
}

std::optional<StridedIndex> getStridedIndex(Value index, ArrayRef<Value> iters,
                                            Block *block) {
  if (AffineExpr expr = getAffineIndex(index, iters))
    return splitAffine(expr);
  // A value from outside of the block is the same in all its iterations, and
  // may be a slice's offset.
  auto isOutside = [&](Value value) {
    return !block->getParent()->isAncestor(value.getParentRegion());
  };
  if (isOutside(index))
    return StridedIndex{-1, 1, 0, index};
  auto sum = index.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return std::nullopt;
  for (auto [moved, base] : {std::pair(sum.getLhs(), sum.getRhs()),
                             std::pair(sum.getRhs(), sum.getLhs())}) {
    AffineExpr expr = getAffineIndex(moved, iters);
    std::optional<StridedIndex> split =
        expr && isOutside(base) ? splitAffine(expr) : std::nullopt;
    if (split) {
      split->base = base;
      return split;
    }
  }
  return std::nullopt;
}

} // namespace mlir::relax
