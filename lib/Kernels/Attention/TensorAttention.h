// Attention with the products of small matrices that warps do together.
#ifndef RELAX_LIB_KERNELS_ATTENTION_TENSORATTENTION_H
#define RELAX_LIB_KERNELS_ATTENTION_TENSORATTENTION_H

#include "AttentionKernel.h"
#include "Relax/Kernels/Contraction/WarpProduct.h"
#include "Relax/Kernels/Contraction/WarpgroupProducts.h"

namespace mlir::tir {

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
  void prefetch(const KeyTile &firstKeys) override;
  void buildScores(Value firstKey) override;
  void buildResults(Value firstKey, const KeyTile &next) override;

  bool usesAsyncCopies() const { return plan.keys.isCopied(); }
  SmallVector<Value> startKeys(const KeyTile &from);
  void wait(ArrayRef<Value> copies);
  Fragments loadWeights(int64_t step);
  void multiply(const Fragments &lhs, const SharedTile &rhs, int64_t k,
                Value accumulators);

  /// Of values, which are under way.
  SmallVector<Value> valueCopies;
  MmaLane lane;
  /// The number of the first row of the warp, and what the scores are
  /// multiplied by before anything reads them.
  Value warpRow, scale;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ATTENTION_TENSORATTENTION_H
