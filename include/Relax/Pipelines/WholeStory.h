// The stages that take a program from relax to the llvm dialect.
#ifndef RELAX_PIPELINES_WHOLESTORY_H
#define RELAX_PIPELINES_WHOLESTORY_H

#include "mlir/Pass/PassOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::relax {

/// What the stages are told.
struct StoryOptions : PassPipelineOptions<StoryOptions> {
  Option<std::string> cpuFeatures{
      *this, "cpu-features",
      llvm::cl::desc("Features of the CPU that loading the module asks for")};
  Option<unsigned> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("Bits of a vector register of the CPU; 0, the default, is "
                     "this machine's"),
      llvm::cl::init(0)};
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("GPU that kernels are for, as sm_90; none by default")};
  Option<bool> emulate{
      *this, "emulate",
      llvm::cl::desc("Run the kernels of the GPU as loops of the CPU")};
  Option<bool> deviceTensors{
      *this, "device-tensors",
      llvm::cl::desc("Callers give and get tensors on the GPU")};
  Option<bool> tf32{
      *this, "tf32",
      llvm::cl::desc(
          "Let tensor cores multiply f32, rounded to 10 mantissa bits")};
};

/// One stage: its number and name, as in `1-graph.mlir`, and its passes. The
/// last one checks what the stage promises.
struct Stage {
  unsigned number;
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  void (*build)(OpPassManager &passes, const StoryOptions &options);
};

/// All stages between reading and writing, in their order.
llvm::ArrayRef<Stage> getStages();

/// The stage of that name; nothing if there is none.
std::optional<Stage> findStage(llvm::StringRef name);

/// relax -> simpler relax, still pure.
void buildGraphStage(OpPassManager &passes, const StoryOptions &options);
/// relax ops -> calls of tensor programs, fused.
void buildKernelStage(OpPassManager &passes, const StoryOptions &options);
/// Tensor programs -> tiled, vectorized, threaded ones.
void buildScheduleStage(OpPassManager &passes, const StoryOptions &options);
/// Values -> storage, destination passing, deallocation.
void buildMemoryStage(OpPassManager &passes, const StoryOptions &options);
/// What is not reachable goes; every reference resolves.
void buildLinkStage(OpPassManager &passes, const StoryOptions &options);
/// Tensor programs for devices -> their code; nothing on a CPU.
void buildDeviceStage(OpPassManager &passes, const StoryOptions &options);
/// relax and tensor programs -> the llvm dialect.
void buildHostStage(OpPassManager &passes, const StoryOptions &options);

/// All stages.
void buildWholeStory(OpPassManager &passes, const StoryOptions &options);

/// Make `relax-<stage>-stage` and `relax-whole-story` known by name.
void registerStoryPipelines();

} // namespace mlir::relax

#endif // RELAX_PIPELINES_WHOLESTORY_H
