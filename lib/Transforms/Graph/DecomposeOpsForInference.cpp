// Write composite operators with simpler ones, as inference needs them.
#include "BatchNormConstants.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::relax {
#define GEN_PASS_DEF_DECOMPOSEOPSFORINFERENCEPASS
#include "Relax/Transforms/Graph/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::relax {
namespace {

/// batch_norm(x) -> x * scale + shift, for constant statistics
struct DecomposeConstantBatchNorm : OpRewritePattern<BatchNormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BatchNormOp norm,
                                PatternRewriter &rewriter) const override {
    std::optional<BatchNormConstants> constants = getConstants(norm);
    if (!constants)
      return rewriter.notifyMatchFailure(norm, "statistics are no constants");
    Type type = norm.getResult().getType();
    Value scaled = MultiplyOp::create(
        rewriter, norm.getLoc(), type, norm.getData(),
        makeChannelConstant(rewriter, norm, constants->scale));
    Value result =
        AddOp::create(rewriter, norm.getLoc(), type, scaled,
                      makeChannelConstant(rewriter, norm, constants->shift));
    rewriter.replaceAllUsesWith(norm.getResult(), result);
    rewriter.eraseOp(norm);
    return success();
  }
};

/// dropout(x) -> x, where nobody uses the mask
struct DropDropout : OpRewritePattern<DropoutOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DropoutOp dropout,
                                PatternRewriter &rewriter) const override {
    if (!dropout.getMask().use_empty() ||
        dropout.getData().getType() != dropout.getResult().getType())
      return rewriter.notifyMatchFailure(dropout, "its mask is used");
    if (!mayStandFor(dropout.getData(), dropout.getResult()))
      return rewriter.notifyMatchFailure(dropout, "its data is ended");
    rewriter.replaceAllUsesWith(dropout.getResult(), dropout.getData());
    rewriter.eraseOp(dropout);
    return success();
  }
};

} // namespace

void populateDecomposeOpsForInferencePatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeConstantBatchNorm, DropDropout>(patterns.getContext());
}

namespace {

struct DecomposeOpsForInferencePass
    : impl::DecomposeOpsForInferencePassBase<DecomposeOpsForInferencePass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateDecomposeOpsForInferencePatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::relax
