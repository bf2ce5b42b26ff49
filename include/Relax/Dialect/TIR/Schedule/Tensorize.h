// Let an intrinsic do what a block does.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_TENSORIZE_H
#define RELAX_DIALECT_TIR_SCHEDULE_TENSORIZE_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tir {

/// Replace the body of `block`, a nest, by that of `intrinsic`, on views of the
/// buffers. Fails with an error unless the body of `pattern`, which has the
/// same parameters, does the same on parts of the buffers: the same loops, and
/// in them a block with the same ops, whose iterators are those of the pattern
/// and what `block` adds to them.
LogicalResult tensorize(RewriterBase &rewriter, BlockOp block, FuncOp pattern,
                        FuncOp intrinsic);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_TENSORIZE_H
