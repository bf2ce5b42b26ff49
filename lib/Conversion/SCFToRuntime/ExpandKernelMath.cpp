// Computes elementary functions, maxima and products of bytes with what LLVM
// keeps in vectors; calls of the C library it does not.
#include "DotProducts.h"
#include "FloatFunctions.h"
#include "IntegerConversions.h"
#include "NarrowExtrema.h"

#include "Relax/Conversion/SCFToRuntime/Passes.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::relax {

#define GEN_PASS_DEF_EXPANDKERNELMATHPASS
#include "Relax/Conversion/SCFToRuntime/Passes.h.inc"

// Those of upstream's polynomials that are as exact as the C library, nearly.
static bool isExact(StringRef name) {
  return llvm::is_contained(
      {math::LogOp::getOperationName(), math::Log2Op::getOperationName(),
       math::Log1pOp::getOperationName(), math::ExpM1Op::getOperationName()},
      name);
}

static bool isNumber(Value value) {
  FloatAttr scalar;
  if (matchPattern(value, m_Constant(&scalar)))
    return !scalar.getValue().isNaN();
  DenseFPElementsAttr dense;
  return matchPattern(value, m_Constant(&dense)) && dense.isSplat() &&
         !dense.getSplatValue<APFloat>().isNaN();
}

namespace {

/// max(a, b) is b where a < b, else a; where b is no number, it is b again.
/// The comparison is false for a NaN on either side. A NaN on the left then
/// stays as the result, and one on the right needs a test of its own; where the
/// right side is a constant number it can be left out.
template <typename OpT, typename IntrinsicT, arith::CmpFPredicate precedes>
struct ExpandExtremum : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    Value lhs = op.getLhs(), rhs = op.getRhs();
    if (isNumber(lhs))
      std::swap(lhs, rhs);
    if (!isNumber(rhs) && isTakenByLLVM(op.getType())) {
      // The test is of what is first. That is what has been loaded: a running
      // maximum is `lhs`, and each step waits for it.
      rewriter.replaceOpWithNewOp<IntrinsicT>(op, op.getType(), rhs, lhs,
                                              LLVM::FastmathFlags::nsz);
      return success();
    }
    Value other = arith::CmpFOp::create(rewriter, location, precedes, lhs, rhs);
    Value result = arith::SelectOp::create(rewriter, location, other, rhs, lhs);
    if (!isNumber(rhs)) {
      Value isNaN = arith::CmpFOp::create(rewriter, location,
                                          arith::CmpFPredicate::UNO, rhs, rhs);
      result = arith::SelectOp::create(rewriter, location, isNaN, rhs, result);
    }
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  /// x86 has an instruction that takes its second operand where one of both is
  /// no number. LLVM adds a test of the first and a choice, three instructions,
  /// but only if either zero will do; the two choices below become four, for
  /// LLVM joins their conditions. Halves would be widened one by one.
  static bool isTakenByLLVM(Type type) {
    Type element = getElementTypeOrSelf(type);
    auto vector = dyn_cast<VectorType>(type);
    return (element.isF32() || element.isF64()) &&
           (!vector || (vector.getRank() == 1 && !vector.isScalable()));
  }
};

struct ExpandKernelMathPass
    : impl::ExpandKernelMathPassBase<ExpandKernelMathPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    TargetInfo target = getTarget(getOperation());
    TargetInfo host = target ? target.getHostTarget() : target;
    // LLVM has AVX-512's `vscalefps` for it, and SVE's `fscale`; shorter
    // vectors of other machines would be taken apart.
    populateFloatFunctionPatterns(patterns, /*hasLdexp=*/host &&
                                                host.getVectorBits() >= 512);
    populateTrigonometricPatterns(patterns);
    populateMathAlgebraicSimplificationPatterns(patterns);
    populateMathF32ExpansionPatterns(patterns, [](StringRef) { return true; });
    populateMathPolynomialApproximationPatterns(patterns, isExact);
    // The lowering to LLVM has none for these.
    math::populateExpansionPatterns(patterns, {"acosh", "asinh", "atanh"});
    patterns.add<ExpandExtremum<arith::MaximumFOp, LLVM::MaximumOp,
                                arith::CmpFPredicate::OLT>,
                 ExpandExtremum<arith::MinimumFOp, LLVM::MinimumOp,
                                arith::CmpFPredicate::OGT>>(&getContext());
    populateDotProductPatterns(patterns, host);
    populateIntegerConversionPatterns(patterns);
    populateNarrowExtremumPatterns(patterns, host && host.hasHalfArithmetic());
    // What is left where the patterns do not come to an end is math all the
    // same, which the lowering to LLVM takes, too.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace mlir::relax
