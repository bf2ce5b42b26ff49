// Constants with their axes in another order.
#ifndef RELAX_SUPPORT_PERMUTECONSTANT_H
#define RELAX_SUPPORT_PERMUTECONSTANT_H

#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::relax {

/// `constant` with axis `order[i]` at place `i`. Null where its elements are
/// not whole bytes in memory, or not all there. Takes as long as copying.
ElementsAttr permuteConstant(ElementsAttr constant, ArrayRef<int64_t> order);

/// `constant` with zeros behind axis `axis`, which gets `size` elements. Null
/// where its elements are not whole bytes in memory, one by one.
ElementsAttr padConstant(ElementsAttr constant, int64_t axis, int64_t size);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_PERMUTECONSTANT_H
