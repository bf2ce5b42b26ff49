// One kernel of attention, which goes over tiles of keys with the greatest
// score and the sum so far of each row.
#ifndef RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H
#define RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H

#include "Relax/Kernels/Attention/AttentionBodies.h"
#include "Relax/Kernels/Attention/BindAttention.h"
#include "Relax/Kernels/Contraction/ThreadProduct.h"

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
  int64_t getSharedBytes() const {
    return queries.layout.getBytes() + keys.layout.getBytes() +
           weights.getBytes() + (sharesKeys() ? 0 : values.layout.getBytes());
  }
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

/// Where a block is: its first row of `numRows`, its first key in a step, and
/// which row of the thread's is at hand.
struct StepPlace {
  Value numRows, firstRow, firstKey, row;
};

/// The keys of a tile: the first one, and whether there is such a tile.
struct KeyTile {
  Value first, predicate;
};

/// What blocks of a part of the keys give for each row; the number of the part
/// that the block has, and of its place of the batch. Null where blocks have
/// all keys.
struct AttentionPartitions {
  Value results, rowMax, totals, number, batch;
};

/// Writes the kernel; how threads share the products is for those derived.
class AttentionKernel : protected AttentionBodies {
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
  /// Before the first tile of keys.
  virtual void prefetch(const KeyTile &) {}
  /// Fetch keys or values; accumulate products to `scores`, or onto `results`.
  /// No thread touches shared memory that others have written before they have
  /// come to a barrier.
  virtual void buildScores(Value firstKey) = 0;
  virtual void buildResults(Value firstKey, const KeyTile &next) = 0;

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
  void buildSteps();
  void storeResults();
  void storePartitions();
  void combinePartitions(Value row, Value column, IRMapping mapping);
  void buildCombine();

  AttentionPartitions partitions;
};

/// With a product and a sum at a time, in rows of 16 threads.
void buildCoreAttention(AttentionChain &chain, const AttentionPlan &plan,
                        KernelBuilder &b);
/// The same by tensor cores.
void buildTensorAttention(AttentionChain &chain, const AttentionPlan &plan,
                          KernelBuilder &b);
/// The same by warpgroups.
void buildWarpgroupAttention(AttentionChain &chain, const AttentionPlan &plan,
                             KernelBuilder &b);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ATTENTION_ATTENTIONKERNEL_H
