// The stages that take a program from relax to the llvm dialect.
#ifndef RELAX_PIPELINES_WHOLESTORY_H
#define RELAX_PIPELINES_WHOLESTORY_H

#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::relax {

/// One stage: its number and name, as in `1-graph.mlir`, and its passes for a
/// module of a target. The last one checks what the stage promises.
struct Stage {
  unsigned number;
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  void (*build)(OpPassManager &passes, TargetAttr target);
};

/// All stages between reading and writing, in their order.
llvm::ArrayRef<Stage> getStages();

/// The stage of that name; nothing if there is none.
std::optional<Stage> findStage(llvm::StringRef name);

/// What libraries compute -> calls of them, with our own code beside those of
/// `libraries` for where they are not there. What the patterns of the file
/// `patterns` find is first; either may be empty. No stage: runs in front of
/// the graph stage, if asked.
void buildLibraryCalls(OpPassManager &passes,
                       llvm::ArrayRef<std::string> libraries,
                       llvm::StringRef patterns);

/// Products of f32 -> products of `dtype`, which is `f16` or `bf16`, with sums
/// of f32. No stage: runs in front of the graph stage, if asked.
void buildMixedPrecision(OpPassManager &passes, llvm::StringRef dtype);

/// relax -> simpler relax, still pure.
void buildGraphStage(OpPassManager &passes, TargetAttr target);
/// relax ops -> calls of tensor programs, fused.
void buildKernelStage(OpPassManager &passes, TargetAttr target);
/// Tensor programs -> tiled, vectorized, threaded ones.
void buildScheduleStage(OpPassManager &passes, TargetAttr target);
/// Values -> storage, destination passing, deallocation.
void buildMemoryStage(OpPassManager &passes, TargetAttr target);
/// What is not reachable goes; every reference resolves.
void buildLinkStage(OpPassManager &passes, TargetAttr target);
/// Tensor programs for devices -> their code; nothing on a CPU.
void buildDeviceStage(OpPassManager &passes, TargetAttr target);
/// relax and tensor programs -> the llvm dialect.
void buildHostStage(OpPassManager &passes, TargetAttr target);

/// All stages.
void buildWholeStory(OpPassManager &passes, TargetAttr target);

/// Make `relax-<stage>-stage` and `relax-whole-story` known by name. They read
/// the module's `relax.target`; one that has none is for this machine's CPU.
void registerStoryPipelines();

} // namespace mlir::relax

#endif // RELAX_PIPELINES_WHOLESTORY_H
