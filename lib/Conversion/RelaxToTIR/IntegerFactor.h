// Operands of products that are 8-bit numbers on a scale.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_INTEGERFACTOR_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_INTEGERFACTOR_H

#include "Relax/Dialect/Relax/IR/TensorBuilder.h"

namespace mlir::relax {

/// One side of a product: `(numbers - zero) * scale`.
struct IntegerFactor {
  /// u8 or i8.
  Value numbers;
  /// Null for zero.
  Value zero;
  /// Null for one.
  Value scale;
  /// The axis along which a zero point or scale of rank 1 goes; none if they
  /// broadcast as operands of arithmetic do.
  std::optional<int64_t> axis;
  /// Whether the product reads the transposed matrix.
  bool isTransposed = false;

  RankedTensorType getType() const {
    return cast<RankedTensorType>(numbers.getType());
  }
  bool isUnsigned() const {
    return getType().getElementType().isUnsignedInteger();
  }
};

/// `dequantize(numbers)`, `i32(numbers)` or `i32(numbers) - zero`, of 8-bit
/// numbers whose sizes are known, on no device of their own.
std::optional<IntegerFactor> matchIntegerFactor(Value value);

/// Whether the tensor is known to have one element.
bool hasOneElement(Value value);

/// Whether i32 holds all sums of `depth` products: where sums of integers stand
/// for sums of floats, they must not wrap around.
bool fitsSumOfProducts(int64_t depth);

/// The zero point as a number of the factor's type; null where it is not one.
Value getByteZero(const IntegerFactor &factor);

/// `numbers - zero` as i16, which holds each difference of two numbers of 8
/// bits; null where the zero point is none of 8 bits.
Value widenNumbers(TensorBuilder &builder, const IntegerFactor &factor);

/// The same of constants, as a constant; null where one of both is none, or its
/// elements are not all there, one by one.
ElementsAttr widenConstant(const IntegerFactor &factor);

/// A constant of rank 0.
Value makeInteger(TensorBuilder &builder, Type element, int64_t value);

/// Whether a zero point, null for 0, is known to be `number` everywhere.
bool isKnownZeroPoint(Value zero, int64_t number);

/// The zero point of numbers that were moved by `shift`, as i32; null where it
/// is known to be 0.
Value moveZeroPoint(TensorBuilder &builder, Value zero, int64_t shift);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_INTEGERFACTOR_H
