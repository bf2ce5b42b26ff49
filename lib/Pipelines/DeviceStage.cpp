// Stage 6: tensor programs for devices -> their code; nothing on a CPU.
#include "Relax/Pipelines/WholeStory.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::relax {

void buildDeviceStage(OpPassManager &, const StoryOptions &) {}

} // namespace mlir::relax
