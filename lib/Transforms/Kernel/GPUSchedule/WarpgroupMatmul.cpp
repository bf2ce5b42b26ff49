// Products of matrices by warpgroups: large tiles, of which the next ones are
// on their way to shared memory while the last ones are multiplied.
#include "../ScheduleWriter.h"
#include "Matmul.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Kernels/Contraction/ContractionTiles.h"
#include "Relax/Kernels/Contraction/TileWarpgroup.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Rules.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// Fewer rows or columns than this leave more than half of a tile empty. 128
// rows of a tile are two warpgroups of 64 each.
static constexpr int64_t kMin = 64;
// What is taken for an extent that is not known.
static constexpr int64_t kUsual = 1024;
// Columns of small and large tiles; steps that have room in shared memory: two
// blocks with small tiles share a processor. 128 x 128 sums of f32 in 256
// threads are 64 registers a thread, of 128 x 256 are 128 (154 in all,
// docs/GPUKernels.md). Four steps of the large tile are 192 KiB of the 227 KiB
// that sm_90 gives a block.
static constexpr WarpgroupTile kSmall{128, 3}, kLarge{256, 4};

static uint64_t countBlocks(Contraction &contraction,
                            const WarpgroupTile &tile) {
  auto get = [&](ArrayRef<unsigned> iters) {
    return contraction.getConstantTotal(iters);
  };
  uint64_t rows = llvm::divideCeil(get(contraction.rows).value_or(kUsual),
                                   WarpgroupTile::kRows);
  uint64_t columns =
      llvm::divideCeil(get(contraction.columns).value_or(kUsual), tile.columns);
  uint64_t batch = llvm::SaturatingMultiply<uint64_t>(
      get(contraction.batch).value_or(1), contraction.numGroups);
  return llvm::SaturatingMultiply(batch,
                                  llvm::SaturatingMultiply(rows, columns));
}

static std::optional<WarpgroupTile> fit(Contraction &contraction,
                                        const GPUChip &chip) {
  for (const auto *iters :
       {&contraction.rows, &contraction.columns, &contraction.kIters})
    if (contraction.getConstantTotal(*iters).value_or(kUsual) < kMin)
      return std::nullopt;
  // With blocks for less than half of the multiprocessors, the smaller tiles of
  // `mma.sync` keep more of the chip busy.
  if (!narrowOperands(contraction) || !canTileByWarpgroups(contraction) ||
      countBlocks(contraction, kSmall) < uint64_t(chip.cores) / 2)
    return std::nullopt;
  bool isLarge = countBlocks(contraction, kLarge) >= uint64_t(chip.cores) &&
                 getSharedBytes(contraction, kLarge) <= chip.maxSharedBytes;
  WarpgroupTile tile = isLarge ? kLarge : kSmall;
  if (getSharedBytes(contraction, tile) > chip.maxSharedBytes)
    return std::nullopt;
  return tile;
}

/// sm_90a alone has the instruction. Chips after it have another one, so the
/// check is on the exact chip (`checkChip` in GPULowerWarpgroupProducts.cpp).
bool scheduleWarpgroupMatmul(Operation *root, const GPUChip &chip,
                             ScheduleWriter *writer) {
  if (!chip.hasWarpgroup() || chip.maxThreads < WarpgroupTile::kThreads)
    return false;
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  if (failed(nest))
    return false;
  FailureOr<Contraction> first = matchMatmul(*nest);
  if (failed(first) || !fit(*first, chip))
    return false;
  dropUnitIters(*nest);
  Contraction found = *matchMatmul(*nest);
  WarpgroupTile tile = *fit(found, chip);
  attachUser(found.reduction);
  if (writer) {
    Value block = writer->find(nest->block), end;
    if (found.reduction.epilogue)
      end = writer->find(found.reduction.epilogue->block);
    writer->write<schedule::TileByWarpgroupsOp>(block, end, tile.columns,
                                                tile.stages);
  }
  tileByWarpgroups(found, tile);
  return true;
}

} // namespace mlir::tir
