// Compute sums of products on a GPU tile by tile, through shared memory:
//
//   blockIdx.x: one tile of rows times columns
//     threadIdx.x: each thread some rows times some columns of it
//       acc = start                               (registers)
//       shared[i] = operands of step i, for all stages but one; barrier
//       for each step along the reduction dimension:
//         operands of the step that has no stage yet: staged (registers), or
//           copied to the free stage while the rest goes on
//         for each k of the step: acc += lhs * rhs  (shared -> registers)
//         shared[free] = staged; wait for the next step's copies; barrier
//       epilogue of acc; of tensor cores, through shared memory, so that
//         threads next to each other end columns next to each other
//
// An operand outside of the extents is 0, so that no step has a condition.
//
// Of warpgroups a step is 128 bytes along the reduction dimension, and starts
// with the wait for its copies, and for all threads. Its products go on beside
// the next step: copies come to a part that the products of the step before the
// last read. What lies otherwise in memory, or is computed, comes to registers
// beside the products, and to shared memory after them.
#include "ContractionKernel.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Dialect/TIR/Schedule/EraseNests.h"
#include "Relax/Kernels/Contraction/WarpProduct.h"
#include "Relax/Kernels/Contraction/WarpgroupProducts.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

bool hasLongEpilogue(const Reduction &reduction) {
  unsigned ops = 0;
  if (std::optional<LoopNest> epilogue = reduction.epilogue)
    for (Operation &op : *epilogue->block.getBody())
      ops += isa<math::MathDialect>(op.getDialect()) ? 8 : 1;
  return ops > 24;
}

// Accumulators stay registers only where each index is constant: a copy in
// memory takes a serial loop over rows.
static void storeAccumulators(KernelBuilder &b, const ContractionBlock &block,
                              ThreadElements rows, ThreadElements columns) {
  Epilogue epilogue = block.getEpilogue(b);
  rows.base = b.add(block.rows.origin, rows.base);
  columns.base = b.add(block.columns.origin, columns.base);
  ForKind kind = ForKind::Unrolled;
  Value from = block.accumulators;
  if (hasLongEpilogue(block.getContraction().reduction)) {
    kind = ForKind::Serial;
    from = memref::AllocOp::create(b, cast<MemRefType>(from.getType()));
    unrollElements(b, from, [&](ArrayRef<Value> at) {
      b.store(b.load(block.accumulators, at), from, at);
    });
  }
  b.loop(kind, b.index(rows.count), [&](Value row) {
    epilogue.storeRow(rows.get(b, row), columns, [&](Value column) {
      return b.load(from, {row, column});
    });
  });
}

// Each thread has runs of neighbours, as far from each other as all threads
// need for one: their accesses to shared memory are contiguous.
static void buildThreads(KernelBuilder &b, ContractionBlock &block) {
  constexpr int64_t kSide = ContractionTile::kSide;
  const ContractionTile &tile = block.plan.tile;
  auto own = [&](int64_t size, Value number) {
    int64_t count = size / kSide, run = std::min<int64_t>(count, 4);
    return ThreadElements{count, run, kSide * run, b.mul(number, run)};
  };
  Value thread = block.place.thread;
  ThreadElements rows = own(tile.rows, b.div(thread, kSide));
  ThreadElements columns = own(tile.columns, b.rem(thread, kSide));
  block.buildStart(b, {rows.count, columns.count});
  // Loads for one k wait while the products before them are added up.
  constexpr int64_t kProducts = 128;
  int64_t unrolled =
      std::clamp<int64_t>(kProducts / (rows.count * columns.count), 1, tile.k);
  ThreadProduct product(b, block.getContraction(),
                        {block.lhs.getShared(), rows},
                        {block.rhs.getShared(), columns}, unrolled);
  ContractionSteps(b, block).build(
      [&](Value stage) { product.build(stage, tile.k, block.accumulators); });
  storeAccumulators(b, block, rows, columns);
}

//===----------------------------------------------------------------------===//
// Tensor cores
//===----------------------------------------------------------------------===//

