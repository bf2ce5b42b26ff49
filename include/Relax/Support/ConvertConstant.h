// Constants with elements of another type.
#ifndef RELAX_SUPPORT_CONVERTCONSTANT_H
#define RELAX_SUPPORT_CONVERTCONSTANT_H

#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::relax {

/// `constant` with elements of type `element`: integers as other integers or as
/// f32, f16 and bf16 as f32, f32 without NaN as f16 and bf16. Null for other
/// types, and where the elements are not all there, one by one.
ElementsAttr convertConstant(ElementsAttr constant, Type element);

/// The elements of a small constant as floats; none for types that f32 does not
/// stand for.
std::optional<SmallVector<float>> getAsFloats(ElementsAttr constant);

/// `(constant - zeroPoint) * scale` in f32. Both have one element, or one for
/// each place of `axis`. Null where the elements are no integers, or not all
/// there.
ElementsAttr dequantizeConstant(ElementsAttr constant, ArrayRef<float> scale,
                                ArrayRef<float> zeroPoint, int64_t axis);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_CONVERTCONSTANT_H
