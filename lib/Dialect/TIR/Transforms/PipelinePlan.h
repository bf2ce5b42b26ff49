// What a loop that is to be a pipeline consists of.
#ifndef RELAX_LIB_DIALECT_TIR_TRANSFORMS_PIPELINEPLAN_H
#define RELAX_LIB_DIALECT_TIR_TRANSFORMS_PIPELINEPLAN_H

#include "Relax/Dialect/TIR/Transforms/SoftwarePipeline.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

/// Memory that a statement reads or writes: a buffer, or any if it is null.
struct PipelineAccess {
  Value buffer;
  bool isWrite;
};

/// An op in the body of the loop that has effects.
struct PipelineStatement {
  Operation *op = nullptr;
  int64_t stage = 0;
  /// Its place among the statements of a step.
  unsigned position = 0;
  bool isAsync = false;
  SmallVector<PipelineAccess> accesses;
};

/// Memory that each iteration has for itself, and of how many iterations it is
/// there at a time.
struct PipelineBuffer {
  memref::AllocOp alloc;
  int64_t versions = 1;
};

/// A loop, its statements in their order in the body, and what they do.
struct PipelinePlan {
  ForOp loop;
  int64_t lastStage = 0;
  SmallVector<PipelineStatement> statements;
  /// The numbers of the statements in the order of a step.
  SmallVector<unsigned> order;
  SmallVector<PipelineBuffer> buffers;
  /// Barriers between statements. They are placed anew.
  SmallVector<Operation *> barriers;

  /// Whether iterations have that buffer for themselves; null if they do not.
  const PipelineBuffer *findBuffer(Value buffer) const;
};

/// The error that a loop cannot be a pipeline; goes on with the reason.
InFlightDiagnostic failPipelinePrecondition(ForOp loop);

/// Which statements a loop has, in which stages; fails with an error where
/// the annotations do not fit, or an order that programs rely on is lost.
FailureOr<PipelinePlan> planPipeline(ForOp loop);

/// The ops of the loop's body, without statements, that a statement needs, in
/// their order.
SmallVector<Operation *> getPipelineOperands(ForOp loop, Operation *statement);

/// True if one of two statements writes what the other one touches.
bool isPipelineConflict(const PipelineAccess &a, const PipelineAccess &b);

} // namespace mlir::tir

#endif // RELAX_LIB_DIALECT_TIR_TRANSFORMS_PIPELINEPLAN_H
