// Which tiles keep a chip busy with the product of two matrices.
#include "Matmul.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

namespace {
/// Tiles that suit a contraction if a block has so much shared memory for them,
/// so many operands at least are copied asynchronously, and a thread holds so
/// many elements and addresses at most of the others.
struct TileCandidate {
  ContractionTile tile;
  int64_t maxSharedBytes;
  int minCopied = 0;
  int64_t maxHeld = INT64_MAX;
};
} // namespace

// Whether the elements of an operand lie at distances that are known.
static bool hasKnownStrides(const ContractionOperand &operand) {
  return llvm::all_of(operand.loads, [](const ElementAccess &load) {
    return cast<MemRefType>(load.buffer.getType()).hasStaticShape();
  });
}

// How many registers at least hold what a thread loads of a step until the step
// before it is multiplied: chunks of operands that are not copied, with an
// address each where their distances are not known.
static int64_t countHeld(const ContractionPlan &plan) {
  int64_t held = 0;
  for (const OperandPlan *operand : {&plan.lhs, &plan.rhs})
    if (!operand->isCopied())
      held += operand->getShare() * (hasKnownStrides(operand->operand) ? 1 : 2);
  return held;
}

// The plan of the first of the candidates that suits the contraction.
static std::optional<ContractionPlan>
planFirst(Contraction &contraction, ArrayRef<TileCandidate> candidates) {
  for (const TileCandidate &candidate : candidates) {
    ContractionPlan plan = planContraction(contraction, candidate.tile);
    if (plan.countCopied() >= candidate.minCopied &&
        plan.getSharedBytes() <= candidate.maxSharedBytes &&
        countHeld(plan) <= candidate.maxHeld)
      return plan;
  }
  return std::nullopt;
}

// What is taken for an extent that is not known.
static constexpr int64_t kUsual = 1024;

// Whether rows, columns and reduction dimension are of that many at least.
static bool isLargeEnough(const ContractionShape &shape, int64_t min) {
  return llvm::all_of(
      ArrayRef({shape.rows, shape.columns, shape.k}),
      [&](auto extent) { return extent.value_or(kUsual) >= min; });
}

// How many tiles there are, and so blocks.
static uint64_t countBlocks(const ContractionShape &shape, int64_t rows,
                            int64_t columns) {
  return llvm::SaturatingMultiply<uint64_t>(
      shape.batch,
      llvm::SaturatingMultiply<uint64_t>(
          llvm::divideCeil(shape.rows.value_or(kUsual), rows),
          llvm::divideCeil(shape.columns.value_or(kUsual), columns)));
}

//===----------------------------------------------------------------------===//
// Threads and warps
//===----------------------------------------------------------------------===//

// Large tiles load less from memory, small ones keep more processors busy and
// waste less of an extent that is not known. A tile of r x c elements loads r +
// c elements for r * c products at each step of K. 128 x 128 in 256 threads is
// 64 sums a thread, which with operands is 122 registers (docs/GPUKernels.md);
// more would spill or leave one block a multiprocessor.
static std::optional<ContractionTile> chooseTile(const ContractionShape &shape,
                                                 const GPUChip &chip) {
  // Fewer rows, columns or steps than this are no work for tiles. A tile of 16
  // x 16 for 4 columns would be three quarters padding; the row kernel does
  // better.
  constexpr int64_t kMin = 8;
  if (!isLargeEnough(shape, kMin) ||
      chip.maxThreads < ContractionTile::kThreads)
    return std::nullopt;
  // An unknown extent gets 64: a batch of 1 to 64 rows then wastes less than a
  // tile of 128 would.
  auto fit = [](std::optional<int64_t> extent) {
    return std::clamp<int64_t>(llvm::bit_ceil<uint64_t>(extent.value_or(64)),
                               16, 128);
  };
  ContractionTile tile;
  tile.rows = fit(shape.rows);
  tile.columns = fit(shape.columns);
  // The larger side is halved, as square tiles load least.
  while (countBlocks(shape, tile.rows, tile.columns) < uint64_t(chip.cores) &&
         (tile.rows > 32 || tile.columns > 32))
    (tile.rows > tile.columns ? tile.rows : tile.columns) /= 2;
  // Large tiles take fewer steps of K at a time, so that both operands fit in
  // the same shared memory.
  tile.k = tile.rows * tile.columns > 128 * 64 ? 8 : 16;
  return tile;
}

