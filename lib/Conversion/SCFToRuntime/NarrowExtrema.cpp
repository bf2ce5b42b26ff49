// Takes the greater or smaller of numbers before they are rounded to f16 or
// bf16, as in what follows a convolution:
//
//   max(narrow(x + b), 0) = narrow(max(x + b, 0))
//
// A smaller number is not rounded to a greater one, so both are the same. A CPU
// without arithmetic on halves, as AVX2, computes each operation in f32: here
// the sum would be rounded, widened and compared, the masks narrowed and joined
// with the halves, nine instructions a vector in place of three.
#include "NarrowExtrema.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace mlir::relax {

namespace {
template <typename OpT>
struct WidenExtremum : OpRewritePattern<OpT> {
  WidenExtremum(MLIRContext *context, bool hasHalfArithmetic)
      : OpRewritePattern<OpT>(context, /*benefit=*/2),
        hasHalfArithmetic(hasHalfArithmetic) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    Type narrow = getElementTypeOrSelf(op.getType());
    if ((!narrow.isF16() && !narrow.isBF16()) ||
        (!isRounded(op.getLhs()) && !isRounded(op.getRhs())))
      return failure();
    Location loc = op.getLoc();
    Value lhs = widen(rewriter, loc, op.getLhs());
    Value rhs = widen(rewriter, loc, op.getRhs());
    Value wide = rewriter.createOrFold<OpT>(loc, lhs, rhs);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), wide);
    return success();
  }

private:
  static Type getWide(Type type) {
    Type f32 = Float32Type::get(type.getContext());
    auto vector = dyn_cast<VectorType>(type);
    return vector ? Type(vector.clone(f32)) : f32;
  }
  /// Whether arithmetic of f32 gives it, which f32 then holds more exactly: a
  /// sum, a difference, a product and a quotient of narrow numbers that are
  /// rounded twice are those that are rounded once.
  bool isRounded(Value value) const {
    if (auto rounding = value.getDefiningOp<arith::TruncFOp>())
      return rounding.getIn().getType() == getWide(value.getType()) &&
             !rounding.getRoundingmode();
    Operation *made = value.getDefiningOp();
    if (!made || !made->hasOneUse())
      return false;
    if (isExtremum(made))
      return llvm::any_of(made->getOperands(),
                          [&](Value operand) { return isRounded(operand); });
    bool isNative =
        hasHalfArithmetic && getElementTypeOrSelf(value.getType()).isF16();
    return !isNative &&
           isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(
               made);
  }
  static bool isExtremum(Operation *op) {
    return isa<arith::MaximumFOp, arith::MinimumFOp>(op);
  }
  Value widen(PatternRewriter &rewriter, Location loc, Value value) const {
    Type wide = getWide(value.getType());
    auto extend = [&](Value narrow) {
      return rewriter.createOrFold<arith::ExtFOp>(loc, wide, narrow);
    };
    if (!isRounded(value))
      return extend(value);
    Operation *made = value.getDefiningOp();
    if (auto rounding = dyn_cast<arith::TruncFOp>(made))
      return rounding.getIn();
    SmallVector<Value> operands;
    for (Value operand : made->getOperands())
      operands.push_back(isExtremum(made) ? widen(rewriter, loc, operand)
                                          : extend(operand));
    OperationState state(made->getLoc(), made->getName(), operands, wide);
    return rewriter.create(state)->getResult(0);
  }

  bool hasHalfArithmetic;
};
} // namespace

void populateNarrowExtremumPatterns(RewritePatternSet &patterns,
                                    bool hasHalfArithmetic) {
  patterns
      .add<WidenExtremum<arith::MaximumFOp>, WidenExtremum<arith::MinimumFOp>>(
          patterns.getContext(), hasHalfArithmetic);
}

} // namespace mlir::relax
