// Products of f32 matrices on a GPU by primitives, where tiles divide them:
//
//   split rows and columns [?, tile], [runs, 16, run], k [?, tile], [?, 2]
//   reorder
//   cache_write a tile "local"; cache_read both operands "shared", and these
//   "local"; transform_layout what lies along k; decompose_reduction
//   bind blocks and threads; unroll and vectorize runs; annotate a pipeline
//
// A thread computes runs of up to four neighbours, 64 apart: so 128 bits of
// shared memory are one load, and threads beside each other read beside each
// other. A step's elements come to registers while the step before is added up.
// Of a product of 4096 x 4096 these loops have 127 registers on sm_80 and 122
// on sm_90, and 574 instructions for 8 steps of k; those that
// `tile_contraction` writes have 122 and 122, and 622.
#include "../ComposeMatmul.h"
#include "../ScheduleSteps.h"
#include "Matmul.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"

namespace mlir::tir {

namespace {
/// Composes the kernel of a product, as its plan says.
class MatmulComposer {
public:
  MatmulComposer(Contraction &product, const ContractionTile &tile,
                 BlockSteps &steps, BlockOp block)
      : product(product), tile(tile), steps(steps), block(block) {}

  void run(const MatmulBuffers &buffers);

private:
  /// Loops of a tile's axis: threads, and the elements of one: its runs, if
  /// they are several, and a run.
  struct AxisLoops {
    ForOp thread;
    SmallVector<ForOp> elements;
  };

  AxisLoops splitTile(ForOp loop, int64_t extent);
  SmallVector<ForOp> splitK(ForOp loop);
  void splitLoops();
  void bindThreads(ForOp outer, ForOp inner);
  void copyOperand(Value buffer, ArrayRef<unsigned> own);
  void shareCopy(BlockOp copy, bool isTransposed);
  void storeResult(BlockOp result);
  void startAccumulators(BlockOp start);

  static constexpr int64_t kSide = ContractionTile::kSide;

  Contraction &product;
  const ContractionTile &tile;
  BlockSteps &steps;
  BlockOp block;
  ForOp blockRows, blockColumns, kSteps;
  AxisLoops rows, columns;
};
} // namespace

// Splits `loop` over the rows or columns of a tile. Threads have runs of at
// most four neighbours, a vector of 128 bits.
MatmulComposer::AxisLoops MatmulComposer::splitTile(ForOp loop,
                                                    int64_t extent) {
  constexpr int64_t kVector = 4;
  int64_t run = std::min(extent / kSide, kVector), runs = extent / kSide / run;
  SmallVector<int64_t> factors{kSide};
  if (runs > 1)
    factors.insert(factors.begin(), runs);
  if (run > 1)
    factors.push_back(run);
  if (factors.size() == 1)
    return {loop, {}};
  SmallVector<ForOp> loops = steps.split(loop, factors);
  size_t thread = runs > 1 ? 1 : 0;
  AxisLoops axis{loops[thread], std::move(loops)};
  axis.elements.erase(axis.elements.begin() + thread);
  return axis;
}

void MatmulComposer::splitLoops() {
  (void)steps.getLoops(block);
  LoopNest nest = *matchLoopNest(getOwnRoot(block), nullptr);
  auto splitBlocks = [&](unsigned iter, int64_t extent) {
    return steps.split(nest.loops[iter], {kOpenFactor, extent});
  };
  SmallVector<ForOp> down = splitBlocks(product.rows.front(), tile.rows);
  SmallVector<ForOp> across =
      splitBlocks(product.columns.front(), tile.columns);
  SmallVector<ForOp> k = splitBlocks(product.kIters.front(), tile.k);
  blockRows = down[0];
  blockColumns = across[0];
  kSteps = k[0];
  if (!steps.areDone())
    return;
  rows = splitTile(down[1], tile.rows);
  columns = splitTile(across[1], tile.columns);
  SmallVector<ForOp> order{blockRows, blockColumns, kSteps, rows.thread,
                           columns.thread};
  llvm::append_range(order, splitK(k[1]));
  llvm::append_range(order, rows.elements);
  llvm::append_range(order, columns.elements);
  steps.reorder(order);
}

// Registers hold the elements of as many steps of k as are written out: of few
// products more steps, as each step of the loop itself costs four instructions.
SmallVector<ForOp> MatmulComposer::splitK(ForOp loop) {
  constexpr int64_t kProducts = 128;
  int64_t products = tile.rows * tile.columns / ContractionTile::kThreads;
  int64_t written = std::max<int64_t>(kProducts / products, 2);
  if (written >= tile.k) {
    steps.unroll(loop);
    return {loop};
  }
  SmallVector<ForOp> parts = steps.split(loop, {kOpenFactor, written});
  steps.unroll(parts[1]);
  steps.annotate(parts[0], "unroll",
                 Builder(block.getContext()).getI64IntegerAttr(1));
  return parts;
}

void MatmulComposer::bindThreads(ForOp outer, ForOp inner) {
  steps.bind(steps.fuse({outer, inner}), "threadIdx.x");
}

// All threads have as many elements of a step, up to four of which lie beside
// each other in memory.
void MatmulComposer::shareCopy(BlockOp copy, bool isTransposed) {
  if (!steps.areDone())
    return;
  SmallVector<ForOp> loops = steps.getLoops(copy);
  ForOp line = loops[loops.size() - 2], along = loops.back();
  int64_t elements = *line.getConstantExtent() * *along.getConstantExtent();
  int64_t vector = std::min<int64_t>(elements / ContractionTile::kThreads, 4);
  SmallVector<ForOp> vectors{line, along};
  if (vector > 1) {
    SmallVector<ForOp> parts = steps.split(along, {kOpenFactor, vector});
    vectors.back() = parts[0];
    isTransposed ? steps.unroll(parts[1]) : steps.vectorize(parts[1]);
  }
  ForOp all = steps.fuse(vectors);
  if (elements != vector * ContractionTile::kThreads) {
    SmallVector<ForOp> shares =
        steps.split(all, {kOpenFactor, ContractionTile::kThreads});
    steps.reorder({shares[1], shares[0]});
    steps.unroll(shares[0]);
    all = shares[1];
  }
  steps.bind(all, "threadIdx.x");
}

// Brings a step's elements of an operand to registers, and these to shared
// memory, where the axis of the result is the last one. Where they lie along k,
// lines are 4 elements longer: threads store columns of them, which would be in
// one bank.
void MatmulComposer::copyOperand(Value buffer, ArrayRef<unsigned> own) {
  BlockOp shared =
      steps.cacheRead(block, getReadNumber(block, buffer), "shared");
  steps.computeAt(shared, kSteps);
  BlockOp fetched = steps.cacheRead(shared, 0, "local");
  steps.computeAt(fetched, kSteps);
  auto load = cast<memref::LoadOp>(
      (buffer == product.lhs.loads.front().buffer ? product.lhs : product.rhs)
          .loads.front()
          .op);
  bool isTransposed =
      load.getIndices().back() !=
      product.reduction.nest.block.getBody()->getArgument(own.front());
  if (isTransposed) {
    constexpr int64_t kBanks = 32, kPadding = 4;
    steps.transformLayout(shared,
                          AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0},
                                                       load.getContext()));
    steps.alignStorage(shared, {0, kBanks, kPadding});
  }
  shareCopy(fetched, /*isTransposed=*/false);
  shareCopy(shared, isTransposed);
}

