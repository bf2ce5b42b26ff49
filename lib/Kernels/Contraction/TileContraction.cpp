// Compute sums of products on a GPU tile by tile, through shared memory:
//
//   blockIdx.x: one tile of rows times columns
//     threadIdx.x: each thread some rows times some columns of it
//       acc = start                               (registers)
//       shared[i] = factors of step i, for all stages but one; barrier
//       for each step of `depth` terms:
//         factors of the step that has no stage yet: staged (registers), or
//           copied to the free stage while the rest goes on
//         for each term: acc += left * right      (shared -> registers)
//         shared[free] = staged; wait for the next step's copies; barrier
//       epilogue of acc; of tensor cores, through shared memory, so that
//         threads next to each other end columns next to each other
//
// A factor outside of the extents is 0, so that no step has a condition.
#include "Relax/Kernels/Contraction/TileContraction.h"

#include "ContractionOperand.h"
#include "EpilogueStaging.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "WarpProduct.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

namespace {

/// Writes the kernel of one contraction.
class ContractionTiler {
public:
  ContractionTiler(Contraction &contraction, const ContractionTile &tile,
                   OpBuilder &builder)
      : contraction(contraction), reduction(contraction.reduction), tile(tile),
        loc(reduction.nest.block.getLoc()), builder(builder),
        lhs(ContractionOperand::ofRows(contraction, tile)),
        rhs(ContractionOperand::ofColumns(contraction, tile)),
        staging(contraction, lhs, rhs, tile.columns, tile.getThreads()) {}

  void run();
  int64_t getSharedBytes() const;

private:
  void makeShared();
  void buildStart();
  void buildSteps();
  SmallVector<Value> buildFetch(OpBuilder &b, Value step);
  Value buildGroup(OpBuilder &b, ArrayRef<Value> copies);
  void buildWait(OpBuilder &b, Value group);
  Value getStage(OpBuilder &b, Value step);
  void buildKSlice(Value buffer);
  void buildProducts(OpBuilder &b);
  void buildStagedEpilogue();
  void buildResults();
  void buildRow(OpBuilder &b, Value accumulators, Value rowPart,
                Value rowIndex);
  void buildVector(OpBuilder &b, Value accumulators, ArrayRef<Value> at,
                   const IRMapping &row, Value columnStart);
  int64_t getColumnLanes();
  void setThread(Value thread);

  Contraction &contraction;
  Reduction &reduction;
  const ContractionTile &tile;
  Location loc;
  OpBuilder &builder;
  ContractionOperand lhs, rhs;
  /// Where sums of tensor cores go before they are results, and the memory of
  /// the block of which it is a part.
  EpilogueStaging staging;
  Value bytes;
  /// Iterators that all elements of a tile have in common.
  IRMapping common;
  Value steps, accumulators, thread;
  /// The thread's part of the work of its warp, on tensor cores.
  std::optional<WarpProduct> warp;
};

} // namespace

bool canUseAsyncCopies(Contraction &contraction, const ContractionTile &tile) {
  return ContractionOperand::ofRows(contraction, tile).isCopied() ||
         ContractionOperand::ofColumns(contraction, tile).isCopied();
}

int64_t getSharedBytes(Contraction &contraction, const ContractionTile &tile) {
  OpBuilder builder(contraction.reduction.nest.block);
  return ContractionTiler(contraction, tile, builder).getSharedBytes();
}

// The staging buffer is where the operands have been.
int64_t ContractionTiler::getSharedBytes() const {
  int64_t operandBytes = lhs.getSharedBytes() + rhs.getSharedBytes();
  if (!tile.usesTensorCores)
    return operandBytes;
  return std::max(operandBytes, EpilogueStaging::getBytes(
                                    WarpProduct::kStagingRows, tile.columns));
}

void ContractionTiler::makeShared() {
  if (!tile.usesTensorCores) {
    lhs.makeShared(builder, loc);
    return rhs.makeShared(builder, loc);
  }
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Workgroup);
  bytes = memref::AllocOp::create(builder, loc,
                                  MemRefType::get(getSharedBytes(),
                                                  builder.getI8Type(),
                                                  AffineMap(), space));
  lhs.makeSharedIn(builder, loc, bytes, 0);
  rhs.makeSharedIn(builder, loc, bytes, lhs.getSharedBytes());
}

