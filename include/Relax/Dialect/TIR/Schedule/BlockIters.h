// Change the iterators of a block: drop, fuse.
#ifndef RELAX_DIALECT_TIR_SCHEDULE_BLOCKITERS_H
#define RELAX_DIALECT_TIR_SCHEDULE_BLOCKITERS_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// Drop an iterator, and its loop, that takes the value 0 only. Fails with
/// an error unless its extent is the constant 1.
LogicalResult dropUnitIter(LoopNest &nest, unsigned iter);

/// Drop iterators that are a constant and have no loop, as those of the copy of
/// a buffer with dimensions of size 1.
void dropConstantIters(BlockOp block);

/// Drop all iterators of extent 1.
void dropUnitIters(LoopNest &nest);

/// Access buffers that have dimensions of size 1 through views without them.
void dropUnitDims(LoopNest &nest);

/// Replace the buffer and the indices of a load or store.
void setAccess(Operation *op, Value buffer, ArrayRef<Value> indices);

/// `buffer` with dimension `dim` of a known size as one of blocks of `size` and
/// one of the places in a block: a view that is there in front of `user`, or a
/// new one next to the buffer's definition.
Value getExpanded(Value buffer, unsigned dim, int64_t size, Operation *user);

/// Whether iterators `outer` and `inner` walk through memory as one: each
/// access has none of them, or both as neighbouring indices of which the
/// inner one covers its dimension.
bool canFuseIters(LoopNest &nest, unsigned outer, unsigned inner);

/// Make one iterator of two, `outer`; buffers are accessed through views in
/// which the two dimensions are one. Fails with an error unless
/// `canFuseIters`.
LogicalResult fuseIters(LoopNest &nest, unsigned outer, unsigned inner);

/// Make one iterator of two, `outer`, also where some loads tell them apart:
/// these index with its quotient and rest by the extent of `inner`. Fails, with
/// no change, where a store does, or that extent is 0.
LogicalResult joinIters(LoopNest &nest, unsigned outer, unsigned inner);

/// Drop unit iterators and dimensions and fuse what can be fused, in block and
/// epilogue alike. True if there was something.
bool simplifyReduction(Reduction &reduction);

/// The same for a block that does not reduce.
void simplifyNest(LoopNest &nest);

/// `joinIters` of two spatial iterators, in block and epilogue alike; nothing
/// where the epilogue tells them apart.
void joinSpatial(Reduction &reduction, unsigned outer, unsigned inner);

/// Give the iterators of a block another order, of their numbers; fails with
/// an error unless each is named once.
LogicalResult reorderIters(BlockOp block, ArrayRef<int64_t> order);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_SCHEDULE_BLOCKITERS_H