// Of each warp the rows of one product at a time: all accumulators are more
// than the operands have been.
static void storeStaged(KernelBuilder &b, const ContractionBlock &block) {
  const ContractionTile &tile = block.plan.tile;
  auto [down, across] = tile.getWarps();
  int64_t numRows = tile.rows / down, numColumns = tile.columns / across;
  MmaLane lane(b, block.place.thread);
  Value warp = b.div(block.place.thread, kWarpThreads);
  ThreadElements rows =
      lane.getRows(b, b.mul(b.div(warp, across), kMmaRows), kMmaRows,
                   block.plan.lhs.layout.hasPairs());
  ThreadElements columns =
      lane.getColumns(b, b.mul(b.rem(warp, across), numColumns), numColumns,
                      block.plan.rhs.layout.hasPairs());
  Epilogue epilogue = block.getEpilogue(b);
  Value staging = epilogue.viewStaging(block.bytes, tile.getStagingRows());
  for (int64_t first = 0; first != numRows; first += kMmaRows) {
    if (first != 0)
      b.barrier();
    stageAccumulators(b, {rows, columns}, block.accumulators,
                      first / kMatrixRows, staging);
    b.barrier();
    epilogue.storeStaged(staging, tile.getThreads(), [&](Value row) {
      // What comes below gives the same, with 72 instructions more.
      if (tile.usesWarpgroups())
        return row;
      Value start = b.add(b.mul(b.div(row, kMmaRows), numRows), first);
      return b.add(start, b.rem(row, kMmaRows));
    });
  }
}

static void buildWarps(KernelBuilder &b, ContractionBlock &block) {
  const ContractionTile &tile = block.plan.tile;
  auto [down, across] = tile.getWarps();
  int64_t numRows = tile.rows / down, numColumns = tile.columns / across;
  MmaLane lane(b, block.place.thread);
  Value warp = b.div(block.place.thread, kWarpThreads);
  bool mustRound = tile.factor.isF32() && !tile.roundsOnce();
  WarpOperand lhs{block.lhs.getShared(), /*isLhs=*/true,
                  b.mul(b.div(warp, across), numRows), numRows, mustRound};
  WarpOperand rhs{block.rhs.getShared(), /*isLhs=*/false,
                  b.mul(b.rem(warp, across), numColumns), numColumns,
                  mustRound};
  block.buildStart(b, {numRows / kMatrixRows, 2 * numColumns / kMmaColumns});
  WarpProduct product(b, lane, tile.mmaK);
  ContractionSteps(b, block).build([&](Value stage) {
    for (int64_t k = 0; k != tile.k; k += lhs.getDepth()) {
      Fragments l = product.load(lhs, stage, k);
      Fragments r = product.load(rhs, stage, k);
      product.multiply(l, r, block.accumulators);
    }
  });
  if (block.plan.isCopied())
    b.barrier();
  storeStaged(b, block);
}

static void buildWarpgroups(KernelBuilder &b, ContractionBlock &block) {
  block.buildStart(b, block.plan.tile.columns / 2);
  Value warp = getUniformWarp(b, block.place.thread);
  WarpgroupSums sums{b.div(warp, kWarpgroupWarps), block.accumulators};
  ContractionSteps(b, block, warp).build([&](Value stage) {
    buildWarpgroupProducts(b, sums, block.lhs.getShared(),
                           block.rhs.getShared(), stage);
    // While a step is multiplied, that before it ends.
    NVVM::WgmmaWaitGroupSyncOp::create(b, 1);
  });
  NVVM::WgmmaWaitGroupSyncOp::create(b, 0);
  b.barrier();
  storeStaged(b, block);
}

// Replaces the nests of the contraction and its epilogue.
void tileContraction(const ContractionPlan &plan) {
  Reduction &reduction = plan.lhs.contraction->reduction;
  KernelBuilder b(reduction.nest.block.getLoc(), reduction.getLastRoot());
  ContractionBlock block(b, plan);
  auto build = plan.tile.usesWarpgroups() ? buildWarpgroups
               : plan.tile.usesWarps()    ? buildWarps
                                          : buildThreads;
  build(b, block);
  eraseNests(reduction);
  if (std::optional<ProductGroups> &groups =
          plan.lhs.contraction->productGroups) {
    groups->nest.getRoot()->erase();
    eraseDeadBuffer(groups->numbers);
  }
}

} // namespace mlir::tir
