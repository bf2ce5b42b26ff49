// Short ways to write a computation: loops, block, start value and buffers.
#ifndef RELAX_DIALECT_TIR_IR_BLOCKBUILDER_H
#define RELAX_DIALECT_TIR_IR_BLOCKBUILDER_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

/// Extents of a buffer: attributes where static, `memref.dim` where not.
SmallVector<OpFoldResult> getExtents(OpBuilder &builder, Location loc,
                                     Value buffer);

/// An extent, an attribute or a value, as a value.
Value getExtentValue(OpBuilder &builder, Location loc, OpFoldResult extent);

/// A new buffer inside a kernel; `memref.alloc` with the dynamic extents.
Value allocBuffer(OpBuilder &builder, Location loc,
                  ArrayRef<OpFoldResult> extents, Type element);

/// One iterator of a block.
struct Iter {
  OpFoldResult extent;
  IterKind kind = IterKind::Spatial;
};

/// Writes the body of a block for its iterators; the insertion point of the
/// builder is inside the block.
using BlockBody =
    llvm::function_ref<void(OpBuilder &, Location, ValueRange iters)>;

/// Gives the value of one element for the iterators of its block.
using ElementBody =
    llvm::function_ref<Value(OpBuilder &, Location, ValueRange iters)>;

/// Gives the new accumulator for the iterators (spatial, then reduce) of its
/// block and the old accumulator.
using CombineBody = llvm::function_ref<Value(
    OpBuilder &, Location, ValueRange spatial, ValueRange reduce, Value acc)>;

/// Loops from 0 to each extent, serial, and in them a block with an iterator
/// for each. Without iterators there is no loop. `reads` and `writes` of the
/// block are what its body accesses. `init`, where given, writes `tir.init`.
/// The insertion point stays behind the outermost loop.
BlockOp buildBlock(OpBuilder &builder, Location loc, StringRef label,
                   ArrayRef<Iter> iters, BlockBody body,
                   BlockBody init = nullptr);

/// `out[iters] = body(iters)` for each element of `extents`, all spatial.
BlockOp buildComputeBlock(OpBuilder &builder, Location loc, StringRef label,
                          ArrayRef<OpFoldResult> extents, ElementBody body,
                          Value out);

/// `out[spatial] = init`, then for each `reduce`
/// `out[spatial] = combine(spatial, reduce, out[spatial])`. A reduction over
/// nothing gives `init`.
BlockOp buildReduceBlock(OpBuilder &builder, Location loc, StringRef label,
                         ArrayRef<OpFoldResult> spatial,
                         ArrayRef<OpFoldResult> reduce, Value init,
                         CombineBody combine, Value out);

/// A reduction into several buffers at once (argmax keeps value and index);
/// `combine` gets and gives one accumulator a buffer.
using CombineManyBody = llvm::function_ref<SmallVector<Value>(
    OpBuilder &, Location, ValueRange spatial, ValueRange reduce,
    ValueRange accs)>;
BlockOp buildReduceBlock(OpBuilder &builder, Location loc, StringRef label,
                         ArrayRef<OpFoldResult> spatial,
                         ArrayRef<OpFoldResult> reduce, ValueRange inits,
                         CombineManyBody combine, ValueRange outs);

/// List in `reads` and `writes` what the body accesses of the buffers from
/// outside: call it after changing a body.
void updateAccesses(BlockOp block);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_IR_BLOCKBUILDER_H
