// Arithmetic on one element, whatever its type.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_SCALARMATH_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_SCALARMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// Whether integers of this type have no sign: `i1` and `ui<N>`. Kernels are
/// built on such types; when one is done they become `i<N>`.
bool isUnsigned(Type type);

/// The value of type `type` nearest to `value`.
Value constantScalar(OpBuilder &builder, Location loc, Type type, double value);
Value constantScalar(OpBuilder &builder, Location loc, Type type,
                     Attribute number);

/// The integer of which each bit is set.
Value allBitsOf(OpBuilder &builder, Location loc, Type type);

/// 0 and 1 of the type.
Value zeroOf(OpBuilder &builder, Location loc, Type type);
Value oneOf(OpBuilder &builder, Location loc, Type type);
/// The least and the greatest value: infinities for floats that have any. They
/// are what a maximum and a minimum over nothing give.
Value lowestOf(OpBuilder &builder, Location loc, Type type);
Value highestOf(OpBuilder &builder, Location loc, Type type);

/// Gives one element from two.
using ScalarFunction = Value (*)(OpBuilder &, Location, Value, Value);

// Floats follow IEEE, integers wrap; of i1, `+` is or, `*` is and.
Value addScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs);
Value subScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs);
Value mulScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs);
/// The quotient: of floats exact, of integers rounded towards zero; 0 where an
/// integer is divided by zero.
Value divScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs);
/// The greater and the smaller one; NaN if one is NaN.
Value maxScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs);
Value minScalar(OpBuilder &builder, Location loc, Value lhs, Value rhs);

/// The error function of a float of 32 or 64 bits.
Value erfScalar(OpBuilder &builder, Location loc, Value x);

/// `lhs <predicate> rhs` by a predicate for floats (`oeq`) and one for
/// integers (`eq`), which is made unsigned for unsigned types.
Value compareScalar(OpBuilder &builder, Location loc,
                    arith::CmpFPredicate floats, arith::CmpIPredicate integers,
                    Value lhs, Value rhs);

/// What becomes of a number that is too great for a float of 8 bits: its
/// greatest one, also of infinities; or infinity, and NaN where there is none.
enum class OutOfRange { Saturate, Infinite };

/// The value in another type. Floats become integers by truncation, saturating
/// at the ends of the range; NaN becomes 0. Everything but 0 becomes true.
Value castScalar(OpBuilder &builder, Location loc, Value value, Type type,
                 OutOfRange beyond = OutOfRange::Infinite);

/// `sum` with the product of two elements, computed in its type.
Value addProduct(OpBuilder &builder, Location loc, Value sum, Value lhs,
                 Value rhs);

/// The type in which elements of `type` are accumulated: f32 for narrower
/// floats, the type itself otherwise.
Type getAccumulatorType(Type type);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_SCALARMATH_H
