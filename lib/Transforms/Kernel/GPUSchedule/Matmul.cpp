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

static void writeStep(Contraction &found, const ContractionTile &tile,
                      const GPUChip &chip, ScheduleWriter &writer) {
  auto [block, end] = writer.find(found.reduction);
  if (tile.usesWarpgroups()) {
    writer.write<schedule::TileByWarpgroupsOp>(
        block, end, tile.rows, tile.columns, tile.stages, chip.roundsFloats);
    return;
  }
  OpBuilder builder(block.getContext());
  auto step = writer.write<schedule::TileContractionOp>(
      block, end,
      builder.getDenseI64ArrayAttr({tile.rows, tile.columns, tile.k}),
      builder.getI64IntegerAttr(tile.stages),
      tile.usesWarps() ? builder.getI64IntegerAttr(tile.mmaK) : IntegerAttr(),
      /*tf32=*/UnitAttr(), /*async_copies=*/UnitAttr());
  step.setTf32(tile.usesWarps() && chip.roundsFloats);
  step.setAsyncCopies(tile.usesAsyncCopies);
}

static bool scheduleTiles(Operation *root, const GPUChip &chip,
                          ScheduleWriter *writer,
                          decltype(planMatmul) &planTiles,
                          decltype(matchMatmul) &match = matchMatmul) {
  FailureOr<Contraction> found = match(root);
  if (failed(found))
    return false;
  std::optional<ContractionPlan> plan = planTiles(*found, chip);
  if (!plan)
    return false;
  if (plan->tile.unit == ContractionUnit::Threads && !found->productGroups &&
      composeMatmul(*found, plan->tile, writer))
    return true;
  if (writer)
    writeStep(*found, plan->tile, chip, *writer);
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
  return chip.hasWarpgroup() &&
         scheduleTiles(root, chip, writer, planWarpgroupMatmul);
}

// The product behind the nest at `root`, which says in which group rows are.
static FailureOr<Contraction> matchGroupedMatmul(Operation *root) {
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  if (failed(nest))
    return failure();
  FailureOr<Reduction> numbers = matchReduction(*nest, nullptr);
  if (failed(numbers) || !matchProductGroups(*numbers))
    return failure();
  FailureOr<LoopNest> user = findOnlyUser(*numbers);
  if (failed(user))
    return failure();
  FailureOr<Reduction> product = matchReduction(*user, nullptr);
  if (failed(product))
    return failure();
  attachOnlyUser(*product);
  FailureOr<Contraction> found = matchGroupedContraction(*product);
  if (failed(found) || !found->hasWholeBytes())
    return failure();
  return found;
}

bool scheduleGroupedMatmul(Operation *root, const GPUChip &chip,
                           ScheduleWriter *writer) {
  SmallVector<decltype(&planMatmul), 3> plans;
  if (chip.hasWarpgroup())
    plans.push_back(planWarpgroupMatmul);
  plans.append({planTensorMatmul, planMatmul});
  return llvm::any_of(plans, [&](auto *plan) {
    return scheduleTiles(root, chip, writer, *plan, matchGroupedMatmul);
  });
}

} // namespace mlir::tir
