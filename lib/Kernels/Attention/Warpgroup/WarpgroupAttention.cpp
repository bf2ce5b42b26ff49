// Attention with the products of warpgroups (`wgmma`). Each has 64 rows of the
// block; its threads have the same elements of scores and results as those of
// warps have. Weights go to shared memory, where the second product finds them:
//
//   for each tile of keys:
//     copy the values                               (beside what follows)
//     scores = queries * keys
//     weights, and results * corrections            (registers)
//     weights to shared memory; wait for the values, and for all threads
//     copy the next keys                            (beside what follows)
//     results += weights * values
//     wait for the keys, and for all threads
#include "../AttentionKernel.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::tir {

AttentionShare WarpgroupAttention::openThreads() {
  AttentionShare share = TensorAttention::openThreads();
  group = b.div(getUniformWarp(b, thread), kWarpgroupWarps);
  auto makeSums = [&](const ThreadElements &columns) {
    return b.registers(share.rows.count * columns.count, chain.getType());
  };
  scoreSums = makeSums(share.keys);
  resultSums = makeSums(share.columns);
  return share;
}

// Where a row and a column of a thread are among its sums: two neighbours of
// the one row, and two of the other.
static Value getSum(KernelBuilder &b, ArrayRef<Value> at) {
  Value pair = b.mul(b.add(b.mul(b.div(at[1], 2), 2), at[0]), 2);
  return b.add(pair, b.rem(at[1], 2));
}

// Sums that are overwritten need no start, which would be an instruction each.
void WarpgroupAttention::multiplyQueries() {
  buildWarpgroupProducts(b, {group, scoreSums, /*isOverwritten=*/true},
                         queries.getShared(), keys.getShared(), Value());
  NVVM::WgmmaWaitGroupSyncOp::create(b, 0);
  unrollElements(b, scores, [&](ArrayRef<Value> at) {
    b.store(b.load(scoreSums, getSum(b, at)), scores, at);
  });
}

// Pairs of neighbours: the threads of a warp store to different banks.
void WarpgroupAttention::shareWeights() {
  constexpr int64_t kPair = 2;
  Type type = plan.values.getType();
  b.unroll(owned.rows.count, [&](Value row) {
    b.unroll(owned.keys.count / kPair, [&](Value pair) {
      Value first = b.mul(pair, kPair);
      Value start = weights
                        .getIndices(b, Value(), owned.rows.get(b, row),
                                    owned.keys.get(b, first))
                        .front();
      b.vectorize(kPair, [&](Value lane) {
        Value weight = b.load(scores, {row, b.add(first, lane)});
        b.store(arith::TruncFOp::create(b, type, weight), weights.buffer,
                b.add(start, lane));
      });
    });
  });
}

void WarpgroupAttention::multiplyWeights() {
  unrollElements(b, results, [&](ArrayRef<Value> at) {
    b.store(b.load(results, at), resultSums, getSum(b, at));
  });
  buildWarpgroupProducts(b, {group, resultSums}, weights, getValues(), Value());
  NVVM::WgmmaWaitGroupSyncOp::create(b, 0);
  unrollElements(b, results, [&](ArrayRef<Value> at) {
    b.store(b.load(resultSums, getSum(b, at)), results, at);
  });
}

} // namespace mlir::tir
