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
#include "Relax/Kernels/Contraction/TileWarpgroup.h"

#include "EpilogueStaging.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Kernels/Contraction/TileContraction.h"
#include "WarpgroupOperand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

namespace mlir::tir {

// Rows of a product, and products of a step.
static constexpr int64_t kRows = 64, kProducts = 4;
static constexpr int64_t kGroupThreads = 128;

static ContractionTile getIndexingTile(const WarpgroupTile &tile) {
  ContractionTile indexingTile;
  indexingTile.rows = WarpgroupTile::kRows;
  indexingTile.columns = tile.columns;
  return indexingTile;
}

namespace {

/// Writes the kernel of one contraction.
class WarpgroupTiler {
public:
  WarpgroupTiler(Contraction &contraction, const WarpgroupTile &tile,
                 OpBuilder &builder)
      : contraction(contraction), reduction(contraction.reduction), tile(tile),
        loc(reduction.nest.block.getLoc()), builder(builder),
        rows(ContractionOperand::ofRows(contraction, getIndexingTile(tile))),
        columns(
            ContractionOperand::ofColumns(contraction, getIndexingTile(tile))),
        lhs(contraction, contraction.lhs, contraction.rows,
            WarpgroupTile::kRows, rows),
        rhs(contraction, contraction.rhs, contraction.columns, tile.columns,
            columns),
        staging(contraction, rows, columns, tile.columns,
                WarpgroupTile::kThreads) {}

  bool canRun() const { return lhs.isCopied() && rhs.isCopied(); }
  int64_t getSharedBytes() const;
  void run();

private:
  void buildBlock();
  void makeBuffers();
  void buildStart();
  bool usesTMA() const { return lhs.canUseTMA() && rhs.canUseTMA(); }
  void buildSteps();
  void buildTMASteps();
  void makeBarriers(Value isFirst);
  void waitForTMALoads(Value step);
  void startTMALoads(Value isFirst, Value step);
  void buildCopies(OpBuilder &b, Value step);
  void buildProducts(Value step);
  void buildStaging();
  void buildResults();

  Value constant(int64_t value) { return indexConstant(builder, loc, value); }
  Value divide(Value value, int64_t by) {
    return builder.createOrFold<arith::DivUIOp>(loc, value, constant(by));
  }
  Value rest(Value value, int64_t by) {
    return builder.createOrFold<arith::RemUIOp>(loc, value, constant(by));
  }
  Value times(Value value, int64_t by) {
    return mulIndex(builder, loc, value, constant(by));
  }
  Type getAccumulatorType() {
    return cast<MemRefType>(reduction.out.getType()).getElementType();
  }
  int64_t getStageSize() const {
    return lhs.getStageSize() + rhs.getStageSize();
  }

