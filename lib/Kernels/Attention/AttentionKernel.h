// One kernel of attention, which goes over tiles of keys with the greatest
// score and the sum so far of each row.
#ifndef RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H
#define RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Kernels/Attention/AttentionBodies.h"
#include "Relax/Kernels/Attention/BindAttention.h"
#include "Relax/Kernels/Contraction/OperandTile.h"

namespace mlir::tir {

/// The places of an axis of a tile that one thread has: runs of neighbours,
/// `stride` from each other.
struct ThreadElements {
  int64_t count = 1, run = 1, stride = 1;
  Value base;

  Value get(OpBuilder &b, Location loc, Value part) const;
};

/// Writes the kernel; how threads share the products is for those derived.
class AttentionKernel : protected AttentionBodies {
public:
  AttentionKernel(AttentionChain &chain, const AttentionTile &tile,
                  OpBuilder &b);
  virtual ~AttentionKernel() = default;

  /// At the insertion point of `b`; the nests stay. Of several pieces there are
  /// two kernels.
  void build();

protected:
  virtual void makeShared() = 0;
  /// Sets what of the tile the thread has.
  virtual void setThread() = 0;
  virtual void fetchQueries() = 0;
  /// Before the first tile of keys, which begins with `nextKey`.
  virtual void prefetch() {}
  /// Fetch keys or values; accumulate products to `sums`, or onto `results`. No
  /// thread touches shared memory that others have written before they have
  /// come to a barrier.
  virtual void buildScores(Value firstKey) = 0;
  virtual void buildResults(Value firstKey) = 0;

  Value makePrivate(ArrayRef<int64_t> shape);
  Value makeShared(ArrayRef<int64_t> shape, Type element);
  void buildParts(int64_t count, llvm::function_ref<void(Value)> body);
  void initAccumulators();

  AttentionTile tile;
  Value numRows, numKeys, firstRow, thread;
  /// The first key of the tile that comes next, and whether there is such a
  /// tile; null if there is.
  Value nextKey, hasNext;
  ThreadElements rows, keys, columns;
  /// What the thread has of the scores and of the result, row by row.
  Value accumulators, results;
  /// How far threads that share rows are from each other, in a warp.
  SmallVector<int64_t> shuffleDistances;

private:
  void openBlocks();
  void buildStart();
  void buildSteps();
  void buildFinish(Value firstKey);
  void buildSoftmax();
  void buildRow(Value part);
  Value warpShuffle(Value value, llvm::function_ref<Value(Value, Value)> join);
  void storeResults();
  void storeRow(Value part);
  void storeVector(Value part, Value number, Value total,
                   const IRMapping &mapping);
  Value divide(Value sum, Value total);
  Value isInBounds(Value at, Value extent, int64_t size);
  IRMapping mapColumn(Value column, const IRMapping &mapping);
  void makePartitions();
  void limitSteps(Value &first, Value &end);
  void storePartitions();
  void combinePartitions(Value batch, Value row, Value column,
                         const IRMapping &mapping);
  void buildCombine();
  void buildIf(Value condition, llvm::function_ref<void()> body);
  Value exp(Value value);
  Value getShift(Value maximum);

  /// The greatest score of each row so far, the thread's part of the sum of
  /// exponentials, and one value.
  Value rowMax, totals, next;
  /// The number of the piece that the block has, and of its place of the batch;
  /// what pieces give for each row: results that are not divided yet, greatest
  /// scores, sums. Null without pieces.
  Value partition, batchNumber, partitionResults, partitionMax, partitionTotals;
};

/// With a product and a sum at a time, in rows of 16 threads; and the bytes of
/// shared memory of a block.
void buildCoreAttention(AttentionChain &chain, const AttentionTile &tile,
                        OpBuilder &b);
int64_t getCoreBytes(AttentionChain &chain, const AttentionTile &tile);

/// The same by tensor cores, and whether they can do it.
void buildTensorAttention(AttentionChain &chain, const AttentionTile &tile,
                          OpBuilder &b);
int64_t getTensorBytes(const AttentionTile &tile);
bool hasNarrowOperands(AttentionChain &chain);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H
