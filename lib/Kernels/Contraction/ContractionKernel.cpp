// The kernel of a contraction: its blocks, and the steps of each.
#include "ContractionKernel.h"

#include "Relax/Kernels/Contraction/WarpgroupProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

ContractionBlock::ContractionBlock(KernelBuilder &b,
                                   const ContractionPlan &plan)
    : plan(plan), lhs(b, plan.lhs, plan.tile.usesWarpgroups()),
      rhs(b, plan.rhs, plan.tile.usesWarpgroups()) {
  Contraction &contraction = getContraction();
  LoopNest &nest = contraction.reduction.nest;
  rows = {plan.lhs.own, contraction.buildTotal(b, plan.lhs.own.iters), {}};
  columns = {plan.rhs.own, contraction.buildTotal(b, plan.rhs.own.iters), {}};
  steps = b.ceilDiv(contraction.buildTotal(b, contraction.kIters), plan.tile.k);
  SmallVector<Value> extents = contraction.getExtents(b, contraction.batch);
  extents.push_back(b.index(contraction.groups.number));
  for (const BlockAxis *axis : {&rows, &columns})
    extents.push_back(b.ceilDiv(axis->extent, axis->axis.size));
  std::optional<ProductGroups> &groups = contraction.productGroups;
  GroupedRows groupedRows;
  if (groups) {
    groupedRows = {groups->ends, rows.extent, groups->count, rows.axis.size};
    extents[extents.size() - 2] = countTiles(b, groupedRows);
  }
  SmallVector<Value> at = placeBlock(
      b, extents, contraction.hasLightColumns() ? rows.axis.size : 0);
  auto map = [&](unsigned iter, Value index) {
    place.common.map(nest.block.getBody()->getArgument(iter), index);
  };
  for (auto [iter, index] : llvm::zip(contraction.batch, at))
    map(iter, index);
  if (contraction.groups.iter)
    map(*contraction.groups.iter,
        b.mul(at[contraction.batch.size()], contraction.groups.size));
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getConstantExtent(iter) == 1)
      map(iter, b.index(0));
  rows.origin = b.mul(at[at.size() - 2], rows.axis.size);
  columns.origin = b.mul(at.back(), columns.axis.size);
  // Accumulators are staged where operands have been.
  if (plan.stagingBytes != 0)
    bytes = b.shared(plan.getSharedBytes(), b.getI8Type());
  SmallVector<SharedTile> tiles = makeShared(
      b, {plan.lhs.layout, plan.rhs.layout}, plan.tile.stages, bytes);
  place.thread = b.axis(b.index(plan.tile.getThreads()), "threadIdx.x");
  if (groups)
    enterGroup(b, findTile(b, groupedRows, at[at.size() - 2]));
  lhs.enter(tiles[0], place, groups ? rows.extent : Value());
  rhs.enter(tiles[1], place);
}

// A tile of no rows has one step all the same, so that copies that are on their
// way are waited for.
void ContractionBlock::enterGroup(KernelBuilder &b, const GroupTile &tile) {
  place.common.map(getContraction().getGroupNumber(), tile.group);
  rows.origin = tile.first;
  rows.extent = tile.end;
  if (tile.hasRows)
    steps = arith::SelectOp::create(b, tile.hasRows, steps, b.index(1));
}

