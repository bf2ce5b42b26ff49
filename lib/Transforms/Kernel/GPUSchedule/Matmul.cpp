// Products of matrices and convolutions: a nest and what uses its result are
// matched, what becomes of them is planned, and then they are replaced.
#include "Matmul.h"
#include "../ScheduleWriter.h"
#include "Relax/Kernels/Contraction/ContractionPlan.h"
#include "Relax/Kernels/RowReduction/SplitReduction.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"

namespace mlir::tir {

FailureOr<Contraction> matchMatmul(Operation *root) {
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  if (failed(nest))
    return failure();
  FailureOr<Reduction> reduction = matchReduction(*nest, nullptr);
  if (failed(reduction))
    return failure();
  attachOnlyUser(*reduction);
  FailureOr<Contraction> found = matchContraction(*reduction);
  if (failed(found) || !found->hasWholeBytes())
    return failure();
  return found;
}

static bool scheduleTiles(Operation *root, const GPUChip &chip,
                          ScheduleWriter *writer,
                          decltype(planMatmul) &planTiles) {
  FailureOr<Contraction> found = matchMatmul(root);
  if (failed(found))
    return false;
  std::optional<ContractionPlan> plan = planTiles(*found, chip);
  if (!plan)
    return false;
  if (plan->tile.unit == ContractionUnit::Threads &&
      composeMatmul(*found, plan->tile, writer))
    return true;
  if (writer) {
    auto [block, end] = writer->find(found->reduction);
    const ContractionTile &tile = plan->tile;
    OpBuilder builder(root->getContext());
    auto step = writer->write<schedule::TileContractionOp>(
        block, end,
        builder.getDenseI64ArrayAttr({tile.rows, tile.columns, tile.k}),
        builder.getI64IntegerAttr(tile.stages),
        tile.usesWarps() ? builder.getI64IntegerAttr(tile.mmaK) : IntegerAttr(),
        /*tf32=*/UnitAttr(), /*async_copies=*/UnitAttr());
    step.setTf32(tile.usesWarps() && chip.roundsFloats);
    step.setAsyncCopies(tile.usesAsyncCopies);
  }
  tileContraction(*plan);
  return true;
}

bool scheduleSplitMatmul(Operation *root, const GPUChip &chip,
                         ScheduleWriter *writer) {
  FailureOr<Contraction> found = matchMatmul(root);
  if (failed(found) || failed(checkSplit(found->reduction, nullptr)))
    return false;
  int64_t partitions = chooseKParts(*found, chip);
  if (partitions == 1)
    return false;
  if (writer)
    writer->write<schedule::SplitReductionOp>(
        writer->find(found->reduction.nest.block), partitions);
  splitReduction(found->reduction, partitions);
  return true;
}

bool scheduleTensorMatmul(Operation *root, const GPUChip &chip,
                          ScheduleWriter *writer) {
  return scheduleTiles(root, chip, writer, planTensorMatmul);
}

bool scheduleMatmul(Operation *root, const GPUChip &chip,
                    ScheduleWriter *writer) {
  return scheduleTiles(root, chip, writer, planMatmul);
}

// sm_90a alone has the instruction. Chips after it have another one, so the
// check is on the exact chip (`checkChip` in GPULowerWarpgroupProducts.cpp).
bool scheduleWarpgroupMatmul(Operation *root, const GPUChip &chip,
                             ScheduleWriter *writer) {
  if (!chip.hasWarpgroup())
    return false;
  FailureOr<Contraction> found = matchMatmul(root);
  if (failed(found))
    return false;
  std::optional<ContractionPlan> plan = planWarpgroupMatmul(*found, chip);
  if (!plan)
    return false;
  if (writer) {
    auto [block, end] = writer->find(found->reduction);
    writer->write<schedule::TileByWarpgroupsOp>(
        block, end, plan->tile.columns, plan->tile.stages, chip.roundsFloats);
  }
  tileContraction(*plan);
  return true;
}

} // namespace mlir::tir
