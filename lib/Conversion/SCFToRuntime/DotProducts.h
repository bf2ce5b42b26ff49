// Sums of products of bytes, halves and bf16 by what the CPU has for them.
#ifndef RELAX_LIB_CONVERSION_SCFTORUNTIME_DOTPRODUCTS_H
#define RELAX_LIB_CONVERSION_SCFTORUNTIME_DOTPRODUCTS_H

#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {

/// Adds patterns that compute `tir.dot4_u8s8` by `vpdpbusd`, with the addition
/// behind it, where `target`, which may be null, has it, and by exact
/// arithmetic elsewhere; `tir.dot2_bf16` the same way by `vdpbf16ps`; and
/// `tir.dot2_s16` by arithmetic that is `vpmaddwd` for LLVM.
void populateDotProductPatterns(RewritePatternSet &patterns, TargetInfo target);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_SCFTORUNTIME_DOTPRODUCTS_H
