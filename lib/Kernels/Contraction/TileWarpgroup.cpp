// Compute sums of products on a GPU by the products of warpgroups:
//
//   blockIdx.x: one tile of 128 rows times 128 or 256 columns
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
#include "Relax/Kernels/Contraction/TileContraction.h"

#include "ContractionGrid.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "TMATile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::tir {

// Rows of a product, and products of a step.
static constexpr int64_t kRows = 64, kProducts = 4;
static constexpr int64_t kGroupThreads = 128;

namespace {

/// The stages of the operands, the sums of a thread, and the number of its
/// warp, which is the same for all of the warp.
struct BlockState {
  Value buffer, accumulators, warp;
};

/// Copies of the operands by all threads, a few chunks each.
class AsyncCopies {
public:
  AsyncCopies(KernelBuilder &b, const WarpgroupPlan &plan,
              const ContractionGrid &grid, OperandTile &lhs, OperandTile &rhs)
      : b(b), plan(plan), grid(grid), lhs(lhs), rhs(rhs) {}

  void start(Value step, Value stage);
  void wait(Value step, Value stage);
  void end() { NVVM::CpAsyncWaitGroupOp::create(b, 0); }

private:
  KernelBuilder &b;
  const WarpgroupPlan &plan;
  const ContractionGrid &grid;
  OperandTile &lhs, &rhs;
};

/// Copies of the operands that the device does; one thread of the first warp
/// starts them. `place` is the memory, and the number of the thread's warp.
class TMACopies {
public:
  TMACopies(KernelBuilder &b, const WarpgroupPlan &plan,
            const ContractionGrid &grid, std::array<TMATile, 2> &tiles,
            std::pair<Value, Value> place);

  void start(Value step, Value stage);
  void wait(Value step, Value stage);
  void end() {}

private:
  KernelBuilder &b;
  const WarpgroupPlan &plan;
  const ContractionGrid &grid;
  std::array<TMATile, 2> &tiles;
  Value buffer, isFirst, barriers;
};

} // namespace

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

// What the device's other units are to see of shared memory, too.
static void buildFence(KernelBuilder &b) {
  NVVM::FenceProxyOp::create(
      b, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(b.getContext(),
                                 NVVM::SharedSpace::shared_cta));
}

// Upstream's `nvgpu` ops pass tokens on, which do not get out of branches.
void AsyncCopies::start(Value step, Value stage) {
  // There is no step after the last one.
  b.branch(b.less(step, grid.steps), [&] {
    SmallVector<Value> copies;
    Value k = b.mul(step, plan.lhs.k.size);
    Value first = b.mul(stage, plan.getStageSize());
    lhs.buildCopies(grid.rows.origin, k, first, Value(), copies);
    Value second = b.add(first, WarpgroupPlan::getSize(plan.lhs));
    rhs.buildCopies(grid.columns.origin, k, second, Value(), copies);
  });
  NVVM::CpAsyncCommitGroupOp::create(b);
}

// All groups but the last ones, which are for later steps.
void AsyncCopies::wait(Value, Value) {
  NVVM::CpAsyncWaitGroupOp::create(b, plan.tile.stages - 3);
  buildFence(b);
}

// One thread of the first warp makes a barrier for each stage, at which it
// alone arrives. It is elected: of a thread that is first by its number the
// assembler does not know that it is alone, and each copy becomes a loop over
// threads.
TMACopies::TMACopies(KernelBuilder &b, const WarpgroupPlan &plan,
                     const ContractionGrid &grid, std::array<TMATile, 2> &tiles,
                     std::pair<Value, Value> place)
    : b(b), plan(plan), grid(grid), tiles(tiles), buffer(place.first) {
  Value isWarp = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                       place.second, b.index(0));
  isFirst =
      b.both(isWarp, NVVM::ElectSyncOp::create(b, b.getI1Type(), Value()));
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  barriers = nvgpu::MBarrierCreateOp::create(
      b,
      nvgpu::MBarrierGroupType::get(b.getContext(), space, plan.tile.stages));
  b.branch(isFirst, [&] {
    b.unroll(plan.tile.stages, [&](Value stage) {
      nvgpu::MBarrierInitOp::create(b, barriers, b.index(1), stage, Value());
    });
    for (TMATile &tile : tiles)
      tile.buildPrefetch();
  });
  buildFence(b);
  b.barrier();
}

