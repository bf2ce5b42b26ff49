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

std::optional<AttentionRowTile>
chooseAttentionTile(AttentionChain &chain, int64_t lanes, int64_t registers) {
  // Rows of a tile where there are registers enough, and where not; places at
  // most, and keys, which together with as many values stay in the nearest
  // cache.
  constexpr int64_t kVectors = 4, kFewVectors = 2, kMaxRegisters = 8,
                    kKeys = 64;
  // Rows are whole parts of vectors.
  constexpr int64_t kRowStep = 4;
  if (!isWorthTiles(chain))
    return std::nullopt;
  AttentionRowTile tile;
  tile.rows = lanes * (registers >= 8 * kVectors ? kVectors : kFewVectors);
  if (std::optional<int64_t> rows =
          chain.scores.getConstantTotal(chain.scores.rows))
    tile.rows = llvm::alignTo(balanceTiles(*rows, tile.rows), kRowStep);
  // Sums, a row of the other factor, and one element are in registers.
  int64_t vectors = llvm::divideCeil(tile.rows, lanes);
  int64_t maxRegisters =
      std::clamp<int64_t>((registers - 1) / vectors - 1, 1, kMaxRegisters);
  tile.columnRegisters = balanceTiles(*chain.getNumColumns(), maxRegisters);
  tile.keys = kKeys;
  if (std::optional<int64_t> keys = getConstantIndex(chain.getNumKeys()))
    tile.keys = balanceTiles(*keys, tile.keys);
  tile.keyRegisters = balanceTiles(tile.keys, maxRegisters);
  tile.keys = llvm::alignTo(tile.keys, tile.keyRegisters);
  return tile;
}

} // namespace mlir::tir
