// Maxima and minima of narrow floats, computed in f32.
#ifndef RELAX_LIB_CONVERSION_SCFTORUNTIME_NARROWEXTREMA_H
#define RELAX_LIB_CONVERSION_SCFTORUNTIME_NARROWEXTREMA_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {

/// Adds patterns that take the greater or smaller of numbers before they are
/// rounded to f16 or bf16; with `hasHalfArithmetic` those that f16 is added or
/// multiplied to stay.
void populateNarrowExtremumPatterns(RewritePatternSet &patterns,
                                    bool hasHalfArithmetic);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_SCFTORUNTIME_NARROWEXTREMA_H
