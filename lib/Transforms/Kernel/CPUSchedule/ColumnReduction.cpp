// Reductions of the columns of a long matrix on a CPU by primitives:
//
//   split columns [?, vectors of a task, columns of a tile], lines [?, 8]
//   reorder tasks, lines, tiles, 8, columns; cache_write the results of a task
//   decompose_reduction; parallel tasks; unroll 8 lines; vectorize columns
//   reverse_compute_inline what uses the result
//
// Each element is read once, so it is memory that takes the time: it gives
// eight lines most quickly that are read side by side, up to two pages of each.
// The tiles of `tile_reduction` read a quarter of a page of a line and then the
// next line, which takes 1.5 to 3 times as long (1024 x 4096 of f32, one
// thread). The results of a task stay in the nearest cache meanwhile.
//
// Where the terms of a sum are many, `rfactor` makes one of each block of them
// (SumBlocks.h).
#include "ColumnReduction.h"

#include "../ScheduleSteps.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/ReductionAccesses.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"
#include "Relax/Kernels/RowReduction/SumBlocks.h"

namespace mlir::tir {

namespace {
/// The iterators, the columns of a task and of a tile, the lines that are read
/// side by side, and those of a block of a sum; 0 if it has no blocks.
struct ColumnPlan {
  unsigned column, line;
  int64_t task, tile, lines, block;
};
} // namespace

// The largest divisor of `size` that is a multiple of `step` and at most
// `limit`; 0 if there is none.
static int64_t findDivisor(int64_t size, int64_t step, int64_t limit) {
  for (int64_t divisor = limit - limit % step; divisor > 0; divisor -= step)
    if (size % divisor == 0)
      return divisor;
  return 0;
}

// The one of these iterators that has several values, if all extents are known.
static std::optional<unsigned> findOnlyLong(LoopNest &nest,
                                            ArrayRef<unsigned> iters) {
  std::optional<unsigned> found;
  for (unsigned iter : iters) {
    std::optional<int64_t> extent = nest.getConstantExtent(iter);
    if (!extent || (*extent != 1 && found))
      return std::nullopt;
    if (*extent != 1)
      found = iter;
  }
  return found;
}

// Whether an input is a matrix, line by line, that takes more memory than the
// nearest caches have. All others are the same for a line or for a column.
static bool readsLongMatrix(const ReductionAccesses &accesses, unsigned column,
                            unsigned line, int64_t elements) {
  constexpr int64_t kNearBytes = 1 << 19;
  bool isLong = false;
  for (const WalkingAccess &input : accesses.inputs) {
    if (input.moves[column] && !input.isUnit(column))
      return false;
    Type element =
        cast<MemRefType>(input.access.buffer.getType()).getElementType();
    isLong |= input.moves[column] && input.moves[line] &&
              element.isIntOrFloat() &&
              element.getIntOrFloatBitWidth() / 8 * elements >= kNearBytes;
  }
  return isLong;
}

static std::optional<ColumnPlan> planColumns(Reduction &reduction,
                                             int64_t lanes) {
  // Vectors of a tile and lines side by side: their elements are in registers
  // with the results.
  constexpr int64_t kVectors = 4, kLines = 8, kPages = 8192, kMaxBlock = 384,
                    kMinTasks = 4;
  LoopNest &nest = reduction.nest;
  std::optional<unsigned> column = findOnlyLong(nest, reduction.spatial),
                          line = findOnlyLong(nest, reduction.reduce);
  if (!column || !line || *column > *line)
    return std::nullopt;
  int64_t width = *nest.getConstantExtent(*column),
          height = *nest.getConstantExtent(*line), elements;
  ReductionAccesses accesses = matchAccesses(reduction);
  if (width == 0 || llvm::MulOverflow(width, height, elements) ||
      accesses.column != column ||
      !readsLongMatrix(accesses, *column, *line, elements))
    return std::nullopt;
  Type element = reduction.store.getMemRefType().getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() < 8)
    return std::nullopt;
  ColumnPlan plan{*column, *line, 0, 0, 0, 0};
  plan.tile = findDivisor(width, lanes, kVectors * lanes);
  int64_t pages = kPages / (element.getIntOrFloatBitWidth() / 8);
  // Narrow matrices are read one line after the other anyway.
  if (plan.tile == 0 || width < pages)
    return std::nullopt;
  plan.task = findDivisor(width, plan.tile, std::min(pages, width / kMinTasks));
  if (plan.task == 0)
    return std::nullopt;
  if (SumBlocks::find(reduction)) {
    plan.block = findDivisor(height, kLines, std::min(height / 2, kMaxBlock));
    if (plan.block == 0)
      return std::nullopt;
  }
  plan.lines = findDivisor(plan.block != 0 ? plan.block : height, 4, kLines);
  return plan.lines == 0 ? std::nullopt : std::optional(plan);
}

