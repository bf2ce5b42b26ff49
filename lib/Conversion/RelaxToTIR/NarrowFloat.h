// Floats of 8 bits, which no machine computes with.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_NARROWFLOAT_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_NARROWFLOAT_H

#include "ScalarMath.h"

namespace mlir::relax {

/// Whether `type` is a float of 8 bits with a sign.
bool isFloat8(Type type);

/// A float of 8 bits as f32, which is exact.
Value widenFloat8(OpBuilder &builder, Location loc, Value value);

/// The f32 `value` rounded to nearest, ties to even. NaN stays.
Value narrowToFloat8(OpBuilder &builder, Location loc, Value value,
                     FloatType type, OutOfRange beyond);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_NARROWFLOAT_H
