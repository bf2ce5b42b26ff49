// Arithmetic on places and sizes, folded where both sides are constants.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_INDEXMATH_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_INDEXMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// Computes on `index` values at the insertion point of a builder.
class IndexMath {
public:
  IndexMath(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value constant(int64_t value) const;
  /// An extent, an attribute or a value, as a value.
  Value value(OpFoldResult extent) const;

  Value add(Value lhs, Value rhs) const {
    return fold<arith::AddIOp>(lhs, rhs);
  }
  Value add(Value lhs, int64_t rhs) const { return add(lhs, constant(rhs)); }
  Value sub(Value lhs, Value rhs) const {
    return fold<arith::SubIOp>(lhs, rhs);
  }
  Value mul(Value lhs, Value rhs) const {
    return fold<arith::MulIOp>(lhs, rhs);
  }
  Value mul(Value lhs, int64_t rhs) const { return mul(lhs, constant(rhs)); }
  Value min(Value lhs, Value rhs) const {
    return fold<arith::MinSIOp>(lhs, rhs);
  }
  Value max(Value lhs, Value rhs) const {
    return fold<arith::MaxSIOp>(lhs, rhs);
  }
  /// The quotient, rounded down and up; the divisor is positive.
  Value floorDiv(Value lhs, Value rhs) const {
    return fold<arith::FloorDivSIOp>(lhs, rhs);
  }
  Value ceilDiv(Value lhs, Value rhs) const {
    return fold<arith::CeilDivSIOp>(lhs, rhs);
  }
  /// Quotient and remainder of numbers that are not negative; the divisor is
  /// positive.
  Value div(Value lhs, Value rhs) const {
    return fold<arith::DivUIOp>(lhs, rhs);
  }
  Value rem(Value lhs, Value rhs) const {
    return fold<arith::RemUIOp>(lhs, rhs);
  }
  /// The remainder in [0, rhs) of any number; the divisor is positive.
  Value floorMod(Value lhs, Value rhs) const;
  /// The nearest number in [low, high]; `low` where that is empty.
  Value clamp(Value value, Value low, Value high) const;
  /// Whether `low <= value < high`.
  Value isWithin(Value value, Value low, Value high) const;

  /// The sum of two extents, an attribute where both are.
  OpFoldResult addExtents(OpFoldResult lhs, OpFoldResult rhs) const;
  OpFoldResult toExtent(Value value) const;

  /// The number as an element of another type.
  Value toScalar(Value value, Type type) const;

  /// The product of the extents.
  Value product(ArrayRef<OpFoldResult> extents) const;
  /// The row-major place of element `linear` in a tensor of these extents.
  SmallVector<Value> delinearize(Value linear,
                                 ArrayRef<OpFoldResult> extents) const;

protected:
  OpBuilder &builder;
  Location loc;

private:
  template <typename OpT>
  Value fold(Value lhs, Value rhs) const {
    return builder.createOrFold<OpT>(loc, lhs, rhs);
  }
};

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_INDEXMATH_H
