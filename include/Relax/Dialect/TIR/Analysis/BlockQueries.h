// Where the blocks of a tensor program are, and which of them depend.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_BLOCKQUERIES_H
#define RELAX_DIALECT_TIR_ANALYSIS_BLOCKQUERIES_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"

namespace mlir::tir {

/// The only block of that name inside `root`; an error if there is none, or
/// more than one.
FailureOr<BlockOp> findBlock(Operation *root, StringRef label);

/// The block or the function around an op.
Operation *getScope(Operation *op);

/// The loops around an op, up to its scope, outer ones first.
SmallVector<ForOp> getLoops(Operation *op);

/// The loops, blocks and branches at the top of a function, in order; none if
/// it has no body.
SmallVector<Operation *> getStatements(FuncOp function);

/// The blocks inside `root` that are in no other block inside it, in order.
SmallVector<BlockOp> getChildBlocks(Operation *root);

/// The blocks of the same scope that write what `block` reads, or that read
/// what it writes, in order.
SmallVector<BlockOp> getProducers(BlockOp block);
SmallVector<BlockOp> getConsumers(BlockOp block);

/// The child blocks of `scope` that write a buffer from outside of it: of a
/// function, a parameter.
SmallVector<BlockOp> getOutputBlocks(Operation *scope);

/// The buffers that ops inside `root` read or write, as they were made: what
/// views show. `isKnown` is false if an op may touch others as well.
struct TouchedBuffers {
  SmallVector<Value> reads, writes;
  bool isKnown = true;
  bool mayRead(Value buffer) const;
  bool mayWrite(Value buffer) const;
};
TouchedBuffers getTouchedBuffers(Operation *root);

/// A name for a block that no block of the function has.
std::string getFreshLabel(Operation *inFunction, StringRef stem);

/// True if an index of `loop` goes into `value`, through iterators as well.
bool dependsOn(Value value, ForOp loop);

/// The loops around `block` that one of the iterators of a kind depends on:
/// those that reduce, or the others.
SmallVector<ForOp> getDrivingLoops(BlockOp block, bool reducing);

/// The first op in `root` with an effect outside of blocks; null if there is
/// none. Making and ending buffers is no such effect.
Operation *findEffectOutsideBlocks(Operation *root);

/// The loops `loop` and each one that is the only op with an effect in the one
/// before, down to the first that holds something else.
SmallVector<ForOp> getChain(ForOp loop);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_BLOCKQUERIES_H
