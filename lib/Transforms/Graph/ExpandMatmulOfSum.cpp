// Multiply by the terms of a sum one by one.
//
// Two products instead of one look like a loss. It pays where the sum is a
// weight plus a low-rank product: `x (w + a b)` becomes `x w + x (a b)`, and
// relax-adjust-matmul-order then makes the latter `(x a) b`.
#include "KnownWeights.h"

#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::relax {
#define GEN_PASS_DEF_EXPANDMATMULOFSUMPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

/// Whether sums of this product are as wide as its factors, or floats all the
/// same: integers that overflow do so in another place otherwise. For example
/// i8 factors with sums in i32: `a + b` wraps at 8 bits, the expanded form does
/// not, and the results differ by 256 times something. Floats differ in
/// rounding only, which the pass admits.
static bool keepsOverflow(MatmulOp matmul) {
  Type element = cast<TensorType>(matmul.getX2().getType()).getElementType();
  Type sum = matmul.getOutDtype().value_or(element);
  return sum == element || (isa<FloatType>(sum) && isa<FloatType>(element));
}

namespace {

/// matmul(x, a + b) -> matmul(x, a) + matmul(x, b), also of a transposed sum
struct ExpandSum : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp matmul,
                                PatternRewriter &rewriter) const override {
    if (!isa<DataflowOp>(matmul->getParentOp()))
      return rewriter.notifyMatchFailure(matmul, "outside of a region");
    Value factor = matmul.getX2();
    auto permute = factor.getDefiningOp<PermuteDimsOp>();
    auto sum = (permute ? permute.getX() : factor).getDefiningOp<AddOp>();
    if (!sum || sum->getBlock() != matmul->getBlock())
      return rewriter.notifyMatchFailure(matmul, "no sum in the region");
    // A broadcast term, such as a vector, would be a factor of another shape,
    // or no factor at all.
    for (Value term : sum.getOperands())
      if (compareTypes(term.getType(), sum.getType()) != Proof::Equal)
        return rewriter.notifyMatchFailure(sum, "a term is broadcast");
    if (!keepsOverflow(matmul))
      return rewriter.notifyMatchFailure(matmul, "sums are wider");
    // Such a sum is computed once, before the inputs are there. Expanding it
    // would move work from then to each call.
    if (followsFromWeights(sum.getResult()))
      return rewriter.notifyMatchFailure(sum, "known before the inputs are");
    SmallVector<Value> products;
    for (Value term : sum.getOperands()) {
      if (permute)
        term =
            PermuteDimsOp::create(rewriter, permute.getLoc(), permute.getType(),
                                  term, permute.getAxesAttr());
      products.push_back(MatmulOp::create(rewriter, matmul.getLoc(),
                                          matmul.getType(), matmul.getX1(),
                                          term, matmul.getOutDtypeAttr()));
    }
    rewriter.replaceOpWithNewOp<AddOp>(matmul, matmul.getType(), products[0],
                                       products[1]);
    return success();
  }
};

} // namespace

void populateExpandMatmulOfSumPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandSum>(patterns.getContext());
}

namespace {

struct ExpandMatmulOfSumPass
    : impl::ExpandMatmulOfSumPassBase<ExpandMatmulOfSumPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateExpandMatmulOfSumPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::relax
