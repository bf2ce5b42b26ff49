// Make a buffer no larger than what is used of it at a time.
#ifndef RELAX_DIALECT_TIR_TRANSFORMS_COMPACTBUFFER_H
#define RELAX_DIALECT_TIR_TRANSFORMS_COMPACTBUFFER_H

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

/// Give dimensions of a buffer the size of the range that loads and stores
/// touch while the op around `alloc` runs its body once, where that is a
/// constant and less. Does nothing, and gives false, where there is no such
/// dimension, where other ops or blocks use the buffer.
bool compactBuffer(memref::AllocOp alloc);

/// The same for all buffers of a function. Gives those that keep their size.
SmallVector<memref::AllocOp> compactBuffers(FuncOp func);

/// True if a block writes a buffer that is made in a loop: a copy that a
/// primitive has made, as large as the whole tensor.
bool hasTileCopies(FuncOp func);

/// The same for a buffer that each thread of a kernel has for itself, an
/// argument of the kernel's body: it becomes no larger than what one thread
/// touches.
bool compactThreadBuffer(BlockArgument buffer);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_TRANSFORMS_COMPACTBUFFER_H
