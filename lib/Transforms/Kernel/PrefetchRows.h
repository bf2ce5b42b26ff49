// Fetch the next row of an input while the row before it is computed.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_PREFETCHROWS_H
#define RELAX_LIB_TRANSFORMS_KERNEL_PREFETCHROWS_H

#include "Relax/Dialect/TIR/IR/TIR.h"

namespace mlir::tir {

/// Whether a loop computes elementary functions, which take longer than a line
/// of memory takes to come; what only adds or scales is done before.
bool computesFunctions(ForOp loop);

/// Prefetch rows of inputs of more than `minBytes`, where several loops go over
/// a row and one behind the first computes elementary functions of it.
void prefetchRows(FuncOp func, uint64_t minBytes);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_PREFETCHROWS_H
