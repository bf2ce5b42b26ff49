// Constants with their axes in another order.
#ifndef RELAX_SUPPORT_PERMUTECONSTANT_H
#define RELAX_SUPPORT_PERMUTECONSTANT_H

#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::relax {

/// `constant` with axis `order[i]` at place `i`. Null where its elements are
/// not whole bytes in memory, or not all there. Takes as long as copying.
ElementsAttr permuteConstant(ElementsAttr constant, ArrayRef<int64_t> order);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_PERMUTECONSTANT_H
