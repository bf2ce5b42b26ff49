// Fourier transforms of StableHLO as products with tables.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_FOURIERTRANSFORM_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_FOURIERTRANSFORM_H

#include "ComplexMath.h"

namespace mlir::relax {

/// Why the op is not one of known lengths that have tables; nothing if it is.
std::string getFourierObstacle(hlo::FftOp op);

/// The parts of the result; it has no imaginary part where it is real.
Complex emitFourier(hlo::FftOp op, OpBuilder &builder, Complex x);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_FOURIERTRANSFORM_H
