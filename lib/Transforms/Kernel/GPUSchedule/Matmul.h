// What the rules for products of matrices ask of a nest.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_MATMUL_H
#define RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_MATMUL_H

#include "Relax/Kernels/Contraction/Contraction.h"

namespace mlir::tir {

/// `nest` as a contraction of numbers that shared memory holds, with rows,
/// columns and terms enough for tiles.
FailureOr<Contraction> matchMatmul(LoopNest nest);

/// Lets `reduction` end with the nest behind it, if that is the only one that
/// uses the result, element by element.
void attachUser(Reduction &reduction);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_MATMUL_H
