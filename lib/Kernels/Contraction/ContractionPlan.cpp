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
  // Bytes along columns are loaded as pairs of 16. What is not copied keeps
  // threads busy without more of them; else each has a chunk of 16 bytes.
  int64_t bytes = factor ? factor.getIntOrFloatBitWidth() / 8 : 1;
  if (usesAsyncCopies && bytes > 1 && down * across <= 2 &&
      std::min(rows, columns) * k * bytes >=
          2 * 16 * kWarpThreads * down * across)
    return {down, 2 * across};
  int64_t most = down == 1 || across == 1 ? 4 : 2;
  bool isWide = across > kSide / 2;
  return {std::min(down, most), std::min(across, isWide ? 2 * most : most)};
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
  if (tile.roundsOnce())
    use.isKMajor = use.isRounded = true;
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
                                              int64_t rows, int64_t columns,
                                              int64_t stages) {
  if (!areMultiplied(contraction) || contraction.kIters.empty())
    return std::nullopt;
  ContractionTile tile;
  tile.rows = rows;
  tile.columns = columns;
  tile.k = SharedLayout::kLineBytes * 8 /
           contraction.lhs.getType().getIntOrFloatBitWidth();
  tile.stages = stages;
  tile.unit = ContractionUnit::Warpgroups;
  tile.usesAsyncCopies = true;
  return planContraction(contraction, tile);
}

} // namespace mlir::tir
