// Blocks that read along one axis of memory and write along another, by tiles
// in shared memory.
//
// Without tiles either the loads or the stores of a warp go to 32 different
// sectors. docs/GPUKernels.md: 1.00 times the bytes needed with tiles.
#include "../ScheduleWriter.h"
#include "Relax/Kernels/Elementwise/TileTranspose.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Rules.h"

namespace mlir::tir {

bool scheduleTranspose(Operation *root, const GPUChip &chip,
                       ScheduleWriter *writer) {
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  if (failed(nest))
    return false;
  FailureOr<Transposition> found = matchTransposition(*nest, nullptr);
  if (failed(found) || found->getSharedBytes() > chip.sharedBytes)
    return false;
  // A narrow matrix lies together anyway. With fewer than 8 rows of 4 bytes, a
  // sector of 32 bytes has several rows, and caches join what neighbouring
  // warps ask for.
  constexpr int64_t kNarrow = 8;
  for (unsigned iter : {found->output, found->input})
    if (nest->getConstantExtent(iter).value_or(kNarrow) < kNarrow)
      return false;
  if (writer)
    writer->write<schedule::TileTransposeOp>(writer->find(nest->block));
  tileTranspose(*nest, *found);
  return true;
}

} // namespace mlir::tir
