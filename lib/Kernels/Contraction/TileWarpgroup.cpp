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
#include "ContractionGrid.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "Relax/Kernels/Contraction/MmaSync.h"
#include "TMATile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::tir {

// Rows of a product, and products of a step.
static constexpr int64_t kRows = 64, kProducts = 4;
static constexpr int64_t kGroupThreads = 128;

namespace {

/// A block: the stages of its operands, the accumulators of a thread, and the
/// number of its warp, which is the same for all of the warp.
struct WarpgroupBlock {
  const ContractionPlan &plan;
  const ContractionGrid &grid;
  Value buffer, accumulators, warp;

  /// Where the operands of a stage begin.
  std::pair<Value, Value> getStarts(KernelBuilder &b, Value stage) const;
};

/// Copies of the operands by all threads, a few chunks each.
class AsyncCopies {
public:
  AsyncCopies(KernelBuilder &b, const WarpgroupBlock &block,
              const OperandSource &lhs, const OperandSource &rhs)
      : b(b), block(block), lhs(makeTile(block.plan.lhs, lhs)),
        rhs(makeTile(block.plan.rhs, rhs)) {}

  void start(Value step, Value stage);
  void wait(Value step, Value stage);
  void end() { NVVM::CpAsyncWaitGroupOp::create(b, 0); }

private:
  OperandTile makeTile(const OperandPlan &plan, const OperandSource &source) {
    return OperandTile(b, plan, source, {plan.layout, block.buffer, {}},
                       block.grid.place);
  }

  KernelBuilder &b;
  const WarpgroupBlock &block;
  OperandTile lhs, rhs;
};

/// Copies of the operands that the device does; one thread of the first warp
/// starts them.
class TMACopies {
public:
  TMACopies(KernelBuilder &b, const WarpgroupBlock &block, TMATile &lhs,
            TMATile &rhs);

