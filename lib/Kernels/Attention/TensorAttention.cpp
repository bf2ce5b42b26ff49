// Attention with the products of small matrices that warps do together. Each
// warp has 16 rows of the block, and all keys and columns; its threads have
//
//   rows      a fourth of the thread's number in the warp, and 8 further
//   columns   twice the rest, and the next, of every 8
//
// of scores and results alike. So what a thread makes of its scores is already
// its part of the left factor of the second product.
#include "AttentionKernel.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tir {

// What one instruction takes: rows, columns and terms.
static constexpr int64_t kRows = 16, kColumns = 8, kMmaK = 16;
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
                  const NarrowOperands &operands, OpBuilder &b)
      : AttentionKernel(chain, tile, b), operands(operands) {}

private:
  void makeShared() override;
  void setThread() override;
  void fetchQueries() override;
  void prefetch() override;
  void buildScores(Value firstKey) override;
  void buildResults(Value firstKey) override;

  Value times(Value value, int64_t by) {
    return mulIndex(b, loc, value, index(by));
  }
  Value divide(Value value, int64_t by) {
    return b.createOrFold<arith::DivUIOp>(loc, value, index(by));
  }
  Value remainder(Value value, int64_t by) {
    return b.createOrFold<arith::RemUIOp>(loc, value, index(by));
  }
  OperandTile getKeys() {
    return {chain.scores,
            operands.key,
            {chain.scores.columns, tile.keys},
            {chain.scores.kIters, tile.headDim},
            tile.threads};
  }
  OperandTile getValues() {
    return {chain.values,
            operands.value,
            {chain.values.kIters, tile.keys},
            {chain.values.columns, tile.columns},
            tile.threads};
  }
  bool usesAsyncCopies() {
    return getKeys().canCopy() && getValues().canCopy();
  }
  void wait(ArrayRef<Value> copies);
  Value loadMatrices(Value from, Value row, Value column, bool isTransposed);
  Value getHalf(Value matrices, int64_t number);
  Value loadWeights(int64_t step);
  void addProduct(Value lhs, Value rhs, Value to, int64_t column);
  void buildScoreProducts(int64_t k);
  void buildResultProducts();
  void scaleScores();

  NarrowOperands operands;
  /// Of the block.
  Value queries, keyTile, valueTile;
  /// Of values, which are under way.
  SmallVector<Value> valueCopies;
  /// The numbers of the thread in its warp, of the first row of the warp, and
  /// what the scores are multiplied by.
  Value lane, warpRow, scale;
};

} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

void TensorAttention::makeShared() {
  auto make = [&](int64_t rows, int64_t columns) {
    return AttentionKernel::makeShared({rows, columns + kMatrix},
                                       operands.getType());
  };
  queries = make(tile.rows, tile.headDim);
  keyTile = make(tile.keys, tile.headDim);
  valueTile = make(tile.keys, tile.columns);
}

void TensorAttention::setThread() {
  lane = remainder(thread, kWarpThreads);
  warpRow = times(divide(thread, kWarpThreads), kRows);
  Value row = addIndex(b, loc, warpRow, divide(lane, 4));
  Value column = times(remainder(lane, 4), 2);
  rows = {2, 1, kMatrix, row};
  keys = {tile.keys / 4, 2, kColumns, column};
  columns = {tile.columns / 4, 2, kColumns, column};
  shuffleDistances = {2, 1};
  if (!operands.scale)
    return;
  IRMapping mapping = scoreBatch;
  scale = chain.scores.reduction.buildValue(b, operands.scale, mapping);
}

