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

/// How the weights of a row are computed: 2^(score * factor - shift), or
/// e^(score - shift) where there is no factor.
struct RowShift {
  Value factor, shift;
};

/// Whether exponentials of f32 are powers of two, so that a weight is one fused
/// multiply-add and one instruction for the power; docs/Devices.md has the
/// error.
enum class Exponentials { Plain, Powers };

/// Copies the bodies of the nests to where `b` is, for a place of the batch
/// that is common to all of them, and for rows and keys as one number each.
class AttentionBodies {
public:
  AttentionBodies(AttentionChain &chain, KernelBuilder &b, Exponentials kind)
      : chain(chain), b(b), exponentials(kind) {}

protected:
  /// Sets the place of the batch.
  void mapBatch(ValueRange indices);
  /// Maps iterators of a product, counted as one number.
  void mapIters(Contraction &products, ArrayRef<unsigned> iters, Value at,
                IRMapping &mapping);
  /// What shifts the scores of a row whose greatest one so far is `maximum`, so
  /// that its weight is 1; nothing is shifted if that is the lowest.
  RowShift getShift(Value maximum);
  Value getWeight(Value score, const RowShift &shift);
  /// What weights of another greatest score before are multiplied by.
  Value getCorrection(Value before, const RowShift &shift);
  /// What sums of weighted values are multiplied by, for a sum of weights.
  Value getInverse(Value total);
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
  Value number(double value) { return constant(b, chain.getType(), value); }
  Value lowest();

  AttentionChain &chain;
  KernelBuilder &b;
  /// Iterators that all elements of a place of the batch have in common.
  IRMapping scoreBatch, finishBatch, valueBatch;

private:
  Value power(Value exponent);

  Exponentials exponentials;
};

} // namespace mlir::tir

#endif // RELAX_KERNELS_ATTENTION_ATTENTIONBODIES_H
