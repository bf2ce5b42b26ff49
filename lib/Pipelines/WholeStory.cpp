// The table of contents: the stages in their order.
#include "Relax/Pipelines/WholeStory.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir::relax {

static constexpr Stage kStages[] = {
    {1, "graph", "Simplify the graph", buildGraphStage},
    {2, "kernel", "Turn operators into fused kernels", buildKernelStage},
    {3, "schedule", "Tile, vectorize and thread kernels", buildScheduleStage},
    {4, "memory", "Plan the memory", buildMemoryStage},
    {5, "link", "Drop what is not reachable", buildLinkStage},
    {6, "device", "Generate code for devices", buildDeviceStage},
    {7, "host", "Lower kernels and host code", buildHostStage},
};

llvm::ArrayRef<Stage> getStages() { return kStages; }

std::optional<Stage> findStage(StringRef name) {
  for (const Stage &stage : kStages)
    if (stage.name == name)
      return stage;
  return std::nullopt;
}

void buildWholeStory(OpPassManager &passes, const StoryOptions &options) {
  for (const Stage &stage : kStages)
    stage.build(passes, options);
}

void registerStoryPipelines() {
  for (const Stage &stage : kStages) {
    auto *build = stage.build;
    PassPipelineRegistration<StoryOptions>(
        ("relax-" + stage.name + "-stage").str(), stage.summary, build);
  }
  PassPipelineRegistration<StoryOptions>(
      "relax-whole-story", "All stages, in their order", buildWholeStory);
}

} // namespace mlir::relax
