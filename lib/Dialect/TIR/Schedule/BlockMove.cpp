// What moves a block to another place and gives it loops there.
//
// Shared by compute_at, reverse_compute_at and their like. All checks come
// before any change, so that a failed primitive leaves the program as it was,
// as TVM's do.
#include "BlockMove.h"

#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

InFlightDiagnostic BlockMove::failPrecondition() {
  return tir::failPrecondition(block, verb);
}

/// The old loops vanish with the move: what they say beyond their order would
/// be lost in silence.
LogicalResult BlockMove::checkPositions() {
  if (loop->isAncestor(block))
    return failPrecondition() << "expected it outside of " << describe(loop);
  if (getScope(block) != getScope(loop))
    return failPrecondition()
           << describe(loop)
           << " is elsewhere, expected in the same function or block as it";
  for (ForOp around : getLoops(block)) {
    if (around->isAncestor(loop))
      continue;
    if (around.getKind() != ForKind::Serial)
      return failPrecondition()
             << describe(around) << " is '"
             << stringifyForKind(around.getKind())
             << "', which would be lost; expected a serial loop";
    if (around.getAnnotationsAttr())
      return failPrecondition() << describe(around) << " has annotations "
                                << around.getAnnotationsAttr()
                                << ", which would be lost; expected none";
  }
  // New loops run over a region and rely on the block being run for all of it.
  if (!coversDomain(block))
    return failPrecondition() << "expected loops that provably run it for all "
                                 "values of its iterators, found "
                              << describeBindings(block);
  return success();
}

LogicalResult BlockMove::checkOrder(Operation *first, Operation *second) {
  auto [a, b] = getSiblings(first, second);
  if (a && b && a != b && a->isBeforeInBlock(b))
    return success();
  return failPrecondition()
         << describe(first) << " is expected before " << describe(second);
}

/// A conflict is asked for by buffers, not by elements: cheap, and enough in
/// practice, since intermediate buffers are local.
LogicalResult BlockMove::checkPassed(Operation *first, Operation *second,
                                     ValueRange reads, ValueRange writes,
                                     ArrayRef<BlockOp> own) {
  Operation *found = findConflict(first, second, reads, writes, own);
  if (!found)
    return success();
  InFlightDiagnostic error = failPrecondition()
                             << "expected nothing in between that touches what "
                                "it reads or writes, found "
                             << describe(found);
  error.attachNote(found->getLoc()) << "this op does";
  return error;
}

SmallVector<Value> BlockMove::getUses() {
  llvm::SetVector<Value> uses(block.getExtents().begin(),
                              block.getExtents().end());
  uses.insert(block.getReads().begin(), block.getReads().end());
  uses.insert(block.getWrites().begin(), block.getWrites().end());
  block.getBody()->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!block->isAncestor(operand.getParentRegion()->getParentOp()))
        uses.insert(operand);
  });
  return uses.takeVector();
}

/// Values must be computable at both places: at the old one for the copies that
/// stay, at the new one for the moved body.
LogicalResult BlockMove::checkUses() {
  auto [own, other] = getSiblings(getOwnRoot(block), loop);
  llvm::SetVector<Operation *> late;
  for (Value value : getUses())
    if (!canCopyValue(value, own, {}) || !canCopyValue(value, other, {}) ||
        !collectLate(value, other, late))
      return failPrecondition()
             << "expected what it uses to be computable in " << describe(loop);
  return success();
}

/// Each thread would fill the whole shared buffer, while others read what it
/// overwrites.
LogicalResult BlockMove::checkShared(Value buffer) {
  auto space = dyn_cast_if_present<gpu::AddressSpaceAttr>(
      cast<MemRefType>(buffer.getType()).getMemorySpace());
  SmallVector<ForOp> around = getLoops(loop);
  around.push_back(loop);
  for (ForOp outer : around)
    if (space && space.getValue() == gpu::AddressSpace::Workgroup &&
        outer.getThreadAxis().value_or("").starts_with("threadIdx"))
      return failPrecondition()
             << describe(outer) << " is run by threads, which share "
             << "the buffer; expected a loop that one thread runs";
  return success();
}

void BlockMove::copyUses(OpBuilder &builder, Operation *old) {
  Operation *around = getSiblings(old, loop).second;
  llvm::SetVector<Operation *> late;
  IRMapping mapping;
  for (Value value : getUses()) {
    (void)collectLate(value, around, late);
    copyValue(builder, value, old, mapping);
  }
  for (Operation *op : late)
    op->moveBefore(around);
  block.getBody()->walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      operand.set(mapping.lookupOrDefault(operand.get()));
  });
  for (OpOperand &extent : block.getExtentsMutable())
    extent.set(mapping.lookupOrDefault(extent.get()));
}

/// The predicate is built anew: it spoke of the old loops.
void BlockMove::move(RewriterBase &rewriter, Operation *anchor) {
  Operation *root = getOwnRoot(block);
  OpBuilder builder(anchor);
  copyUses(builder, getSiblings(root, loop).first);
  SmallVector<Value> bindings =
      region.buildLoops(builder, block.getLoc(), ranges, block.getExtents());
  block->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  block.getBindingsMutable().assign(bindings);
  block.getPredicateMutable().clear();
  if (root != block)
    rewriter.eraseOp(root);
  addRangeConditions(block);
}

} // namespace mlir::tir
