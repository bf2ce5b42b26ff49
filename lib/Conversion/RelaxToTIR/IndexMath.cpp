// Arithmetic on places and sizes, folded where both sides are constants.
#include "IndexMath.h"

#include "ScalarMath.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

Value IndexMath::constant(int64_t value) const {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value IndexMath::value(OpFoldResult extent) const {
  if (auto known = dyn_cast<Value>(extent))
    return known;
  return constant(*getConstantIntValue(extent));
}

// RemSI has the dividend's sign; sizes are positive, so one addition is
// enough.
Value IndexMath::floorMod(Value lhs, Value rhs) const {
  Value remainder = builder.createOrFold<arith::RemSIOp>(loc, lhs, rhs);
  Value isNegative = builder.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::slt, remainder, constant(0));
  return builder.createOrFold<arith::SelectOp>(loc, isNegative,
                                               add(remainder, rhs), remainder);
}

// The lower bound wins for an empty range, so the result is never below `low`.
Value IndexMath::clamp(Value value, Value low, Value high) const {
  return max(min(value, high), low);
}

Value IndexMath::isWithin(Value value, Value low, Value high) const {
  Value above = builder.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::sge, value, low);
  Value below = builder.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::slt, value, high);
  return builder.createOrFold<arith::AndIOp>(loc, above, below);
}

OpFoldResult IndexMath::addExtents(OpFoldResult lhs, OpFoldResult rhs) const {
  std::optional<int64_t> left = getConstantIntValue(lhs);
  std::optional<int64_t> right = getConstantIntValue(rhs);
  if (left && right)
    return builder.getIndexAttr(*left + *right);
  return add(value(lhs), value(rhs));
}

OpFoldResult IndexMath::toExtent(Value value) const {
  return getAsOpFoldResult(value);
}

Value IndexMath::toScalar(Value value, Type type) const {
  if (std::optional<int64_t> known = getConstantIntValue(value))
    return constantScalar(builder, loc, type, *known);
  return castScalar(builder, loc, value, type);
}

Value IndexMath::product(ArrayRef<OpFoldResult> extents) const {
  Value result = constant(1);
  for (OpFoldResult extent : extents)
    result = mul(result, value(extent));
  return result;
}

SmallVector<Value>
// The first axis takes the rest without a remainder: linear is inside.
IndexMath::delinearize(Value linear, ArrayRef<OpFoldResult> extents) const {
  SmallVector<Value> place(extents.size());
  for (size_t axis = extents.size(); axis-- > 0;) {
    if (axis == 0) {
      place[axis] = linear;
      break;
    }
    Value extent = value(extents[axis]);
    place[axis] = rem(linear, extent);
    linear = div(linear, extent);
  }
  return place;
}

} // namespace mlir::relax
