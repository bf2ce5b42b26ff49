// A buffer with a border around it.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_PADDING_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_PADDING_H

#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// Fills `out` with the element `fill`, then copies `in` into it, `before[i]`
/// elements behind the start of axis `i`; what lies outside `out` is left away.
/// Two programs without a condition are faster than one that asks each element
/// whether it is in the border.
void buildPadded(OpBuilder &builder, Location loc, Value in, Value out,
                 ArrayRef<int64_t> before, Value fill);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_PADDING_H
