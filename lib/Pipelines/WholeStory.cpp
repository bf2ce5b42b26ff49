// The table of contents: the stages in their order.
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Target/MakeTarget.h"
#include "mlir/Pass/Pass.h"
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

void buildWholeStory(OpPassManager &passes, TargetAttr target) {
  for (const Stage &stage : kStages)
    stage.build(passes, target);
}

namespace {
/// Runs a stage on a module. Which passes it has is known when the module is:
/// its target says so.
class StagePass : public PassWrapper<StagePass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StagePass)

  explicit StagePass(const Stage &stage)
      : stage(stage), argument(("relax-" + stage.name + "-stage").str()) {}

  StringRef getArgument() const override { return argument; }
  StringRef getName() const override { return argument; }
  StringRef getDescription() const override { return stage.summary; }

  // Those of the passes for a CPU and of those for a GPU: MLIR wants them all
  // before there is a module.
  void getDependentDialects(DialectRegistry &registry) const override {
    MLIRContext context(MLIRContext::Threading::DISABLED);
    // This function is given no context, and an attribute needs one. Only
    // names of dialects are collected, for which one of its own will do.
    context.loadDialect<RelaxDialect>();
    auto cpu =
        TargetAttr::get(&context, TargetKind::CPU, "", "", "", "", 0, 0, 0,
                        /*emulated=*/false, /*host=*/{});
    auto chip = TargetAttr::get(&context, "sm_90");
    auto emulated =
        TargetAttr::get(&context, TargetKind::CUDA, "", "", "sm_90", "", 0, 0,
                        0, /*emulated=*/true, /*host=*/{});
    // Passes are chosen by whether there is a GPU and whether it is emulated;
    // the chip only fills an option, so that one stands for all.
    for (TargetAttr target : {cpu, chip, emulated}) {
      OpPassManager passes(ModuleOp::getOperationName());
      stage.build(passes, target);
      passes.getDependentDialects(registry);
    }
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto target = module->getAttrOfType<TargetAttr>(kTargetName);
    if (!target) {
      FailureOr<TargetAttr> host = makeTarget(module.getLoc(), {});
      if (failed(host))
        return signalPassFailure();
      target = *host;
    }
    // The passes depend on the module's target, so they are made here and not
    // when the pipeline is parsed. That is why stages have no options.
    OpPassManager passes(ModuleOp::getOperationName());
    stage.build(passes, target);
    if (failed(runPipeline(passes, module)))
      signalPassFailure();
  }

private:
  Stage stage;
  std::string argument;
};
} // namespace

void registerStoryPipelines() {
  for (const Stage &stage : kStages)
    PassPipelineRegistration<>(("relax-" + stage.name + "-stage").str(),
                               stage.summary, [&stage](OpPassManager &passes) {
                                 passes.addPass(
                                     std::make_unique<StagePass>(stage));
                               });
  PassPipelineRegistration<>("relax-whole-story", "All stages, in their order",
                             [](OpPassManager &passes) {
                               for (const Stage &stage : kStages)
                                 passes.addPass(
                                     std::make_unique<StagePass>(stage));
                             });
}

} // namespace mlir::relax
