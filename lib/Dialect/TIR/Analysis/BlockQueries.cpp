// Where the blocks of a tensor program are, and which of them depend.
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

FailureOr<BlockOp> findBlock(Operation *root, StringRef label) {
  SmallVector<BlockOp> found;
  root->walk([&](BlockOp block) {
    if (block.getLabel() == label)
      found.push_back(block);
  });
  if (found.size() == 1)
    return found.front();
  InFlightDiagnostic error =
      root->emitError("expects one 'tir.block' of the name \"")
      << label << "\", but has " << found.size();
  for (BlockOp block : found)
    error.attachNote(block.getLoc()) << "this is one";
  return error;
}

/// A block is a scope of its own: primitives act within one.
Operation *getScope(Operation *op) {
  Operation *scope = op->getParentOp();
  while (scope && !isa<BlockOp, FunctionOpInterface>(scope))
    scope = scope->getParentOp();
  return scope;
}

SmallVector<ForOp> getLoops(Operation *op) {
  SmallVector<ForOp> loops;
  for (Operation *parent = op->getParentOp();
       parent && !isa<BlockOp, FunctionOpInterface>(parent);
       parent = parent->getParentOp())
    if (auto loop = dyn_cast<ForOp>(parent))
      loops.push_back(loop);
  return SmallVector<ForOp>(llvm::reverse(loops));
}

/// What else stands at the top, constants and sizes, does nothing.
SmallVector<Operation *> getStatements(FuncOp function) {
  SmallVector<Operation *> statements;
  if (function.isExternal())
    return statements;
  for (Operation &op : function.getBody().front())
    if (isa<ForOp, BlockOp, IfOp, WhileOp>(op))
      statements.push_back(&op);
  return statements;
}

SmallVector<BlockOp> getChildBlocks(Operation *root) {
  SmallVector<BlockOp> blocks;
  for (Region &region : root->getRegions())
    region.walk<WalkOrder::PreOrder>([&](BlockOp block) {
      blocks.push_back(block);
      return WalkResult::skip();
    });
  return blocks;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Buffers and not elements: that two blocks share a buffer is a dependence,
/// whatever they touch of it.
static bool overlap(OperandRange a, OperandRange b) {
  return llvm::any_of(a, [&](Value x) {
    return llvm::any_of(
        b, [&](Value y) { return getViewedBuffer(x) == getViewedBuffer(y); });
  });
}

SmallVector<BlockOp> getProducers(BlockOp block) {
  SmallVector<BlockOp> found;
  for (BlockOp other : getChildBlocks(getScope(block)))
    if (other != block && overlap(other.getWrites(), block.getReads()))
      found.push_back(other);
  return found;
}

SmallVector<BlockOp> getConsumers(BlockOp block) {
  SmallVector<BlockOp> found;
  for (BlockOp other : getChildBlocks(getScope(block)))
    if (other != block && overlap(block.getWrites(), other.getReads()))
      found.push_back(other);
  return found;
}

/// What is visible outside of the scope must stay, even if no block reads it.
SmallVector<BlockOp> getOutputBlocks(Operation *scope) {
  SmallVector<BlockOp> found;
  for (BlockOp block : getChildBlocks(scope))
    if (llvm::any_of(block.getWrites(), [&](Value buffer) {
          Value root = getViewedBuffer(buffer);
          return isa<BlockArgument>(root) ||
                 !scope->isAncestor(root.getParentRegion()->getParentOp());
        }))
      found.push_back(block);
  return found;
}

bool TouchedBuffers::mayRead(Value buffer) const {
  return !isKnown || llvm::is_contained(reads, getViewedBuffer(buffer));
}

bool TouchedBuffers::mayWrite(Value buffer) const {
  return !isKnown || llvm::is_contained(writes, getViewedBuffer(buffer));
}

/// An effect on an unnamed memory may be on any buffer.
TouchedBuffers getTouchedBuffers(Operation *root) {
  TouchedBuffers touched;
  llvm::SetVector<Value> reads, writes;
  root->walk([&](Operation *op) {
    auto interface = dyn_cast<MemoryEffectOpInterface>(op);
    if (!interface) {
      touched.isKnown &= op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
      return;
    }
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (MemoryEffects::EffectInstance &effect : effects) {
      if (!effect.getValue()) {
        touched.isKnown = false;
        continue;
      }
      Value buffer = getViewedBuffer(effect.getValue());
      if (isa<MemoryEffects::Read>(effect.getEffect()))
        reads.insert(buffer);
      else if (isa<MemoryEffects::Write>(effect.getEffect()))
        writes.insert(buffer);
    }
  });
  touched.reads.assign(reads.begin(), reads.end());
  touched.writes.assign(writes.begin(), writes.end());
  return touched;
}

/// Labels name blocks in transform scripts, so they have to be unique.
std::string getFreshLabel(Operation *inFunction, StringRef stem) {
  Operation *root = inFunction;
  while (root->getParentOp() && !isa<FunctionOpInterface>(root))
    root = root->getParentOp();
  llvm::StringSet<> taken;
  root->walk([&](BlockOp block) { taken.insert(block.getLabel()); });
  std::string label = stem.str();
  for (unsigned number = 1; taken.contains(label); ++number)
    label = (stem + "_" + Twine(number)).str();
  return label;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//
// The last bindings may go through iterators of blocks around, which are bound
// to loops in turn.

static bool dependsOn(Value value, ForOp loop,
                      llvm::SmallPtrSetImpl<Operation *> &seen) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (owner == loop)
      return true;
    auto block = dyn_cast_or_null<BlockOp>(owner);
    return block &&
           dependsOn(block.getBindings()[argument.getArgNumber()], loop, seen);
  }
  Operation *op = value.getDefiningOp();
  return loop->isProperAncestor(op) && seen.insert(op).second &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return dependsOn(operand, loop, seen);
         });
}

bool dependsOn(Value value, ForOp loop) {
  llvm::SmallPtrSet<Operation *, 8> seen;
  return dependsOn(value, loop, seen);
}

/// A loop drives a kind if any iterator of that kind depends on it. It may
/// drive both, which most primitives reject.
SmallVector<ForOp> getDrivingLoops(BlockOp block, bool reducing) {
  SmallVector<ForOp> found;
  for (ForOp loop : getLoops(block))
    for (auto [i, binding] : llvm::enumerate(block.getBindings()))
      if ((block.getIterKind(i) == IterKind::Reduce) == reducing &&
          dependsOn(binding, loop)) {
        found.push_back(loop);
        break;
      }
  return found;
}

Operation *findEffectOutsideBlocks(Operation *root) {
  Operation *found = nullptr;
  for (Region &region : root->getRegions())
    region.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (found || isa<BlockOp>(op))
        return WalkResult::skip();
      if (!op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
          !isMemoryEffectFree(op) &&
          !isa<memref::AllocOp, memref::DeallocOp>(op))
        found = op;
      return WalkResult::advance();
    });
  return found;
}

/// Pure ops between the loops of a chain are tolerated: they can move in or
/// out.
SmallVector<ForOp> getChain(ForOp loop) {
  SmallVector<ForOp> chain;
  while (loop) {
    chain.push_back(loop);
    ForOp next;
    for (Operation &op : loop.getBody()->without_terminator()) {
      auto inner = dyn_cast<ForOp>(op);
      if (inner && !next)
        next = inner;
      else if (inner || !isPure(&op) || op.getNumRegions() != 0)
        return chain;
    }
    loop = next;
  }
  return chain;
}

} // namespace mlir::tir
