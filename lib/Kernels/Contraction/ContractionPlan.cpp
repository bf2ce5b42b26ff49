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
  int64_t most = down == 1 || across == 1 ? 4 : 2;
  return {std::min(down, most), std::min(across, most)};
}

int64_t ContractionTile::getThreads() const {
  if (!usesWarps())
    return kThreads;
  auto [down, across] = getWarps();
  return down * across * kWarpThreads;
}

int64_t ContractionTile::getStagingRows() const {
  if (usesWarpgroups())
    return rows;
  return usesWarps() ? getWarps().rows * kSide : 0;
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

std::optional<ContractionPlan> planFirst(Contraction &contraction,
                                         ArrayRef<TileCandidate> candidates) {
  for (const TileCandidate &candidate : candidates) {
    ContractionPlan plan = planContraction(contraction, candidate.tile);
    if (plan.countCopied() >= candidate.minCopied &&
        plan.getSharedBytes() <= candidate.maxSharedBytes)
      return plan;
  }
  return std::nullopt;
}

// Each thread has as many elements of a step as all others, at least one.
static LogicalResult
checkSizes(const ContractionTile &tile,
           llvm::function_ref<LogicalResult(const Twine &)> failPrecondition) {
  constexpr int64_t kMin = ContractionTile::kSide, kMax = 128, kMaxK = 16;
  for (int64_t size : {tile.rows, tile.columns})
    if (!llvm::isPowerOf2_64(size) || size < kMin || size > kMax)
      return failPrecondition(
          "tiles have rows and columns that are powers of 2 from " +
          Twine(kMin) + " to " + Twine(kMax) + ", found " + Twine(size));
  if (tile.usesWarps())
    return success();
  int64_t minK = ContractionTile::kThreads / std::min(tile.rows, tile.columns);
  if (!llvm::isPowerOf2_64(tile.k) || tile.k < minK || tile.k > kMaxK)
    return failPrecondition(
        "tiles of " + Twine(tile.rows) + " rows and " + Twine(tile.columns) +
        " columns take a power of 2 of terms "
        "at a time, from " +
        Twine(minK) + " to " + Twine(kMaxK) + ", found " + Twine(tile.k));
  return success();
}

// A step of tensor cores is 64 to 256 bytes of K, one product 32 bytes, or 16.
static LogicalResult checkProducts(
    Contraction &contraction, const ContractionTile &tile,
    llvm::function_ref<LogicalResult(const Twine &)> failPrecondition) {
  constexpr int64_t kStepBytes = 64, kMaxStepBytes = 256, kProductBytes = 32;
  Type type = tile.factor ? tile.factor : contraction.lhs.getType();
  int64_t bytes = type.getIntOrFloatBitWidth() / 8;
  if (!llvm::isPowerOf2_64(tile.k) || tile.k * bytes < kStepBytes ||
      tile.k * bytes > kMaxStepBytes)
    return failPrecondition("tensor cores take a power of 2 from " +
                            Twine(kStepBytes / bytes) + " to " +
                            Twine(kMaxStepBytes / bytes) +
                            " of its terms at a time, found " + Twine(tile.k));
  int64_t mmaK = kProductBytes / bytes;
  bool isHalf = (type.isF16() || type.isInteger(8)) && tile.mmaK * 2 == mmaK;
  if (tile.mmaK != mmaK && !isHalf)
    return failPrecondition("one product of tensor cores has " + Twine(mmaK) +
                            " of its terms, found " + Twine(tile.mmaK));
  return success();
}

LogicalResult checkTile(Contraction &contraction, const ContractionTile &tile,
                        std::string *why) {
  auto failPrecondition = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  constexpr int64_t kMaxStages = 8;
  if (!contraction.hasWholeBytes())
    return failPrecondition("its factors are no numbers of 1, 2, 4 or 8 bytes");
  if (contraction.getConstantTotal(contraction.kIters) == 0)
    return failPrecondition("it has no terms");
  if (failed(checkSizes(tile, failPrecondition)))
    return failure();
  if (tile.stages < 2 || tile.stages > kMaxStages)
    return failPrecondition("expected room for 2 to " + Twine(kMaxStages) +
                            " steps, found " + Twine(tile.stages));
  if (tile.usesWarps() &&
      failed(checkProducts(contraction, tile, failPrecondition)))
    return failure();
  // Without copies a step is in registers, too, of which there are no more.
  int64_t maxBytes = tile.usesAsyncCopies ? relax::GPUTarget::kMaxSharedBytes
                                          : kDefaultSharedBytes;
  if (auto excess = findExcess(
          planContraction(contraction, tile).getSharedBytes(), maxBytes))
    return failPrecondition(*excess);
  return success();
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
