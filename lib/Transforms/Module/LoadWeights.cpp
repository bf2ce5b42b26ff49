// Gives weights the data that lies in a file beside the module.
#include "Relax/Transforms/Module/Passes.h"

#include "Relax/Support/ModuleWeights.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LOADWEIGHTSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {
struct LoadWeightsPass : impl::LoadWeightsPassBase<LoadWeightsPass> {
  using LoadWeightsPassBase::LoadWeightsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    // Only the contents of resources change, no op and no type.
    markAllAnalysesPreserved();
    if (!file.empty()) {
      if (failed(loadWeights(module, file)))
        signalPassFailure();
      return;
    }
    if (!module->hasAttr(kWeightsAttr))
      return;
    // The path in the module is relative, so that a folder of model and weights
    // can be moved. A module from standard input has no folder.
    auto place = module.getLoc()->findInstanceOf<FileLineColLoc>();
    if (!place) {
      module.emitOpError(
          "names a file of weights, expected the folder that it was read from; "
          "name the file, as in --relax-load-weights=file=m.safetensors");
      return signalPassFailure();
    }
    if (failed(loadNamedWeights(module, place.getFilename().getValue())))
      signalPassFailure();
  }
};
} // namespace

} // namespace mlir::relax