void TensorAttention::fetchQueries() {
  OperandTile(chain.scores, operands.query, {chain.scores.rows, tile.rows},
              {chain.scores.kIters, tile.headDim}, tile.threads)
      .build(b, loc, scoreBatch, thread, firstRow, queries);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

// Until what was copied is there, of all threads.
void TensorAttention::wait(ArrayRef<Value> copies) {
  auto type = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  Value group = nvgpu::DeviceAsyncCreateGroupOp::create(b, loc, type, copies);
  nvgpu::DeviceAsyncWaitOp::create(b, loc, group, b.getI32IntegerAttr(0));
  gpu::BarrierOp::create(b, loc);
}

void TensorAttention::prefetch() {
  if (!usesAsyncCopies())
    return;
  SmallVector<Value> copies;
  getKeys().buildCopies(b, loc, scoreBatch, thread, nextKey, hasNext, keyTile,
                        copies);
  wait(copies);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// Four small matrices, of which every 8 threads say where the rows begin.
Value TensorAttention::loadMatrices(Value from, Value row, Value column,
                                    bool isTransposed) {
  auto type = VectorType::get({4, 2}, operands.getType());
  return nvgpu::LdMatrixOp::create(b, loc, type, from, ValueRange{row, column},
                                   isTransposed, /*numTiles=*/4);
}

// The first or the last two of four matrices.
Value TensorAttention::getHalf(Value matrices, int64_t number) {
  auto type = VectorType::get({2, 2}, operands.getType());
  Value half = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t i : {0, 1})
    half = vector::InsertOp::create(
        b, loc, vector::ExtractOp::create(b, loc, matrices, 2 * number + i),
        half, i);
  return half;
}

// Adds the product of a warp's matrices to the thread's part of some columns.
void TensorAttention::addProduct(Value lhs, Value rhs, Value to,
                                 int64_t column) {
  auto type = VectorType::get({2, 2}, chain.getType());
  auto pair = VectorType::get(2, chain.getType());
  auto getIndices = [&](int64_t row) -> SmallVector<Value> {
    return {index(row), index(column)};
  };
  Value sum = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t row : {0, 1})
    sum = vector::InsertOp::create(
        b, loc, vector::LoadOp::create(b, loc, pair, to, getIndices(row)), sum,
        row);
  Value result = nvgpu::MmaSyncOp::create(
      b, loc, type, lhs, rhs, sum, b.getI64ArrayAttr({kRows, kColumns, kMmaK}),
      /*tf32Enabled=*/nullptr);
  for (int64_t row : {0, 1})
    vector::StoreOp::create(b, loc,
                            vector::ExtractOp::create(b, loc, result, row), to,
                            getIndices(row));
}

// Matrices of queries: rows, rows, then the next terms; of keys: two times
// terms, then the next keys.
void TensorAttention::buildScoreProducts(int64_t k) {
  Value half = times(divide(lane, kRows), kMatrix);
  Value lhs =
      loadMatrices(queries, addIndex(b, loc, warpRow, remainder(lane, kRows)),
                   addIndex(b, loc, index(k), half), /*isTransposed=*/false);
  Value key = addIndex(b, loc, half, remainder(lane, kMatrix));
  Value column = addIndex(b, loc, index(k),
                          times(remainder(divide(lane, kMatrix), 2), kMatrix));
  for (int64_t first = 0; first != tile.keys; first += 2 * kColumns) {
    Value rhs = loadMatrices(keyTile, addIndex(b, loc, index(first), key),
                             column, /*isTransposed=*/false);
    for (int64_t i : {0, 1})
      addProduct(lhs, getHalf(rhs, i), accumulators, first / 4 + 2 * i);
  }
}

void TensorAttention::scaleScores() {
  if (!scale)
    return;
  buildParts(rows.count, [&](Value row) {
    buildParts(keys.count, [&](Value key) {
      Value score =
          memref::LoadOp::create(b, loc, accumulators, ValueRange{row, key});
      memref::StoreOp::create(b, loc,
                              arith::MulFOp::create(b, loc, score, scale),
                              accumulators, ValueRange{row, key});
    });
  });
}