void ContractionBlock::buildStart(KernelBuilder &b, ArrayRef<int64_t> shape) {
  Reduction &reduction = getContraction().reduction;
  accumulators = b.registers(
      shape, cast<MemRefType>(reduction.out.getType()).getElementType());
  IRMapping mapping = place.common;
  Value start = reduction.buildStart(b, mapping);
  fill(b, start, accumulators);
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

// One thread lets the device copy. It makes a barrier for each stage, at which
// it alone arrives. It is elected: of a thread that is first by its number the
// assembler does not know that it is alone, and each copy becomes a loop over
// threads.
ContractionSteps::ContractionSteps(KernelBuilder &b, ContractionBlock &block,
                                   Value warp)
    : b(b), block(block), tile(block.plan.tile),
      tiles{{&block.lhs, block.rows.origin},
            {&block.rhs, block.columns.origin}},
      hasCopies(block.lhs.isAsync() || block.rhs.isAsync()) {
  // Bits of the number of a step say its stage, or a remainder, which is nine
  // instructions.
  if (!tile.usesWarpgroups() && !llvm::isPowerOf2_64(tile.stages)) {
    counter = b.registers(1, b.getI32Type());
    b.store(b.number32(0), counter, b.index(0));
  }
  if (!block.lhs.isBulk() && !block.rhs.isBulk())
    return;
  leader = b.both(b.equal(warp, b.index(0)),
                  NVVM::ElectSyncOp::create(b, b.getI1Type(), Value()));
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  barriers = nvgpu::MBarrierCreateOp::create(
      b, nvgpu::MBarrierGroupType::get(b.getContext(), space, tile.stages));
  b.branch(leader, [&] {
    b.unroll(tile.stages, [&](Value stage) {
      nvgpu::MBarrierInitOp::create(b, barriers, b.index(1), stage, Value());
    });
    for (auto [operand, origin] : tiles)
      if (operand->isBulk())
        operand->buildPrefetch();
  });
  buildProxyFence(b);
  b.barrier();
}

// The part of shared memory for a step: of that which is multiplied, or of the
// last one ahead, which is where the step before was. Division of 32 bits is
// enough: what does not fit is as far from others as it should be.
Value ContractionSteps::getStage(Value step) {
  if (!counter || getConstantIndex(step))
    return remNarrow(b, step, tile.stages);
  Value stage = b.load(counter, b.index(0));
  if (step != present) {
    Value isFirst = b.equal(stage, b.number32(0));
    Value before = b.sub(stage, b.number32(1));
    stage = arith::SelectOp::create(b, isFirst, b.number32(tile.stages - 1),
                                    before);
  }
  return b.toIndex(stage);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

// There is no step after the last one. So no copy is under way when the loop
// ends, and results are staged where operands have been.
void ContractionSteps::start(Value step) {
  std::optional<int64_t> known = getConstantIndex(step);
  std::optional<int64_t> end = getConstantIndex(block.steps);
  Value isStep;
  if (!known || (*known > 0 && (!end || *known >= *end)))
    isStep = b.less(step, block.steps);
  if (leader)
    startBulk(step, isStep);
  if (hasCopies || block.plan.countCopied() != 2)
    b.branch(isStep, [&] {
      for (auto [operand, origin] : tiles)
        if (operand->isAsync())
          operand->buildCopies(origin, b.mul(step, tile.k), getStage(step), {});
        else if (!operand->isBulk())
          operand->buildFetch(origin, b.mul(step, tile.k));
    });
  if (hasCopies)
    NVVM::CpAsyncCommitGroupOp::create(b);
}

void ContractionSteps::startBulk(Value step, Value isStep) {
  b.branch(b.both(leader, isStep), [&] {
    Value stage = getStage(step);
    int64_t bytes = 0;
    for (auto [operand, origin] : tiles)
      if (operand->isBulk())
        bytes += operand->getPlan().layout.getBytes();
    nvgpu::MBarrierArriveExpectTxOp::create(b, barriers, b.index(bytes), stage,
                                            Value());
    for (auto [operand, origin] : tiles)
      if (operand->isBulk())
        operand->buildBulkLoads(origin, b.mul(step, tile.k), stage, barriers);
  });
}

void ContractionSteps::commit(Value step) {
  if (block.plan.countCopied() == 2)
    return;
  for (auto [operand, origin] : tiles)
    if (!operand->getPlan().isCopied())
      operand->buildCommit(getStage(step));
  // In front of the loop the fence behind the last step is for all of them.
  std::optional<int64_t> known = getConstantIndex(step);
  if (tile.usesWarpgroups() && (!known || *known == tile.stages - 3))
    buildProxyFence(b);
}

// For the copies of a step: all groups but the last ones, which are for later
// steps. How often all stages have been filled tells the phase of a barrier.
void ContractionSteps::waitBefore(Value step) {
  present = step;
  if (!tile.usesWarpgroups())
    return;
  if (leader) {
    // So long a thread sleeps at most before it looks again.
    constexpr int64_t kTicks = 10000000;
    Value round = b.rem(b.div(step, tile.stages), 2);
    nvgpu::MBarrierTryWaitParityOp::create(b, barriers,
                                           b.equal(round, b.index(1)),
                                           b.index(kTicks), getStage(step));
  }
  if (hasCopies) {
    NVVM::CpAsyncWaitGroupOp::create(b, tile.stages - 3);
    buildProxyFence(b);
  }
  b.barrier();
}

// For the copies of the next step, and for all threads.
void ContractionSteps::waitAfter() {
  if (tile.usesWarpgroups())
    return;
  if (present && counter) {
    Value next = b.add(b.load(counter, b.index(0)), b.number32(1));
    Value isEnd = b.equal(next, b.number32(tile.stages));
    next = arith::SelectOp::create(b, isEnd, b.number32(0), next);
    b.store(next, counter, b.index(0));
  }
  if (hasCopies)
    NVVM::CpAsyncWaitGroupOp::create(b, tile.stages - 2);
  b.barrier();
}

// Warpgroups go on while their products are computed: copies of a step come to
// where the step before the last was.
void ContractionSteps::build(llvm::function_ref<void(Value)> products) {
  multiply = products;
  buildLoop(b, b.index(0), block.steps,
            tile.stages - (tile.usesWarpgroups() ? 2 : 1));
}

void MainLoop::buildLoop(KernelBuilder &b, Value first, Value end,
                         int64_t ahead) {
  for (int64_t i = 0; i != ahead; ++i) {
    Value step = b.add(first, i);
    start(step);
    commit(step);
  }
  waitAfter();
  ForOp loop = ForOp::create(b, first, end);
  // What a step is made of is written out as far as it pays. ptxas would write
  // out all of 32 steps, and spill.
  loop.setAnnotationsAttr(
      b.getDictionaryAttr(b.getNamedAttr("unroll", b.getI64IntegerAttr(1))));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value step = loop.getInductionVar(), next = b.add(step, ahead);
  waitBefore(step);
  start(next);
  compute(step);
  commit(next);
  waitAfter();
}

} // namespace mlir::tir
