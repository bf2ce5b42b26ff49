// Attention: scores of queries and keys, their softmax, and sums of values, as
// one kernel that never has all scores of a row.
//
// FlashAttention (Dao et al., 2022): scores are computed tile by tile and
// reduced with a running maximum and sum. For n queries and m keys the nests
// would write n * m scores to memory and read them four times.
#include "../InlineProducers.h"
#include "../ScheduleWriter.h"
#include "Relax/Kernels/Attention/BindAttention.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Rules.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// Terms and columns that a block can have, the least of rows and keys that are
// worth tiles, and the least of keys that are for fewer rows. A block keeps the
// results of its rows in registers: heads beyond 256 do not fit. Below 8 an
// instruction of tensor cores would be mostly padding.
static constexpr int64_t kMinHeadDim = 8, kMaxHeadDim = 256;
static constexpr int64_t kMinRows = 8, kMinKeys = 16, kManyKeys = 256;
// The fewest rows and keys of a tile.
static constexpr int64_t kMinTile = 16;

// What is taken for a number of rows that is not known. An extent that is not
// known is taken for one that fills a GPU. Too large a tile then wastes threads
// of a short sequence, too small a one bandwidth of a long one.
static constexpr int64_t kUsualRows = 1024;

static int64_t countRows(AttentionChain &chain) {
  return chain.scores.getConstantTotal(chain.scores.rows).value_or(kUsualRows);
}

static bool hasTiles(AttentionChain &chain) {
  auto isBetween = [](Contraction &products, ArrayRef<unsigned> iters) {
    std::optional<int64_t> total = products.getConstantTotal(iters);
    return total && *total >= kMinHeadDim && *total <= kMaxHeadDim;
  };
  return isBetween(chain.scores, chain.scores.kIters) &&
         isBetween(chain.values, chain.values.columns) &&
         getConstantIndex(chain.getNumKeys()).value_or(kManyKeys) >=
             (countRows(chain) < kMinRows ? kManyKeys : kMinKeys);
}

//===----------------------------------------------------------------------===//
// Tile
//===----------------------------------------------------------------------===//

// Blocks, as far as known.
static uint64_t countBlocks(AttentionChain &chain, int64_t rows) {
  uint64_t blocks = llvm::divideCeil(countRows(chain), rows);
  for (unsigned axis : chain.batch)
    blocks = llvm::SaturatingMultiply<uint64_t>(
        blocks,
        chain.scores.getConstantTotal(chain.scoreIters[axis]).value_or(1));
  return blocks;
}

// At most `most`, no more than there are, and so few that there are blocks
// enough; from 16 on. A half-empty GPU is slower than small tiles. Halving
// stops where each multiprocessor has a block.
static int64_t limitRows(AttentionChain &chain, const GPUChip &chip,
                         int64_t maxRows) {
  int64_t rows = maxRows;
  while (rows > kMinTile && (rows / 2 >= countRows(chain) ||
                             countBlocks(chain, rows) < uint64_t(chip.cores)))
    rows /= 2;
  return rows;
}

// The tile of so many rows and keys, where a block of the chip can have it.
static std::optional<AttentionTile> fit(AttentionChain &chain,
                                        const GPUChip &chip, int64_t rows,
                                        int64_t keys, AttentionUnit unit) {
  FailureOr<AttentionTile> tile =
      sizeAttentionTile(chain, rows, keys, unit, nullptr);
  if (failed(tile) || tile->threads > chip.maxThreads ||
      tile->sharedBytes > chip.maxSharedBytes)
    return std::nullopt;
  return *tile;
}

/// Sums are in registers of threads; the search halves the larger side, as
/// square tiles load least for their products (2 n loads for n^2 products).
static std::optional<AttentionTile> fitThreads(AttentionChain &chain,
                                               const GPUChip &chip) {
  constexpr int64_t kMax = 64;
  int64_t rows = kMax, keys = kMax;
  while (!fit(chain, chip, rows, keys, AttentionUnit::Threads)) {
    if (keys == kMinTile && rows == kMinTile)
      return std::nullopt;
    (keys < rows ? rows : keys) /= 2;
  }
  return fit(chain, chip, limitRows(chain, chip, rows), keys,
             AttentionUnit::Threads);
}

// 128 rows are two warpgroups, whose scores of 128 keys take 64 registers of a
// thread, and results as many or half. Lines of shared memory are 64 halves: of
// other head sizes much would be padding. Where there are fewer rows than tiles
// for all processors, warps have smaller ones.
static std::optional<AttentionTile> fitWarpgroups(AttentionChain &chain,
                                                  const GPUChip &chip) {
  constexpr int64_t kRows = 128, kKeys = 128, kLine = 64, kMaxColumns = 128;
  auto isWhole = [](int64_t size) {
    return size % kLine == 0 && size <= kMaxColumns;
  };
  if (!chip.hasWarpgroup() || !isWhole(*chain.getHeadDim()) ||
      !isWhole(*chain.getNumColumns()) ||
      limitRows(chain, chip, kRows) != kRows)
    return std::nullopt;
  return fit(chain, chip, kRows, kKeys, AttentionUnit::Warpgroups);
}

