// Attention with a product and a sum at a time. A block has 16 x 16 threads:
// those of one number divided by 16 share rows, and exchange what they have of
// them.
#include "AttentionKernel.h"

namespace mlir::tir {

static constexpr int64_t kSide = 16;

AttentionShare CoreAttention::openThreads() {
  queries.buildTransfer(place.firstRow, b.index(0));
  int64_t lanes = plan.weights.getChunk();
  Value row = b.div(thread, kSide), column = b.rem(thread, kSide);
  int64_t count = plan.tile.columns / kSide;
  int64_t run = count % lanes == 0 ? lanes : count % 2 == 0 ? 2 : 1;
  AttentionShare share{{plan.tile.rows / kSide, 1, kSide, row},
                       {plan.tile.keys / kSide, 1, kSide, column},
                       {count, run, kSide * run, b.mul(column, run)},
                       {8, 4, 2, 1}};
  scoreProduct.emplace(
      b, chain.scores, ThreadProduct::Operand{queries.getShared(), share.rows},
      ThreadProduct::Operand{keys.getShared(), share.keys}, lanes);
  resultProduct.emplace(
      b, chain.values, ThreadProduct::Operand{weights, share.rows},
      ThreadProduct::Operand{getValues(), share.columns}, lanes);
  return share;
}

void CoreAttention::buildScores() {
  // The last step's values, and at first the queries.
  b.barrier();
  keys.buildTransfer(place.firstKey, b.index(0));
  b.barrier();
  startScores();
  scoreProduct->build(Value(), plan.tile.headDim, scores);
}

void CoreAttention::buildResults() {
  unrollElements(b, scores, [&](ArrayRef<Value> at) {
    b.store(b.load(scores, at), weights.buffer,
            {owned.rows.get(b, at[0]), owned.keys.get(b, at[1])});
  });
  // The keys were there until now.
  b.barrier();
  values.buildTransfer(place.firstKey, b.index(0));
  b.barrier();
  resultProduct->build(Value(), plan.tile.keys, results);
}

} // namespace mlir::tir
