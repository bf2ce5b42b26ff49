// Attention with the products of small matrices that warps do together. Each
// warp has 16 rows of the block, and all keys and columns; its threads have the
// same elements (`MmaLane`) of scores and of results. So what a thread makes of
// its scores is already its part of the lhs of the second product.
#include "AttentionKernel.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Kernels/Contraction/MmaSync.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tir {

// What one instruction takes along the reduction dimension.
static constexpr int64_t kMmaK = 16;
// A row of a small matrix; rows of shared memory are that much longer, so that
// loads of a matrix access different banks.
static constexpr int64_t kMatrix = 8;

namespace {

/// The factors before they were widened; and what the products are multiplied
/// by in the end, if anything.
struct NarrowOperands {
  Value query, key, value, scale;

  Type getType() { return key.getType(); }
};

class TensorAttention : public AttentionKernel {
public:
  TensorAttention(AttentionChain &chain, const AttentionTile &tile,
                  const NarrowOperands &operands, KernelBuilder &b)
      : AttentionKernel(chain, tile, b), operands(operands) {}

private:
  void makeShared() override;
  AttentionShare openThreads() override;
  void prefetch(const KeyTile &firstKeys) override;
  void buildScores(Value firstKey) override;
  void buildResults(Value firstKey, const KeyTile &next) override;

  bool usesAsyncCopies() const {
    return keys.plan.isCopied() && values.plan.isCopied();
  }
  SmallVector<Value> startCopies(const AttentionOperand &operand,
                                 const KeyTile &from);
  void wait(ArrayRef<Value> copies);
  void addProducts(Value lhs, Value rhs, Value to, int64_t column);
  Value loadWeights(int64_t step);
  void buildScoreProducts(int64_t k);
  void buildResultProducts();

  NarrowOperands operands;
  /// Of values, which are under way.
  SmallVector<Value> valueCopies;
  MmaLane lane;
  /// The number of the first row of the warp, and what the scores are
  /// multiplied by.
  Value warpRow, scale;
};

} // namespace

//===----------------------------------------------------------------------===//
// Tile
//===----------------------------------------------------------------------===//

void TensorAttention::makeShared() {
  planOperands(operands.query, operands.key, operands.value, kMatrix);
  for (AttentionOperand *operand : {&queries, &keys, &values})
    operand->shared =
        allocShared(b, operand->plan.layout, operands.getType(), {});
}

