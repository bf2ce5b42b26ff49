// Let one thread of a GPU do what no threads can share.
#ifndef RELAX_KERNELS_ELEMENTWISE_BINDONETHREAD_H
#define RELAX_KERNELS_ELEMENTWISE_BINDONETHREAD_H

#include "Relax/Dialect/TIR/IR/FunctionOps.h"

namespace mlir::tir {

/// True if `op` only computes or checks a size, or makes or frees a buffer that
/// kernels share: it stays in front of the kernels.
bool staysOutsideKernels(Operation *op);

/// Let one thread of one block do an op at the top of a function.
void bindToOneThread(Operation *op);

/// Let one thread do all that the function does, but for making, freeing and
/// sizing buffers: for one with statements outside of loops.
void bindFunctionToOneThread(FuncOp func);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ELEMENTWISE_BINDONETHREAD_H
