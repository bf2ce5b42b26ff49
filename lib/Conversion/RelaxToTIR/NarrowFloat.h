// Floats of 8 bits, which no machine computes with.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_NARROWFLOAT_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_NARROWFLOAT_H

#include "ScalarMath.h"

namespace mlir::relax {

/// Whether `type` is a float of 8 bits with a sign.
bool isFloat8(Type type);

/// A float of 8 bits as f32, which is exact: by operations on integers.
Value expandFloat8(OpBuilder &builder, Location loc, Value value);

/// The same for all conversions to f32 in a block, for which upstream has no
/// code.
void expandFloat8(Block *block);

/// The same for a value; what tensor cores multiply is a conversion.
Value widenFloat8(OpBuilder &builder, Location loc, Value value);

/// The f32 `value` rounded to nearest, ties to even. NaN stays.
Value narrowToFloat8(OpBuilder &builder, Location loc, Value value,
                     FloatType type, OutOfRange beyond);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_NARROWFLOAT_H
