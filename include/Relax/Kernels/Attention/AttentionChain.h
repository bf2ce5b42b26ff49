// Attention, in the nests that it is made of.
#ifndef RELAX_KERNELS_ATTENTION_ATTENTIONCHAIN_H
#define RELAX_KERNELS_ATTENTION_ATTENTIONCHAIN_H

#include "Relax/Kernels/Contraction/Contraction.h"
#include "Relax/Kernels/RowReduction/RowSoftmax.h"

namespace mlir::tir {

/// Sums of products, the scores; what is done with each of them; their softmax
/// along one axis, the keys; and the sums of what it gives times values.
///
/// Axes of the scores are numbered as the dimensions of what the softmax reads.
/// Of the others that have more than one value, rows are those that neither
/// keys nor values have.
struct AttentionChain {
  /// The left factors are the queries and what the softmax gives, the right
  /// ones keys and values. `columns` of the scores are the keys, of the values
  /// what is neither of the scores; `depth` are terms.
  Contraction scores, values;
  /// What is between the scores and the softmax, element by element.
  std::optional<LoopNest> finish;
  RowSoftmax softmax;
  /// The iterators of the three nests for each axis, or `kUnitIter`.
  SmallVector<int64_t> scoreIters, finishIters, valueIters;
  SmallVector<unsigned> rows, batch;
  unsigned keys = 0;

  FloatType getType() { return softmax.type; }
  /// All nests, in their order; `values` is the last.
  SmallVector<LoopNest> getNests();
  /// Extents of axes.
  SmallVector<Value> getExtents(ArrayRef<unsigned> axes);
  /// Of a query and of a value, if these are constant.
  std::optional<int64_t> getHeadDim() {
    return scores.getConstantTotal(scores.kIters);
  }
  std::optional<int64_t> getNumColumns() {
    return values.getConstantTotal(values.columns);
  }
  Value getNumKeys() {
    return scores.reduction.nest.getExtent(scoreIters[keys]);
  }
};

/// The attention whose values `last` accumulates, and whose other nests are
/// among `nests`. Nothing else uses what its nests pass on.
std::optional<AttentionChain> matchAttention(LoopNest last,
                                             ArrayRef<LoopNest> nests);

/// The nests that compute an operand of a product for it alone, and cost so
/// little that it can be computed again with each tile.
SmallVector<LoopNest> findOperandNests(AttentionChain &chain,
                                       ArrayRef<LoopNest> nests);

/// True if the block of the nest reads one of the buffers.
bool readsAny(LoopNest nest, ValueRange buffers);

/// The first attention that `fits` of those that have a part in `root` or begin
/// behind it.
std::optional<AttentionChain>
findAttention(Operation *root, llvm::function_ref<bool(AttentionChain &)> fits);

/// Is told of the outermost ops of nests before these are taken apart.
using NestListener = llvm::function_ref<void(Operation *)>;

/// Computes factors where they are used. Gives the attention as it is then;
/// nullopt where it is none any more, as a factor has become one that is not
/// matched.
std::optional<AttentionChain> inlineOperands(AttentionChain chain,
                                             NestListener listener = nullptr);

/// Lets the nest that uses the result go with the attention, if there is one
/// that can, and gives the attention as it is then.
std::optional<AttentionChain> attachUser(AttentionChain chain,
                                         NestListener listener = nullptr);

/// `inlineOperands`, then `attachUser`.
std::optional<AttentionChain> fuseAttention(AttentionChain chain,
                                            NestListener listener = nullptr);

/// The outermost op of the last nest, in front of which a kernel goes.
Operation *getLastRoot(AttentionChain &chain);

/// Erases all nests, and the buffers that only they had.
void eraseAttention(AttentionChain &chain, NestListener listener = nullptr);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ATTENTION_ATTENTIONCHAIN_H
