// What becomes of a contraction on a GPU: its tiles, and how its operands come.
#include "Relax/Kernels/Contraction/ContractionPlan.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Kernels/Contraction/Epilogue.h"
#include "Relax/Support/GPUTarget.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Threads and warps
//===----------------------------------------------------------------------===//

// Of four warps, two times two load least from shared memory: each of their
// operands is another warp's, too.
ContractionTile::Warps ContractionTile::getWarps() const {
  int64_t down = rows / kSide, across = columns / kSide;
  if (usesWarpgroups())
    return {down, 1};
  int64_t most = down == 1 || across == 1 ? 4 : 2;
  return {std::min(down, most), std::min(across, most)};
}

int64_t ContractionTile::getThreads() const {
  if (unit == ContractionUnit::Threads)
    return kThreads;
  auto [down, across] = getWarps();
  return down * across * kWarpThreads;
}

int64_t ContractionTile::getStagingRows() const {
  return unit == ContractionUnit::Threads ? 0 : getWarps().rows * kSide;
}

ContractionPlan planContraction(Contraction &contraction,
                                const ContractionTile &tile) {
  OperandUse use;
  use.threads = tile.getThreads();
  use.order = tile.usesWarpgroups() ? BankOrder::Lines
              : tile.usesWarps()    ? BankOrder::Swizzled
                                    : BankOrder::Padded;
  use.usesAsyncCopies = tile.usesAsyncCopies;
  use.isShared = !tile.usesWarpgroups();
  use.factor = tile.factor;
  // `wgmma` reads only halves along rows and columns.
  if (tile.usesWarpgroups()) {
    use.isKMajor = contraction.lhs.getType().getIntOrFloatBitWidth() != 16;
    use.isRounded = contraction.lhs.getType().isF32();
  }
  TileAxis k{contraction.kIters, tile.k};
  int64_t stagingBytes =
      Epilogue::getStagingBytes(tile.getStagingRows(), tile.columns);
  return {tile,
          planOperand(contraction, contraction.lhs,
                      {contraction.rows, tile.rows}, k, use),
          planOperand(contraction, contraction.rhs,
                      {contraction.columns, tile.columns}, k, use),
          stagingBytes};
}

// Each thread has as many elements of a step as all others, at least one.
static std::optional<std::string> findWrongSize(const ContractionTile &tile) {
  constexpr int64_t kMin = ContractionTile::kSide, kMax = 128, kMaxK = 16;
  for (int64_t size : {tile.rows, tile.columns})
    if (!llvm::isPowerOf2_64(size) || size < kMin || size > kMax)
      return ("tiles have rows and columns that are powers of 2 from " +
              Twine(kMin) + " to " + Twine(kMax) + ", found " + Twine(size))
          .str();
  int64_t minK = ContractionTile::kThreads / std::min(tile.rows, tile.columns);
  if (!tile.usesWarps() &&
      (!llvm::isPowerOf2_64(tile.k) || tile.k < minK || tile.k > kMaxK))
    return ("tiles of " + Twine(tile.rows) + " rows and " +
            Twine(tile.columns) +
            " columns take a power of 2 of terms at a time, from " +
            Twine(minK) + " to " + Twine(kMaxK) + ", found " + Twine(tile.k))
        .str();
  return std::nullopt;
}

// A step of tensor cores is 64 to 256 bytes of K, one product 32 bytes, or 16.
static std::optional<std::string> findWrongStep(Type type,
                                                const ContractionTile &tile) {
  constexpr int64_t kStepBytes = 64, kMaxStepBytes = 256, kProductBytes = 32;
  int64_t bytes = type.getIntOrFloatBitWidth() / 8;
  if (!llvm::isPowerOf2_64(tile.k) || tile.k * bytes < kStepBytes ||
      tile.k * bytes > kMaxStepBytes)
    return ("tensor cores take a power of 2 from " + Twine(kStepBytes / bytes) +
            " to " + Twine(kMaxStepBytes / bytes) +
            " of its terms at a time, found " + Twine(tile.k))
        .str();
  int64_t mmaK = kProductBytes / bytes;
  bool isHalf = (type.isF16() || type.isInteger(8)) && tile.mmaK * 2 == mmaK;
  if (tile.mmaK != mmaK && !isHalf)
    return ("one product of tensor cores has " + Twine(mmaK) +
            " of its terms, found " + Twine(tile.mmaK))
        .str();
  return std::nullopt;
}

std::optional<std::string> findWrongTile(Contraction &contraction,
                                         const ContractionTile &tile) {
  constexpr int64_t kMaxStages = 8;
  if (!contraction.hasWholeBytes())
    return "its factors are no numbers of 1, 2, 4 or 8 bytes";
  if (contraction.getConstantTotal(contraction.kIters) == 0)
    return "it has no terms";
  if (auto wrong = findWrongSize(tile))
    return wrong;
  if (tile.stages < 2 || tile.stages > kMaxStages)
    return ("expected room for 2 to " + Twine(kMaxStages) + " steps, found " +
            Twine(tile.stages))
        .str();
  if (tile.usesWarps())
    if (auto wrong = findWrongStep(tile.factor, tile))
      return wrong;
  // Without copies a step is in registers, too, of which there are no more.
  return findExcess(planContraction(contraction, tile).getSharedBytes(),
                    tile.usesAsyncCopies ? relax::GPUTarget::kMaxSharedBytes
                                         : kDefaultSharedBytes);
}

//===----------------------------------------------------------------------===//
// Warpgroups
//===----------------------------------------------------------------------===//

static bool areMultiplied(Contraction &contraction) {
  Type sum = contraction.sum->getResult(0).getType();
  Type lhs = contraction.lhs.getType(), rhs = contraction.rhs.getType();
  if (sum.isF32() && isFloat8(lhs) && isFloat8(rhs))
    return true;
  return lhs == rhs && (sum.isF32() ? lhs.isF16() || lhs.isBF16() || lhs.isF32()
                                    : sum.isInteger(32) && lhs.isInteger(8));
}

std::optional<ContractionPlan> planWarpgroups(Contraction &contraction,
                                              int64_t columns, int64_t stages) {
  if (!areMultiplied(contraction) || contraction.kIters.empty())
    return std::nullopt;
  ContractionTile tile;
  tile.rows = ContractionTile::kWarpgroupRows;
  tile.columns = columns;
  tile.k = SharedLayout::kLineBytes * 8 /
           contraction.lhs.getType().getIntOrFloatBitWidth();
  tile.stages = stages;
  tile.unit = ContractionUnit::Warpgroups;
  tile.usesAsyncCopies = true;
  return planContraction(contraction, tile);
}

} // namespace mlir::tir