void MatmulComposer::startAccumulators(BlockOp start) {
  if (!steps.areDone())
    return;
  SmallVector<ForOp> loops = steps.getLoops(start);
  bindThreads(loops[2], loops[3]);
  for (ForOp loop : ArrayRef(loops).drop_front(4))
    steps.unroll(loop);
}

void MatmulComposer::storeResult(BlockOp result) {
  if (!steps.areDone())
    return;
  SmallVector<ForOp> loops = steps.getLoops(result);
  AxisLoops down = splitTile(loops[loops.size() - 2], tile.rows);
  AxisLoops across = splitTile(loops.back(), tile.columns);
  SmallVector<ForOp> elements(down.elements);
  llvm::append_range(elements, across.elements);
  SmallVector<ForOp> order{down.thread, across.thread};
  llvm::append_range(order, elements);
  steps.reorder(order);
  bindThreads(down.thread, across.thread);
  bool hasVectors = !across.elements.empty();
  for (ForOp loop : ArrayRef(elements).drop_back(hasVectors ? 1 : 0))
    steps.unroll(loop);
  if (hasVectors)
    steps.vectorize(elements.back());
}

void MatmulComposer::run(const MatmulBuffers &buffers) {
  splitLoops();
  BlockOp result = steps.cacheWrite(block, 0, "local");
  steps.reverseComputeAt(result, blockColumns);
  copyOperand(buffers.lhs, product.rows);
  copyOperand(buffers.rhs, product.columns);
  BlockOp start = steps.decomposeReduction(block, kSteps);
  steps.bind(blockRows, "blockIdx.y");
  steps.bind(blockColumns, "blockIdx.x");
  bindThreads(rows.thread, columns.thread);
  for (ForOp loop : llvm::concat<ForOp>(rows.elements, columns.elements))
    steps.unroll(loop);
  startAccumulators(start);
  storeResult(result);
  // Of the copies to registers and to shared memory of either operand, and the
  // products: all copies are a step ahead, those to shared memory after the
  // products of the step before.
  Builder b(block.getContext());
  steps.annotate(kSteps, "software_pipeline_stage",
                 b.getI32ArrayAttr({0, 0, 0, 0, 1}));
  steps.annotate(kSteps, "software_pipeline_order",
                 b.getI32ArrayAttr({0, 3, 1, 4, 2}));
}

static bool isDivided(std::optional<int64_t> extent, int64_t size) {
  return extent && *extent != 0 && *extent % size == 0;
}

// Whether tiles divide a product of two matrices, there are as many elements of
// a step as threads, and as many blocks as a grid may have along an axis.
static bool fits(const Contraction &product, const ContractionTile &tile) {
  constexpr int64_t kMaxBlocks = 65535;
  const ContractionShape &shape = product.shape;
  LoopNest nest = product.reduction.nest;
  return nest.size() == 3 && product.rows.size() == 1 &&
         product.columns.size() == 1 && product.kIters.size() == 1 &&
         isDivided(shape.rows, tile.rows) &&
         isDivided(shape.columns, tile.columns) && isDivided(shape.k, tile.k) &&
         *shape.k > tile.k &&
         std::min(tile.rows, tile.columns) * tile.k >=
             ContractionTile::kThreads &&
         *shape.rows / tile.rows <= kMaxBlocks;
}

bool composeMatmul(Contraction &product, const ContractionTile &tile,
                   ScheduleWriter *writer) {
  Reduction &reduction = product.reduction;
  std::optional<MatmulBuffers> buffers = getMatmulBuffers(product);
  // Other kernels of the function give their buffers more room than they use.
  auto func = reduction.nest.block->getParentOfType<FuncOp>();
  size_t own = reduction.epilogue ? 2 : 1;
  if (!buffers || hasLongEpilogue(reduction) || !fits(product, tile) ||
      getStatements(func).size() != own)
    return false;
  auto compose = [&](BlockSteps &steps, BlockOp block) {
    MatmulComposer(product, tile, steps, block).run(*buffers);
  };
  return succeeded(composeReduction(reduction, writer, compose));
}

} // namespace mlir::tir
