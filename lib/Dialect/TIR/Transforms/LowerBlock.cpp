// Take blocks away: what is left are loops and statements, the opaque form.
#include "Relax/Dialect/TIR/Transforms/LowerBlock.h"

#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/Transforms/PlacePredicate.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
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

// Loops around the block that drive iterators of one kind, reducing or the
// others, in the order of the bindings.
static llvm::SetVector<ForOp> collectDrivingLoops(BlockOp block,
                                                  bool reducing) {
  llvm::SetVector<ForOp> loops;
  for (auto [i, binding] : llvm::enumerate(block.getBindings()))
    if ((block.getIterKind(i) == IterKind::Reduce) == reducing)
      collectLoops(block, binding, loops);
  return loops;
}

bool canDecomposeReduction(BlockOp block) {
  // If one loop drives both kinds, as after fusing a row with a reduction axis,
  // the start value has no place outside of the reduction: it is then guarded
  // by "all reducing iterators are 0" within.
  llvm::SetVector<ForOp> reducing = collectDrivingLoops(block, true);
  return llvm::none_of(collectDrivingLoops(block, false),
                       [&](ForOp loop) { return reducing.contains(loop); });
}

// The loops inside `top` that do not reduce, outer ones first.
static SmallVector<ForOp> getOtherLoops(BlockOp block, Operation *top) {
  llvm::SetVector<ForOp> others = collectDrivingLoops(block, false);
  SmallVector<ForOp> found;
  for (Operation *op = block->getParentOp(); top->isAncestor(op);
       op = op->getParentOp())
    if (auto loop = dyn_cast<ForOp>(op); loop && others.contains(loop))
      found.push_back(loop);
  std::reverse(found.begin(), found.end());
  return found;
}

LogicalResult decomposeReduction(BlockOp block) {
  // The initialisation moves in front of the outermost reducing loop, with
  // copies of the other loops in between. That is what makes the inner loop a
  // plain accumulation, which LLVM keeps in a register.
  InitOp init = block.getInit();
  if (!init)
    return success();
  if (!canDecomposeReduction(block))
    return block.emitError("cannot decompose 'tir.block' ")
           << block.getLabelAttr()
           << ": expected loops that drive reducing iterators or others, not "
              "both";
  // The outermost loop that reduces; without one, the block itself. Without
  // such a loop there is one step, and the init comes right before it.
  llvm::SetVector<ForOp> reducing = collectDrivingLoops(block, true);
  Operation *top = block;
  for (ForOp loop : reducing)
    if (loop->isAncestor(top))
      top = loop;
  OpBuilder builder(top);
  IRMapping mapping;
  copyLoops(builder, getOtherLoops(block, top), top, mapping);
  for (auto [i, iter] : llvm::enumerate(block.getIters()))
    if (block.getIterKind(i) != IterKind::Reduce)
      mapping.map(iter,
                  copyValue(builder, block.getBindings()[i], top, mapping));
  if (Value predicate = block.getPredicate()) {
    // As at the first step of the reduction. A predicate may exclude whole
    // results (a tail of the split), never the first step of a result that is
    // used.
    for (ForOp loop : reducing)
      mapping.map(loop.getInductionVar(),
                  mapping.lookupOrDefault(loop.getLowerBound()));
    IfOp branch = IfOp::create(builder, block.getLoc(),
                               copyValue(builder, predicate, top, mapping));
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
  // Bindings replace iterators, so a body that was written for iterators now
  // reads loop indices directly.
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
  // Spliced: uses of values inside stay, and cost does not depend on the size
  // of the body.
  block.erase();
}

// TVM marks a program when a schedule has touched it, and takes its blocks away
// only when it is built; here the mark says that no block is left.
bool isScheduledInBlocks(FuncOp func) {
  return func.isScheduled() &&
         func.walk([](BlockOp) { return WalkResult::interrupt(); })
             .wasInterrupted();
}

void lowerBlocks(Operation *root) {
  SmallVector<BlockOp> blocks;
  root->walk([&](BlockOp block) { blocks.push_back(block); });
  // Inner blocks come first, so that a body moves only once it is plain.
  for (BlockOp block : blocks) {
    hoistPredicate(block);
    // A predicate that does not depend on an inner loop is tested outside of
    // it, as the vectorizer cannot take branches.
    if (block.getInit() && !canDecomposeReduction(block))
      guardInit(block);
    else
      (void)decomposeReduction(block);
    for (BlockOp part : peelTail(block))
      lowerBlock(part);
  }
  /// Peeling makes two blocks of one: full vectors without a test, and the
  /// tail.
}

} // namespace mlir::tir