  Contraction &contraction;
  Reduction &reduction;
  const WarpgroupTile &tile;
  Location loc;
  OpBuilder &builder;
  ContractionOperand rows, columns;
  WarpgroupOperand lhs, rhs;
  /// All sums of the block.
  EpilogueStaging staging;
  /// Iterators that all elements of a tile have in common.
  IRMapping common;
  /// The terms, their steps, the thread; the factors' memory, the thread's
  /// sums, and a barrier for each stage.
  Value kExtent, steps, thread, stages, accumulators, barriers;
};

} // namespace

int64_t WarpgroupTiler::getSharedBytes() const {
  int64_t bits = contraction.lhs.getType().getIntOrFloatBitWidth();
  return std::max(
      tile.stages * getStageSize() * bits / 8,
      EpilogueStaging::getBytes(WarpgroupTile::kRows, tile.columns));
}

void WarpgroupTiler::run() {
  buildBlock();
  makeBuffers();
  buildStart();
  if (usesTMA())
    buildTMASteps();
  else
    buildSteps();
  buildStaging();
  buildResults();
}

void WarpgroupTiler::buildBlock() {
  SmallVector<Value> batch = contraction.getExtents(builder, contraction.batch);
  batch.push_back(constant(contraction.numGroups));
  rows.buildExtent(builder, loc);
  columns.buildExtent(builder, loc);
  kExtent = getTotal(builder, loc,
                     contraction.getExtents(builder, contraction.kIters));
  steps = ceilDivIndex(builder, loc, kExtent, lhs.getTileK());
  if (usesTMA()) {
    lhs.buildMap(builder, loc, kExtent);
    rhs.buildMap(builder, loc, kExtent);
  }
  batch.push_back(
      ceilDivIndex(builder, loc, rows.getExtent(), WarpgroupTile::kRows));
  batch.push_back(
      ceilDivIndex(builder, loc, columns.getExtent(), tile.columns));
  Value block =
      buildAxis(builder, loc, getTotal(builder, loc, batch), "blockIdx.x");
  SmallVector<Value> indices = splitIndex(builder, loc, block, batch);
  Block *body = reduction.nest.block.getBody();
  for (auto [iter, index] : llvm::zip(contraction.batch, indices))
    common.map(body->getArgument(iter), index);
  if (contraction.groupIter)
    common.map(body->getArgument(*contraction.groupIter),
               times(indices[contraction.batch.size()], contraction.groupSize));
  for (unsigned iter = 0; iter != reduction.nest.size(); ++iter)
    if (reduction.nest.getConstantExtent(iter) == 1)
      common.map(body->getArgument(iter), constant(0));
  rows.setTile(builder, loc, indices[indices.size() - 2]);
  columns.setTile(builder, loc, indices.back());
}

static Value alloc(OpBuilder &b, Location loc, int64_t size, Type element,
                   gpu::AddressSpace space) {
  auto attribute = gpu::AddressSpaceAttr::get(b.getContext(), space);
  return memref::AllocOp::create(
      b, loc, MemRefType::get(size, element, AffineMap(), attribute));
}

static Value view(OpBuilder &b, Location loc, Value bytes,
                  ArrayRef<int64_t> shape, Type element) {
  Attribute space = cast<MemRefType>(bytes.getType()).getMemorySpace();
  return memref::ViewOp::create(
      b, loc, MemRefType::get(shape, element, AffineMap(), space), bytes,
      indexConstant(b, loc, 0), ValueRange());
}

// All sums are left where the factors have been.
void WarpgroupTiler::makeBuffers() {
  Value bytes = alloc(builder, loc, getSharedBytes(), builder.getI8Type(),
                      gpu::AddressSpace::Workgroup);
  thread =
      buildAxis(builder, loc, constant(WarpgroupTile::kThreads), "threadIdx.x");
  stages = view(builder, loc, bytes, tile.stages * getStageSize(),
                contraction.lhs.getType());
  staging.make(builder, loc, bytes, WarpgroupTile::kRows);
  accumulators = alloc(builder, loc, tile.columns / 2, getAccumulatorType(),
                       gpu::AddressSpace::Private);
}

void WarpgroupTiler::buildStart() {
  IRMapping mapping = common;
  Value start = reduction.buildStart(builder, mapping);
  buildLoop(builder, loc, ForKind::Unrolled, tile.columns / 2,
            [&](OpBuilder &b, ValueRange i) {
              memref::StoreOp::create(b, loc, start, accumulators, i);
            });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void WarpgroupTiler::buildCopies(OpBuilder &b, Value step) {
  Value stage = b.createOrFold<arith::RemUIOp>(
      loc, step, indexConstant(b, loc, tile.stages));
  Value start = mulIndex(b, loc, stage, indexConstant(b, loc, getStageSize()));
  lhs.buildCopy(b, loc, common, thread, step, kExtent, stages, start);
  rhs.buildCopy(
      b, loc, common, thread, step, kExtent, stages,
      addIndex(b, loc, start, indexConstant(b, loc, lhs.getStageSize())));
}

// All groups but the last `numLater`. Upstream's `nvgpu` ops pass tokens on,
// which do not get out of branches.
static void waitForCopies(OpBuilder &b, Location loc, unsigned numLater) {
  NVVM::CpAsyncWaitGroupOp::create(b, loc, numLater);
}

// What the device's other units are to see of shared memory, too.
static void buildFence(OpBuilder &b, Location loc) {
  NVVM::FenceProxyOp::create(
      b, loc, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(b.getContext(),
                                 NVVM::SharedSpace::shared_cta));
}

// The first thread makes a barrier for each stage, at which it alone arrives.
void WarpgroupTiler::makeBarriers(Value isFirst) {
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  barriers = nvgpu::MBarrierCreateOp::create(
      builder, loc,
      nvgpu::MBarrierGroupType::get(builder.getContext(), space, tile.stages));
  buildIfInBounds(builder, loc, isFirst, [&](OpBuilder &b) {
    buildLoop(b, loc, ForKind::Unrolled, tile.stages,
              [&](OpBuilder &b, ValueRange stage) {
                nvgpu::MBarrierInitOp::create(b, loc, barriers,
                                              indexConstant(b, loc, 1),
                                              stage.front(), Value());
              });
    lhs.buildPrefetch(b, loc);
    rhs.buildPrefetch(b, loc);
  });
  buildFence(builder, loc);
  gpu::BarrierOp::create(builder, loc);
}

// The first thread starts the copies of a step, if there is such a step.
void WarpgroupTiler::startTMALoads(Value isFirst, Value step) {
  Value isStep = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       step, steps);
  Value isStarted = arith::AndIOp::create(builder, loc, isFirst, isStep);
  buildIfInBounds(builder, loc, isStarted, [&](OpBuilder &b) {
    Value stage = b.createOrFold<arith::RemUIOp>(
        loc, step, indexConstant(b, loc, tile.stages));
    Value start =
        mulIndex(b, loc, stage, indexConstant(b, loc, getStageSize()));
    Value bytes =
        indexConstant(b, loc, lhs.getStageBytes() + rhs.getStageBytes());
    nvgpu::MBarrierArriveExpectTxOp::create(b, loc, barriers, bytes, stage,
                                            Value());
    lhs.buildTMALoads(b, loc, common, step, stages, start, barriers, stage);
    rhs.buildTMALoads(
        b, loc, common, step, stages,
        addIndex(b, loc, start, indexConstant(b, loc, lhs.getStageSize())),
        barriers, stage);
  });
}

// How often all stages have been filled tells the phase of a stage's barrier.
void WarpgroupTiler::waitForTMALoads(Value step) {
  // So long a thread sleeps at most before it looks again.
  constexpr int64_t ticks = 10000000;
  Value isOdd =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                            rest(divide(step, tile.stages), 2), constant(1));
  nvgpu::MBarrierTryWaitParityOp::create(
      builder, loc, barriers, isOdd, constant(ticks), rest(step, tile.stages));
}

