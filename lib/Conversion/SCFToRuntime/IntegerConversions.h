// Floats that become narrow integers on the way to something wider.
#ifndef RELAX_LIB_CONVERSION_SCFTORUNTIME_INTEGERCONVERSIONS_H
#define RELAX_LIB_CONVERSION_SCFTORUNTIME_INTEGERCONVERSIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {

/// Adds patterns that convert a float to the wider integer at once, where a
/// narrow one would be widened behind, or become a float again.
void populateIntegerConversionPatterns(RewritePatternSet &patterns);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_SCFTORUNTIME_INTEGERCONVERSIONS_H
