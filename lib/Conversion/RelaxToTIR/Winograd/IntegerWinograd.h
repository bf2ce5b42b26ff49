// Convolutions of integers with fewer multiplications.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_INTEGERWINOGRAD_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_INTEGERWINOGRAD_H

#include "../DotKernels.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"

namespace mlir::relax {

/// Replaces a convolution of i16 with a constant window of 3 x 3 by calls of
/// tensor programs that compute tiles of 2 x 2 results, which are the same
/// integers. False where there is no such convolution, the data are not known
/// to be differences of 8-bit numbers, or the window itself takes less time.
bool replaceByWinograd(Conv2dOp conv, DotKernels &kernels);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_INTEGERWINOGRAD_H
