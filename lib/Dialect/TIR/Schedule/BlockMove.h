// What moves a block to another place and gives it loops there.
#ifndef RELAX_LIB_DIALECT_TIR_SCHEDULE_BLOCKMOVE_H
#define RELAX_LIB_DIALECT_TIR_SCHEDULE_BLOCKMOVE_H

#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tir {

/// One block on its way into a loop.
class BlockMove {
public:
  BlockMove(BlockOp block, ForOp loop, StringRef verb)
      : block(block), loop(loop), verb(verb), region(loop),
        ranges(block.getNumIters()) {}

protected:
  InFlightDiagnostic failPrecondition();
  /// Both are in one function or block, the loop is not around the block, and
  /// the loops of the block go away with nothing lost.
  LogicalResult checkPositions();
  /// `first` comes before `second` in the innermost op around both.
  LogicalResult checkOrder(Operation *first, Operation *second);
  /// Nothing from `first` to `second` has to do with these buffers.
  LogicalResult checkPassed(Operation *first, Operation *second,
                            ValueRange reads, ValueRange writes,
                            ArrayRef<BlockOp> own);
  /// What the block uses is there in the loop, or can be.
  LogicalResult checkUses();
  /// A buffer that moves into the loop is not shared by threads that run it.
  LogicalResult checkShared(Value buffer);
  /// Put the block, in loops over its ranges, in front of `place`, which is in
  /// the body of the loop.
  void move(RewriterBase &rewriter, Operation *anchor);

private:
  /// Values from outside that the block uses, but for bindings and predicate.
  SmallVector<Value> getUses();
  /// Copy what is computed inside `old`, where the block was.
  void copyUses(OpBuilder &builder, Operation *old);

protected:
  BlockOp block;
  ForOp loop;
  StringRef verb;
  AccessRegion region;
  /// For each iterator its values; unknown stands for all of them.
  SmallVector<IndexRange> ranges;
};

} // namespace mlir::tir

#endif // RELAX_LIB_DIALECT_TIR_SCHEDULE_BLOCKMOVE_H
