// Stage 6: tensor programs for devices -> their code; nothing on a CPU.
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {

void buildDeviceStage(OpPassManager &passes, const StoryOptions &) {
  passes.addPass(createVerifyDevicePass());
}

} // namespace mlir::relax
