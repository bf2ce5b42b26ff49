// What the nests of attention compute, copied to a kernel of all of them.
#ifndef RELAX_KERNELS_ATTENTION_ATTENTIONBODIES_H
#define RELAX_KERNELS_ATTENTION_ATTENTIONBODIES_H

#include "Relax/Kernels/Attention/AttentionChain.h"
#include "Relax/Kernels/Contraction/KernelBuilder.h"

namespace mlir::tir {

/// Keys from `begin` up to, without, `end`; none where that is not after it.
struct KeyRange {
  Value begin, end;
};

/// Copies the bodies of the nests to where `b` is, for a place of the batch
/// that is common to all of them, and for rows and keys as one number each.
class AttentionBodies {
public:
  AttentionBodies(AttentionChain &chain, KernelBuilder &b)
      : chain(chain), b(b) {}

protected:
  /// Sets the place of the batch.
  void mapBatch(ValueRange indices);
  /// The sum with one more product of factors.
  Value addProduct(Contraction &products, Value lhs, Value rhs, Value sum);
  /// Maps the iterators of a product's rows.
  void mapRow(Value row, Contraction &products, IRMapping &mapping);
  /// What is subtracted of scores: the greatest, or 0 where that is the lowest.
  Value getShift(Value maximum);
  /// Maps the iterators of the nest between scores and softmax.
  IRMapping mapScore(Value row, Value key);
  /// What the nest between makes of a score; the score if there is no such
  /// nest.
  Value buildFinished(Value score, Value row, Value key);
  /// The keys that rows from `first` to `last` may see, as far as a mask of
  /// comparisons of places says so: scores of the others are -infinity,
  /// whatever products they have.
  KeyRange buildKeyRange(Value first, Value last);
  /// A number of the type of the scores; -infinity, where there is none yet.
  Value number(double value);
  Value lowest();

  AttentionChain &chain;
  KernelBuilder &b;
  /// Iterators that all elements of a place of the batch have in common.
  IRMapping scoreBatch, finishBatch, valueBatch;
};

} // namespace mlir::tir

#endif // RELAX_KERNELS_ATTENTION_ATTENTIONBODIES_H