void ContractionTiler::run() {
  SmallVector<Value> batch = contraction.getExtents(builder, contraction.batch);
  batch.push_back(indexConstant(builder, loc, contraction.numGroups));
  lhs.buildExtent(builder, loc);
  rhs.buildExtent(builder, loc);
  Value kExtent = getTotal(builder, loc,
                           contraction.getExtents(builder, contraction.kIters));
  steps = ceilDivIndex(builder, loc, kExtent, tile.k);
  lhs.setKExtent(kExtent);
  rhs.setKExtent(kExtent);
  Value columns = ceilDivIndex(builder, loc, rhs.getExtent(), tile.columns);
  Value rows = ceilDivIndex(builder, loc, lhs.getExtent(), tile.rows);
  batch.append({rows, columns});
  Value block =
      buildAxis(builder, loc, getTotal(builder, loc, batch), "blockIdx.x");
  makeShared();
  SmallVector<Value> position = splitIndex(builder, loc, block, batch);
  Block *body = reduction.nest.block.getBody();
  for (auto [iter, index] : llvm::zip(contraction.batch, position))
    common.map(body->getArgument(iter), index);
  if (contraction.groupIter)
    common.map(body->getArgument(*contraction.groupIter),
               mulIndex(builder, loc, position[contraction.batch.size()],
                        indexConstant(builder, loc, contraction.groupSize)));
  for (unsigned iter = 0; iter != reduction.nest.size(); ++iter)
    if (reduction.nest.getConstantExtent(iter) == 1)
      common.map(body->getArgument(iter), indexConstant(builder, loc, 0));
  lhs.setTile(builder, loc, position[position.size() - 2]);
  rhs.setTile(builder, loc, position.back());
  Value threads = indexConstant(builder, loc, tile.getThreads());
  thread = buildAxis(builder, loc, threads, "threadIdx.x");
  setThread(thread);
  buildStart();
  buildSteps();
  if (warp)
    buildStagedEpilogue();
  else
    buildResults();
}

void ContractionTiler::setThread(Value thread) {
  if (tile.usesTensorCores) {
    warp.emplace(builder, loc, tile, thread);
    lhs.setFirst(thread, warp->getFirstRow());
    return rhs.setFirst(thread, warp->getFirstColumn());
  }
  Value side = indexConstant(builder, loc, ContractionTile::kSide);
  lhs.setThread(builder, loc, thread,
                builder.createOrFold<arith::DivUIOp>(loc, thread, side));
  rhs.setThread(builder, loc, thread,
                builder.createOrFold<arith::RemUIOp>(loc, thread, side));
}

// A buffer of each thread.
static Value allocPrivate(OpBuilder &b, Location loc, ArrayRef<int64_t> shape,
                          Type element) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Private);
  return memref::AllocOp::create(
      b, loc, MemRefType::get(shape, element, AffineMap(), space));
}

static Type getElementType(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

void ContractionTiler::buildStart() {
  accumulators = allocPrivate(builder, loc, {lhs.getPart(), rhs.getPart()},
                              getElementType(reduction.out));
  IRMapping mapping = common;
  Value start = reduction.buildStart(builder, mapping);
  buildLoop(builder, loc, ForKind::Unrolled, lhs.getPart(),
            [&](OpBuilder &b, ValueRange row) {
              buildLoop(b, loc, ForKind::Unrolled, rhs.getPart(),
                        [&](OpBuilder &b, ValueRange column) {
                          memref::StoreOp::create(
                              b, loc, start, accumulators,
                              ValueRange{row.front(), column.front()});
                        });
            });
}

// The part of shared memory for a step. Division of 32 bits is enough: what
// does not fit is as far from others as it should be.
Value ContractionTiler::getStage(OpBuilder &b, Value step) {
  if (std::optional<int64_t> known = getConstantIndex(step))
    return indexConstant(b, loc, *known % tile.stages);
  Value number = arith::IndexCastUIOp::create(b, loc, b.getI32Type(), step);
  Value stages = arith::ConstantOp::create(
      b, loc, b.getI32IntegerAttr(static_cast<int32_t>(tile.stages)));
  number = arith::RemUIOp::create(b, loc, number, stages);
  return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), number);
}

// There is no step after the last one: copies of it are of nothing.
SmallVector<Value> ContractionTiler::buildFetch(OpBuilder &b, Value step) {
  std::optional<int64_t> known = getConstantIndex(step);
  std::optional<int64_t> last = getConstantIndex(steps);
  Value isStep;
  if (!known || (*known > 0 && (!last || *known >= *last)))
    isStep =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, step, steps);
  SmallVector<Value> copies;
  for (ContractionOperand *operand : {&lhs, &rhs})
    if (operand->isCopied())
      operand->buildCopies(b, loc, common, step, isStep, getStage(b, step),
                           copies);
  if (lhs.isCopied() && rhs.isCopied())
    return copies;
  buildIfInBounds(b, loc, isStep, [&](OpBuilder &b) {
    for (ContractionOperand *operand : {&lhs, &rhs})
      if (!operand->isCopied())
        operand->buildFetch(b, loc, common, step);
  });
  return copies;
}

