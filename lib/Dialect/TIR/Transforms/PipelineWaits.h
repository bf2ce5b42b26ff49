// Where the steps of a pipeline wait: for copies, and for other threads.
#ifndef RELAX_LIB_DIALECT_TIR_TRANSFORMS_PIPELINEWAITS_H
#define RELAX_LIB_DIALECT_TIR_TRANSFORMS_PIPELINEWAITS_H

#include "PipelinePlan.h"

namespace mlir::tir {

/// What stands before and behind a statement of a step.
struct PipelineWait {
  /// Before it: how many groups of copies may still be on their way; nothing
  /// if it waits for none.
  std::optional<int64_t> groups;
  /// Before it, and behind that: all threads of the block.
  bool hasBarrier = false;
  /// Behind it: the copies since the last group are one.
  bool endsGroup = false;
};

/// For each place in a step.
SmallVector<PipelineWait> findWaits(const PipelinePlan &plan);

} // namespace mlir::tir

#endif // RELAX_LIB_DIALECT_TIR_TRANSFORMS_PIPELINEWAITS_H
