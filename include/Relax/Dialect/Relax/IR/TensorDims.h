// The symbolic dimensions of tensor types, and types made from dimensions.
#ifndef RELAX_DIALECT_RELAX_IR_TENSORDIMS_H
#define RELAX_DIALECT_RELAX_IR_TENSORDIMS_H

#include "Relax/Dialect/Relax/IR/RelaxTypes.h"

namespace mlir::relax {

/// The dimensions of a tensor: constants where static, null where unknown.
SmallVector<SymExprAttr> getDims(RankedTensorType type);

/// Where a tensor is placed; null if its type does not say.
VDeviceAttr getVDevice(TensorType type);

/// The one tensor type with these dimensions: constants go into the type, an
/// encoding that adds nothing is left out. A size that is always negative
/// counts as unknown.
RankedTensorType getTensorType(ArrayRef<SymExprAttr> dims, Type element,
                               VDeviceAttr vdevice = {});

/// The number of elements; null if a dimension is unknown.
SymExprAttr getNumElements(RankedTensorType type);

/// The number of bytes that the elements take in a buffer, where an element
/// takes whole bytes; null if a dimension or the element type is unknown.
SymExprAttr getByteSize(RankedTensorType type);

/// Whether 64 bits hold the number of a tensor's bytes if each unknown size is
/// 1; if a known one is 0 they do.
bool hasByteSize(RankedTensorType type);

/// `type` with every dimension that is known replaced by what `fn` makes of
/// it, in tensors, shapes, shards, and in tuples and signatures of these.
/// Callables have symbols of their own and stay as they are.
Type mapDims(Type type, function_ref<SymExprAttr(SymExprAttr)> fn);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_TENSORDIMS_H