void TMACopies::start(Value step, Value stage) {
  b.branch(b.both(isFirst, b.less(step, grid.steps)), [&] {
    Value start = b.mul(stage, plan.getStageSize());
    nvgpu::MBarrierArriveExpectTxOp::create(
        b, barriers, b.index(plan.getStageBytes()), stage, Value());
    Value k = b.mul(step, plan.lhs.k.size);
    tiles[0].buildLoads(grid.place.common, grid.rows.origin, k,
                        {buffer, start, barriers, stage});
    start = b.add(start, WarpgroupPlan::getSize(plan.lhs));
    tiles[1].buildLoads(grid.place.common, grid.columns.origin, k,
                        {buffer, start, barriers, stage});
  });
}

// How often all stages have been filled tells the phase of a stage's barrier.
void TMACopies::wait(Value step, Value stage) {
  // So long a thread sleeps at most before it looks again.
  constexpr int64_t ticks = 10000000;
  Value round = b.rem(b.div(step, plan.tile.stages), 2);
  Value isOdd =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, round, b.index(1));
  nvgpu::MBarrierTryWaitParityOp::create(b, barriers, isOdd, b.index(ticks),
                                         stage);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static WarpgroupProductOp::Layout getLayout(const OperandPlan &operand) {
  // Along the reduction dimension one product stays inside of a line.
  constexpr int64_t kLine = SharedLayout::kLineBytes, kLines = 8;
  return {kLine,
          operand.line.alongK ? SharedLayout::kChunkBytes
                              : kLine * operand.k.size,
          kLine * kLines, !operand.line.alongK};
}

// How far it is in a stage from a product to the next.
static int64_t getKStride(const OperandPlan &operand) {
  int64_t line = operand.k.size;
  return operand.line.alongK ? line / kProducts : line * 16;
}

static void buildProducts(KernelBuilder &b, const WarpgroupPlan &plan,
                          const BlockState &block, Value start) {
  Value buffer = block.buffer;
  auto toNumbers = [&](WarpgroupProductOp::Layout layout) {
    return b.getDenseI64ArrayAttr(
        {layout.swizzle, layout.leading, layout.stride});
  };
  Value group = b.div(block.warp, kGroupThreads / kWarpThreads);
  Value half = b.mul(group, kRows * plan.lhs.k.size);
  Value lhs = b.add(start, half);
  Value rhs = b.add(start, WarpgroupPlan::getSize(plan.lhs));
  WarpgroupProductOp::Layout lhsLayout = getLayout(plan.lhs);
  WarpgroupProductOp::Layout rhsLayout = getLayout(plan.rhs);
  NVVM::WgmmaFenceAlignedOp::create(b);
  for (int64_t i = 0; i != kProducts; ++i)
    WarpgroupProductOp::create(
        b, block.accumulators, buffer, b.add(lhs, i * getKStride(plan.lhs)),
        buffer, b.add(rhs, i * getKStride(plan.rhs)), toNumbers(lhsLayout),
        toNumbers(rhsLayout), lhsLayout.isTransposed, rhsLayout.isTransposed);
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
}

// While a step is multiplied, that before it ends, and copies of those after
// the next one come to where it was.
template <typename Copies>
static void buildSteps(KernelBuilder &b, const WarpgroupPlan &plan,
                       const ContractionGrid &grid, Copies copies,
                       const BlockState &block) {
  // Division of 32 bits is enough: a number of steps that does not fit is one
  // of more memory than there is.
  auto getStage = [&](Value step) {
    return remNarrow(b, step, plan.tile.stages);
  };
  auto start = [&](Value step) { copies.start(step, getStage(step)); };
  auto wait = [&](Value step) {
    copies.wait(step, getStage(step));
    b.barrier();
  };
  auto multiply = [&](Value step) {
    Value first = b.mul(getStage(step), plan.getStageSize());
    buildProducts(b, plan, block, first);
    NVVM::WgmmaWaitGroupSyncOp::create(b, 1);
  };
  buildMainLoop(b, {b.index(0), grid.steps, plan.tile.stages - 2, start,
                    nullptr, wait, nullptr, multiply});
  NVVM::WgmmaWaitGroupSyncOp::create(b, 0);
  copies.end();
  b.barrier();
}

