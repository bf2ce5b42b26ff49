// What uses a buffer of a kernel, through views as well.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_BUFFERUSES_H
#define RELAX_DIALECT_TIR_ANALYSIS_BUFFERUSES_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

/// True if no op after `first`, up to `last` in the same block, may write one
/// of the buffers.
bool isUnwritten(Operation *first, Operation *last, ValueRange buffers);

/// The store of a block that has one and, but for it and loads, no effect.
/// Null otherwise.
memref::StoreOp getOnlyStore(BlockOp block);

/// All uses of a buffer, through views as well; views themselves, and lists of
/// a block, are none.
SmallVector<Operation *> getBufferUsers(Value buffer);

/// Erase a `memref.alloc` of a kernel that nothing uses but views and its end.
void eraseDeadBuffer(Value buffer);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_BUFFERUSES_H
