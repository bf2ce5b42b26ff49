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
#include "Relax/Kernels/Contraction/TileContraction.h"

#include "ContractionGrid.h"
#include "Relax/Dialect/TIR/Schedule/EraseNests.h"
#include "WarpProduct.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

namespace {

/// The operands of a block, and the memory of both, if it is one piece.
struct BlockTiles {
  OperandTile lhs, rhs;
  Value bytes;
};

/// An operand of the products that each thread does by itself: its part of the
/// tile, for one k at a time.
struct ThreadOperand {
  SharedTile shared;
  ThreadElements owned;
  Value registers;

  void load(KernelBuilder &b, Value stage, Value k) const;
};

/// Writes the main loop of a kernel.
class ContractionSteps {
public:
  ContractionSteps(KernelBuilder &b, const ContractionPlan &plan,
                   const ContractionGrid &grid, BlockTiles &block)
      : b(b), plan(plan), grid(grid), tiles{{&block.lhs, grid.rows.origin},
                                            {&block.rhs, grid.columns.origin}} {
  }

  /// `multiply` writes the products of a stage.
  void build(llvm::function_ref<void(Value)> multiply);

private:
  Value getStage(Value step);
  void advance();
  void start(Value step);
  void commit(Value step);
  void wait();

  KernelBuilder &b;
  const ContractionPlan &plan;
  const ContractionGrid &grid;
  /// Operands, and where their part of the own axis begins.
  std::pair<OperandTile *, Value> tiles[2];
  /// The copies of the step that was started last; null if there are none.
  Value group;
  /// Which stage is multiplied, in a register; null where bits of the number of
  /// the step say it.
  Value counter;
  /// The step that is multiplied; null in front of the loop.
  Value present;
};

} // namespace

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

// A remainder by 3 in each step is nine instructions.
void ContractionSteps::advance() {
  if (!counter)
    return;
  Value next = b.add(b.load(counter, b.index(0)), b.number32(1));
  Value isEnd = b.equal(next, b.number32(plan.tile.stages));
  next = arith::SelectOp::create(b, isEnd, b.number32(0), next);
  b.store(next, counter, b.index(0));
}

// The part of shared memory for a step: of that which is multiplied, or of the
// last one ahead, which is where the step before was. Division of 32 bits is
// enough: what does not fit is as far from others as it should be.
Value ContractionSteps::getStage(Value step) {
  if (!counter || getConstantIndex(step))
    return remNarrow(b, step, plan.tile.stages);
  Value stage = b.load(counter, b.index(0));
  if (step != present) {
    Value isFirst = b.equal(stage, b.number32(0));
    Value before = b.sub(stage, b.number32(1));
    stage = arith::SelectOp::create(b, isFirst,
                                    b.number32(plan.tile.stages - 1), before);
  }
  return b.toIndex(stage);
}

// There is no step after the last one: copies of it are of nothing.
void ContractionSteps::start(Value step) {
  std::optional<int64_t> known = getConstantIndex(step);
  std::optional<int64_t> end = getConstantIndex(grid.steps);
  Value isStep;
  if (!known || (*known > 0 && (!end || *known >= *end)))
    isStep = b.less(step, grid.steps);
  auto getK = [&] { return b.mul(step, plan.tile.k); };
  SmallVector<Value> copies;
  for (auto [tile, origin] : tiles)
    if (tile->getPlan().isCopied())
      tile->buildCopies(origin, getK(), getStage(step), isStep, copies);
  if (!plan.lhs.isCopied() || !plan.rhs.isCopied())
    b.branch(isStep, [&] {
      for (auto [tile, origin] : tiles)
        if (!tile->getPlan().isCopied())
          tile->buildFetch(origin, getK());
    });
  auto type = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  if (!copies.empty())
    group = nvgpu::DeviceAsyncCreateGroupOp::create(b, type, copies);
}

void ContractionSteps::commit(Value step) {
  for (auto [tile, origin] : tiles)
    if (!tile->getPlan().isCopied())
      tile->buildCommit(getStage(step));
}

