// The end of a default schedule, on every machine.
#include "DefaultSchedules.h"
#include "Relax/Dialect/TIR/TransformOps/LoweringOps.h"
#include "Relax/Dialect/TIR/Transforms/CompactBuffer.h"
#include "Relax/Dialect/TIR/Transforms/LowerBlock.h"
#include "ScheduleWriter.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::tir {

void finishSchedule(FuncOp func, bool compacts, ScheduleWriter *writer,
                    Value handle) {
  if (writer) {
    writer->write<schedule::LowerBlocksOp>(handle);
    if (compacts)
      handle = writer->runPass("tir-compact-buffers", handle);
    writer->write<transform::ApplyDeadCodeEliminationOp>(handle);
  }
  lowerBlocks(func);
  if (compacts)
    (void)compactBuffers(func);
  // Dead code is what the steps left: sizes and constants of loops that have
  // gone. "Nothing found" is no failure.
  IRRewriter rewriter(func.getContext());
  (void)runRegionDCE(rewriter, func->getRegions());
  func.setScheduled();
}

} // namespace mlir::tir
