// Reductions of a few elements whose neighbours in memory are of other results,
// as of depthwise convolutions and pools: a thread has a tile of neighbouring
// results in registers, whose windows overlap.
//
//   split along [?, run] and lines [?, 2]; reorder
//   cache_write the tile "local"; decompose_reduction
//   fuse all but the tile; split [?, threads]; bind blocks and threads
//   annotate the blocks that a multiprocessor has room for
//   unroll the window and the tile; vectorize the store
//
// Of 3 x 3 elements, 2 x 4 windows are 24 elements and 9 weights in place of
// 144 loads, and places are computed once for all. Of 56 x 56 results in 256
// channels these are 300 instructions for 8, of one line 219 for 4, and of one
// window 155.
#include "../ScheduleSteps.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"
#include "Relax/Kernels/Contraction/ContractionPlan.h"
#include "ResidentBlocks.h"
#include "Rules.h"

namespace mlir::tir {

namespace {
/// What a thread does of a reduction.
struct WindowRun {
  /// The iterator along which results lie in memory, and how many a thread has.
  unsigned along;
  int64_t run;
  /// The one before that, two lines of which a thread has, if there is one.
  std::optional<unsigned> lines;
  /// Threads of a block, and blocks of a multiprocessor.
  int64_t threads, residentBlocks = 0;
};
} // namespace

// Whether neighbouring threads read what is near each other: rows that are
// reduced along memory are for the threads of a warp together. Of a choice, as
// of padding, the stride is not known.
static bool readsNear(Reduction &reduction, unsigned along) {
  constexpr int64_t kNear = 4;
  return llvm::all_of(reduction.getInputs(), [&](ElementAccess &input) {
    return getStride(reduction.nest.block, input, along).value_or(1) <= kNear;
  });
}

static std::optional<WindowRun> planRun(Reduction &reduction,
                                        const GPUChip &chip) {
  // All of a window is written out, and a chip is full of threads.
  constexpr int64_t kMaxWindow = 64;
  LoopNest &nest = reduction.nest;
  std::optional<int64_t> window = nest.getConstantTotal(reduction.reduce);
  std::optional<int64_t> results = nest.getConstantTotal(reduction.spatial);
  if (!window || *window < 2 || *window > kMaxWindow || !results)
    return std::nullopt;
  ElementAccess store{reduction.store, reduction.out,
                      reduction.store.getIndices(), /*isStore=*/true};
  std::optional<unsigned> lines;
  for (unsigned along : reduction.spatial) {
    if (getStride(nest.block, store, along) != 1) {
      lines = along;
      continue;
    }
    int64_t extent = *nest.getConstantExtent(along);
    int64_t run = extent % 4 == 0 ? 4 : 2;
    if (extent % run != 0 || !readsNear(reduction, along))
      return std::nullopt;
    if (lines && *nest.getConstantExtent(*lines) % 2 != 0)
      lines.reset();
    int64_t threads = chip.threads, all = *results / run / (lines ? 2 : 1);
    while (threads > 32 && all % threads != 0)
      threads /= 2;
    if (all % threads != 0 || all < chip.cores * chip.maxThreads / 2)
      return std::nullopt;
    WindowRun plan{along, run, lines, threads};
    plan.residentBlocks = countResidentBlocks(chip, threads, 0);
    return plan;
  }
  return std::nullopt;
}

static void bindRun(BlockSteps &steps, BlockOp block, const WindowRun &plan,
                    const Reduction &reduction) {
  (void)steps.getLoops(block);
  LoopNest nest = *matchLoopNest(getOwnRoot(block), nullptr);
  SmallVector<ForOp> outer, window, tile;
  for (unsigned iter : reduction.spatial) {
    bool isAlong = iter == plan.along;
    outer.push_back(nest.loops[iter]);
    if (!isAlong && iter != plan.lines)
      continue;
    SmallVector<ForOp> parts =
        steps.split(outer.back(), {kOpenFactor, isAlong ? plan.run : 2});
    if (!steps.areDone())
      return;
    outer.back() = parts[0];
    tile.push_back(parts[1]);
  }
  for (unsigned iter : reduction.reduce)
    window.push_back(nest.loops[iter]);
  steps.reorder(llvm::to_vector(llvm::concat<ForOp>(outer, window, tile)));
  // Before loops are fused: of these one sees that a thread writes a box.
  BlockOp result = steps.cacheWrite(block, 0, "local");
  steps.reverseComputeAt(result, outer.back());
  BlockOp start = steps.decomposeReduction(block, window.front());
  if (!steps.areDone())
    return;
  SmallVector<ForOp> bound =
      steps.split(steps.fuse(outer), {kOpenFactor, plan.threads});
  steps.bind(bound[0], "blockIdx.x");
  steps.bind(bound[1], "threadIdx.x");
  if (plan.residentBlocks != 0)
    steps.annotate(
        bound[0], kResidentBlocks,
        Builder(block.getContext()).getI64IntegerAttr(plan.residentBlocks));
  for (ForOp loop : llvm::concat<ForOp>(window, tile))
    steps.unroll(loop);
  SmallVector<ForOp> started = steps.getLoops(start);
  for (ForOp loop : ArrayRef(started).take_back(tile.size()))
    steps.unroll(loop);
  SmallVector<ForOp> stored = steps.getLoops(result);
  for (ForOp loop : ArrayRef(stored).take_back(tile.size()).drop_back())
    steps.unroll(loop);
  steps.vectorize(stored.back());
}

bool scheduleWindow(Operation *root, const GPUChip &chip,
                    ScheduleWriter *writer) {
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  if (failed(nest))
    return false;
  FailureOr<Reduction> reduction = matchReduction(*nest, nullptr);
  if (failed(reduction))
    return false;
  attachOnlyUser(*reduction);
  // Other kernels of the function give their buffers more room than they use.
  auto func = nest->block->getParentOfType<FuncOp>();
  size_t own = reduction->epilogue ? 2 : 1;
  std::optional<WindowRun> plan = planRun(*reduction, chip);
  if (!plan || hasLongEpilogue(*reduction) || getStatements(func).size() != own)
    return false;
  return succeeded(composeReduction(*reduction, writer,
                                    [&](BlockSteps &steps, BlockOp block) {
                                      bindRun(steps, block, *plan, *reduction);
                                    }));
}

} // namespace mlir::tir
