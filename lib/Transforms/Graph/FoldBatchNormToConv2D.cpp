// Multiply the scale of a batch norm into the weight of the convolution before.
//
// Convolution is linear in its weight, channel by channel of the result, so
// `scale * conv(x, w) = conv(x, scale * w)` up to rounding. It holds for groups
// too: axis 0 of the weight is the output channel in all of them.
#include "BatchNormConstants.h"

#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Support/RootPatterns.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_FOLDBATCHNORMTOCONV2DPASS
#include "Relax/Transforms/Graph/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::relax {
namespace {

/// batch_norm(conv2d(x, w)) -> conv2d(x, w * scale) + shift
struct FoldIntoWeight : OpRewritePattern<BatchNormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BatchNormOp norm,
                                PatternRewriter &rewriter) const override {
    auto conv = norm.getData().getDefiningOp<Conv2dOp>();
    // Other users of the convolution would see scaled results.
    if (!conv || !conv->hasOneUse())
      return rewriter.notifyMatchFailure(norm, "no convolution of its own");
    if (conv.getDataLayout() != "NCHW" || conv.getKernelLayout() != "OIHW" ||
        !(conv.getOutLayout().empty() || conv.getOutLayout() == "NCHW"))
      return rewriter.notifyMatchFailure(conv, "another layout");
    auto weight = conv.getWeight().getDefiningOp<ConstantOp>();
    std::optional<SmallVector<float>> values =
        weight ? getFloats(weight.getValue()) : std::nullopt;
    std::optional<BatchNormConstants> constants = getConstants(norm);
    if (!values || !constants)
      return rewriter.notifyMatchFailure(norm, "no constants of f32");
    // The channels of NCHW are axis 1 of the result and axis 0 of the weight.
    auto type = cast<RankedTensorType>(weight.getType());
    if (constants->axis != 1 ||
        type.getDimSize(0) != static_cast<int64_t>(constants->scale.size()))
      return rewriter.notifyMatchFailure(norm, "another axis");
    if (values->empty())
      return rewriter.notifyMatchFailure(conv, "no weights to scale");
    int64_t perChannel = values->size() / constants->scale.size();
    for (auto [index, value] : llvm::enumerate(*values))
      value *= constants->scale[index / perChannel];
    // A constant may be shared between convolutions. Hence the old one stays,
    // and a new one takes its place here only.
    rewriter.setInsertionPoint(conv);
    Value scaled = ConstantOp::create(rewriter, weight.getLoc(), type,
                                      makeConstant(type, *values, "weight"));
    rewriter.modifyOpInPlace(conv,
                             [&] { conv.getWeightMutable().assign(scaled); });
    rewriter.setInsertionPoint(norm);
    Value shift = makeChannelConstant(rewriter, norm, constants->shift);
    Value result =
        AddOp::create(rewriter, norm.getLoc(), norm.getResult().getType(),
                      conv.getResult(), shift);
    rewriter.replaceAllUsesWith(norm.getResult(), result);
    rewriter.eraseOp(norm);
    return success();
  }
};

} // namespace

void populateFoldBatchNormToConv2DPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldIntoWeight>(patterns.getContext());
}

namespace {

struct FoldBatchNormToConv2DPass
    : impl::FoldBatchNormToConv2DPassBase<FoldBatchNormToConv2DPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateFoldBatchNormToConv2DPatterns(patterns);
    if (failed(applyPatternsIfPresent(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::relax
