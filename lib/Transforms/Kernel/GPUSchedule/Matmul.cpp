// Products of matrices and convolutions: tiles in shared memory, sums in
// registers.
#include "Relax/Dialect/TIR/Schedule/TileContraction.h"
#include "Rules.h"

namespace mlir::tir {

// Fewer rows, columns or terms than this are no work for tiles.
static constexpr int64_t kLeast = 8;
// Blocks that keep the processors of a large chip busy.
static constexpr int64_t kEnoughBlocks = 128;
// What is taken for an extent that is not known.
static constexpr int64_t kUsual = 512;

static bool isLargeEnough(Contraction &contraction) {
  for (const auto *iters :
       {&contraction.rows, &contraction.columns, &contraction.depth})
    if (contraction.getConstantTotal(*iters).value_or(kUsual) < kLeast)
      return false;
  return true;
}

// Large tiles ask memory for less, small ones keep more processors busy.
static ContractionTile chooseTile(Contraction &contraction) {
  int64_t rows =
      contraction.getConstantTotal(contraction.rows).value_or(kUsual);
  int64_t columns =
      contraction.getConstantTotal(contraction.columns).value_or(kUsual);
  int64_t batch = contraction.getConstantTotal(contraction.batch).value_or(1);
  auto fit = [](int64_t extent) {
    return std::clamp<int64_t>(llvm::bit_ceil<uint64_t>(extent), 16, 128);
  };
  ContractionTile tile;
  tile.rows = fit(rows);
  tile.columns = fit(columns);
  auto countBlocks = [&] {
    return llvm::SaturatingMultiply<uint64_t>(
        batch, llvm::SaturatingMultiply<uint64_t>(
                   llvm::divideCeil(rows, tile.rows),
                   llvm::divideCeil(columns, tile.columns)));
  };
  while (countBlocks() < kEnoughBlocks && (tile.rows > 32 || tile.columns > 32))
    (tile.rows > tile.columns ? tile.rows : tile.columns) /= 2;
  tile.depth = tile.rows * tile.columns > 128 * 64 ? 8 : 16;
  return tile;
}

// A contraction of numbers that shared memory holds.
static FailureOr<Contraction> match(Operation *root) {
  FailureOr<BlockNest> nest = matchBlockNest(root, nullptr);
  if (failed(nest))
    return failure();
  FailureOr<Reduction> reduction = matchReduction(*nest, nullptr);
  if (failed(reduction))
    return failure();
  FailureOr<Contraction> found = matchContraction(*reduction);
  if (failed(found) || !isLargeEnough(*found))
    return failure();
  for (Value factor : {found->left, found->right})
    if (!factor.getType().isIntOrFloat() || factor.getType().isInteger(1))
      return failure();
  return found;
}

bool scheduleMatmul(Operation *root, const GPUChip &chip) {
  FailureOr<Contraction> found = match(root);
  if (failed(found) || chip.maxThreads < ContractionTile::kThreads)
    return false;
  ContractionTile tile = chooseTile(*found);
  if (getSharedBytes(*found, tile) > chip.sharedBytes)
    return false;
  // Nests behind it, the first of which that uses the result goes with it.
  for (Operation *op = root->getNextNode(); op; op = op->getNextNode()) {
    FailureOr<BlockNest> next = matchBlockNest(op, nullptr);
    if (succeeded(next) && attachEpilogue(found->reduction, *next))
      break;
  }
  tileContraction(*found, tile);
  return true;
}

} // namespace mlir::tir
