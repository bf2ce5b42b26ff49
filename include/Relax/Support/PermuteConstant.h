// Constants with the elements of others, in other places.
#ifndef RELAX_SUPPORT_PERMUTECONSTANT_H
#define RELAX_SUPPORT_PERMUTECONSTANT_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::relax {

/// `constant` with axis `order[i]` at place `i`. Null where its elements are
/// not whole bytes in memory, or not all there. Takes as long as copying.
ElementsAttr permuteConstant(ElementsAttr constant, ArrayRef<int64_t> order);

/// `constant` with zeros behind axis `axis`, which gets `size` elements. Null
/// where its elements are not whole bytes in memory, one by one.
ElementsAttr padConstant(ElementsAttr constant, int64_t axis, int64_t size);

/// The part of `constant` that has `shape`, begins at `start` and takes each
/// `stride`-th element of an axis. The functions from here on return null where
/// elements are not whole bytes in memory, or none, or not all there.
ElementsAttr sliceConstant(ElementsAttr constant, ArrayRef<int64_t> start,
                           ArrayRef<int64_t> stride, ArrayRef<int64_t> shape);

/// The slices `places` of axis `axis`, as a constant of `type`.
ElementsAttr takeFromConstant(ElementsAttr constant, int64_t axis,
                              ArrayRef<int64_t> places, RankedTensorType type);

/// The concatenation along axis `axis`, as a constant of `type`.
ElementsAttr concatConstants(ArrayRef<ElementsAttr> constants, int64_t axis,
                             RankedTensorType type);

/// The bytes of the elements as they are in memory; none where they are not
/// all there, one by one.
ArrayRef<char> getElementBytes(ElementsAttr constant);

/// A constant of the elements in `blob`: dense where there are few, a resource
/// called `name` where there are many.
ElementsAttr makeConstantOf(RankedTensorType type, AsmResourceBlob blob,
                            StringRef name);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_PERMUTECONSTANT_H