std::optional<ContractionPlan> planMatmul(Contraction &contraction,
                                          const GPUChip &chip) {
  std::optional<ContractionTile> tile = chooseTile(contraction.shape, chip);
  if (!tile)
    return std::nullopt;
  return planFirst(contraction, {{*tile, chip.sharedBytes}});
}

// Both operands are copied asynchronously: registers would not hold steps of
// more bytes than the least.
static constexpr int kBoth = 2;

// The bytes of K that a block of warps takes at a time, at least. 64 bytes are
// 32 halves: two instructions of K = 16 per step.
static constexpr int64_t kStepBytes = 64;

// With few rows each element of the other operand is for few products, and
// memory decides: what counts is how much is on its way. A multiprocessor that
// waits 700 ns for its share of 3 TB/s, 23 GB/s, has 16 KB to wait for; 24 KiB
// leave room for bursts. So there are as many stages as a block has room for
// without asking, of up to 256 bytes along K: what a step takes beside its
// products, 26 instructions, is for 16 of them in a warp then. Four stages of
// 32 rows and 32 columns are 64 KiB, three blocks on sm_90 and two on sm_80.
static std::optional<TileCandidate> chooseFewRows(ContractionTile tile,
                                                  std::optional<int64_t> k,
                                                  int64_t bytes,
                                                  const GPUChip &chip) {
  constexpr int64_t kFew = 32, kMaxStepBytes = 256, kMaxBytes = 64 << 10;
  constexpr int64_t kMinStages = 4, kMaxStages = 8;
  if (std::min(tile.rows, tile.columns) > kFew)
    return std::nullopt;
  // All threads have chunks of the shorter side, too.
  if (std::min(tile.rows, tile.columns) < kFew)
    for (int64_t *side : {&tile.rows, &tile.columns})
      *side = std::min(*side, 2 * kFew);
  int64_t length = k.value_or(kUsual) * bytes;
  int64_t lines = tile.rows + tile.columns;
  int64_t most = std::min(kMaxBytes, chip.maxSharedBytes);
  // A long step of a short dimension would be padding.
  int64_t step =
      length < kMinStages * kMaxStepBytes ? kMaxStepBytes / 2 : kMaxStepBytes;
  while (step > kStepBytes &&
         (step / 2 >= length || lines * step * kMinStages > most))
    step /= 2;
  tile.k = step / bytes;
  // No more than there are steps.
  int64_t room = std::max(chip.sharedBytes, lines * step * kMinStages);
  auto stages = std::min<uint64_t>(kMaxStages, room / (lines * step));
  tile.stages = std::max<int64_t>(
      2, std::min(llvm::bit_floor<uint64_t>(stages),
                  llvm::bit_ceil<uint64_t>(llvm::divideCeil(length, step))));
  return TileCandidate{tile, chip.maxSharedBytes, kBoth};
}

// With the largest tile, one step is multiplied for longer than the next one
// takes to come: 128 bytes of K of 128 x 128 halves are 1024 cycles of the
// tensor cores of sm_80, beside those of another block. So there are two stages
// of twice the bytes, with half of the barriers and addresses a product; where
// a multiprocessor has room for two such blocks, as many as registers allow.
static std::optional<TileCandidate> chooseLongSteps(ContractionTile tile,
                                                    const GPUChip &chip) {
  constexpr int64_t kSide = 128, kBlocks = 2, kReservedBytes = 1024;
  if (tile.rows != kSide || tile.columns != kSide)
    return std::nullopt;
  tile.k *= 2;
  tile.stages = 2;
  return TileCandidate{
      tile, (chip.maxSharedBytes + kReservedBytes) / kBlocks - kReservedBytes,
      kBoth};
}

