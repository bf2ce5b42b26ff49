// Attention, in the nests that it is made of.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_ATTENTIONCHAIN_H
#define RELAX_DIALECT_TIR_ANALYSIS_ATTENTIONCHAIN_H

#include "Relax/Dialect/TIR/Analysis/Contraction.h"
#include "Relax/Dialect/TIR/Analysis/RowSoftmax.h"

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

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_ATTENTIONCHAIN_H
