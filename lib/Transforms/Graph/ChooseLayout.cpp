// Let images have the layout that suits the vectors of a CPU.
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/Layout/LayoutInterface.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {
#define GEN_PASS_DEF_CHOOSELAYOUTPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

/// Whether the convolution has several groups, and those several channels: the
/// channels of a result then read different ones of the data.
static bool hasWideGroups(Conv2dOp conv) {
  if (conv.getGroups() == 1)
    return false;
  auto type = dyn_cast<RankedTensorType>(conv.getWeight().getType());
  size_t place = conv.getKernelLayout().find('I');
  return !type || static_cast<int64_t>(place) >= type.getRank() ||
         type.getDimSize(place) != 1;
}

/// Whether channels last suit each convolution of the function, if it has any.
static bool suitsChannelsLast(FuncOp func) {
  bool suits = false;
  WalkResult walk = func.walk([&](Conv2dOp conv) {
    suits = true;
    return hasWideGroups(conv) ? WalkResult::interrupt()
                               : WalkResult::advance();
  });
  return suits && !walk.wasInterrupted();
}

namespace {
struct ChooseLayoutPass : impl::ChooseLayoutPassBase<ChooseLayoutPass> {
  void getDependentDialects(DialectRegistry &registry) const override {
    ChooseLayoutPassBase::getDependentDialects(registry);
    registerLayouts(registry);
  }

  void runOnOperation() override {
    if (!suitsChannelsLast(getOperation()))
      return markAllAnalysesPreserved();
    OpPassManager passes(FuncOp::getOperationName());
    passes.addPass(createAlignRanksPass());
    ConvertLayoutPassOptions layouts;
    layouts.desiredLayouts = {"relax.nn.conv2d:NHWC"};
    passes.addPass(createConvertLayoutPass(layouts));
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace mlir::relax
