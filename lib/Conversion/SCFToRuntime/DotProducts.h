// Sums of products of bytes and of halves by what the CPU has for them.
#ifndef RELAX_LIB_CONVERSION_SCFTORUNTIME_DOTPRODUCTS_H
#define RELAX_LIB_CONVERSION_SCFTORUNTIME_DOTPRODUCTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {

/// Adds a pattern that computes `tir.dot4_u8s8` exactly: by `vpdpbusd` in
/// vectors of up to `instructionBits`, with the addition behind it; or by
/// arithmetic, which is all that is left where that is 0. Adds one that
/// computes `tir.dot2_s16` by arithmetic that is `vpmaddwd` for LLVM.
void populateDotProductPatterns(RewritePatternSet &patterns,
                                unsigned instructionBits);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_SCFTORUNTIME_DOTPRODUCTS_H