// The copies of a step as a group; null if nothing is copied.
Value ContractionTiler::buildGroup(OpBuilder &b, ArrayRef<Value> copies) {
  if (copies.empty())
    return {};
  auto type = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  return nvgpu::DeviceAsyncCreateGroupOp::create(b, loc, type, copies);
}

// For the copies of the next step, and for all threads.
void ContractionTiler::buildWait(OpBuilder &b, Value group) {
  if (group)
    nvgpu::DeviceAsyncWaitOp::create(
        b, loc, group,
        b.getI32IntegerAttr(static_cast<int32_t>(tile.stages - 2)));
  gpu::BarrierOp::create(b, loc);
}

void ContractionTiler::buildSteps() {
  lhs.makeRegisters(builder, loc);
  rhs.makeRegisters(builder, loc);
  auto commit = [&](OpBuilder &b, Value step) {
    for (ContractionOperand *operand : {&lhs, &rhs})
      if (!operand->isCopied())
        operand->buildCommit(b, loc, getStage(b, step));
  };
  int64_t ahead = tile.stages - 1;
  Value group;
  for (int64_t step = 0; step != ahead; ++step) {
    Value first = indexConstant(builder, loc, step);
    group = buildGroup(builder, buildFetch(builder, first));
    commit(builder, first);
  }
  buildWait(builder, group);
  ForOp loop =
      ForOp::create(builder, loc, indexConstant(builder, loc, 0), steps);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value step = loop.getInductionVar();
  Value next = addIndex(builder, loc, step, indexConstant(builder, loc, ahead));
  group = buildGroup(builder, buildFetch(builder, next));
  buildKSlice(getStage(builder, step));
  commit(builder, next);
  buildWait(builder, group);
}

void ContractionTiler::buildKSlice(Value buffer) {
  if (warp)
    return warp->buildKSlice(builder, loc, lhs, rhs, buffer, accumulators);
  // Loads of one term wait while those before it are added up.
  constexpr int64_t kProducts = 128;
  int64_t unrolled = std::clamp<int64_t>(
      kProducts / (lhs.getPart() * rhs.getPart()), 1, tile.k);
  Value width = indexConstant(builder, loc, unrolled);
  buildLoop(builder, loc, ForKind::Serial, tile.k / unrolled,
            [&](OpBuilder &b, ValueRange number) {
              Value first = mulIndex(b, loc, number.front(), width);
              buildLoop(b, loc, ForKind::Unrolled, unrolled,
                        [&](OpBuilder &b, ValueRange rest) {
                          Value k = addIndex(b, loc, first, rest.front());
                          lhs.buildRegisterLoads(b, loc, buffer, k);
                          rhs.buildRegisterLoads(b, loc, buffer, k);
                          buildProducts(b);
                        });
            });
}