// A block whose last loop is over the columns of a task.
static void vectorizeColumns(BlockSteps &steps, BlockOp block, int64_t tile) {
  if (!steps.areDone())
    return;
  ForOp columns = steps.getLoops(block).back();
  steps.vectorize(steps.split(columns, {kOpenFactor, tile}).back());
}

// Lines side by side, tile by tile, in loops over columns and lines.
static void composeLines(BlockSteps &steps, BlockOp block,
                         const ColumnPlan &plan) {
  if (!steps.areDone())
    return;
  SmallVector<ForOp> loops = steps.getLoops(block);
  SmallVector<ForOp> columns =
      steps.split(loops[loops.size() - 2], {kOpenFactor, plan.tile});
  SmallVector<ForOp> lines =
      steps.split(loops.back(), {kOpenFactor, plan.lines});
  steps.reorder({lines[0], columns[0], lines[1], columns[1]});
  BlockOp start = steps.decomposeReduction(block, lines[0]);
  steps.unroll(lines[1]);
  steps.vectorize(columns[1]);
  if (steps.areDone())
    steps.vectorize(steps.getLoops(start).back());
}

static void composeColumns(BlockSteps &steps, BlockOp block,
                           const ColumnPlan &plan) {
  (void)steps.getLoops(block);
  LoopNest nest = *matchLoopNest(getOwnRoot(block), nullptr);
  BlockOp products = block;
  if (plan.block != 0) {
    ForOp blocks =
        steps.split(nest.loops[plan.line], {kOpenFactor, plan.block}).front();
    block = steps.rfactor(block, blocks, /*axis=*/0);
    if (!steps.areDone())
      return;
    (void)steps.getLoops(block);
    nest = *matchLoopNest(getOwnRoot(block), nullptr);
  }
  ForOp line = nest.loops[plan.line];
  SmallVector<ForOp> columns =
      steps.split(nest.loops[plan.column], {kOpenFactor, plan.task});
  if (plan.block == 0) {
    steps.reorder({columns[0], columns[1], line});
  } else {
    steps.reorder({columns[0], line, columns[1]});
    steps.computeAt(products, line);
  }
  BlockOp result = steps.cacheWrite(block, 0, "global");
  steps.reverseComputeAt(result, columns[0]);
  composeLines(steps, products, plan);
  if (plan.block != 0) {
    BlockOp start = steps.decomposeReduction(block, line);
    vectorizeColumns(steps, block, plan.tile);
    vectorizeColumns(steps, start, plan.tile);
  }
  steps.parallel(columns[0]);
  vectorizeColumns(steps, result, plan.tile);
}

FailureOr<BlockOp> composeColumnReduction(Reduction &reduction, int64_t lanes,
                                          ScheduleWriter *writer) {
  std::optional<ColumnPlan> plan = planColumns(reduction, lanes);
  if (!plan)
    return failure();
  return composeReduction(reduction, writer,
                          [&](BlockSteps &steps, BlockOp block) {
                            composeColumns(steps, block, *plan);
                          });
}

} // namespace mlir::tir
