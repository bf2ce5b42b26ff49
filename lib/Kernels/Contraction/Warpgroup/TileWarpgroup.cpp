// Compute sums of products on a GPU by the products of warpgroups:
//
//   blockIdx.x: one tile of 128 rows times 64, 128 or 256 columns
//     threadIdx.x: two warpgroups, 64 rows each
//       sums = start                              (registers)
//       copy the factors of the first steps
//       for each step, the terms of 128 bytes:
//         wait until the step has come, and for all threads
//         copy the factors of a later step        (beside what follows)
//         sums += left * right                    (beside the next step)
//         wait for the products of the step before
//       leave the sums in shared memory
//       epilogue of neighbouring sums
//
// One thread lets the device copy boxes, or all copy pieces, to a part that the
// products of the step before the last read: all threads had waited for them.
// What lies otherwise in memory, or is computed, comes through registers: to
// these beside the products, and to shared memory after them.
#include "../ContractionKernel.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Kernels/Contraction/WarpProduct.h"
#include "Relax/Kernels/Contraction/WarpgroupProducts.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::tir {

// The products of a step, of 128 bytes along the reduction dimension.
static void buildProducts(KernelBuilder &b, const ContractionBlock &block,
                          Value warp, Value stage) {
  constexpr int64_t kProducts = 4;
  const SharedTile &lhs = block.lhs.getShared(), &rhs = block.rhs.getShared();
  Value group = b.div(warp, kWarpgroupWarps);
  Value lhsStart = b.add(lhs.getStart(b, stage),
                         b.mul(group, kWarpgroupRows * block.plan.tile.k));
  buildWarpgroupProducts(b, {block.accumulators}, {lhs, lhsStart},
                         {rhs, rhs.getStart(b, stage)}, kProducts);
  // While a step is multiplied, that before it ends.
  NVVM::WgmmaWaitGroupSyncOp::create(b, 1);
}

// Each warp has 16 rows, of which the op says where in the accumulators they
// are: two runs of every 8 columns next to each other.
static void storeResults(KernelBuilder &b, const ContractionBlock &block) {
  const ContractionTile &tile = block.plan.tile;
  MmaLane lane(b, block.place.thread);
  Value warp = b.div(block.place.thread, kWarpThreads);
  ThreadElements rows = lane.getRows(b, b.mul(warp, kMmaRows), kMmaRows);
  ThreadElements columns = lane.getColumns(b, b.index(0), tile.columns);
  Epilogue epilogue = block.getEpilogue(b);
  Value staging = epilogue.viewStaging(block.bytes, tile.rows);
  auto getRun = [&](Value row, Value run) {
    return SmallVector<Value>{b.mul(b.add(b.mul(run, rows.count), row), 2)};
  };
  stageAccumulators(b, {rows, columns}, block.accumulators, getRun, staging);
  b.barrier();
  epilogue.storeStaged(staging, tile.getThreads(),
                       [](Value row) { return row; });
}

void buildWarpgroupKernel(KernelBuilder &b, const ContractionPlan &plan) {
  ContractionBlock block(b, plan);
  block.bytes = b.shared(plan.getSharedBytes(), b.getI8Type());
  int64_t lhsSize = plan.lhs.layout.getSize();
  int64_t stageSize = lhsSize + plan.rhs.layout.getSize();
  auto viewLines = [&](const OperandPlan &operand) {
    return b.view(block.bytes, 0, plan.tile.stages * stageSize,
                  operand.getType());
  };
  Value lhsLines = viewLines(plan.lhs);
  bool isSame = plan.lhs.getType() == plan.rhs.getType();
  Value rhsLines = isSame ? lhsLines : viewLines(plan.rhs);
  block.enter(b, {plan.lhs.layout, lhsLines, {}, 0, stageSize},
              {plan.rhs.layout, rhsLines, {}, lhsSize, stageSize});
  block.buildStart(b, plan.tile.columns / 2);
  Value warp = getUniformWarp(b, block.place.thread), leader;
  // It is elected: of a thread that is first by its number the assembler does
  // not know that it is alone, and each copy becomes a loop over threads.
  if (block.lhs.isBulk() || block.rhs.isBulk())
    leader = b.both(b.equal(warp, b.index(0)),
                    NVVM::ElectSyncOp::create(b, b.getI1Type(), Value()));
  ContractionSteps(b, block, leader).build([&](Value stage) {
    buildProducts(b, block, warp, stage);
  });
  NVVM::WgmmaWaitGroupSyncOp::create(b, 0);
  b.barrier();
  storeResults(b, block);
}

} // namespace mlir::tir