void WarpgroupTiler::buildTMASteps() {
  int64_t ahead = tile.stages - 2;
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        thread, constant(0));
  makeBarriers(isFirst);
  for (int64_t step = 0; step != ahead; ++step)
    startTMALoads(isFirst, constant(step));
  ForOp loop = ForOp::create(builder, loc, constant(0), steps);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value step = loop.getInductionVar();
    waitForTMALoads(step);
    gpu::BarrierOp::create(builder, loc);
    startTMALoads(isFirst, addIndex(builder, loc, step, constant(ahead)));
    buildProducts(step);
    NVVM::WgmmaWaitGroupSyncOp::create(builder, loc, 1);
  }
  NVVM::WgmmaWaitGroupSyncOp::create(builder, loc, 0);
  gpu::BarrierOp::create(builder, loc);
}

void WarpgroupTiler::buildSteps() {
  // Steps that are copied when one begins.
  int64_t ahead = tile.stages - 2;
  auto copyStep = [&](Value step) {
    // There is no step after the last one.
    Value isStep = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, step, steps);
    buildIfInBounds(builder, loc, isStep,
                    [&](OpBuilder &b) { buildCopies(b, step); });
    NVVM::CpAsyncCommitGroupOp::create(builder, loc);
  };
  for (int64_t step = 0; step != ahead; ++step)
    copyStep(constant(step));
  ForOp loop = ForOp::create(builder, loc, constant(0), steps);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value step = loop.getInductionVar();
    waitForCopies(builder, loc, ahead - 1);
    buildFence(builder, loc);
    gpu::BarrierOp::create(builder, loc);
    copyStep(addIndex(builder, loc, step, constant(ahead)));
    buildProducts(step);
    NVVM::WgmmaWaitGroupSyncOp::create(builder, loc, 1);
  }
  NVVM::WgmmaWaitGroupSyncOp::create(builder, loc, 0);
  waitForCopies(builder, loc, 0);
  gpu::BarrierOp::create(builder, loc);
}

static DenseI64ArrayAttr toNumbers(OpBuilder &b,
                                   WarpgroupProductOp::Layout layout) {
  return b.getDenseI64ArrayAttr(
      {layout.swizzle, layout.leading, layout.stride});
}

