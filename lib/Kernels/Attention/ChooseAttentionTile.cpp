// Which tile of attention keeps the vector units of a CPU busy, and where.
#include "Relax/Kernels/Attention/TileAttention.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// Of up to `most` places, as many as leave the fewest in the last tile empty.
static int64_t balanceTiles(int64_t extent, int64_t maxSize) {
  extent = std::max<int64_t>(extent, 1);
  return llvm::divideCeil(extent, llvm::divideCeil(extent, maxSize));
}

// Copies are made of each query, key and value, turned or not, and of each
// result; with few keys that takes as long as what the scores would take as
// buffers that stay in the nearest cache.
static bool isWorthTiles(AttentionChain &chain) {
  constexpr int64_t kMinKeys = 32, kMinRows = 8, kMaxHeadDim = 256;
  auto isShort = [](std::optional<int64_t> total) {
    return total && *total >= 1 && *total <= kMaxHeadDim;
  };
  Contraction &scores = chain.scores, &values = chain.values;
  return isShort(chain.getHeadDim()) && isShort(chain.getNumColumns()) &&
         scores.getConstantTotal(scores.rows).value_or(kMinRows) >= kMinRows &&
         getConstantIndex(chain.getNumKeys()).value_or(kMinKeys) >= kMinKeys &&
         scores.lhs.getType() == chain.getType() &&
         values.rhs.getType() == chain.getType();
}

// Chooses how many blocks of rows a tile has, and makes the blocks as small as
// leaves the fewest rows empty. The tile is that of the least cost: all rows of
// a tile are computed, and to copy keys and values takes the time of some more,
// measured. Queries, scores and results of more than one block stay in the
// nearest cache, which is that of most CPUs.
static void chooseRows(AttentionChain &chain, int64_t lanes,
                       AttentionRowTile &tile) {
  constexpr int64_t kMaxBlocks = 4, kCacheBits = 8 * 32 << 10, kFetchRows = 2;
  // Rows are whole parts of vectors.
  constexpr int64_t kRowStep = 4;
  tile.rows = tile.rowBlock;
  std::optional<int64_t> rows =
      chain.scores.getConstantTotal(chain.scores.rows);
  if (!rows || *rows < 1)
    return;
  int64_t maxBlock = tile.rowBlock, minCost = 0;
  int64_t rowBits = chain.getType().getIntOrFloatBitWidth() *
                    (*chain.getHeadDim() + *chain.getNumColumns() + tile.keys);
  for (int64_t count = 1; count <= kMaxBlocks; ++count) {
    int64_t tiles = llvm::divideCeil(*rows, count * maxBlock);
    int64_t block =
        llvm::alignTo(llvm::divideCeil(*rows, tiles * count), kRowStep);
    int64_t cost =
        tiles * (count * int64_t(llvm::alignTo(block, lanes)) + kFetchRows);
    if (count > 1 && (cost >= minCost || count * block * rowBits > kCacheBits))
      continue;
    minCost = cost;
    tile.rowBlock = block;
    tile.rows = count * block;
  }
}

std::optional<AttentionRowTile>
chooseAttentionTile(AttentionChain &chain, int64_t lanes, int64_t registers) {
  // Vectors of a block of rows where there are registers enough, and where
  // not; places at most, and keys, which together with as many values stay in
  // the nearest cache.
  constexpr int64_t kVectors = 4, kFewVectors = 2, kMaxRegisters = 8,
                    kKeys = 64;
  if (!isWorthTiles(chain))
    return std::nullopt;
  AttentionRowTile tile;
  tile.keys = kKeys;
  if (std::optional<int64_t> keys = getConstantIndex(chain.getNumKeys()))
    tile.keys = balanceTiles(*keys, tile.keys);
  tile.rowBlock = lanes * (registers >= 8 * kVectors ? kVectors : kFewVectors);
  chooseRows(chain, lanes, tile);
  // Sums, a row of the other factor, and one element are in registers.
  int64_t vectors = llvm::divideCeil(tile.rowBlock, lanes);
  int64_t maxRegisters =
      std::clamp<int64_t>((registers - 1) / vectors - 1, 1, kMaxRegisters);
  tile.columnRegisters = balanceTiles(*chain.getNumColumns(), maxRegisters);
  tile.keyRegisters = balanceTiles(tile.keys, maxRegisters);
  tile.keys = llvm::alignTo(tile.keys, tile.keyRegisters);
  return tile;
}

} // namespace mlir::tir
