// Attention with the products of small matrices that warps do together. Each
// warp has 16 rows of the block, and all keys and columns; its threads have the
// same elements (`MmaLane`) of scores and of results. So what a thread makes of
// its scores is already its part of the lhs of the second product.
#include "AttentionKernel.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tir {

// What one instruction takes along the reduction dimension.
static constexpr int64_t kMmaK = 16;

AttentionShare TensorAttention::openThreads() {
  lane = MmaLane(b, thread);
  warpRow = b.mul(b.div(thread, kWarpThreads), kMmaRows);
  if (plan.narrow.scale) {
    IRMapping mapping = scoreBatch;
    scale = chain.scores.reduction.buildValue(b, plan.narrow.scale, mapping);
  }
  AttentionShare share{lane.getRows(b, warpRow, kMmaRows),
                       lane.getColumns(b, b.index(0), plan.tile.keys),
                       lane.getColumns(b, b.index(0), plan.tile.columns),
                       {2, 1}};
  queries.buildFetch(place.firstRow, b.index(0));
  // Where nothing else reads the scores, their factor goes to the exponents,
  // where it takes no instruction, and its sign to the queries: the greatest
  // score stays that.
  if (scale && !chain.finish && plan.tile.partitions == 1) {
    Value sign = math::CopySignOp::create(b, number(1), scale);
    queries.scaleFetched(
        arith::TruncFOp::create(b, plan.queries.getType(), sign));
    setScoreScale(scale);
    scale = {};
  }
  queries.buildCommit(Value());
  return share;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

// Until what was copied is there, of all threads.
void TensorAttention::waitForCopies() {
  NVVM::CpAsyncCommitGroupOp::create(b);
  NVVM::CpAsyncWaitGroupOp::create(b, 0);
  if (plan.tile.usesWarpgroups())
    buildProxyFence(b);
  b.barrier();
}

void TensorAttention::prefetch(Value first) {
  if (!usesAsyncCopies())
    return;
  startKeys(b.mul(first, plan.tile.keys), b.less(first, place.end));
  waitForCopies();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// 16 columns at a time: all of rhs is more registers than there are.
void TensorAttention::multiply(const Fragments &lhs, const SharedTile &rhs,
                               int64_t k, Value accumulators) {
  constexpr int64_t kColumns = 2 * kMmaColumns;
  WarpProduct product(b, lane, kMmaK);
  int64_t count = rhs.layout.isKMajor ? rhs.layout.rows : rhs.layout.columns;
  for (int64_t first = 0; first != count; first += kColumns) {
    WarpOperand part{rhs, /*isLhs=*/false, b.index(first), kColumns};
    product.multiply(lhs, product.load(part, Value(), k), accumulators,
                     first / 4);
  }
}

// Values are copied while scores are computed, the next keys while results are:
// nobody uses the one tile then, or the other.
void TensorAttention::buildScores() {
  if (usesAsyncCopies()) {
    values.buildCopies(place.firstKey, b.index(0), Value(), Value());
  } else {
    // The last step's keys and values, and at first the queries.
    b.barrier();
    keys.buildTransfer(place.firstKey, b.index(0));
    values.buildTransfer(place.firstKey, b.index(0));
    b.barrier();
  }
  multiplyQueries();
  if (scale)
    unrollElements(b, scores, [&](ArrayRef<Value> at) {
      Value score = b.load(scores, at);
      b.store(arith::MulFOp::create(b, score, scale), scores, at);
    });
}

void TensorAttention::multiplyQueries() {
  startScores();
  WarpOperand lhs{queries.getShared(), /*isLhs=*/true, warpRow, kMmaRows};
  for (int64_t k = 0; k != plan.tile.headDim; k += kMmaK)
    multiply(WarpProduct(b, lane, kMmaK).load(lhs, Value(), k),
             keys.getShared(), k, scores);
}

// The thread's part of the left operand, for 16 keys.
Fragments TensorAttention::loadWeights(int64_t step) {
  auto type = VectorType::get({4, 2}, plan.values.getType());
  SmallVector<Value> elements;
  for (int64_t i = 0; i != type.getNumElements(); ++i) {
    Value row = b.index(i / 2 % 2);
    Value column = b.index(4 * step + 2 * (i / 4) + i % 2);
    elements.push_back(arith::TruncFOp::create(b, type.getElementType(),
                                               b.load(scores, {row, column})));
  }
  return {{vector::FromElementsOp::create(b, type, elements)}};
}

void TensorAttention::multiplyWeights() {
  for (int64_t k = 0; k != plan.tile.keys; k += kMmaK)
    multiply(loadWeights(k / kMmaK), getValues(), k, results);
}

void TensorAttention::buildResults() {
  shareWeights();
  if (!usesAsyncCopies())
    return multiplyWeights();
  waitForCopies();
  startKeys(place.nextKey, place.hasNext);
  multiplyWeights();
  waitForCopies();
}

} // namespace mlir::tir
