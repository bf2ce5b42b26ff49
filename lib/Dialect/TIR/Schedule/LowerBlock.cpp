// Take blocks away: what is left are loops and statements, the opaque form.
#include "Relax/Dialect/TIR/Schedule/LowerBlock.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

// The loops around `block` from whose indices `value` is computed.
static void collectLoops(BlockOp block, Value value,
                         llvm::SetVector<ForOp> &loops) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast_or_null<ForOp>(argument.getOwner()->getParentOp());
    if (loop && loop->isProperAncestor(block))
      loops.insert(loop);
    return;
  }
  for (Value operand : value.getDefiningOp()->getOperands())
    collectLoops(block, operand, loops);
}

// Loops that drive iterators of one kind: reducing, or the others.
static llvm::SetVector<ForOp> getDrivingLoops(BlockOp block, bool reducing) {
  llvm::SetVector<ForOp> loops;
  for (auto [i, binding] : llvm::enumerate(block.getBindings()))
    if ((block.getIterKind(i) == IterKind::Reduce) == reducing)
      collectLoops(block, binding, loops);
  return loops;
}

// Copy the ops between `from` and `block` that compute values for it: bindings
// and the predicate, and what they need.
static void cloneValue(OpBuilder &builder, Value value, Operation *from,
                       IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (!op || mapping.contains(value) || !from->isProperAncestor(op))
    return;
  for (Value operand : op->getOperands())
    cloneValue(builder, operand, from, mapping);
  builder.clone(*op, mapping);
}

bool canDecomposeReduction(BlockOp block) {
  llvm::SetVector<ForOp> reducing = getDrivingLoops(block, true);
  return llvm::none_of(getDrivingLoops(block, false),
                       [&](ForOp loop) { return reducing.contains(loop); });
}

// Copies of the loops inside `top` that do not reduce; the insertion point is
// in the innermost one.
static void cloneLoops(OpBuilder &builder, BlockOp block, Operation *top,
                       IRMapping &mapping) {
  llvm::SetVector<ForOp> others = getDrivingLoops(block, false);
  SmallVector<ForOp> copied;
  for (Operation *op = block->getParentOp(); top->isAncestor(op);
       op = op->getParentOp())
    if (auto loop = dyn_cast<ForOp>(op); loop && others.contains(loop))
      copied.push_back(loop);
  for (ForOp loop : llvm::reverse(copied)) {
    for (Value bound : loop->getOperands())
      cloneValue(builder, bound, top, mapping);
    ForOp copy = ForOp::create(
        builder, loop.getLoc(), mapping.lookupOrDefault(loop.getLowerBound()),
        mapping.lookupOrDefault(loop.getUpperBound()), loop.getKind(),
        loop.getThreadAxis().value_or(""));
    mapping.map(loop.getInductionVar(), copy.getInductionVar());
    builder.setInsertionPointToStart(copy.getBody());
  }
}

LogicalResult decomposeReduction(BlockOp block) {
  InitOp init = block.getInit();
  if (!init)
    return success();
  if (!canDecomposeReduction(block))
    return block.emitError("cannot decompose 'tir.block' ")
           << block.getLabelAttr()
           << ": one loop drives a reducing and another iterator";
  // The outermost loop that reduces; without one, the block itself.
  llvm::SetVector<ForOp> reducing = getDrivingLoops(block, true);
  Operation *top = block;
  for (ForOp loop : reducing)
    if (loop->isAncestor(top))
      top = loop;
  OpBuilder builder(top);
  IRMapping mapping;
  cloneLoops(builder, block, top, mapping);
  for (auto [i, iter] : llvm::enumerate(block.getIters()))
    if (block.getIterKind(i) != IterKind::Reduce) {
      cloneValue(builder, block.getBindings()[i], top, mapping);
      mapping.map(iter, mapping.lookupOrDefault(block.getBindings()[i]));
    }
  if (Value predicate = block.getPredicate()) {
    // As at the first step of the reduction.
    for (ForOp loop : reducing)
      mapping.map(loop.getInductionVar(),
                  mapping.lookupOrDefault(loop.getLowerBound()));
    cloneValue(builder, predicate, top, mapping);
    IfOp branch = IfOp::create(builder, block.getLoc(),
                               mapping.lookupOrDefault(predicate));
    builder.setInsertionPointToStart(&branch.getThen().front());
  }
  for (Operation &op : init.getBody()->without_terminator())
    builder.clone(op, mapping);
  init.erase();
  return success();
}

// The start value in place, at the first step.
static void guardInit(BlockOp block) {
  InitOp init = block.getInit();
  OpBuilder builder(init);
  Location loc = init.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value first = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (auto [i, iter] : llvm::enumerate(block.getIters())) {
    if (block.getIterKind(i) != IterKind::Reduce)
      continue;
    Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         iter, zero);
    first = arith::AndIOp::create(builder, loc, first, isZero);
  }
  IfOp branch = IfOp::create(builder, loc, first);
  builder.setInsertionPointToStart(&branch.getThen().front());
  for (Operation &op : init.getBody()->without_terminator())
    builder.clone(op);
  init.erase();
}

void lowerBlock(BlockOp block) {
  OpBuilder builder(block);
  Block *target = block->getBlock();
  Block::iterator position = block->getIterator();
  if (Value predicate = block.getPredicate()) {
    IfOp branch = IfOp::create(builder, block.getLoc(), predicate);
    target = &branch.getThen().front();
    position = target->begin();
  }
  for (auto [iter, binding] : llvm::zip(block.getIters(), block.getBindings()))
    iter.replaceAllUsesWith(binding);
  block.getBody()->getTerminator()->erase();
  target->getOperations().splice(position, block.getBody()->getOperations());
  block.erase();
}

void lowerBlocks(Operation *root) {
  SmallVector<BlockOp> blocks;
  root->walk([&](BlockOp block) { blocks.push_back(block); });
  // Inner blocks come first, so that a body moves only once it is plain.
  for (BlockOp block : blocks) {
    if (block.getInit() && !canDecomposeReduction(block))
      guardInit(block);
    else
      (void)decomposeReduction(block);
    lowerBlock(block);
  }
}

} // namespace mlir::tir
