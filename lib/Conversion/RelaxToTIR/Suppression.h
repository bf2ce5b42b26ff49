// Choosing the best of boxes, one after the other, each of which drops those
// that overlap with it.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_SUPPRESSION_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_SUPPRESSION_H

#include "BlockMath.h"
#include "Elementwise.h"

namespace mlir::relax {

/// What has become of a box.
enum State : int64_t { Dropped, Waiting, Chosen };

/// Rows of boxes from which the best are chosen, one after the other, each of
/// which drops those that overlap with it.
struct Suppression {
  KernelBuilder &kernel;
  SmallVector<OpFoldResult> rows;
  OpFoldResult length;
  Type wide;
  /// A row each: the scores as they are now, the states, the boxes chosen in
  /// order; how many are chosen in each row, and the best one of those waiting.
  Value scores, states, chosen, counts, best;
  /// The boxes, the best first; null if they stand in this order. Not asked for
  /// where scores decay.
  Value order;
  /// The standard deviation of the decay, and what drops a decayed score.
  double sigma = 0, lowest = 0;

  Suppression(KernelBuilder &kernel, ArrayRef<OpFoldResult> rows,
              OpFoldResult length, Type wide);

  /// Gives the overlap of two boxes; where they are of different kinds, it is
  /// not asked.
  using Overlap = llvm::function_ref<Value(BlockMath, ValueRange row, Value lhs,
                                           Value rhs)>;
  using Same = llvm::function_ref<Value(BlockMath, ValueRange row, Value lhs,
                                        Value rhs)>;
  /// Whether an overlap drops the worse box.
  using Exceeds = llvm::function_ref<Value(BlockMath, Value overlap)>;
  /// What is asked of two boxes.
  struct Comparison {
    Same same;
    Overlap overlap;
    Exceeds exceeds;
  };
  /// Choose boxes, at most `limit`.
  void choose(BlockMath math, ValueRange row, Value limit,
              const Comparison &boxes) const;

private:
  void take(BlockMath math, ValueRange row, Value box) const;
  void chooseInOrder(BlockMath math, ValueRange row, Value limit,
                     const Comparison &boxes) const;
  void findBest(BlockMath math, ValueRange row) const;
  void weaken(BlockMath math, ValueRange row, Value box, Value part,
              Value isTooMuch) const;
  void dropOverlapping(BlockMath math, ValueRange row, Value winner,
                       const Comparison &boxes) const;
};

/// `row` with one more index.
SmallVector<Value> at(ValueRange row, Value index);

/// The part that two boxes share of what they cover; a box is two opposite
/// corners, in any order. It is 0 where they cover nothing.
Value getOverlap(BlockMath math, ArrayRef<Value> lhs, ArrayRef<Value> rhs);

/// The numbers of a box from `start` on.
SmallVector<Value> loadBox(BlockMath math, Value data, ValueRange place,
                           int64_t start, Type wide);

/// The score, where NaN is the worst.
Value loadScore(BlockMath math, Value data, ValueRange place, Type wide);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_SUPPRESSION_H
