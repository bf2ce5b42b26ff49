// A buffer with padding around it.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_PADDING_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_PADDING_H

#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// Where a copy of a buffer lies in another one.
struct BorderPlacement {
  /// How far behind the start element 0 of each axis is; elements before the
  /// start are left away.
  SmallVector<int64_t> before;
  /// How far apart neighbours on each axis are; 1 where this is empty.
  SmallVector<int64_t> spread;
  /// Whether all elements are known to be inside; else those outside are left
  /// away.
  bool fits = false;
};

/// Fills `out` with the element `fill`, then copies `in` into it, converted to
/// the type of its elements. Two programs without a condition are faster than
/// one that asks each element whether it is in the padding.
void buildPadded(OpBuilder &builder, Location loc, Value in, Value out,
                 const BorderPlacement &placement, Value fill);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_PADDING_H
