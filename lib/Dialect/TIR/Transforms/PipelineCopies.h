// Copies to shared memory that a pipeline does not wait for.
#ifndef RELAX_LIB_DIALECT_TIR_TRANSFORMS_PIPELINECOPIES_H
#define RELAX_LIB_DIALECT_TIR_TRANSFORMS_PIPELINECOPIES_H

#include "PipelinePlan.h"

namespace mlir::tir {

/// A statement that is nothing but a copy from global to shared memory.
struct PipelineCopy {
  /// The statement's number.
  unsigned statement = 0;
  memref::LoadOp load;
  memref::StoreOp store;
  /// A loop over neighbours that are copied at once; null if there is none.
  ForOp lanes;
  int64_t count = 1, bytes = 0;
};

/// The copies that the plan's asynchronous statements are; fails with an
/// error where one is something else.
FailureOr<SmallVector<PipelineCopy>> findCopies(const PipelinePlan &plan);

/// Replaces the copies by `nvgpu.device_async_copy`.
void makeAsync(PipelinePlan &plan, ArrayRef<PipelineCopy> copies);

} // namespace mlir::tir

#endif // RELAX_LIB_DIALECT_TIR_TRANSFORMS_PIPELINECOPIES_H
