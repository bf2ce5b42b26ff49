// Make two iterators of a block of one.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_SPLITITERS_H
#define RELAX_DIALECT_TIR_SCHEDULE_SPLITITERS_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// The number by which alone rests of an iterator are used, of which all that
/// divides it is a multiple, and the extent is, too, and is larger; nullopt if
/// there is none.
std::optional<int64_t> findPeriod(LoopNest &nest, unsigned iter);

/// Let the iterator count periods, as `findPeriod` gives them, and add one
/// behind it for the places in a period.
void splitIter(LoopNest &nest, unsigned iter, int64_t period);

/// Whether an input moves by quotients of an iterator, and by nothing else.
bool isShared(LoopNest &nest, const ElementAccess &access, unsigned iter);

/// Whether inputs use quotients alone of a spatial iterator that could be
/// split: all results of a period share what these load, such as the channels
/// of a group in a convolution.
bool hasSharedIter(Reduction &reduction);

/// Split such an iterator, in block and epilogue alike. True if there was one.
bool splitSharedIter(Reduction &reduction);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_SPLITITERS_H
