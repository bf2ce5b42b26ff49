// How the tiles of a reduction are shared among tasks.
#include "ReductionTasks.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// `count` times the steps of the reduction, if these are known or few.
static int64_t multiplySteps(Reduction &reduction, int64_t count) {
  constexpr int64_t kUsual = 16;
  for (unsigned iter : reduction.reduce)
    if (llvm::MulOverflow(
            count, reduction.nest.getConstantExtent(iter).value_or(kUsual),
            count))
      return INT64_MAX;
  return count;
}

int64_t getStepsPerTile(Reduction &reduction, int64_t elements) {
  int64_t steps = multiplySteps(reduction, elements);
  return steps == INT64_MAX ? steps : steps / 4 + 1;
}

// How many tiles of rows one task computes where no panel is made: so many that
// what moves with the rows stays near.
static int64_t getBlockedTilesPerTask(Reduction &reduction, int64_t rows) {
  constexpr int64_t kNearElements = 1 << 14, kMin = 4, kMax = 64;
  int64_t elements = multiplySteps(reduction, rows);
  return std::clamp(kNearElements / std::max<int64_t>(elements, 1), kMin, kMax);
}

int64_t getRowTilesPerTask(Reduction &reduction, const ReductionTile &tile,
                           TileSize size) {
  LoopNest &nest = reduction.nest;
  auto [rows, columns] = size;
  if (tile.block != 0)
    return getBlockedTilesPerTask(reduction, rows);
  if (tile.columnsInner)
    return 1;
  int64_t extent = 1, tasks = 1;
  if (tile.row)
    extent = nest.getConstantExtent(*tile.row).value_or(1 << 20);
  for (unsigned iter : reduction.spatial)
    if (iter != tile.row && iter != tile.column)
      tasks *= std::min<int64_t>(8, nest.getConstantExtent(iter).value_or(1));
  if (tile.column)
    tasks *= llvm::divideCeil(
        nest.getConstantExtent(*tile.column).value_or(columns), columns);
  int64_t tiles = std::max<int64_t>(llvm::divideCeil(extent, rows), 1);
  if (tasks >= 8)
    return tiles;
  int64_t minTiles = tile.packed.empty() ? 4 : 32;
  return std::clamp<int64_t>(llvm::divideCeil(tiles, int64_t(8)),
                             std::min(minTiles, tiles),
                             std::max<int64_t>(128, std::min(minTiles, tiles)));
}

int64_t countShorterTiles(Reduction &reduction, const ReductionTile &tile,
                          int64_t rows) {
  // Tiles of five rows take as long for each of them as those of six, those of
  // fewer take longer. A fiftieth of the time is worth it.
  constexpr int64_t kMinRows = 5, kMinSteps = 64, kMinShare = 50;
  std::optional<int64_t> extent =
      tile.row ? reduction.nest.getConstantExtent(*tile.row) : std::nullopt;
  if (!extent || rows <= kMinRows || multiplySteps(reduction, 1) < kMinSteps)
    return 0;
  int64_t tiles = llvm::divideCeil(*extent, rows);
  int64_t shorter = tiles * rows - *extent;
  return shorter < tiles && shorter * kMinShare >= *extent ? shorter : 0;
}

bool isHeavy(std::optional<LoopNest> &epilogue) {
  if (!epilogue)
    return false;
  unsigned ops = 0;
  for (Operation &op : *epilogue->block.getBody()) {
    ++ops;
    if (isa<math::MathDialect>(op.getDialect()) &&
        !isa<math::AbsFOp, math::FmaOp, math::SqrtOp, math::FloorOp,
             math::CeilOp, math::RoundEvenOp>(op))
      return true;
  }
  return ops > 32;
}

std::optional<int64_t> getWholeTasks(Reduction &reduction,
                                     const ReductionTile &tile) {
  LoopNest &nest = reduction.nest;
  if (!tile.row || !tile.column || tile.block != 0 || tile.columnsInner ||
      isHeavy(reduction.epilogue))
    return std::nullopt;
  std::optional<int64_t> rows = nest.getConstantExtent(*tile.row);
  std::optional<int64_t> columns = nest.getConstantExtent(*tile.column);
  if (!rows || !columns || *rows == 0 || *columns == 0 ||
      *rows % tile.rows != 0 || *columns % tile.columns != 0)
    return std::nullopt;
  int64_t tiles =
      getRowTilesPerTask(reduction, tile, {tile.rows, tile.columns});
  int64_t steps, rowTiles = *rows / tile.rows;
  if (rowTiles % tiles != 0 ||
      llvm::MulOverflow(getStepsPerTile(reduction, tile.rows * tile.columns),
                        tiles, steps) ||
      chooseTaskSize(rowTiles / tiles * (*columns / tile.columns), steps) != 1)
    return std::nullopt;
  return tiles;
}

} // namespace mlir::tir
