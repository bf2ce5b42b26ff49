// Make two iterators of a block of one.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_SPLITITERS_H
#define RELAX_DIALECT_TIR_SCHEDULE_SPLITITERS_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// What divides an iterator of a block.
struct IterDivisors {
  /// All of them, each at least 1.
  SmallVector<int64_t> quotients, rests;

  /// The rest by which alone is used, and which divides all others; nullopt if
  /// there is none.
  std::optional<int64_t> getPeriod() const;
};

/// nullopt where the iterator is divided by what is no constant, or divides.
std::optional<IterDivisors> getDivisors(BlockOp block, unsigned iter);

/// Let the iterator count periods, and add one behind it for the places in a
/// period. The extent is a multiple of the period, and so are all that the
/// iterator is divided by (`IterDivisors::getPeriod`); the only rests are those
/// by the period.
void splitIter(LoopNest &nest, unsigned iter, int64_t period);

/// Whether inputs use quotients alone of a spatial iterator that could be
/// split: all results of a period share what these load, such as the channels
/// of a group in a convolution.
bool hasSharedIter(Reduction &reduction);

/// Split such an iterator, in block and epilogue alike. True if there was one.
bool splitSharedIter(Reduction &reduction);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_SPLITITERS_H
