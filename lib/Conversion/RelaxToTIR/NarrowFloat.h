// Floats of 8 bits, which no machine computes with.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_NARROWFLOAT_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_NARROWFLOAT_H

#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// Whether `type` is a float of 8 bits with a sign.
bool isFloat8(Type type);

/// A float of 8 bits as f32, which is exact.
Value widenFloat8(OpBuilder &builder, Location loc, Value value);

/// The f32 `value` rounded to nearest, ties to even. What is too great for
/// `type`, infinities included, becomes its greatest number; NaN stays.
Value narrowToFloat8(OpBuilder &builder, Location loc, Value value,
                     FloatType type);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_NARROWFLOAT_H
