// The numbers inside constants, and constants made of numbers.
#ifndef RELAX_SUPPORT_CONSTANTTENSOR_H
#define RELAX_SUPPORT_CONSTANTTENSOR_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::relax {

/// The f32 elements of a constant in row-major order, whether it is dense or a
/// resource; nothing for other element types and for resources without data.
std::optional<SmallVector<float>> getFloats(Attribute constant);

/// A resource called `name`, or that and a number where that name is taken.
ElementsAttr makeResource(RankedTensorType type, AsmResourceBlob blob,
                          StringRef name);

/// A constant of these elements: dense where there are few, a resource called
/// `name` where there are many. There are as many as `type` has elements, which
/// are f32.
ElementsAttr makeConstant(RankedTensorType type, ArrayRef<float> elements,
                          StringRef name);

/// The same elements under another type, which has as many of them; null for
/// constants that are neither dense nor a resource.
ElementsAttr reshapeConstant(Attribute constant, RankedTensorType type);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_CONSTANTTENSOR_H
