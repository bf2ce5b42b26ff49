// Loops whose iterations overlap.
#ifndef RELAX_DIALECT_TIR_TRANSFORMS_SOFTWAREPIPELINE_H
#define RELAX_DIALECT_TIR_TRANSFORMS_SOFTWAREPIPELINE_H

#include "Relax/Dialect/TIR/IR/LoopOps.h"

namespace mlir::tir {

/// Annotations of a loop: the stage of each statement, its place among the
/// statements of a step, and the stages whose copies are not waited for.
inline constexpr StringLiteral kPipelineStage = "software_pipeline_stage";
inline constexpr StringLiteral kPipelineOrder = "software_pipeline_order";
inline constexpr StringLiteral kPipelineAsyncStages =
    "software_pipeline_async_stages";

/// True if a loop has one of these annotations.
bool isPipelineRequested(ForOp loop);

/// Let step `t` of a loop do of iteration `t - s` what is in stage `s`, as its
/// annotations say; the loop is gone then. Fails with an error, and nothing
/// is changed, where results could differ.
LogicalResult pipelineLoop(ForOp loop);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_TRANSFORMS_SOFTWAREPIPELINE_H
