// Write composite operators with simpler ones, as inference needs them.
#include "BatchNormConstants.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"
#include "Relax/Support/RootPatterns.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_DECOMPOSEOPSFORINFERENCEPASS
#include "Relax/Transforms/Graph/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::relax {
namespace {

/// batch_norm(x) -> x * scale + shift, for constant statistics Runs after the
/// fold into convolutions, which is cheaper: the scale then costs nothing at
/// run time, and only the shift is left.
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
    // The other results have no uses (`getConstants` asked), so there is
    // nothing that stands for them.
    rewriter.replaceAllUsesWith(norm.getResult(), result);
    rewriter.eraseOp(norm);
    return success();
  }
};

/// dropout(x) -> x, where nobody uses the mask Inference drops no element, so
/// the data stands for the result. A mask that is used keeps the op, since
/// nothing else gives it.
struct DropDropout : OpRewritePattern<DropoutOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DropoutOp dropout,
                                PatternRewriter &rewriter) const override {
    if (!dropout.getMask().use_empty() ||
        dropout.getData().getType() != dropout.getResult().getType())
      return rewriter.notifyMatchFailure(dropout, "its mask is used");
    // After memory planning the operand may be freed earlier than the result
    // was; the pattern is exported and may run there.
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
  using Base::Base;

  void runOnOperation() override {
    // Its other results are then the statistics as they were, as in TVM.
    if (ignoreTraining)
      getOperation().walk([](BatchNormOp norm) { norm.setTraining(false); });
    RewritePatternSet patterns(&getContext());
    populateDecomposeOpsForInferencePatterns(patterns);
    if (failed(applyPatternsIfPresent(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::relax