  void start(Value step, Value stage);
  void wait(Value step, Value stage);
  void end() {}

private:
  KernelBuilder &b;
  const WarpgroupBlock &block;
  TMATile &lhs, &rhs;
  Value isFirst, barriers;
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

std::pair<Value, Value> WarpgroupBlock::getStarts(KernelBuilder &b,
                                                  Value stage) const {
  int64_t lhsSize = plan.lhs.layout.getSize();
  Value lhs = b.mul(stage, lhsSize + plan.rhs.layout.getSize());
  return {lhs, b.add(lhs, lhsSize)};
}

// Upstream's `nvgpu` ops pass tokens on, which do not get out of branches.
void AsyncCopies::start(Value step, Value stage) {
  // There is no step after the last one.
  b.branch(b.less(step, block.grid.steps), [&] {
    SmallVector<Value> copies;
    Value k = b.mul(step, block.plan.tile.k);
    auto [lhsStart, rhsStart] = block.getStarts(b, stage);
    lhs.buildCopies(block.grid.rows.origin, k, lhsStart, Value(), copies);
    rhs.buildCopies(block.grid.columns.origin, k, rhsStart, Value(), copies);
  });
  NVVM::CpAsyncCommitGroupOp::create(b);
}

// All groups but the last ones, which are for later steps.
void AsyncCopies::wait(Value, Value) {
  NVVM::CpAsyncWaitGroupOp::create(b, block.plan.tile.stages - 3);
  buildFence(b);
}

// One thread of the first warp makes a barrier for each stage, at which it
// alone arrives. It is elected: of a thread that is first by its number the
// assembler does not know that it is alone, and each copy becomes a loop over
// threads.
TMACopies::TMACopies(KernelBuilder &b, const WarpgroupBlock &block,
                     TMATile &lhs, TMATile &rhs)
    : b(b), block(block), lhs(lhs), rhs(rhs) {
  int64_t stages = block.plan.tile.stages;
  isFirst = b.both(b.equal(block.warp, b.index(0)),
                   NVVM::ElectSyncOp::create(b, b.getI1Type(), Value()));
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  barriers = nvgpu::MBarrierCreateOp::create(
      b, nvgpu::MBarrierGroupType::get(b.getContext(), space, stages));
  b.branch(isFirst, [&] {
    b.unroll(stages, [&](Value stage) {
      nvgpu::MBarrierInitOp::create(b, barriers, b.index(1), stage, Value());
    });
    lhs.buildPrefetch();
    rhs.buildPrefetch();
  });
  buildFence(b);
  b.barrier();
}

void TMACopies::start(Value step, Value stage) {
  const ContractionGrid &grid = block.grid;
  b.branch(b.both(isFirst, b.less(step, grid.steps)), [&] {
    auto [lhsStart, rhsStart] = block.getStarts(b, stage);
    nvgpu::MBarrierArriveExpectTxOp::create(
        b, barriers, b.index(block.plan.getStageBytes()), stage, Value());
    Value k = b.mul(step, block.plan.tile.k);
    lhs.buildLoads(grid.place.common, grid.rows.origin, k,
                   {block.buffer, lhsStart, barriers, stage});
    rhs.buildLoads(grid.place.common, grid.columns.origin, k,
                   {block.buffer, rhsStart, barriers, stage});
  });
}

// How often all stages have been filled tells the phase of a stage's barrier.
void TMACopies::wait(Value step, Value stage) {
  // So long a thread sleeps at most before it looks again.
  constexpr int64_t ticks = 10000000;
  Value round = b.rem(b.div(step, block.plan.tile.stages), 2);
  nvgpu::MBarrierTryWaitParityOp::create(
      b, barriers, b.equal(round, b.index(1)), b.index(ticks), stage);
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

static void buildProducts(KernelBuilder &b, const WarpgroupBlock &block,
                          Value stage) {
  const OperandPlan &lhsPlan = block.plan.lhs, &rhsPlan = block.plan.rhs;
  auto toNumbers = [&](WarpgroupProductOp::Layout layout) {
    return b.getDenseI64ArrayAttr(
        {layout.swizzle, layout.leading, layout.stride});
  };
  Value group = b.div(block.warp, kGroupThreads / kWarpThreads);
  auto [lhs, rhs] = block.getStarts(b, stage);
  lhs = b.add(lhs, b.mul(group, kRows * block.plan.tile.k));
  WarpgroupProductOp::Layout lhsLayout = getLayout(lhsPlan);
  WarpgroupProductOp::Layout rhsLayout = getLayout(rhsPlan);
  NVVM::WgmmaFenceAlignedOp::create(b);
  for (int64_t i = 0; i != kProducts; ++i)
    WarpgroupProductOp::create(
        b, block.accumulators, block.buffer,
        b.add(lhs, i * getKStride(lhsPlan)), block.buffer,
        b.add(rhs, i * getKStride(rhsPlan)), toNumbers(lhsLayout),
        toNumbers(rhsLayout), lhsLayout.isTransposed, rhsLayout.isTransposed);
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
}

// While a step is multiplied, that before it ends, and copies of those after
// the next one come to where it was.
template <typename Copies>
static void buildSteps(KernelBuilder &b, const WarpgroupBlock &block,
                       Copies copies) {
  int64_t stages = block.plan.tile.stages;
  // Division of 32 bits is enough: a number of steps that does not fit is one
  // of more memory than there is.
  auto getStage = [&](Value step) { return remNarrow(b, step, stages); };
  auto start = [&](Value step) { copies.start(step, getStage(step)); };
  auto wait = [&](Value step) {
    copies.wait(step, getStage(step));
    b.barrier();
  };
  auto multiply = [&](Value step) {
    buildProducts(b, block, getStage(step));
    NVVM::WgmmaWaitGroupSyncOp::create(b, 1);
  };
  buildMainLoop(b, {b.index(0), block.grid.steps, stages - 2, start, nullptr,
                    wait, nullptr, multiply});
  NVVM::WgmmaWaitGroupSyncOp::create(b, 0);
  copies.end();
  b.barrier();
}

// Where the product has left the accumulators is the matter of the op.
static void stageAccumulators(KernelBuilder &b, Value thread,
                              Value accumulators, Value staging) {
  MmaLane lane(b, thread);
  Value warp = b.rem(b.div(thread, kWarpThreads), kGroupThreads / kWarpThreads);
  Value group = b.mul(b.div(thread, kGroupThreads), kRows);
  Value row = b.add(b.add(group, b.mul(warp, kMmaRows)), lane.group);
  Value column = b.mul(lane.member, 2);
  int64_t count = cast<MemRefType>(accumulators.getType()).getNumElements();
  b.unroll(count / 2, [&](Value pair) {
    Value at = b.add(row, b.mul(b.rem(pair, 2), kMatrixRows));
    Value first = b.add(column, b.mul(b.div(pair, 2), kMmaColumns));
    Value from = b.mul(pair, 2);
    b.vectorize(2, [&](Value i) {
      b.store(b.load(accumulators, b.add(from, i)), staging,
              {at, b.add(first, i)});
    });
  });
  b.barrier();
}

void buildWarpgroupKernel(KernelBuilder &b, const ContractionPlan &plan) {
  Contraction &contraction = *plan.lhs.contraction;
  OperandSource lhs = buildSource(b, plan.lhs), rhs = buildSource(b, plan.rhs);
  // Descriptions of memory stand in front of the kernel.
  SmallVector<TMATile, 2> tiles;
  if (canUseTMA(plan.lhs) && canUseTMA(plan.rhs)) {
    tiles.emplace_back(b, plan.lhs, lhs);
    tiles.emplace_back(b, plan.rhs, rhs);
  }
  ContractionGrid grid = openBlocks(b, plan);
  Value bytes = b.shared(plan.getSharedBytes(), b.getI8Type());
  Value thread = b.axis(b.index(plan.tile.getThreads()), "threadIdx.x");
  grid.place.thread = thread;
  Value buffer = b.view(
      bytes, 0, plan.tile.stages * plan.getStageBytes() / plan.lhs.layout.bytes,
      contraction.lhs.getType());
  Epilogue epilogue(b, contraction, grid.rows, grid.columns, grid.place);
  Value staging = epilogue.viewStaging(bytes, plan.tile.rows);
  Value accumulators =
      buildStart(b, contraction, grid.place.common, plan.tile.columns / 2);
  WarpgroupBlock block{plan, grid, buffer, accumulators,
                       getUniformWarp(b, thread)};
  if (tiles.empty())
    buildSteps(b, block, AsyncCopies(b, block, lhs, rhs));
  else
    buildSteps(b, block, TMACopies(b, block, tiles[0], tiles[1]));
  stageAccumulators(b, thread, accumulators, staging);
  epilogue.storeStaged(staging, plan.tile.getThreads(),
                       [](Value row) { return row; });
}

} // namespace mlir::tir