static std::optional<AttentionTile> fitTensorCores(AttentionChain &chain,
                                                   const GPUChip &chip) {
  constexpr int64_t kMaxRows = 128, kUsualMinRows = 32;
  // Chips with async copies have tensor cores that take 16 rows. From sm_80 on.
  // Older chips multiply 8 rows of bytes or 16 x 8 x 8 halves (VerifyDevice
  // R5), and without async copies loads would wait.
  if (!chip.hasAsyncCopy())
    return std::nullopt;
  // Sums of more keys are more registers than there are beside the results. 64
  // keys of f32 scores take 32 registers a thread for 16 rows of a warp, as do
  // 64 columns of results; 255 is the limit. What is done once for a tile of
  // keys, such as to multiply all results, is less with more of them. Where
  // tiles of rows are small to give all processors one, those of keys stay so.
  int64_t columns = *chain.values.getConstantTotal(chain.values.columns);
  int64_t keys = columns > 64 ? 32 : 64;
  // A warp of its own shares keys with no other.
  int64_t minRows = countRows(chain) > kMinTile ? kUsualMinRows : kMinTile;
  int64_t rows = std::max(minRows, limitRows(chain, chip, kMaxRows));
  if (rows == kMaxRows && columns <= kMaxRows)
    keys *= 2;
  for (;;) {
    if (auto tile = fit(chain, chip, rows, keys, AttentionUnit::TensorCores))
      return tile;
    if (keys == kMinTile && rows == minRows)
      return std::nullopt;
    (rows > minRows && rows >= keys ? rows : keys) /= 2;
  }
}

// Pieces of the keys for rows that fit into one tile and leave processors
// without a block. Decoding: one query per head, thousands of keys. A block per
// head leaves most of the chip idle, so keys are cut (FlashDecoding), and a
// second kernel joins the parts by their maxima and sums.
static int64_t choosePartitions(AttentionChain &chain, const GPUChip &chip,
                                const AttentionTile &tile) {
  // Several blocks for each processor, so that memory is always asked; steps
  // that a piece has at least. 4 blocks per multiprocessor; 2 steps, or the
  // cost of joining exceeds the gain.
  constexpr int64_t kSteps = 2, kMax = 32;
  int64_t blocks = 4 * chip.cores;
  if (countRows(chain) > kMinTile)
    return 1;
  int64_t partitions = std::min<uint64_t>(
      kMax, blocks / std::max<uint64_t>(1, countBlocks(chain, tile.rows)));
  if (std::optional<int64_t> keys = getConstantIndex(chain.getNumKeys()))
    partitions = std::min(partitions, *keys / (kSteps * tile.keys));
  // A power of two, for which the kernel that joins has even halves.
  return llvm::bit_floor<uint64_t>(std::max<int64_t>(1, partitions));
}

// One that `fitThreads` finds one for has a tile.
static AttentionTile chooseTile(AttentionChain &chain, const GPUChip &chip) {
  std::optional<AttentionTile> tile = fitWarpgroups(chain, chip);
  if (!tile)
    tile = fitTensorCores(chain, chip);
  if (!tile)
    tile = fitThreads(chain, chip);
  tile->partitions = choosePartitions(chain, chip, *tile);
  return *tile;
}

static void writeStep(AttentionChain &chain, const AttentionTile &tile,
                      ScheduleWriter &writer) {
  Value block = writer.find(chain.values.reduction.nest.block);
  IntegerAttr partitions;
  if (tile.partitions > 1)
    partitions =
        OpBuilder(block.getContext()).getI64IntegerAttr(tile.partitions);
  writer.write<schedule::BindAttentionOp>(
      block, tile.rows, tile.keys, partitions,
      tile.unit == AttentionUnit::TensorCores, tile.usesWarpgroups());
}

bool scheduleAttention(Operation *root, const GPUChip &chip,
                       ScheduleWriter *writer) {
  std::optional<AttentionChain> chain =
      findAttention(root, [&](AttentionChain &chain) {
        return hasTiles(chain) && fitThreads(chain, chip);
      });
  if (!chain)
    return false;
  // See DefaultCPUSchedule: inlining is not undone, and true says that
  // something has changed.
  chain = inlineOperands(*chain, writer);
  // Factors are computed where they are used: that is done, and other rules are
  // asked about the rest.
  if (!chain || !fitThreads(*chain, chip))
    return true;
  chain = attachUser(*chain);
  if (!chain)
    return true;
  AttentionTile tile = chooseTile(*chain, chip);
  if (writer)
    writeStep(*chain, tile, *writer);
  bindAttention(*chain, tile);
  return true;
}

} // namespace mlir::tir
