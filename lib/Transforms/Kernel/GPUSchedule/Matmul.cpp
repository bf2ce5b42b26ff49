// Products of matrices and convolutions: tiles in shared memory, sums in
// registers.
#include "Matmul.h"
#include "../ScheduleWriter.h"
#include "Relax/Dialect/TIR/Schedule/BlockIters.h"
#include "Relax/Dialect/TIR/Schedule/DryRun.h"
#include "Relax/Kernels/Contraction/ContractionTiles.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Rules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

// Fewer rows, columns or terms than this are no work for tiles. A tile of 16 x
// 16 for 4 columns would be three quarters padding; the row kernel does better.
static constexpr int64_t kMin = 8;
// What is taken for an extent that is not known.
static constexpr int64_t kUsual = 1024;

static bool isLargeEnough(Contraction &contraction) {
  for (const auto *iters :
       {&contraction.rows, &contraction.columns, &contraction.kIters})
    if (contraction.getConstantTotal(*iters).value_or(kUsual) < kMin)
      return false;
  return true;
}

// Large tiles load less from memory, small ones keep more processors busy and
// waste less of an extent that is not known. A tile of r x c elements loads r +
// c elements for r * c products at each step of K. 128 x 128 in 256 threads is
// 64 sums a thread, which with operands is 122 registers (docs/GPUKernels.md);
// more would spill or leave one block a multiprocessor.
static ContractionTile chooseTile(Contraction &contraction,
                                  const GPUChip &chip) {
  std::optional<int64_t> rows = contraction.getConstantTotal(contraction.rows);
  std::optional<int64_t> columns =
      contraction.getConstantTotal(contraction.columns);
  int64_t batch = contraction.getConstantTotal(contraction.batch).value_or(1) *
                  contraction.numGroups;
  // An unknown extent gets 64: a batch of 1 to 64 rows then wastes less than a
  // tile of 128 would.
  auto fit = [](std::optional<int64_t> extent) {
    return std::clamp<int64_t>(llvm::bit_ceil<uint64_t>(extent.value_or(64)),
                               16, 128);
  };
  ContractionTile tile;
  tile.rows = fit(rows);
  tile.columns = fit(columns);
  auto countBlocks = [&] {
    return llvm::SaturatingMultiply<uint64_t>(
        batch, llvm::SaturatingMultiply<uint64_t>(
                   llvm::divideCeil(rows.value_or(kUsual), tile.rows),
                   llvm::divideCeil(columns.value_or(kUsual), tile.columns)));
  };
  // The larger side is halved, as square tiles load least.
  while (countBlocks() < uint64_t(chip.cores) &&
         (tile.rows > 32 || tile.columns > 32))
    (tile.rows > tile.columns ? tile.rows : tile.columns) /= 2;
  // Large tiles take fewer steps of K at a time, so that both operands fit in
  // the same shared memory.
  tile.k = tile.rows * tile.columns > 128 * 64 ? 8 : 16;
  return tile;
}

FailureOr<Contraction> matchMatmul(LoopNest nest) {
  FailureOr<Reduction> reduction = matchReduction(nest, nullptr);
  if (failed(reduction))
    return failure();
  FailureOr<Contraction> found = matchContraction(*reduction);
  if (failed(found) || !isLargeEnough(*found))
    return failure();
  if (!hasByteSizedOperands(*found))
    return failure();
  return found;
}

// The user may read at 0 what is written at an iterator of extent 1. A unit
// axis in the product's own nest has been dropped; the user may still have a
// loop for it, and would not match iterator by iterator.
static bool attachWithoutUnits(Reduction &reduction, LoopNest user) {
  dropUnitIters(user);
  return attachEpilogue(reduction, user);
}

void attachUser(Reduction &reduction) {
  FailureOr<LoopNest> user = findOnlyUser(reduction);
  if (failed(user))
    return;
  // Where it does not fit, it stays as it is. Dropping unit iterators changes
  // the user even if attaching fails then. So it is tried on clones (`dryRun`),
  // and done only if it works.
  auto attach = [](ArrayRef<Operation *> ops) {
    FailureOr<Reduction> own =
        matchReduction(*matchLoopNest(ops.front(), nullptr), nullptr);
    return success(
        succeeded(own) &&
        attachWithoutUnits(*own, *matchLoopNest(ops.back(), nullptr)));
  };
  bool hasUnits = llvm::any_of(
      user->loops, [](ForOp loop) { return loop.getConstantExtent() == 1; });
  if (!hasUnits ||
      succeeded(dryRun({reduction.nest.getRoot(), user->getRoot()}, attach)))
    (void)attachWithoutUnits(reduction, *user);
}

