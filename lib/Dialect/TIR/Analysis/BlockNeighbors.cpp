// What a block passes when it moves, and what it leaves behind.
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"

namespace mlir::tir {

/// The loops that can move with the block: those that hold nothing else which
/// does something.
SmallVector<ForOp> getOwnNest(BlockOp block) {
  SmallVector<ForOp> loops = getLoops(block);
  for (size_t i = 0; i != loops.size(); ++i) {
    SmallVector<ForOp> chain = getChain(loops[i]);
    Block *body = chain.back().getBody();
    bool isAlone =
        block->getBlock() == body &&
        llvm::all_of(body->without_terminator(), [&](Operation &op) {
          return &op == block || (isPure(&op) && op.getNumRegions() == 0);
        });
    if (isAlone && chain.back() == loops.back())
      return SmallVector<ForOp>(ArrayRef(loops).drop_front(i));
  }
  return {};
}

Operation *getOwnRoot(BlockOp block) {
  SmallVector<ForOp> nest = getOwnNest(block);
  return nest.empty() ? block.getOperation() : nest.front().getOperation();
}

std::pair<Operation *, Operation *> getSiblings(Operation *a, Operation *b) {
  Block *body = a->getBlock();
  while (body && !body->findAncestorOpInBlock(*b))
    body = body->getParentOp()->getBlock();
  if (!body)
    return {nullptr, nullptr};
  return {body->findAncestorOpInBlock(*a), body->findAncestorOpInBlock(*b)};
}

Operation *findConflictIn(Operation *root, ValueRange reads, ValueRange writes,
                          ArrayRef<BlockOp> own) {
  Operation *found = nullptr;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (found || llvm::is_contained(own, dyn_cast<BlockOp>(op)))
      return WalkResult::skip();
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        isa<memref::AllocOp>(op))
      return WalkResult::advance();
    auto end = dyn_cast<memref::DeallocOp>(op);
    TouchedBuffers touched = getTouchedBuffers(op);
    for (Value buffer : reads)
      if (touched.mayWrite(buffer) || (end && end.getMemref() == buffer))
        found = op;
    for (Value buffer : writes)
      if (touched.mayRead(buffer) || touched.mayWrite(buffer))
        found = op;
    return WalkResult::advance();
  });
  return found;
}

/// Within a common loop each iteration's end comes before the next one's
/// beginning, so all that is in the loop is between the two.
Operation *findConflict(Operation *first, Operation *second, ValueRange reads,
                        ValueRange writes, ArrayRef<BlockOp> own) {
  auto [begin, end] = getSiblings(first, second);
  SmallVector<ForOp> around = getLoops(begin);
  if (!around.empty())
    return findConflictIn(around.front(), reads, writes, own);
  for (Operation *op = begin; op; op = op->getNextNode()) {
    if (Operation *found = findConflictIn(op, reads, writes, own))
      return found;
    if (op == end)
      break;
  }
  return nullptr;
}

/// Values that stand behind the anchor have to move in front of it; what has an
/// effect or a region cannot.
bool collectLate(Value value, Operation *anchor,
                 llvm::SetVector<Operation *> &late) {
  Operation *op = value.getDefiningOp();
  Operation *around =
      op ? anchor->getBlock()->findAncestorOpInBlock(*op) : nullptr;
  if (!around || (around != anchor && around->isBeforeInBlock(anchor)))
    return true;
  // What is deeper is copied, not moved.
  bool isMoved = op == around;
  if (isMoved &&
      (op->getNumRegions() != 0 || (!isPure(op) && !isa<memref::AllocOp>(op))))
    return false;
  for (Value operand : op->getOperands())
    if (!collectLate(operand, anchor, late))
      return false;
  if (isMoved)
    late.insert(op);
  return true;
}

SmallVector<Value> getInputs(BlockOp block) {
  SmallVector<Value> inputs;
  TouchedBuffers touched = getTouchedBuffers(block);
  for (Value buffer : touched.reads)
    if (!touched.mayWrite(buffer))
      inputs.push_back(buffer);
  return inputs;
}

memref::AllocOp getOnlyResult(BlockOp block) {
  TouchedBuffers touched = getTouchedBuffers(block);
  if (!touched.isKnown || touched.writes.size() != 1)
    return {};
  return touched.writes.front().getDefiningOp<memref::AllocOp>();
}

void updateAround(Operation *op) {
  for (Operation *parent = op; parent; parent = parent->getParentOp())
    if (auto block = dyn_cast<BlockOp>(parent))
      updateAccesses(block);
}

/// Before the allocation moves or shrinks: its uses by `dim` would stop to
/// dominate, or give another size.
void replaceSizes(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers())) {
    auto size = dyn_cast<memref::DimOp>(user);
    std::optional<int64_t> dim =
        size ? size.getConstantIndex() : std::optional<int64_t>();
    if (!dim || *dim < 0 || *dim >= type.getRank())
      continue;
    OpBuilder builder(size);
    size.replaceAllUsesWith(
        type.isDynamicDim(*dim)
            ? alloc.getDynamicSizes()[type.getDynamicDimIndex(*dim)]
            : indexConstant(builder, size.getLoc(), type.getDimSize(*dim)));
    size.erase();
  }
}

/// If the buffer is used outside of the loop, each iteration's result is needed
/// later; it then stays.
void moveBufferInto(memref::AllocOp alloc, ForOp loop) {
  replaceSizes(alloc);
  Operation *end = nullptr;
  for (Operation *user : alloc->getUsers()) {
    if (isa<memref::DeallocOp>(user))
      end = user;
    else if (!loop->isProperAncestor(user))
      return;
  }
  if (loop->isProperAncestor(alloc) && alloc->getBlock() == loop.getBody())
    return;
  alloc->moveBefore(&loop.getBody()->front());
  if (end)
    end->moveBefore(loop.getBody()->getTerminator());
}

/// One index per dimension, each a spatial iterator once: the map from
/// iterators to elements can be inverted, as `reverse_compute_at` needs.
std::optional<SmallVector<int64_t>> getResultIters(BlockOp block,
                                                   Value buffer) {
  std::optional<SmallVector<int64_t>> all;
  for (const ElementAccess &access : getAccesses(block)) {
    if (getViewedBuffer(access.buffer) != buffer)
      continue;
    SmallVector<int64_t> iters;
    for (Value index : access.indices) {
      auto argument = dyn_cast<BlockArgument>(index);
      bool isIter =
          argument && argument.getOwner() == block.getBody() &&
          block.getIterKind(argument.getArgNumber()) == IterKind::Spatial;
      if (!isIter && !getConstantIndex(index))
        return std::nullopt;
      iters.push_back(isIter ? int64_t(argument.getArgNumber()) : -1);
    }
    if (access.buffer != buffer || (all && *all != iters))
      return std::nullopt;
    all = iters;
  }
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) == IterKind::Spatial &&
        (!all || llvm::count(*all, i) != 1))
      return std::nullopt;
  return all;
}

} // namespace mlir::tir
