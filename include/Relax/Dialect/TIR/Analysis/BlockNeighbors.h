// What a block passes when it moves, and what it leaves behind.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_BLOCKNEIGHBORS_H
#define RELAX_DIALECT_TIR_ANALYSIS_BLOCKNEIGHBORS_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

/// The loops around `block` that hold it alone, the outermost first.
SmallVector<ForOp> getOwnNest(BlockOp block);

/// The outermost of these loops, or the block.
Operation *getOwnRoot(BlockOp block);

/// Ancestors of two ops in the region of the innermost op around both.
std::pair<Operation *, Operation *> getSiblings(Operation *a, Operation *b);

/// An op from `first` to `second`, both included, or in a loop around both,
/// that writes one of `reads`, or touches one of `writes`. Ops inside of `own`
/// do not count. Null if there is none.
Operation *findConflict(Operation *first, Operation *second, ValueRange reads,
                        ValueRange writes, ArrayRef<BlockOp> own);

/// The same for one op and what is in it.
Operation *findConflictIn(Operation *root, ValueRange reads, ValueRange writes,
                          ArrayRef<BlockOp> own);

/// Ops behind `place`, in the same body, that compute `value`, in an order in
/// which they can move in front of it, with buffers that are made there. False
/// if one cannot.
bool collectLate(Value value, Operation *anchor,
                 llvm::SetVector<Operation *> &late);

/// The buffers that a block reads and does not write.
SmallVector<Value> getInputs(BlockOp block);

/// The buffer, made in the function, that is all that a block writes; null if
/// there is none such.
memref::AllocOp getOnlyResult(BlockOp block);

/// Let sizes of a buffer made in the function come from where it is made.
void replaceSizes(memref::AllocOp alloc);

/// Bring the lists of buffers of all blocks around an op, and of it, up to
/// date.
void updateAround(Operation *op);

/// Make a buffer inside `loop` if it is used there only.
void moveBufferInto(memref::AllocOp alloc, ForOp loop);

/// The spatial iterator at each dimension of a buffer that a block writes, at
/// the same indices in each access; -1 for a constant index. Nullopt unless
/// each spatial iterator is one index.
std::optional<SmallVector<int64_t>> getResultIters(BlockOp block, Value buffer);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_BLOCKNEIGHBORS_H