void WarpgroupTiler::buildProducts(Value step) {
  Value start = times(rest(step, tile.stages), getStageSize());
  Value half = times(divide(thread, kGroupThreads), lhs.getHalfStride());
  Value lhsStart = addIndex(builder, loc, start, half);
  Value rhsStart = addIndex(builder, loc, start, constant(lhs.getStageSize()));
  WarpgroupProductOp::Layout lhsLayout = lhs.getLayout();
  WarpgroupProductOp::Layout rhsLayout = rhs.getLayout();
  NVVM::WgmmaFenceAlignedOp::create(builder, loc);
  for (int64_t i = 0; i != kProducts; ++i)
    WarpgroupProductOp::create(
        builder, loc, accumulators, stages,
        addIndex(builder, loc, lhsStart, constant(i * lhs.getKStride())),
        stages,
        addIndex(builder, loc, rhsStart, constant(i * rhs.getKStride())),
        toNumbers(builder, lhsLayout), toNumbers(builder, rhsLayout),
        lhsLayout.isTransposed, rhsLayout.isTransposed);
  NVVM::WgmmaGroupSyncAlignedOp::create(builder, loc);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

// Where the product has left the sums is the matter of the op.
void WarpgroupTiler::buildStaging() {
  Value group = divide(thread, kGroupThreads);
  Value warp = rest(divide(thread, 32), kGroupThreads / 32);
  Value lane = rest(thread, 32);
  Value row =
      addIndex(builder, loc,
               addIndex(builder, loc, times(group, kRows), times(warp, 16)),
               divide(lane, 4));
  Value column = times(rest(lane, 4), 2);
  buildLoop(
      builder, loc, ForKind::Unrolled, tile.columns / 4,
      [&](OpBuilder &b, ValueRange pair) {
        auto constant = [&](int64_t value) {
          return indexConstant(b, loc, value);
        };
        Value isSecond =
            b.createOrFold<arith::RemUIOp>(loc, pair.front(), constant(2));
        Value eight =
            b.createOrFold<arith::DivUIOp>(loc, pair.front(), constant(2));
        Value at =
            addIndex(b, loc, row, mulIndex(b, loc, isSecond, constant(8)));
        Value first =
            addIndex(b, loc, column, mulIndex(b, loc, eight, constant(8)));
        Value from = mulIndex(b, loc, pair.front(), constant(2));
        buildLoop(
            b, loc, ForKind::Vectorized, 2, [&](OpBuilder &b, ValueRange i) {
              Value sum = memref::LoadOp::create(
                  b, loc, accumulators, addIndex(b, loc, from, i.front()));
              memref::StoreOp::create(
                  b, loc, sum, staging.getBuffer(),
                  ValueRange{at, addIndex(b, loc, first, i.front())});
            });
      });
  gpu::BarrierOp::create(builder, loc);
}

void WarpgroupTiler::buildResults() {
  staging.buildResults(builder, loc, common, thread,
                       [](OpBuilder &, Value row) { return row; });
}

//===----------------------------------------------------------------------===//
// Outside
//===----------------------------------------------------------------------===//

int64_t getSharedBytes(Contraction &contraction, const WarpgroupTile &tile) {
  OpBuilder builder(contraction.reduction.nest.block);
  return WarpgroupTiler(contraction, tile, builder).getSharedBytes();
}

bool canTileByWarpgroups(Contraction &contraction) {
  Type sum =
      cast<MemRefType>(contraction.reduction.out.getType()).getElementType();
  Type lhs = contraction.lhs.getType(), rhs = contraction.rhs.getType();
  bool isMultiplied = sum.isF32() ? lhs.isF16() || lhs.isBF16()
                                  : sum.isInteger(32) && lhs.isInteger(8);
  if (!isMultiplied || lhs != rhs || contraction.kIters.empty())
    return false;
  OpBuilder builder(contraction.reduction.nest.block);
  return WarpgroupTiler(contraction, WarpgroupTile(), builder).canRun();
}

void tileByWarpgroups(Contraction &contraction, const WarpgroupTile &tile) {
  Reduction &reduction = contraction.reduction;
  Operation *root = reduction.nest.getRoot();
  Operation *last = reduction.epilogue ? reduction.epilogue->getRoot() : root;
  OpBuilder builder(last);
  WarpgroupTiler(contraction, tile, builder).run();
  last->erase();
  if (last != root)
    root->erase();
  eraseDeadBuffer(reduction.out);
}

} // namespace mlir::tir
