// Products of f32 matrices on a CPU by primitives, where tiles divide them:
//
//   split rows [?, tiles of a task, rows], columns [?, columns]
//   reorder; cache_read the columns of a task; cache_write a tile
//   decompose_reduction; parallel tasks; unroll rows; vectorize columns
//   reverse_compute_inline what uses the result
//
// Where the products that a result adds are many, `rfactor` makes a sum of each
// block of them (SumBlocks.cpp), which is computed in the tile.
//
// These loops are the ones that `tile_reduction` writes. A last tile that
// sticks out would be tested row by row, which takes 2.5 times as long (500 x
// 500, one thread, AVX-512); that step starts it earlier.
#include "Matmul.h"

#include "../ComposeMatmul.h"
#include "../ScheduleSteps.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"
#include "Relax/Kernels/RowReduction/SumBlocks.h"

namespace mlir::tir {

namespace {
/// The iterators, and the tile of a task's tiles.
struct MatmulPlan {
  unsigned row, column, k;
  int64_t rows, columns, tiles;
  /// Which of the buffers that the block reads is copied.
  unsigned panel;
  /// The products of a block of a sum, 0 if they are not in blocks.
  int64_t block;
};
} // namespace

static std::optional<MatmulPlan> planMatmul(Reduction &reduction,
                                            const ReductionPlan &plan) {
  const ReductionTile &tile = plan.tile;
  LoopNest &nest = reduction.nest;
  if (tile.packed.size() != 1 || nest.size() != 3 ||
      reduction.reduce.size() != 1)
    return std::nullopt;
  std::optional<int64_t> tiles = getWholeTasks(reduction, tile);
  FailureOr<Contraction> product = matchMultiplyAccumulate(reduction);
  if (!tiles || failed(product) || !getMatmulBuffers(*product))
    return std::nullopt;
  auto packed = dyn_cast<memref::LoadOp>(tile.packed.front());
  if (!packed || packed.getIndices().back() !=
                     nest.block.getBody()->getArgument(*tile.column))
    return std::nullopt;
  std::optional<SumBlocks> blocks = SumBlocks::find(reduction);
  // A shorter last block would be tested in each step.
  if (blocks && nest.getConstantExtent(reduction.reduce.front()).value_or(1) %
                        blocks->size !=
                    0)
    return std::nullopt;
  return MatmulPlan{*tile.row,
                    *tile.column,
                    reduction.reduce.front(),
                    tile.rows,
                    tile.columns,
                    *tiles,
                    getReadNumber(nest.block, packed.getMemRef()),
                    blocks ? blocks->size : 0};
}

// Rows are written out, columns are vectors: of a block in the loops of a tile.
static void vectorizeTile(BlockSteps &steps, BlockOp block) {
  if (!steps.areDone())
    return;
  SmallVector<ForOp> loops = steps.getLoops(block);
  steps.unroll(loops[loops.size() - 2]);
  steps.vectorize(loops.back());
}

// The products of a block of a sum, in the tile that adds them.
static void composeProducts(BlockSteps &steps, BlockOp block) {
  if (!steps.areDone())
    return;
  SmallVector<ForOp> loops = steps.getLoops(block);
  ArrayRef<ForOp> tile = ArrayRef(loops).take_back(3);
  steps.reorder({tile[2], tile[0], tile[1]});
  BlockOp start = steps.decomposeReduction(block, tile[2]);
  steps.unroll(tile[0]);
  steps.vectorize(tile[1]);
  vectorizeTile(steps, start);
}

static void composeTiles(BlockSteps &steps, BlockOp block,
                         const MatmulPlan &plan) {
  (void)steps.getLoops(block);
  LoopNest nest = *matchLoopNest(getOwnRoot(block), nullptr);
  ForOp k = nest.loops[plan.k];
  BlockOp products = block;
  if (plan.block != 0) {
    ForOp blocks = steps.split(k, {kOpenFactor, plan.block}).front();
    block = steps.rfactor(block, blocks, /*axis=*/0);
    if (!steps.areDone())
      return;
    k = steps.getLoops(block).back();
    nest = *matchLoopNest(getOwnRoot(block), nullptr);
  }
  SmallVector<ForOp> rows =
      steps.split(nest.loops[plan.row], {kOpenFactor, plan.tiles, plan.rows});
  SmallVector<ForOp> columns =
      steps.split(nest.loops[plan.column], {kOpenFactor, plan.columns});
  steps.reorder({columns[0], rows[0], rows[1], k, rows[2], columns[1]});
  ForOp task = steps.fuse({columns[0], rows[0]});
  if (plan.block != 0)
    steps.computeAt(products, k);
  BlockOp panel = steps.cacheRead(products, plan.panel, "global");
  steps.computeAt(panel, task);
  BlockOp result = steps.cacheWrite(block, 0, "global");
  steps.reverseComputeAt(result, rows[1]);
  if (plan.block != 0)
    composeProducts(steps, products);
  BlockOp start = steps.decomposeReduction(block, k);
  steps.parallel(task);
  steps.unroll(rows[2]);
  steps.vectorize(columns[1]);
  vectorizeTile(steps, start);
  vectorizeTile(steps, result);
  if (steps.areDone())
    steps.vectorize(steps.getLoops(panel).back());
}

FailureOr<BlockOp> composeMatmul(Reduction &reduction,
                                 const ReductionPlan &plan,
                                 ScheduleWriter *writer) {
  std::optional<MatmulPlan> matmul = planMatmul(reduction, plan);
  if (!matmul)
    return failure();
  return composeReduction(reduction, writer,
                          [&](BlockSteps &steps, BlockOp block) {
                            composeTiles(steps, block, *matmul);
                          });
}

} // namespace mlir::tir
