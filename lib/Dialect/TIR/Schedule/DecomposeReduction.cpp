// Let the start of a reduction be a block of its own.
//
// TVM's decompose_reduction. Afterwards the inner loop only accumulates, and
// the start can be scheduled by itself, for instance vectorized.
#include "Relax/Dialect/TIR/Schedule/DecomposeReduction.h"

#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"

namespace mlir::tir {

static bool dependsOnAny(Value value, ArrayRef<ForOp> loops) {
  return llvm::any_of(loops,
                      [&](ForOp loop) { return dependsOn(value, loop); });
}

// The conditions that hold for the start as well: a loop that reduces has no
// part in them. A start under a condition of a reducing loop would be left out
// for results whose first step is left out.
static SmallVector<Value> getStartConditions(BlockOp block) {
  SmallVector<Value> kept;
  SmallVector<ForOp> reducing = getDrivingLoops(block, true);
  for (Value condition : getConditions(block))
    if (!dependsOnAny(condition, reducing))
      kept.push_back(condition);
  return kept;
}

// The loops from `loop` inwards that the start runs in.
static SmallVector<ForOp> getStartLoops(BlockOp block, ForOp loop) {
  SmallVector<ForOp> loops;
  SmallVector<Value> conditions = getStartConditions(block);
  SmallVector<ForOp> others = getDrivingLoops(block, false);
  for (ForOp around : getLoops(block))
    if (loop->isAncestor(around) &&
        (llvm::is_contained(others, around) ||
         llvm::any_of(conditions, [&](Value condition) {
           return dependsOn(condition, around);
         })))
      loops.push_back(around);
  return loops;
}

static LogicalResult checkLoops(BlockOp block, ForOp loop) {
  SmallVector<ForOp> around = getLoops(block);
  if (!llvm::is_contained(around, loop))
    return failPrecondition(block, "decompose")
           << describe(loop) << " is expected around it";
  SmallVector<ForOp> reducing = getDrivingLoops(block, true);
  SmallVector<ForOp> others = getDrivingLoops(block, false);
  // One loop for both kinds: its first iteration starts only some of the
  // results.
  for (ForOp reduces : reducing) {
    if (llvm::is_contained(others, reduces))
      return failPrecondition(block, "decompose")
             << describe(reduces)
             << " drives a reducing and another iterator, expected one kind";
    if (reduces->isProperAncestor(loop))
      return failPrecondition(block, "decompose")
             << describe(reduces) << " reduces as well, expected inside of "
             << describe(loop);
  }
  // Loops around the first one that reduces start it in each iteration. A loop
  // around that drives no iterator repeats the reduction; its start would be
  // done once for all repetitions, which adds up.
  SmallVector<ForOp> passed;
  for (ForOp other : around) {
    if (llvm::is_contained(reducing, other))
      break;
    if (loop->isAncestor(other))
      passed.push_back(other);
  }
  if (ForOp again = findRepeatingLoop(block, passed, getItersOf(block, false)))
    return failPrecondition(block, "decompose")
           << describe(again)
           << " may start the reduction of one element several times, expected "
              "once";
  return success();
}

static LogicalResult checkCopies(BlockOp block, ForOp loop) {
  SmallVector<ForOp> reducing = getDrivingLoops(block, true);
  SmallVector<ForOp> others = getDrivingLoops(block, false);
  for (Value condition : getConditions(block))
    if (dependsOnAny(condition, reducing) && dependsOnAny(condition, others))
      return failPrecondition(block, "decompose")
             << "expected each condition of its predicate to depend on loops "
                "that reduce or on others, not on both, found "
             << describe(condition);
  SmallVector<ForOp> copied = getStartLoops(block, loop);
  SmallVector<Value> values = getStartConditions(block);
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) != IterKind::Reduce) {
      values.push_back(block.getBindings()[i]);
      values.push_back(block.getExtents()[i]);
    }
  if (canCopyLoops(copied, loop) && llvm::all_of(values, [&](Value value) {
        return canCopyValue(value, loop, copied);
      }))
    return success();
  return failPrecondition(block, "decompose")
         << "expected what its loops run over, and its iterators are bound to, "
            "to be computable in front of "
         << describe(loop);
}

// Nothing inside `loop`, but for the reduction, may touch what the start
// writes, or write what it reads. The start moves in front of all that the loop
// does.
static LogicalResult checkEffects(BlockOp block, ForOp loop) {
  TouchedBuffers start = getTouchedBuffers(block.getInit());
  Operation *found = nullptr;
  loop->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (found || op == block)
      return WalkResult::skip();
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      return WalkResult::advance();
    TouchedBuffers touched = getTouchedBuffers(op);
    for (Value buffer : start.writes)
      if (touched.mayRead(buffer) || touched.mayWrite(buffer))
        found = op;
    for (Value buffer : start.reads)
      if (touched.mayWrite(buffer))
        found = op;
    return WalkResult::skip();
  });
  // The block reads what its start reads only at the first step; later steps
  // may have overwritten it.
  TouchedBuffers own = getTouchedBuffers(block);
  for (Value buffer : start.reads)
    if (own.mayWrite(buffer))
      found = block;
  if (!found && start.isKnown)
    return success();
  InFlightDiagnostic error = failPrecondition(block, "decompose")
                             << "expected nothing else inside "
                             << describe(loop)
                             << " to touch what its start reads or writes";
  if (found)
    error.attachNote(found->getLoc()) << "this op does";
  return error;
}

BlockOp moveInit(BlockOp block, ForOp loop) {
  InitOp init = block.getInit();
  OpBuilder builder(loop);
  Location loc = block.getLoc();
  IRMapping mapping;
  SmallVector<Value> conditions = getStartConditions(block);
  copyLoops(builder, getStartLoops(block, loop), loop, mapping);
  SmallVector<Value> bindings, extents;
  SmallVector<IterKind> kinds;
  SmallVector<unsigned> numbers;
  for (unsigned i = 0; i != block.getNumIters(); ++i) {
    if (block.getIterKind(i) == IterKind::Reduce)
      continue;
    numbers.push_back(i);
    bindings.push_back(
        copyValue(builder, block.getBindings()[i], loop, mapping));
    extents.push_back(copyValue(builder, block.getExtents()[i], loop, mapping));
    kinds.push_back(block.getIterKind(i));
  }
  for (Value &condition : conditions)
    condition = copyValue(builder, condition, loop, mapping);
  Value predicate = joinConditions(builder, loc, conditions);
  std::string label = getFreshLabel(block, (block.getLabel() + "_init").str());
  BlockOp start = BlockOp::create(builder, loc, label, bindings, extents, kinds,
                                  {}, {}, predicate);
  // Reducing iterators have no counterpart in the start, which does not use
  // them (a rule of `tir.init`).
  for (auto [i, number] : llvm::enumerate(numbers))
    mapping.map(block.getIters()[number], start.getIters()[i]);
  builder.setInsertionPointToStart(start.getBody());
  for (Operation &op : init.getBody()->without_terminator())
    builder.clone(op, mapping);
  init.erase();
  updateAccesses(start);
  updateAccesses(block);
  return start;
}

FailureOr<BlockOp> decomposeReductionAt(BlockOp block, ForOp loop) {
  if (!block.getInit())
    return failPrecondition(block, "decompose")
           << "expected a 'tir.init' in it, found none";
  if (failed(checkLoops(block, loop)) || failed(checkCopies(block, loop)) ||
      failed(checkEffects(block, loop)))
    return failure();
  return moveInit(block, loop);
}

} // namespace mlir::tir
