// Lay weights of convolutions out as vectors of output channels.
//
// A CPU kernel keeps a vector of output channels in a register and multiplies
// it by one input element at a time. With the block last and contiguous, each
// vector of weights is one load; in OIHW its lanes are I * H * W elements
// apart.
#include "Relax/Support/WeightBlock.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Support/ConstantTensor.h"
#include "Relax/Support/PermuteConstant.h"
#include "Relax/Support/RootPatterns.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {
#define GEN_PASS_DEF_PACKWEIGHTSPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {

/// A constant in another layout.
struct PackedWeight {
  ElementsAttr value;
  std::string layout;
};

/// conv(x, w) -> conv(x, w in the layout of vectors)
template <typename Op>
struct PackWeight : OpRewritePattern<Op> {
  PackWeight(MLIRContext *context, int64_t block)
      : OpRewritePattern<Op>(context), block(block) {}

  LogicalResult matchAndRewrite(Op conv,
                                PatternRewriter &rewriter) const override;

private:
  int64_t block;
};

} // namespace

/// The axes of the window, in their order. The order of the window's axes is
/// that of the loops, so that the kernel reads weights from front to back.
static std::string getWindow(StringRef layout) {
  std::string window;
  for (char axis : {'D', 'H', 'W'})
    if (layout.contains(axis))
      window.push_back(axis);
  return window;
}

/// The weight with blocks of output channels last; none where it is not all
/// there.
static PackedWeight packBlocks(ElementsAttr weight, StringRef layout,
                               int64_t block) {
  auto type = cast<RankedTensorType>(weight.getShapedType());
  size_t outPlace = layout.find('O');
  // Axis O becomes two adjacent axes, O / block and block. Places behind it
  // move by one, which is what `place > outPlace` adds below.
  SmallVector<int64_t> apart(type.getShape());
  apart[outPlace] /= block;
  apart.insert(apart.begin() + outPlace + 1, block);
  ElementsAttr split = reshapeConstant(
      weight, RankedTensorType::get(apart, type.getElementType()));
  if (!split)
    return {};
  std::string axes = "O" + getWindow(layout) + "I";
  SmallVector<int64_t> order;
  for (char axis : axes) {
    size_t place = layout.find(axis);
    order.push_back(place + (place > outPlace));
  }
  order.push_back(outPlace + 1);
  return {permuteConstant(split, order), axes + std::to_string(block) + "o"};
}

/// The weight with all output channels last.
static PackedWeight packPlain(ElementsAttr weight, StringRef layout) {
  std::string axes = getWindow(layout) + "IO";
  SmallVector<int64_t> order;
  for (char axis : axes)
    order.push_back(layout.find(axis));
  return {permuteConstant(weight, order), axes};
}

template <typename Op>
LogicalResult PackWeight<Op>::matchAndRewrite(Op conv,
                                              PatternRewriter &rewriter) const {
  StringRef data = conv.getDataLayout(), layout = conv.getKernelLayout();
  // Data with channels last is what relax-choose-layout gives. A layout with
  // blocks, such as OIHW8o, was packed before or asked for by somebody.
  if (data.back() != 'C' || !llvm::all_of(layout, llvm::isUpper))
    return rewriter.notifyMatchFailure(conv, "another layout");
  auto weight = conv.getWeight().template getDefiningOp<ConstantOp>();
  auto type = weight ? dyn_cast<RankedTensorType>(weight.getType())
                     : RankedTensorType();
  if (!type || type.getEncoding() || !type.hasStaticShape() ||
      // Another user of the constant would see it in the old layout, and a
      // second copy of the weight would be in the file.
      !weight->hasOneUse())
    return rewriter.notifyMatchFailure(conv, "no constant of its own");
  int64_t groups = conv.getGroups();
  int64_t outputs = type.getDimSize(layout.find('O')) / groups;
  // A block lies in one group, whose input channels all its output channels
  // read. A remainder would need a padded block.
  int64_t size = getWeightBlock(outputs, groups, block);
  // Depthwise, each channel is a group.
  bool isWhole = size != 0 && (groups == 1 || outputs != 1);
  // Otherwise the greedy driver would permute by the identity forever.
  if (!isWhole && layout == getWindow(layout) + "IO")
    return rewriter.notifyMatchFailure(conv, "packed");
  PackedWeight packed = isWhole ? packBlocks(weight.getValue(), layout, size)
                                : packPlain(weight.getValue(), layout);
  if (!packed.value)
    return rewriter.notifyMatchFailure(weight, "not all in memory");
  rewriter.setInsertionPoint(weight);
  Value constant = ConstantOp::create(
      rewriter, weight.getLoc(), packed.value.getShapedType(), packed.value);
  rewriter.modifyOpInPlace(conv, [&] {
    conv.getWeightMutable().assign(constant);
    conv.setKernelLayout(packed.layout);
  });
  rewriter.eraseOp(weight);
  return success();
}

namespace {
struct PackWeightsPass : impl::PackWeightsPassBase<PackWeightsPass> {
  using Base::Base;
  void runOnOperation() override {
    if (block < 2) {
      getOperation().emitError("expects 'block' to be at least 2, found ")
          << block.getValue();
      return signalPassFailure();
    }
    RewritePatternSet patterns(&getContext());
    patterns
        .add<PackWeight<Conv1dOp>, PackWeight<Conv2dOp>, PackWeight<Conv3dOp>>(
            &getContext(), block.getValue());
    if (failed(applyPatternsIfPresent(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

} // namespace mlir::relax
