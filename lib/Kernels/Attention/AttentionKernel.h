// One kernel of attention, which goes over tiles of keys with the greatest
// score and the sum so far of each row.
#ifndef RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H
#define RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H

#include "Relax/Kernels/Attention/AttentionBodies.h"
#include "Relax/Kernels/Attention/BindAttention.h"
#include "Relax/Kernels/Contraction/Epilogue.h"

namespace mlir::tir {

/// What a thread has of a tile, and how far threads that share rows are from
/// each other, in a warp.
struct AttentionShare {
  ThreadElements rows, keys, columns;
  SmallVector<int64_t> shuffleDistances;
};

/// The keys of a tile: the first one, and whether there is such a tile.
struct KeyTile {
  Value first, predicate;
};

/// Of each row so far: the result that is not divided yet, the greatest score,
/// and the sum of exponentials.
struct AttentionSums {
  Value results, rowMax, totals;
};

/// What blocks of a part of the keys give for each row; the number of the part
/// that the block has, and of its place of the batch. Null where blocks have
/// all keys.
struct AttentionPartitions : AttentionSums {
  Value number, batch;
};

/// An operand of one of the products, in shared memory.
struct AttentionOperand {
  OperandPlan plan;
  SharedTile shared;
};

/// Writes the kernel; how threads share the products is for those derived.
class AttentionKernel : protected AttentionBodies {
public:
  AttentionKernel(AttentionChain &chain, const AttentionTile &tile,
                  KernelBuilder &b)
      : AttentionBodies(chain, b, Exponentials::Powers), tile(tile) {}
  virtual ~AttentionKernel() = default;

  /// The nests stay. Of several parts of the keys there are two kernels.
  void build();

protected:
  virtual void makeShared() = 0;
  /// Fetch queries, and say what the thread has of a tile.
  virtual AttentionShare openThreads() = 0;
  /// Before the first tile of keys.
  virtual void prefetch(const KeyTile &) {}
  /// Fetch keys or values; accumulate products to `accumulators`, or onto
  /// `results`. No thread touches shared memory that others have written before
  /// they have come to a barrier.
  virtual void buildScores(Value firstKey) = 0;
  virtual void buildResults(Value firstKey, const KeyTile &next) = 0;

  /// Plans the operands of the tile, which have no shared memory yet, with rows
  /// that are `padding` longer there; and the tile of one, which all threads
  /// bring there together.
  void planOperands(Value query, Value key, Value value, int64_t padding);
  OperandTile getTile(const AttentionOperand &operand);
  void fetch(const AttentionOperand &operand, Value first);

  void initAccumulators();

  AttentionTile tile;
  AttentionOperand queries, keys, values;
  Value numRows, firstRow, thread;
  AttentionShare owned;
  /// What the thread has of the scores, and its part of the sums of its rows.
  Value accumulators;
  AttentionSums sums;

private:
  void openBlocks();
  void buildSteps();
  void finishScores(Value firstKey);
  void buildRow(Value row);
  void storeResults();
  void storePartitions();
  void combinePartitions(Value row, Value column, IRMapping mapping);
  void buildCombine();

  AttentionPartitions partitions;
};

/// With a product and a sum at a time, in rows of 16 threads; and the bytes of
/// shared memory of a block.
void buildCoreAttention(AttentionChain &chain, const AttentionTile &tile,
                        KernelBuilder &b);
int64_t getCoreBytes(AttentionChain &chain, const AttentionTile &tile);

/// The same by tensor cores, and whether they can do it.
void buildTensorAttention(AttentionChain &chain, const AttentionTile &tile,
                          KernelBuilder &b);
int64_t getTensorBytes(const AttentionTile &tile);
bool hasNarrowOperands(AttentionChain &chain);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H
