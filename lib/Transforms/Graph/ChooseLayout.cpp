// Let images have the layout that suits vectors of a CPU, or tensor cores.
#include "KeptLayout.h"
#include "Relax/Support/WeightBlock.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/Relax/Layout/LayoutInterface.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {
#define GEN_PASS_DEF_CHOOSELAYOUTPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

/// Whether the convolution sums over channels: vectors of neighbouring results
/// then share what they load of the data, if these are channels. A depthwise
/// one shares nothing, and its rows are vectors as well as its channels.
static bool sumsChannels(Conv2dOp conv) {
  auto type = dyn_cast<RankedTensorType>(conv.getWeight().getType());
  size_t place = conv.getKernelLayout().find('I');
  return conv.getGroups() == 1 || !type ||
         static_cast<int64_t>(place) >= type.getRank() ||
         type.getDimSize(place) != 1;
}

/// Whether the convolution has several groups, and those several channels: the
/// channels of a result then read different ones of the data. Vectors run along
/// channels. With groups of several channels each lane would read other ones, a
/// gather; in depthwise convolutions (one channel a group) lane i reads channel
/// i.
static bool hasWideGroups(Conv2dOp conv) {
  return conv.getGroups() != 1 && sumsChannels(conv);
}

/// Whether vectors of output channels cannot but cross groups: not where
/// relax-pack-weights makes blocks of a constant weight that lie in one group.
static bool crossesGroups(Conv2dOp conv) {
  constexpr int64_t kBlock = 16;
  if (!hasWideGroups(conv))
    return false;
  auto weight = conv.getWeight().getDefiningOp<ConstantOp>();
  StringRef layout = conv.getKernelLayout();
  if (!weight || !llvm::all_of(layout, llvm::isUpper))
    return true;
  auto type = cast<RankedTensorType>(weight.getType());
  int64_t groups = conv.getGroups();
  int64_t outputs = type.getDimSize(layout.find('O')) / groups;
  return getWeightBlock(outputs, groups, kBlock) == 0;
}

/// Whether tensor cores multiply what the convolution does, and its windows are
/// pieces of 16 bytes only where channels are last: those of one point each are
/// so wherever they are. 128 bits is what one `cp.async` or vector load moves.
/// In NCHW the elements of a window are apart by H * W, so a tile of im2col
/// could be loaded by single elements only.
static bool suitsTensorCores(Conv2dOp conv) {
  constexpr int64_t kPieceBits = 128;
  auto data = dyn_cast<RankedTensorType>(conv.getData().getType());
  auto weight = dyn_cast<RankedTensorType>(conv.getWeight().getType());
  StringRef layout = conv.getKernelLayout();
  if (!data || !weight || !llvm::all_of(layout, llvm::isUpper) ||
      data.getElementType() != weight.getElementType() ||
      !isa<Float16Type, BFloat16Type, IntegerType>(data.getElementType()))
    return false;
  unsigned bits = data.getElementTypeBitWidth();
  int64_t channels = weight.getDimSize(layout.find('I'));
  // Tensor cores take f16 and bf16 of 16 bits, integers of 8. An i16 has the
  // width and no instruction.
  if ((bits != 16 && bits != 8) ||
      isa<Float16Type, BFloat16Type>(data.getElementType()) != (bits == 16) ||
      ShapedType::isDynamic(channels) || channels * bits % kPieceBits != 0)
    return false;
  bool isPoint = llvm::all_of(StringRef("HW"), [&](char axis) {
    return weight.getDimSize(layout.find(axis)) == 1;
  });
  // A convolution with a window of one point and stride 1 is a matmul in either
  // layout: NCHW gives it pixels as the contiguous axis.
  return !isPoint ||
         llvm::any_of(conv.getStrides().value_or(ArrayRef<int64_t>()),
                      [](int64_t stride) { return stride != 1; });
}

/// Whether channels last suit the convolutions of the function, if it has any;
/// `kept` gets those that keep their layout.
/// A function of depthwise ones alone gains nothing, and would be permuted in
/// front and behind. One that keeps its layout has its data permuted before and
/// behind, which takes as long as several others gain.
static bool suitsChannelsLast(FuncOp func, bool isForGPU,
                              SmallVectorImpl<Conv2dOp> &kept) {
  constexpr size_t kGainers = 4;
  size_t suiting = 0;
  func.walk([&](Conv2dOp conv) {
    if (isForGPU ? hasWideGroups(conv) : crossesGroups(conv))
      kept.push_back(conv);
    else
      suiting += isForGPU ? suitsTensorCores(conv) : sumsChannels(conv);
  });
  return isForGPU ? suiting != 0 && kept.empty()
                  : suiting > kGainers * kept.size();
}

namespace {
struct ChooseLayoutPass : impl::ChooseLayoutPassBase<ChooseLayoutPass> {
  using Base::Base;

  // Layouts are external models. A pass that makes a nested pipeline must
  // register them itself, as the pipeline's passes were not known when the
  // context was set up.
  void getDependentDialects(DialectRegistry &registry) const override {
    ChooseLayoutPassBase::getDependentDialects(registry);
    registerLayouts(registry);
  }

  void runOnOperation() override {
    TargetInfo target = getTarget(getOperation());
    bool isForGPU = tensorCores || (target && target.isGPU());
    // A GPU gains only if threads copy chunks of 16 bytes to shared memory.
    bool gains = !isForGPU || tensorCores || target.hasAsyncCopy();
    SmallVector<Conv2dOp> kept;
    if (!gains || !suitsChannelsLast(getOperation(), isForGPU, kept))
      return markAllAnalysesPreserved();
    for (Conv2dOp conv : kept)
      conv->setAttr(kKeepsLayout, UnitAttr::get(&getContext()));
    OpPassManager passes(FuncOp::getOperationName());
    passes.addPass(createAlignRanksPass());
    ConvertLayoutPassOptions layouts;
    // A GPU's weights become OHWI so that both operands of the product have K
    // last. On a CPU relax-pack-weights chooses the layout of weights
    // afterwards.
    layouts.desiredLayouts = {isForGPU ? "relax.nn.conv2d:NHWC:OHWI"
                                       : "relax.nn.conv2d:NHWC"};
    passes.addPass(createConvertLayoutPass(layouts));
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
    getOperation()->walk(
        [&](Conv2dOp conv) { conv->removeAttr(kKeepsLayout); });
  }
};
} // namespace

} // namespace mlir::relax