void ContractionTiler::buildProducts(OpBuilder &b) {
  buildLoop(
      b, loc, ForKind::Unrolled, lhs.getPart(),
      [&](OpBuilder &b, ValueRange row) {
        buildLoop(
            b, loc, ForKind::Unrolled, rhs.getPart(),
            [&](OpBuilder &b, ValueRange column) {
              SmallVector<Value> at{row.front(), column.front()};
              IRMapping mapping;
              mapping.map(contraction.lhs, lhs.loadRegister(b, loc, at[0]));
              mapping.map(contraction.rhs, rhs.loadRegister(b, loc, at[1]));
              mapping.map(
                  reduction.load.getResult(),
                  memref::LoadOp::create(b, loc, accumulators, at).getResult());
              b.clone(*contraction.product, mapping);
              Operation *next = b.clone(*contraction.sum, mapping);
              memref::StoreOp::create(b, loc, next->getResult(0), accumulators,
                                      at);
            });
      });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

// Several columns at once where they are neighbours in memory.
int64_t ContractionTiler::getColumnLanes() {
  int64_t lanes = rhs.getRun();
  std::optional<int64_t> last =
      contraction.getConstantExtent(contraction.columns.back());
  return last && *last % lanes == 0 ? lanes : 1;
}

// `lanes` neighbouring elements; `at` is their place in `from`.
void ContractionTiler::buildVector(OpBuilder &b, Value from, ArrayRef<Value> at,
                                   const IRMapping &row, Value columnStart) {
  int64_t lanes = getColumnLanes();
  buildIfInBounds(
      b, loc, rhs.isInBounds(b, loc, columnStart), [&](OpBuilder &b) {
        IRMapping mapping = row;
        rhs.mapIndex(b, loc, columnStart, mapping);
        Value last = reduction.nest.block.getBody()->getArgument(
            contraction.columns.back());
        Value first = mapping.lookup(last);
        Value source = from;
        SmallVector<Value> position(at);
        if (lanes > 1) {
          source = allocPrivate(b, loc, lanes, getElementType(from));
          buildLoop(
              b, loc, ForKind::Unrolled, lanes,
              [&](OpBuilder &b, ValueRange lane) {
                Value value = memref::LoadOp::create(
                    b, loc, from,
                    ValueRange{at[0], addIndex(b, loc, at[1], lane.front())});
                memref::StoreOp::create(b, loc, value, source, lane);
              });
        }
        buildLoop(b, loc, ForKind::Vectorized, lanes,
                  [&](OpBuilder &b, ValueRange lane) {
                    IRMapping element = mapping;
                    element.map(last, addIndex(b, loc, first, lane.front()));
                    if (lanes > 1)
                      position = {lane.front()};
                    reduction.buildResult(
                        b, memref::LoadOp::create(b, loc, source, position),
                        element);
                  });
      });
}

void ContractionTiler::buildRow(OpBuilder &b, Value from, Value rowPart,
                                Value rowIndex) {
  buildIfInBounds(b, loc, lhs.isInBounds(b, loc, rowIndex), [&](OpBuilder &b) {
    IRMapping mapping = common;
    lhs.mapIndex(b, loc, rowIndex, mapping);
    Value lanes = indexConstant(b, loc, getColumnLanes());
    buildLoop(b, loc, ForKind::Unrolled, rhs.getPart() / getColumnLanes(),
              [&](OpBuilder &b, ValueRange number) {
                Value part = mulIndex(b, loc, number.front(), lanes);
                buildVector(b, from, {rowPart, part}, mapping,
                            rhs.getIndex(b, loc, part));
              });
  });
}

// Some rows at a time: all sums are more than the factors have been. No copy
// may arrive there any more, not even one of nothing.
void ContractionTiler::buildStagedEpilogue() {
  if (lhs.isCopied() || rhs.isCopied()) {
    NVVM::CpAsyncWaitGroupOp::create(builder, loc, 0);
    gpu::BarrierOp::create(builder, loc);
  }
  staging.make(builder, loc, bytes, WarpProduct::kStagingRows);
  for (int64_t i = 0; i != warp->getNumStagingRounds(); ++i) {
    if (i != 0)
      gpu::BarrierOp::create(builder, loc);
    Value number = indexConstant(builder, loc, i);
    warp->stageAccumulators(builder, loc, lhs, rhs, accumulators, number,
                            staging.getBuffer());
    gpu::BarrierOp::create(builder, loc);
    staging.buildResults(builder, loc, common, thread,
                         [&](OpBuilder &b, Value row) {
                           return warp->getTileRow(b, loc, number, row);
                         });
  }
}

// True if many copies of the epilogue are too much code.
static bool isHeavy(std::optional<LoopNest> &epilogue) {
  unsigned ops = 0;
  if (epilogue)
    for (Operation &op : *epilogue->block.getBody())
      ops += isa<math::MathDialect>(op.getDialect()) ? 8 : 1;
  return ops > 24;
}

// Sums stay registers only where each index is constant: a copy in memory takes
// a serial loop over rows.
void ContractionTiler::buildResults() {
  ForKind kind = ForKind::Unrolled;
  Value from = accumulators;
  if (isHeavy(reduction.epilogue)) {
    kind = ForKind::Serial;
    from = allocPrivate(builder, loc, {lhs.getPart(), rhs.getPart()},
                        getElementType(accumulators));
    buildLoop(builder, loc, ForKind::Unrolled, lhs.getPart(),
              [&](OpBuilder &b, ValueRange row) {
                buildLoop(b, loc, ForKind::Unrolled, rhs.getPart(),
                          [&](OpBuilder &b, ValueRange column) {
                            SmallVector<Value> at{row.front(), column.front()};
                            Value sum = memref::LoadOp::create(
                                b, loc, accumulators, at);
                            memref::StoreOp::create(b, loc, sum, from, at);
                          });
              });
  }
  buildLoop(builder, loc, kind, lhs.getPart(),
            [&](OpBuilder &b, ValueRange row) {
              buildRow(b, from, row.front(), lhs.getIndex(b, loc, row.front()));
            });
}

void tileContraction(Contraction &contraction, const ContractionTile &tile) {
  Reduction &reduction = contraction.reduction;
  Operation *root = reduction.nest.getRoot();
  Operation *last = reduction.epilogue ? reduction.epilogue->getRoot() : root;
  OpBuilder builder(last);
  ContractionTiler(contraction, tile, builder).run();
  last->erase();
  if (last != root)
    root->erase();
  eraseDeadBuffer(reduction.out);
}

} // namespace mlir::tir
