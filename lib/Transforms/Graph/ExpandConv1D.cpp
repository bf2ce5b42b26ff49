// Convolutions along one axis, as convolutions along two of which the first has
// one place. Layouts, packed weights and groups of channels are for those.
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Support/RootPatterns.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_EXPANDCONV1DPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {

struct ExpandConv1D : OpRewritePattern<Conv1dOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(Conv1dOp conv,
                                PatternRewriter &rewriter) const override;
};

struct ExpandConv1DPass : impl::ExpandConv1DPassBase<ExpandConv1DPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateExpandConv1DPatterns(patterns);
    if (failed(applyPatternsIfPresent(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

// The numbers of both axes: those of the first one in front of each half.
static DenseI64ArrayAttr
addAxis(Builder &b, std::optional<ArrayRef<int64_t>> of, int64_t first) {
  if (!of)
    return {};
  SmallVector<int64_t> numbers;
  for (int64_t number : *of)
    numbers.append({first, number});
  return b.getDenseI64ArrayAttr(numbers);
}

// Whether the result is declared with all that follows from ranked operands.
static bool isInferred(Conv1dOp conv) {
  SmallVector<Type> types;
  return isa<RankedTensorType>(conv.getData().getType()) &&
         succeeded(Conv1dOp::inferReturnTypes(
             conv.getContext(), conv.getLoc(), conv->getOperands(),
             conv->getDiscardableAttrDictionary(), conv->getPropertiesStorage(),
             {}, types)) &&
         types.front() == conv.getType();
}

LogicalResult ExpandConv1D::matchAndRewrite(Conv1dOp conv,
                                            PatternRewriter &rewriter) const {
  constexpr int64_t kAxis = 2;
  auto weight = dyn_cast<RankedTensorType>(conv.getWeight().getType());
  if (conv.getDataLayout() != "NCW" || conv.getKernelLayout() != "OIW" ||
      !(conv.getOutLayout().empty() || conv.getOutLayout() == "NCW"))
    return rewriter.notifyMatchFailure(conv, "another layout");
  if (!conv.getWeight().getDefiningOp<ConstantOp>())
    return rewriter.notifyMatchFailure(conv, "no weight that could be packed");
  if (!isInferred(conv))
    return rewriter.notifyMatchFailure(conv, "a type with less than is known");
  if (conv.getGroups() != 1 && weight.getDimSize(1) == 1)
    return rewriter.notifyMatchFailure(conv, "no sum over channels");
  Conv2dOp::Properties properties;
  properties.strides = addAxis(rewriter, conv.getStrides(), 1);
  properties.padding = addAxis(rewriter, conv.getPadding(), 0);
  properties.dilation = addAxis(rewriter, conv.getDilation(), 1);
  properties.groups = conv.getGroupsAttr();
  properties.out_dtype = conv.getOutDtypeAttr();
  TensorBuilder tensors(rewriter, conv.getLoc());
  Value wide = tensors.emit<Conv2dOp>({tensors.expand(conv.getData(), kAxis),
                                       tensors.expand(conv.getWeight(), kAxis)},
                                      properties);
  SqueezeOp::Properties axes;
  axes.axis = rewriter.getDenseI64ArrayAttr(kAxis);
  rewriter.replaceOp(conv, tensors.emit<SqueezeOp>(wide, axes));
  return success();
}

void populateExpandConv1DPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandConv1D>(patterns.getContext());
}

} // namespace mlir::relax