AttentionShare TensorAttention::openThreads() {
  lane = MmaLane(b, thread);
  warpRow = b.mul(b.div(thread, kWarpThreads), kMmaRows);
  Value row = b.add(warpRow, lane.group);
  Value column = b.mul(lane.member, 2);
  if (operands.scale) {
    IRMapping mapping = scoreBatch;
    scale = chain.scores.reduction.buildValue(b, operands.scale, mapping);
  }
  fetch(queries, firstRow);
  return {{2, 1, kMatrix, row},
          {tile.keys / 4, 2, kMmaColumns, column},
          {tile.columns / 4, 2, kMmaColumns, column},
          {2, 1}};
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

SmallVector<Value> TensorAttention::startCopies(const AttentionOperand &operand,
                                                const KeyTile &from) {
  SmallVector<Value> copies;
  getTile(operand).buildCopies(from.first, b.index(0), Value(), from.predicate,
                               copies);
  return copies;
}

// Until what was copied is there, of all threads.
void TensorAttention::wait(ArrayRef<Value> copies) {
  auto type = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  Value group = nvgpu::DeviceAsyncCreateGroupOp::create(b, type, copies);
  nvgpu::DeviceAsyncWaitOp::create(b, group, b.getI32IntegerAttr(0));
  b.barrier();
}

void TensorAttention::prefetch(const KeyTile &firstKeys) {
  if (usesAsyncCopies())
    wait(startCopies(keys, firstKeys));
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// Of 16 columns.
void TensorAttention::addProducts(Value lhs, Value rhs, Value to,
                                  int64_t column) {
  for (int64_t i : {0, 1})
    addMmaProduct(b, lhs, takeRegisters(b, rhs, 2 * i, 2), kMmaK,
                  {to, 0, column + 2 * i, kMmaRows});
}

// Matrices of queries: rows, rows, then further along the reduction dimension;
// of keys: two times along the reduction dimension, then the next keys.
void TensorAttention::buildScoreProducts(int64_t k) {
  Value half = b.mul(b.div(lane.number, kMmaRows), kMatrix);
  Value row = b.add(warpRow, b.rem(lane.number, kMmaRows));
  Value lhs =
      loadMatrices(b, queries.shared.buffer, {row, b.add(b.index(k), half)},
                   /*isTransposed=*/false);
  Value key = b.add(half, b.rem(lane.number, kMatrix));
  Value column =
      b.add(b.index(k), b.mul(b.rem(b.div(lane.number, kMatrix), 2), kMatrix));
  for (int64_t first = 0; first != tile.keys; first += 2 * kMmaColumns) {
    Value rhs = loadMatrices(b, keys.shared.buffer,
                             {b.add(b.index(first), key), column},
                             /*isTransposed=*/false);
    addProducts(lhs, rhs, accumulators, first / 4);
  }
}

// Values are copied while scores are computed, the next keys while results are:
// nobody uses the one tile then, or the other.
void TensorAttention::buildScores(Value firstKey) {
  if (usesAsyncCopies()) {
    valueCopies = startCopies(values, {firstKey, {}});
  } else {
    // The last step's keys and values, and at first the queries.
    b.barrier();
    fetch(keys, firstKey);
    fetch(values, firstKey);
    b.barrier();
  }
  initAccumulators();
  for (int64_t k = 0; k != tile.headDim; k += kMmaK)
    buildScoreProducts(k);
  if (scale)
    unrollElements(b, accumulators, [&](ArrayRef<Value> at) {
      Value score = b.load(accumulators, at);
      b.store(arith::MulFOp::create(b, score, scale), accumulators, at);
    });
}

// The thread's part of the left operand, for 16 keys.
Value TensorAttention::loadWeights(int64_t step) {
  auto type = VectorType::get({4, 2}, operands.getType());
  SmallVector<Value> elements;
  for (int64_t i = 0; i != type.getNumElements(); ++i) {
    Value row = b.index(i / 2 % 2);
    Value column = b.index(4 * step + 2 * (i / 4) + i % 2);
    elements.push_back(arith::TruncFOp::create(
        b, operands.getType(), b.load(accumulators, {row, column})));
  }
  return vector::FromElementsOp::create(b, type, elements);
}

// Matrices of values, transposed: keys, keys, then the next columns.
void TensorAttention::buildResultProducts() {
  Value column = b.mul(b.div(lane.number, kMmaRows), kMatrix);
  for (int64_t step = 0; step != tile.keys / kMmaK; ++step) {
    Value lhs = loadWeights(step);
    Value key = b.add(b.index(step * kMmaK), b.rem(lane.number, kMmaRows));
    for (int64_t first = 0; first != tile.columns; first += 2 * kMmaColumns) {
      Value rhs = loadMatrices(b, values.shared.buffer,
                               {key, b.add(b.index(first), column)},
                               /*isTransposed=*/true);
      addProducts(lhs, rhs, sums.results, first / 4);
    }
  }
}

void TensorAttention::buildResults(Value, const KeyTile &next) {
  if (!usesAsyncCopies())
    return buildResultProducts();
  wait(valueCopies);
  SmallVector<Value> copies = startCopies(keys, next);
  buildResultProducts();
  wait(copies);
}

//===----------------------------------------------------------------------===//
// Match
//===----------------------------------------------------------------------===//

// Queries may be widened and multiplied by what is the same for all of them.
static bool matchQuery(AttentionChain &chain, NarrowOperands &operands) {
  Value query = chain.scores.lhs.value;
  Type type = chain.getType();
  operands.query = getNarrow(query, type);
  auto product = query.getDefiningOp<arith::MulFOp>();
  if (operands.query || !product)
    return static_cast<bool>(operands.query);
  bool isFirst = static_cast<bool>(getNarrow(product.getLhs(), type));
  operands.query =
      getNarrow(isFirst ? product.getLhs() : product.getRhs(), type);
  operands.scale = isFirst ? product.getRhs() : product.getLhs();
  llvm::SmallBitVector iters =
      getIters(chain.scores.reduction.nest.block, operands.scale);
  auto moves = [&](unsigned iter) { return iters.test(iter); };
  return operands.query && llvm::none_of(chain.scores.rows, moves) &&
         llvm::none_of(chain.scores.kIters, moves);
}

// True if weights or results become as narrow as the factors in the end: those
// of f32 are not rounded on the way.
static bool roundsAnyway(AttentionChain &chain, Type type) {
  auto isNarrow = [&](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getElementType() == type;
  };
  std::optional<LoopNest> &end = chain.values.reduction.epilogue;
  return isNarrow(chain.softmax.out) ||
         (end && llvm::all_of(end->block.getWrites(), isNarrow));
}

static std::optional<NarrowOperands> matchNarrow(AttentionChain &chain) {
  NarrowOperands operands;
  // Of f64 none are narrow.
  operands.key = getNarrow(chain.scores.rhs.value, chain.getType());
  operands.value = getNarrow(chain.values.rhs.value, chain.getType());
  if (!operands.key || !operands.value || !matchQuery(chain, operands) ||
      operands.query.getType() != operands.getType() ||
      operands.value.getType() != operands.getType() ||
      !roundsAnyway(chain, operands.getType()) ||
      !matchPattern(chain.scores.reduction.initStore.getValueToStore(),
                    m_AnyZeroFloat()))
    return std::nullopt;
  return operands;
}

bool hasNarrowOperands(AttentionChain &chain) {
  return matchNarrow(chain).has_value();
}

//===----------------------------------------------------------------------===//
// Tile
//===----------------------------------------------------------------------===//

int64_t getTensorBytes(const AttentionTile &tile) {
  constexpr int64_t kBytes = 2;
  return kBytes * ((tile.rows + tile.keys) * (tile.headDim + kMatrix) +
                   tile.keys * (tile.columns + kMatrix));
}

void buildTensorAttention(AttentionChain &chain, const AttentionTile &tile,
                          KernelBuilder &b) {
  TensorAttention(chain, tile, *matchNarrow(chain), b).build();
}

} // namespace mlir::tir
