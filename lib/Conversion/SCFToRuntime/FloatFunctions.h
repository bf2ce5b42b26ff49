// Elementary functions of f32 by arithmetic.
#ifndef RELAX_LIB_CONVERSION_SCFTORUNTIME_FLOATFUNCTIONS_H
#define RELAX_LIB_CONVERSION_SCFTORUNTIME_FLOATFUNCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {

/// Adds patterns that compute `math.exp`, `math.tanh` and `math.erf` of f32,
/// and of vectors of it, with arithmetic, to 1.5, 2 and 2 units in the last
/// place; and such that let upstream's `math.log` and `math.log2` see no
/// subnormal number; and `arith.remf` of f32 exactly. NaN, infinities and
/// subnormal results are IEEE 754's. `hasLdexp` says that a multiplication of
/// vectors by powers of two is an instruction.
void populateFloatFunctionPatterns(RewritePatternSet &patterns, bool hasLdexp);

/// Adds patterns that compute sine, cosine, tangent, arcsine, arccosine and
/// arctangent of f32, and of vectors of it, in f64, to 0.51 units in the last
/// place.
void populateTrigonometricPatterns(RewritePatternSet &patterns);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_SCFTORUNTIME_FLOATFUNCTIONS_H