// Where the product has left the accumulators is the matter of the op.
static void stageAccumulators(KernelBuilder &b, Value thread,
                              Value accumulators, Value staging) {
  Value lane = b.rem(thread, kWarpThreads);
  Value warp = b.rem(b.div(thread, kWarpThreads), kGroupThreads / kWarpThreads);
  Value group = b.mul(b.div(thread, kGroupThreads), kRows);
  Value row = b.add(b.add(group, b.mul(warp, 16)), b.div(lane, 4));
  Value column = b.mul(b.rem(lane, 4), 2);
  int64_t count = cast<MemRefType>(accumulators.getType()).getNumElements();
  b.unroll(count / 2, [&](Value pair) {
    Value at = b.add(row, b.mul(b.rem(pair, 2), 8));
    Value first = b.add(column, b.mul(b.div(pair, 2), 8));
    Value from = b.mul(pair, 2);
    b.vectorize(2, [&](Value i) {
      b.store(b.load(accumulators, b.add(from, i)), staging,
              {at, b.add(first, i)});
    });
  });
  b.barrier();
}

static void buildKernel(KernelBuilder &b, const WarpgroupPlan &plan) {
  Contraction &contraction = *plan.lhs.contraction;
  OperandSource lhs = buildSource(b, plan.lhs), rhs = buildSource(b, plan.rhs);
  std::optional<std::array<TMATile, 2>> tiles;
  if (canUseTMA(plan.lhs) && canUseTMA(plan.rhs))
    tiles.emplace(std::array<TMATile, 2>{TMATile(b, plan.lhs, lhs),
                                         TMATile(b, plan.rhs, rhs)});
  ContractionGrid grid = openBlocks(b, plan.lhs, plan.rhs);
  Value bytes = b.alloc(plan.getSharedBytes(), b.getI8Type(),
                        gpu::AddressSpace::Workgroup);
  Value thread =
      buildAxis(b, b.getLoc(), b.index(WarpgroupTile::kThreads), "threadIdx.x");
  grid.place.thread = thread;
  Value buffer = b.view(bytes, 0, plan.tile.stages * plan.getStageSize(),
                        contraction.lhs.getType());
  Epilogue epilogue(b, contraction, grid.rows, grid.columns, grid.place);
  Value staging = epilogue.viewStaging(bytes, WarpgroupTile::kRows);
  Value accumulators =
      buildStart(b, contraction, grid.place.common, plan.tile.columns / 2);
  BlockState block{buffer, accumulators, getUniformWarp(b, thread)};
  if (tiles) {
    TMACopies copies(b, plan, grid, *tiles, {buffer, block.warp});
    buildSteps(b, plan, grid, copies, block);
  } else {
    OperandTile lhsTile(b, plan.lhs, lhs, {plan.lhs.layout, buffer, {}},
                        grid.place);
    OperandTile rhsTile(b, plan.rhs, rhs, {plan.rhs.layout, buffer, {}},
                        grid.place);
    AsyncCopies copies(b, plan, grid, lhsTile, rhsTile);
    buildSteps(b, plan, grid, copies, block);
  }
  stageAccumulators(b, thread, accumulators, staging);
  epilogue.storeStaged(staging, WarpgroupTile::kThreads,
                       [](Value row) { return row; });
}

void tileByWarpgroups(const WarpgroupPlan &plan) {
  replaceNests(*plan.lhs.contraction,
               [&](KernelBuilder &b) { buildKernel(b, plan); });
}

} // namespace mlir::tir
