// One kernel of attention, which goes over tiles of keys with the greatest
// score and the sum so far of each row.
#ifndef RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H
#define RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H

#include "Relax/Kernels/Attention/AttentionBodies.h"
#include "Relax/Kernels/Attention/BindAttention.h"
#include "Relax/Kernels/Contraction/MainLoop.h"
#include "Relax/Kernels/Contraction/ThreadProduct.h"
#include "Relax/Kernels/Contraction/WarpProduct.h"
#include "Relax/Kernels/Contraction/WarpgroupProducts.h"

namespace mlir::tir {

/// What tensor cores multiply: the operands before they were widened; and what
/// the scores are multiplied by in the end, if anything.
struct NarrowOperands {
  Value query, key, value, scale;
};

/// How the operands come to shared memory.
struct AttentionPlan {
  AttentionTile tile;
  NarrowOperands narrow;
  OperandPlan queries, keys, values;
  /// The weights, where products take them from shared memory.
  SharedLayout weights;

  /// Whether keys and values have one place.
  bool sharesKeys() const { return tile.unit == AttentionUnit::Threads; }
  /// All that has a place of its own, in this order.
  SmallVector<SharedLayout> getLayouts() const;
  int64_t getSharedBytes() const;
};

/// The plan; nullopt if tensor cores should multiply what they cannot.
std::optional<AttentionPlan> planAttention(AttentionChain &chain,
                                           const AttentionTile &tile);

/// What a thread has of a tile, and how far threads that share rows are from
/// each other, in a warp.
struct AttentionShare {
  ThreadElements rows, keys, columns;
  SmallVector<int64_t> shuffleDistances;
};

/// Where a block is: its first row of `numRows`, the end of its steps, the
/// first key of a step and of the next one, whether there is that one, and
/// which row of the thread's is at hand.
struct StepPlace {
  Value numRows, firstRow, end, firstKey, nextKey, hasNext, row;
};

/// What blocks of a part of the keys give for each row; the number of the part
/// that the block has, and of its place of the batch. Null where blocks have
/// all keys.
struct AttentionPartitions {
  Value results, rowMax, totals, number, batch;
};

/// Writes the kernel; how threads share the products is for those derived.
class AttentionKernel : protected AttentionBodies, MainLoop {
public:
  AttentionKernel(AttentionChain &chain, const AttentionPlan &plan,
                  KernelBuilder &b)
      : AttentionBodies(chain, b, Exponentials::Powers), plan(plan),
        queries(b, plan.queries), keys(b, plan.keys), values(b, plan.values) {}

  /// The nests stay. Of several parts of the keys there are two kernels.
  void build();

protected:
  /// Fetch queries, and say what the thread has of a tile.
  virtual AttentionShare openThreads() = 0;
  /// Before the first step.
  virtual void prefetch(Value) {}
  /// Fetch keys or values; accumulate products to `scores`, or onto `results`.
  /// No thread touches shared memory that others have written before they have
  /// come to a barrier.
  virtual void buildScores() = 0;
  virtual void buildResults() = 0;

  void startScores();
  /// Values as products have them, which add up keys.
  SharedTile getValues() const {
    SharedTile tile = values.getShared();
    tile.layout.isKMajor = false;
    return tile;
  }

  const AttentionPlan &plan;
  OperandTile queries, keys, values;
  SharedTile weights;
  Value thread;
  StepPlace place;
  AttentionShare owned;
  /// The result that is not divided yet, of all that the thread has.
  Value results;

private:
  Value allocRows() override {
    return b.registers({owned.rows.count}, chain.getType());
  }
  /// Row by row: the weights of one need the registers of its scores.
  void forRowGroups(llvm::function_ref<void()> body) override {
    b.unroll(owned.rows.count, [&](Value number) {
      place.row = number;
      body();
    });
  }
  void forRows(RowBody body) override { body(place.row); }
  void forScores(ScoreBody body) override {
    b.unroll(owned.keys.count,
             [&](Value key) { body(place.row, {place.row, key}); });
  }
  Value joinRow(Value own,
                llvm::function_ref<Value(Value, Value)> join) override;

  void finishScores();
  void openBlocks();
  void compute(Value step) override;
  void storeResults();
  void storePartitions();
  void combinePartitions(Value row, Value column, IRMapping mapping);
  void buildCombine();

  AttentionPartitions partitions;
};

/// Products of one element at a time, in rows of 16 threads.
class CoreAttention : public AttentionKernel {
public:
  using AttentionKernel::AttentionKernel;

private:
  AttentionShare openThreads() override;
  void buildScores() override;
  void buildResults() override;

  /// Products along rows are those of a vector at a time.
  std::optional<ThreadProduct> scoreProduct, resultProduct;
};

/// Products of warps, 16 rows each; or, of those derived, of more at once.
class TensorAttention : public AttentionKernel {
public:
  using AttentionKernel::AttentionKernel;

protected:
  AttentionShare openThreads() override;
  /// The scores, as far as they are products.
  virtual void multiplyQueries();
  /// Lets other threads read weights, once they have come to a barrier.
  virtual void shareWeights() {}
  /// Adds weighted values to the results.
  virtual void multiplyWeights();

private:
  void prefetch(Value first) override;
  void buildScores() override;
  void buildResults() override;

  bool usesAsyncCopies() const { return plan.keys.isCopied(); }
  void startKeys(Value firstKey, Value predicate) {
    keys.buildCopies(firstKey, b.index(0), Value(), predicate);
  }
  void waitForCopies();
  Fragments loadWeights(int64_t step);
  void multiply(const Fragments &lhs, const SharedTile &rhs, int64_t k,
                Value accumulators);

  MmaLane lane;
  /// The number of the first row of the warp, and what the scores are
  /// multiplied by before anything reads them.
  Value warpRow, scale;
};

/// Products of warpgroups, 64 rows each.
class WarpgroupAttention : public TensorAttention {
public:
  using TensorAttention::TensorAttention;

private:
  AttentionShare openThreads() override;
  void multiplyQueries() override;
  void shareWeights() override;
  void multiplyWeights() override;

  /// The warpgroup, and the sums of a thread as products have them.
  Value group, scoreSums, resultSums;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H