// The least rows and columns that a block of warps gives tensor cores, and the
// bytes of terms that a block takes at a time, and one instruction. 64 bytes
// are 32 halves: two instructions of K = 16 per step. `mma.sync` takes 32 bytes
// of K at a time on chips with async copies, half of that before.
static constexpr int64_t kMinTensorExtent = 32;
static constexpr int64_t kStepBytes = 64, kProductBytes = 32;
// Steps that have room in shared memory, with async copies. Three: one step is
// multiplied, one is on its way, one is being asked for. 128 x 128 halves with
// 64 bytes of K are 16 KiB a step, 48 KiB in all, which is what a block has
// without asking.
static constexpr int64_t kStages = 3;

// The tile of a contraction; nothing if the chip does not hold it.
static std::optional<ContractionTile> fitTile(Contraction &contraction,
                                              const GPUChip &chip) {
  ContractionTile tile = chooseTile(contraction, chip);
  if (getSharedBytes(contraction, tile) > chip.sharedBytes)
    return std::nullopt;
  return tile;
}

static std::optional<ContractionTile> fitTensorTile(Contraction &contraction,
                                                    const GPUChip &chip) {
  ContractionTile tile = chooseTile(contraction, chip);
  // f32 goes to tensor cores only as TF32, with 10 mantissa bits of 23, hence
  // only where the program allows it.
  if (!chip.target || tile.rows < kMinTensorExtent ||
      tile.columns < kMinTensorExtent ||
      !(narrowOperands(contraction) ||
        (chip.roundsFloats && hasFloatOperands(contraction))))
    return std::nullopt;
  Type type = contraction.lhs.getType();
  if (!chip.hasMatrix(type))
    return std::nullopt;
  int64_t bytes = type.getIntOrFloatBitWidth() / 8;
  tile.usesTensorCores = true;
  tile.k = kStepBytes / bytes;
  tile.mmaK = kProductBytes / bytes;
  if (!chip.hasAsyncCopy())
    tile.mmaK /= 2;
  // Copies must be whole vectors of 16 bytes; if the layout does not allow
  // that, one stage through registers is left.
  tile.usesAsyncCopies = chip.hasAsyncCopy();
  if (canUseAsyncCopies(contraction, tile))
    tile.stages = kStages;
  if (getSharedBytes(contraction, tile) > chip.sharedBytes)
    return std::nullopt;
  return tile;
}

static void writeStep(const Reduction &reduction, const ContractionTile &tile,
                      const GPUChip &chip, ScheduleWriter &writer) {
  Value block = writer.find(reduction.nest.block), end;
  if (reduction.epilogue)
    end = writer.find(reduction.epilogue->block);
  OpBuilder builder(block.getContext());
  auto step = writer.write<schedule::TileContractionOp>(
      block, end,
      builder.getDenseI64ArrayAttr({tile.rows, tile.columns, tile.k}),
      builder.getI64IntegerAttr(tile.stages),
      tile.usesTensorCores ? builder.getI64IntegerAttr(tile.mmaK)
                           : IntegerAttr(),
      /*tf32=*/UnitAttr(), /*async_copies=*/UnitAttr());
  step.setTf32(tile.usesTensorCores && chip.roundsFloats);
  step.setAsyncCopies(tile.usesAsyncCopies);
}

/// The tile is asked for twice: dropping unit iterators gives the contraction
/// other iterators, and the first match is stale.
static bool scheduleTiles(Operation *root, const GPUChip &chip,
                          ScheduleWriter *writer, decltype(fitTile) &fit) {
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  if (failed(nest) || chip.maxThreads < ContractionTile::kThreads)
    return false;
  FailureOr<Contraction> first = matchMatmul(*nest);
  if (failed(first) || !fit(*first, chip))
    return false;
  dropUnitIters(*nest);
  Contraction found = *matchMatmul(*nest);
  ContractionTile tile = *fit(found, chip);
  attachUser(found.reduction);
  if (writer)
    writeStep(found.reduction, tile, chip, *writer);
  tileContraction(found, tile);
  return true;
}

bool scheduleTensorMatmul(Operation *root, const GPUChip &chip,
                          ScheduleWriter *writer) {
  return scheduleTiles(root, chip, writer, fitTensorTile);
}

bool scheduleMatmul(Operation *root, const GPUChip &chip,
                    ScheduleWriter *writer) {
  return scheduleTiles(root, chip, writer, fitTile);
}

} // namespace mlir::tir