// For the copies of the next step, and for all threads.
void ContractionSteps::wait() {
  if (group)
    nvgpu::DeviceAsyncWaitOp::create(
        b, group,
        b.getI32IntegerAttr(static_cast<int32_t>(plan.tile.stages - 2)));
  b.barrier();
}

void ContractionSteps::build(llvm::function_ref<void(Value)> multiply) {
  if (!llvm::isPowerOf2_64(plan.tile.stages)) {
    counter = b.registers(1, b.getI32Type());
    b.store(b.number32(0), counter, b.index(0));
  }
  auto startStep = [&](Value step) { start(step); };
  auto commitStep = [&](Value step) { commit(step); };
  auto waitForStep = [&] {
    if (present)
      advance();
    wait();
  };
  auto enter = [&](Value step) { present = step; };
  auto compute = [&](Value step) { multiply(getStage(step)); };
  buildMainLoop(b, {b.index(0), grid.steps, plan.tile.stages - 1, startStep,
                    commitStep, enter, waitForStep, compute});
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

void ThreadOperand::load(KernelBuilder &b, Value stage, Value k) const {
  owned.load(b, registers, [&](Value own) {
    return b.load(shared.buffer, shared.getIndices(b, stage, own, k));
  });
}

static void addProducts(KernelBuilder &b, Contraction &contraction,
                        const ThreadOperand &lhs, const ThreadOperand &rhs,
                        Value accumulators) {
  unrollElements(b, accumulators, [&](ArrayRef<Value> at) {
    Value sum = contraction.addProduct(b, b.load(lhs.registers, at[0]),
                                       b.load(rhs.registers, at[1]),
                                       b.load(accumulators, at));
    b.store(sum, accumulators, at);
  });
}

// True if many copies of the epilogue are too much code.
static bool isHeavy(std::optional<LoopNest> &epilogue) {
  unsigned ops = 0;
  if (epilogue)
    for (Operation &op : *epilogue->block.getBody())
      ops += isa<math::MathDialect>(op.getDialect()) ? 8 : 1;
  return ops > 24;
}

// Accumulators stay registers only where each index is constant: a copy in
// memory takes a serial loop over rows.
static void storeAccumulators(KernelBuilder &b, Contraction &contraction,
                              const ContractionGrid &grid,
                              const std::array<ThreadElements, 2> &owned,
                              Value accumulators) {
  Epilogue epilogue(b, contraction, grid.rows, grid.columns, grid.place);
  ThreadElements rows = owned[0], columns = owned[1];
  rows.base = b.add(grid.rows.origin, rows.base);
  columns.base = b.add(grid.columns.origin, columns.base);
  ForKind kind = ForKind::Unrolled;
  Value from = accumulators;
  if (isHeavy(contraction.reduction.epilogue)) {
    kind = ForKind::Serial;
    auto type = cast<MemRefType>(accumulators.getType());
    from = memref::AllocOp::create(b, type);
    unrollElements(b, accumulators, [&](ArrayRef<Value> at) {
      b.store(b.load(accumulators, at), from, at);
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
static void buildThreads(KernelBuilder &b, const ContractionPlan &plan,
                         const ContractionGrid &grid, BlockTiles &block) {
  constexpr int64_t kSide = ContractionTile::kSide;
  Contraction &contraction = *plan.lhs.contraction;
  Value thread = grid.place.thread;
  auto own = [&](int64_t size, Value number) {
    int64_t count = size / kSide, run = std::min<int64_t>(count, 4);
    return ThreadElements{count, run, kSide * run, b.mul(number, run)};
  };
  ThreadElements rows = own(plan.tile.rows, b.div(thread, kSide));
  ThreadElements columns = own(plan.tile.columns, b.rem(thread, kSide));
  Value accumulators = buildStart(b, contraction, grid.place.common,
                                  {rows.count, columns.count});
  auto makeOperand = [&](const OperandTile &tile, const ThreadElements &owned) {
    Value registers = b.registers(owned.count, tile.getPlan().getType());
    return ThreadOperand{tile.getShared(), owned, registers};
  };
  ThreadOperand lhs = makeOperand(block.lhs, rows);
  ThreadOperand rhs = makeOperand(block.rhs, columns);
  // Loads for one k wait while the products before them are added up.
  constexpr int64_t kProducts = 128;
  int64_t unrolled = std::clamp<int64_t>(
      kProducts / (rows.count * columns.count), 1, plan.tile.k);
  ContractionSteps(b, plan, grid, block).build([&](Value stage) {
    b.repeat(plan.tile.k / unrolled, [&](Value number) {
      Value first = b.mul(number, unrolled);
      b.unroll(unrolled, [&](Value rest) {
        Value k = b.add(first, rest);
        lhs.load(b, stage, k);
        rhs.load(b, stage, k);
        addProducts(b, contraction, lhs, rhs, accumulators);
      });
    });
  });
  storeAccumulators(b, contraction, grid, {rows, columns}, accumulators);
}

//===----------------------------------------------------------------------===//
// Tensor cores
//===----------------------------------------------------------------------===//

// Some rows at a time: all accumulators are more than the operands have been.
// No copy may arrive there any more, not even one of nothing.
static void buildWarps(KernelBuilder &b, const ContractionPlan &plan,
                       const ContractionGrid &grid, BlockTiles &block) {
  Contraction &contraction = *plan.lhs.contraction;
  WarpProduct warp(b, plan.tile, block.lhs.getShared(), block.rhs.getShared(),
                   grid.place.thread);
  Value accumulators = warp.buildStart(contraction, grid.place.common);
  ContractionSteps(b, plan, grid, block).build([&](Value stage) {
    warp.buildKSlice(stage, accumulators);
  });
  if (plan.isCopied()) {
    NVVM::CpAsyncWaitGroupOp::create(b, 0);
    b.barrier();
  }
  Epilogue epilogue(b, contraction, grid.rows, grid.columns, grid.place);
  Value staging =
      epilogue.viewStaging(block.bytes, WarpProduct::getStagingRows(plan.tile));
  for (int64_t i = 0; i != warp.getNumStagingRounds(); ++i) {
    if (i != 0)
      b.barrier();
    Value number = b.index(i);
    warp.stageAccumulators(accumulators, number, staging);
    b.barrier();
    epilogue.storeStaged(staging, plan.tile.getThreads(), [&](Value row) {
      return warp.getTileRow(number, row);
    });
  }
}

static void buildKernel(KernelBuilder &b, const ContractionPlan &plan) {
  OperandSource lhs = buildSource(b, plan.lhs), rhs = buildSource(b, plan.rhs);
  ContractionGrid grid = openBlocks(b, plan);
  int64_t stages = plan.tile.stages;
  Value bytes;
  if (plan.tile.usesWarps())
    bytes = b.shared(plan.getSharedBytes(), b.getI8Type());
  auto makeShared = [&](const OperandPlan &operand, int64_t first) {
    Type type = operand.getType();
    return bytes ? viewShared(b, operand.layout, type, stages, {bytes, first})
                 : allocShared(b, operand.layout, type, stages);
  };
  SharedTile lhsShared = makeShared(plan.lhs, 0);
  SharedTile rhsShared =
      makeShared(plan.rhs, stages * plan.lhs.layout.getBytes());
  grid.place.thread = b.axis(b.index(plan.tile.getThreads()), "threadIdx.x");
  BlockTiles block{OperandTile(b, plan.lhs, lhs, lhsShared, grid.place),
                   OperandTile(b, plan.rhs, rhs, rhsShared, grid.place), bytes};
  plan.tile.usesWarps() ? buildWarps(b, plan, grid, block)
                        : buildThreads(b, plan, grid, block);
}

// Replaces the nests of the contraction and its epilogue by what `build`
// writes.
static void replaceNests(Reduction &reduction,
                         llvm::function_ref<void(KernelBuilder &)> build) {
  KernelBuilder builder(reduction.nest.block.getLoc(), reduction.getLastRoot());
  build(builder);
  eraseNests(reduction);
}

void tileContraction(const ContractionPlan &plan) {
  replaceNests(plan.lhs.contraction->reduction, [&](KernelBuilder &b) {
    plan.tile.usesWarpgroups() ? buildWarpgroupKernel(b, plan)
                               : buildKernel(b, plan);
  });
}

} // namespace mlir::tir
