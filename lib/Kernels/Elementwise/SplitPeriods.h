// Makes two iterators of one of which loads use quotient and rest.
#ifndef RELAX_LIB_KERNELS_ELEMENTWISE_SPLITPERIODS_H
#define RELAX_LIB_KERNELS_ELEMENTWISE_SPLITPERIODS_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"

namespace mlir::tir {

/// Split the iterator along which stores are contiguous where its rest by a
/// number, which divides its extent and is no smaller than a vector, is used:
/// along the rest all is contiguous that was so between its steps.
void splitPeriods(LoopNest &nest, int64_t lanes);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_ELEMENTWISE_SPLITPERIODS_H