// Values are copied while scores are computed, the next keys while results are:
// nobody uses the one tile then, or the other.
void TensorAttention::buildScores(Value firstKey) {
  if (usesAsyncCopies()) {
    valueCopies.clear();
    getValues().buildCopies(b, loc, valueBatch, thread, firstKey, Value(),
                            valueTile, valueCopies);
  } else {
    // The last step's keys and values, and at first the queries.
    gpu::BarrierOp::create(b, loc);
    getKeys().build(b, loc, scoreBatch, thread, firstKey, keyTile);
    getValues().build(b, loc, valueBatch, thread, firstKey, valueTile);
    gpu::BarrierOp::create(b, loc);
  }
  initAccumulators();
  for (int64_t k = 0; k != tile.headDim; k += kMmaK)
    buildScoreProducts(k);
  scaleScores();
}

// The thread's part of the left factor, for 16 keys.
Value TensorAttention::loadWeights(int64_t step) {
  auto type = VectorType::get({4, 2}, operands.getType());
  SmallVector<Value> elements;
  for (int64_t i = 0; i != type.getNumElements(); ++i) {
    int64_t number = i / 2;
    SmallVector<Value> at{index(number % 2),
                          index(4 * step + 2 * (number / 2) + i % 2)};
    Value one = memref::LoadOp::create(b, loc, accumulators, at);
    elements.push_back(
        arith::TruncFOp::create(b, loc, operands.getType(), one));
  }
  return vector::FromElementsOp::create(b, loc, type, elements);
}

// Matrices of values, turned: keys, keys, then the next columns.
void TensorAttention::buildResultProducts() {
  Value column = times(divide(lane, kRows), kMatrix);
  for (int64_t step = 0; step != tile.keys / kMmaK; ++step) {
    Value lhs = loadWeights(step);
    Value key = addIndex(b, loc, index(step * kMmaK), remainder(lane, kRows));
    for (int64_t first = 0; first != tile.columns; first += 2 * kColumns) {
      Value rhs =
          loadMatrices(valueTile, key, addIndex(b, loc, index(first), column),
                       /*isTransposed=*/true);
      for (int64_t i : {0, 1})
        addProduct(lhs, getHalf(rhs, i), results, first / 4 + 2 * i);
    }
  }
}

void TensorAttention::buildResults(Value) {
  if (!usesAsyncCopies())
    return buildResultProducts();
  wait(valueCopies);
  SmallVector<Value> copies;
  getKeys().buildCopies(b, loc, scoreBatch, thread, nextKey, hasNext, keyTile,
                        copies);
  buildResultProducts();
  wait(copies);
}

//===----------------------------------------------------------------------===//
// Match
//===----------------------------------------------------------------------===//

// What `value` was before it was widened; null if it was no f16 or bf16.
static Value getNarrow(Value value) {
  auto cast = value.getDefiningOp<arith::ExtFOp>();
  if (!cast ||
      !(cast.getIn().getType().isF16() || cast.getIn().getType().isBF16()))
    return {};
  return cast.getIn();
}

// Queries may be widened and multiplied by what is the same for all of them.
static bool matchQuery(AttentionChain &chain, NarrowOperands &operands) {
  Value query = chain.scores.lhs;
  operands.query = getNarrow(query);
  auto product = query.getDefiningOp<arith::MulFOp>();
  if (operands.query || !product)
    return static_cast<bool>(operands.query);
  bool isFirst = static_cast<bool>(getNarrow(product.getLhs()));
  operands.query = getNarrow(isFirst ? product.getLhs() : product.getRhs());
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
  operands.key = getNarrow(chain.scores.rhs);
  operands.value = getNarrow(chain.values.rhs);
  if (!operands.key || !operands.value || !chain.getType().isF32() ||
      !matchQuery(chain, operands) ||
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
                          OpBuilder &b) {
  TensorAttention(chain, tile, *matchNarrow(chain), b).build();
}

} // namespace mlir::tir