// f32 comes through registers, where it is rounded once; 128 bytes of K are a
// row of chunks in all banks. 128 x 256 elements have 48 of a step in each of
// 256 threads, beside 128 sums; 128 x 128 in 128 threads would have 64, which
// spill, and take half of the step. Steps of small tiles are hidden by other
// blocks of the multiprocessor.
static TileCandidate chooseRounded(ContractionTile tile,
                                   const ContractionShape &shape,
                                   const GPUChip &chip) {
  constexpr int64_t kSide = 128, kColumns = 256;
  tile.usesAsyncCopies = false;
  tile.k = 2 * kStepBytes / sizeof(float);
  if (tile.rows == kSide && tile.columns == kSide) {
    if (countBlocks(shape, kSide, kColumns) >= uint64_t(chip.cores))
      tile.columns = kColumns;
    else
      tile.k /= 2;
  }
  return {tile, chip.maxSharedBytes};
}

// Operands that tensor cores multiply. f32 goes to them only as TF32, with 10
// mantissa bits of 23, hence only where the program allows it.
static bool takeFactors(Contraction &contraction, const GPUChip &chip) {
  return contraction.narrowOperands() ||
         (chip.roundsFloats && contraction.hasFloatOperands());
}

std::optional<ContractionPlan> planTensorMatmul(Contraction &contraction,
                                                const GPUChip &chip) {
  // `mma.sync` takes 32 bytes of K at a time on chips with async copies, half
  // of that before.
  constexpr int64_t kProductBytes = 32;
  // Steps that have room in shared memory, with async copies. Three: one step
  // is multiplied, one is on its way, one is being asked for. 128 x 128 halves
  // with 64 bytes of K are 16 KiB a step, 48 KiB in all, which is what a block
  // has without asking.
  constexpr int64_t kStages = 3;
  std::optional<ContractionTile> tile = chooseTile(contraction.shape, chip);
  if (!tile || !takeFactors(contraction, chip) ||
      !chip.hasMatrix(contraction.getFactorType()))
    return std::nullopt;
  tile->factor = contraction.getFactorType();
  int64_t bytes = tile->factor.getIntOrFloatBitWidth() / 8;
  tile->unit = ContractionUnit::Warps;
  tile->usesAsyncCopies = chip.hasAsyncCopy();
  tile->k = kStepBytes / bytes;
  tile->mmaK = kProductBytes / bytes;
  if (!tile->usesAsyncCopies)
    tile->mmaK /= 2;
  SmallVector<TileCandidate> candidates;
  if (tile->usesAsyncCopies) {
    if (auto few = chooseFewRows(*tile, contraction.shape.k, bytes, chip))
      candidates.push_back(*few);
    if (tile->factor.isF32())
      candidates.push_back(chooseRounded(*tile, contraction.shape, chip));
    if (auto steps = chooseLongSteps(*tile, chip))
      candidates.push_back(*steps);
    // Copies must be whole vectors of 16 bytes; if the layout does not allow
    // that for either operand, two stages through registers are left.
    ContractionTile staged = *tile;
    staged.stages = kStages;
    candidates.push_back({staged, chip.sharedBytes, 1});
  }
  // Of bytes that come through registers one by one, half of the elements of a
  // step are as many as there is room for beside the sums.
  constexpr int64_t kMaxHeldBytes = 64;
  if (bytes == 1 && tile->k > tile->mmaK) {
    candidates.push_back({*tile, chip.sharedBytes, 0, kMaxHeldBytes});
    tile->k /= 2;
  }
  candidates.push_back({*tile, chip.sharedBytes});
  return planFirst(contraction, candidates);
}

