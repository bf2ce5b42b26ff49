// Softmaxes with fewer instructions for each element.
#ifndef RELAX_KERNELS_ROWREDUCTION_SIMPLIFYSOFTMAX_H
#define RELAX_KERNELS_ROWREDUCTION_SIMPLIFYSOFTMAX_H

#include "Relax/Dialect/TIR/Analysis/RowSoftmax.h"

namespace mlir::tir {

/// Lets each softmax of f32 among `nests` multiply by the reciprocal of the sum
/// of its row, and if it `approximates` take powers of two that may be
/// approximated.
void simplifySoftmaxes(ArrayRef<LoopNest> nests, bool approximates);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_SIMPLIFYSOFTMAX_H
