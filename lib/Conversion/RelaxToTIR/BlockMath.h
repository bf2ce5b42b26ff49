// Loads, stores, choices and loops in the body of a block.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_BLOCKMATH_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_BLOCKMATH_H

#include "IndexMath.h"
#include "ScalarMath.h"

namespace mlir::relax {

/// `IndexMath` with what the elements of buffers need: both sides of an
/// operation have one type, whatever it is.
class BlockMath : public IndexMath {
public:
  using IndexMath::IndexMath;

  OpBuilder &getBuilder() const { return builder; }
  Location getLoc() const { return loc; }

  Value load(Value buffer, ValueRange place) const;
  /// The element, cast to another type.
  Value loadAs(Type type, Value buffer, ValueRange place) const {
    return cast(load(buffer, place), type);
  }
  /// The element of an integer buffer as a place.
  Value loadIndex(Value buffer, ValueRange place) const {
    return loadAs(builder.getIndexType(), buffer, place);
  }
  /// Store an element, cast to the buffer's type.
  void store(Value element, Value buffer, ValueRange place) const;

  Value cast(Value value, Type type) const {
    return castScalar(builder, loc, value, type);
  }
  Value number(double value, Type type) const {
    return constantScalar(builder, loc, type, value);
  }
  Value zero(Type type) const { return zeroOf(builder, loc, type); }
  Value one(Type type) const { return oneOf(builder, loc, type); }

  Value plus(Value lhs, Value rhs) const {
    return addScalar(builder, loc, lhs, rhs);
  }
  Value minus(Value lhs, Value rhs) const {
    return subScalar(builder, loc, lhs, rhs);
  }
  Value times(Value lhs, Value rhs) const {
    return mulScalar(builder, loc, lhs, rhs);
  }
  Value over(Value lhs, Value rhs) const {
    return divScalar(builder, loc, lhs, rhs);
  }
  Value greater(Value lhs, Value rhs) const {
    return maxScalar(builder, loc, lhs, rhs);
  }
  Value lesser(Value lhs, Value rhs) const {
    return minScalar(builder, loc, lhs, rhs);
  }

  // Comparisons; with a NaN only `isUnequal` holds.
  Value isEqual(Value lhs, Value rhs) const;
  Value isUnequal(Value lhs, Value rhs) const;
  Value isLess(Value lhs, Value rhs) const;
  Value isAtMost(Value lhs, Value rhs) const;

  Value both(Value lhs, Value rhs) const;
  Value either(Value lhs, Value rhs) const;
  Value isNot(Value condition) const;
  Value choose(Value condition, Value yes, Value no) const;

  /// Run code where a condition holds, and other code where not.
  void when(Value condition, llvm::function_ref<void()> yes,
            llvm::function_ref<void()> no = nullptr) const;
  /// Run code for each index in [from, to).
  void loop(Value from, Value to, llvm::function_ref<void(Value)> body) const;
  /// Run code for each place in extents.
  void loopOver(ArrayRef<OpFoldResult> extents,
                llvm::function_ref<void(ValueRange place)> body) const;
};

/// `place` with `along` as the index of `axis`, which it lacks.
SmallVector<Value> insertAxis(ValueRange place, int64_t axis, Value along);
/// `place` without the index of `axis`.
SmallVector<Value> dropAxis(ValueRange place, int64_t axis);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_BLOCKMATH_H