// A second kernel joins the parts, which costs some microseconds: what it saves
// is half of a long loop, or more. Parts are of equal length and of whole
// steps, and of one iterator: operands stay contiguous along it.
int64_t chooseKParts(Contraction &contraction, const GPUChip &chip) {
  constexpr int64_t kMinPart = 512;
  std::optional<int64_t> length = contraction.shape.k;
  std::optional<ContractionPlan> plan = planTensorMatmul(contraction, chip);
  if (!plan || !length || contraction.kIters.size() != 1)
    return 1;
  uint64_t blocks =
      countBlocks(contraction.shape, plan->tile.rows, plan->tile.columns);
  auto wanted =
      static_cast<int64_t>(chip.cores / std::max<uint64_t>(blocks, 1));
  int64_t most = std::min(wanted, *length / kMinPart);
  while (most > 1 && *length % (most * plan->tile.k) != 0)
    --most;
  return std::max<int64_t>(most, 1);
}

//===----------------------------------------------------------------------===//
// Warpgroups
//===----------------------------------------------------------------------===//

// Whether threads have more to do with an operand than to let the device copy
// it: they decode weights, or find the elements of a convolution.
static bool keepsThreadsBusy(const ContractionPlan &plan) {
  return plan.rhs.operand.isDecoded() ||
         (plan.lhs.isCopied() && !plan.lhs.findTMAAxes());
}

// Small tiles leave room for two blocks in a processor, which large ones fill.
// 128 x 128 sums of f32 in 256 threads are 64 registers a thread, of 128 x 256
// are 128 (154 in all, docs/GPUKernels.md). Four steps of the large tile are
// 192 KiB of the 227 KiB that sm_90 gives a block. Where threads are busy with
// operands, 512 of them have 256 rows, for which weights are decoded once: an
// element of these costs eight instructions, a chunk of a convolution four, and
// 16 warps hide more of them than 8.
std::optional<ContractionPlan> planWarpgroupMatmul(Contraction &contraction,
                                                   const GPUChip &chip) {
  // Fewer rows or columns than this leave more than half of a tile empty. 128
  // rows of a tile are two warpgroups of 64 each.
  constexpr int64_t kMin = 64;
  const ContractionShape &shape = contraction.shape;
  if (chip.maxThreads < ContractionTile::kThreads ||
      !isLargeEnough(shape, kMin) || !takeFactors(contraction, chip))
    return std::nullopt;
  // With blocks for half of the multiprocessors, half of the columns are as
  // many again. With less than that of the smallest, the tiles of `mma.sync`
  // keep more of the chip busy.
  constexpr int64_t kRows = ContractionTile::kWarpgroupRows;
  // What the smallest tile has of f16 in rows of unknown length, or of f8 in
  // rows of odd length, spills next to nothing. That of f8 in rows of unknown
  // length would be twice as much, and spill 2.7 KB.
  constexpr int64_t kMaxHeld = 96;
  struct {
    int64_t rows, columns, stages, minBlocks;
  } tiles[] = {{2 * kRows, 128, 4, chip.cores},
               {kRows, 256, 4, chip.cores},
               {kRows, 128, 3, chip.cores / 2 + 1},
               {kRows, 64, 4, chip.cores / 2}};
  for (auto [rows, columns, stages, minBlocks] : tiles) {
    // Half of a tile would be empty.
    bool isWide = shape.columns && columns >= 2 * *shape.columns;
    if (isWide || countBlocks(shape, rows, columns) < uint64_t(minBlocks))
      continue;
    std::optional<ContractionPlan> plan =
        planWarpgroups(contraction, rows, columns, stages);
    bool isTall = rows != kRows;
    if (isTall && plan &&
        (contraction.productGroups || !keepsThreadsBusy(*plan)))
      continue;
    if (plan && countHeld(*plan) > kMaxHeld)
      continue;
    if (!plan || plan->getSharedBytes() <= chip.maxSharedBytes)
      return plan;
  }
  return std::nullopt;
}

} // namespace mlir::tir
