// Puts the bodies of blocks in their places.
//
// The init of a reduction runs before the outermost loop that drives one of
// the block's reduce iterators, inside copies of those loops further in that
// drive the others:
//
//   for k, j: block(vj = j, vk = k)   ->   for j: init(j);  for k, j: body
//
// so that it also runs where the reduction is empty. Where the loops cannot be
// told apart, it runs in the first instance instead.
#include "Relax/Conversion/TIRToSCF/Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

using LoopSet = llvm::SmallPtrSet<Operation *, 4>;

// The loops whose indices `value` is computed from.
static void collectLoops(Value value, LoopSet &loops) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (auto loop = dyn_cast<ForOp>(argument.getOwner()->getParentOp()))
      loops.insert(loop);
    return;
  }
  for (Value operand : value.getDefiningOp()->getOperands())
    collectLoops(operand, loops);
}

// The conditions whose conjunction is `condition`.
static void splitConjunction(Value condition, SmallVectorImpl<Value> &parts) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    splitConjunction(both.getLhs(), parts);
    splitConjunction(both.getRhs(), parts);
    return;
  }
  parts.push_back(condition);
}

namespace {

/// Places the init of one block.
class InitPlacement {
public:
  InitPlacement(BlockOp block, InitOp init) : block(block), init(init) {
    for (unsigned i = 0; i < block.getNumIters(); ++i)
      collectLoops(block.getBindings()[i],
                   block.getIterKind(i) == IterKind::Reduce ? reduceLoops
                                                            : otherLoops);
  }

  /// Move the init before the loops of the reduction; false if it stays.
  /// A reduction over an empty range leaves the init's value, as NumPy's sum of
  /// nothing is 0. Guarded by the first instance, the init would not run then.
  bool hoist();

private:
  // The loops around the block, outermost reduce loop first.
  SmallVector<ForOp> getChain();
  // A value equal to `value` at the insertion point; null if there is none.
  Value materialize(OpBuilder &builder, Value value);
  // The part of the predicate that the reduction has no say in.
  bool materializePredicate(OpBuilder &builder, Value &predicate);
  bool build(OpBuilder &builder, ArrayRef<ForOp> chain);

  BlockOp block;
  InitOp init;
  LoopSet reduceLoops, otherLoops;
  IRMapping mapping;
  Operation *outermost = nullptr;
};

} // namespace

SmallVector<ForOp> InitPlacement::getChain() {
  SmallVector<ForOp> chain, whole;
  for (Operation *parent = block->getParentOp(); isa<ForOp>(parent);
       parent = parent->getParentOp()) {
    whole.push_back(cast<ForOp>(parent));
    if (reduceLoops.contains(parent))
      chain = whole;
  }
  // A reduce loop that is not reached lies beyond a branch.
  // The chain has only loops: a branch between would decide whether the init
  // runs.
  for (Operation *loop : reduceLoops)
    if (!llvm::is_contained(chain, loop))
      return {};
  return SmallVector<ForOp>(llvm::reverse(chain));
}

// Copies and not moves, since the body uses the same values.
Value InitPlacement::materialize(OpBuilder &builder, Value value) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  if (DominanceInfo().properlyDominates(value, outermost))
    return value;
  Operation *op = value.getDefiningOp();
  if (!op || !isPure(op) || op->getNumRegions() != 0)
    return {};
  for (Value operand : op->getOperands()) {
    Value copy = materialize(builder, operand);
    if (!copy)
      return {};
    mapping.map(operand, copy);
  }
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

// A predicate of tiles is a conjunction of bounds on each axis. Bounds of
// reduce axes say nothing about the init: `vk < 10` is about the reduction
// only, and `vj < 30` holds for both.
bool InitPlacement::materializePredicate(OpBuilder &builder, Value &predicate) {
  if (!block.getPredicate())
    return true;
  SmallVector<Value> parts;
  splitConjunction(block.getPredicate(), parts);
  for (Value part : parts) {
    LoopSet loops;
    collectLoops(part, loops);
    bool reduces = llvm::any_of(
        loops, [&](Operation *loop) { return reduceLoops.contains(loop); });
    bool others = llvm::any_of(
        loops, [&](Operation *loop) { return otherLoops.contains(loop); });
    if (reduces && others)
      return false;
    if (reduces)
      continue;
    Value copy = materialize(builder, part);
    if (!copy)
      return false;
    predicate = predicate ? Value(arith::AndIOp::create(builder, block.getLoc(),
                                                        predicate, copy))
                          : copy;
  }
  return true;
}

bool InitPlacement::build(OpBuilder &builder, ArrayRef<ForOp> chain) {
  Location location = init.getLoc();
  for (ForOp loop : chain) {
    if (!otherLoops.contains(loop))
      continue;
    Value lower = materialize(builder, loop.getLowerBound());
    Value upper = materialize(builder, loop.getUpperBound());
    if (!lower || !upper)
      return false;
    auto copy = ForOp::create(builder, location, lower, upper, loop.getKind());
    mapping.map(loop.getInductionVar(), copy.getInductionVar());
    builder.setInsertionPointToStart(copy.getBody());
  }
  for (unsigned i = 0; i < block.getNumIters(); ++i) {
    if (block.getIterKind(i) == IterKind::Reduce)
      continue;
    Value binding = materialize(builder, block.getBindings()[i]);
    if (!binding)
      return false;
    mapping.map(block.getIters()[i], binding);
  }
  Value predicate;
  if (!materializePredicate(builder, predicate))
    return false;
  if (predicate) {
    auto branch = IfOp::create(builder, location, predicate);
    builder.setInsertionPointToStart(&branch.getThen().front());
  }
  // What the init uses from outside has to be there already.
  WalkResult copied = init.walk([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      if (init->isProperAncestor(operand.getParentBlock()->getParentOp()) ||
          operand.getParentBlock()->getParentOp() == init)
        continue;
      Value copy = materialize(builder, operand);
      if (!copy)
        return WalkResult::interrupt();
      mapping.map(operand, copy);
    }
    return WalkResult::advance();
  });
  if (copied.wasInterrupted())
    return false;
  for (Operation &op : init.getRegion().front().without_terminator())
    builder.clone(op, mapping);
  return true;
}

bool InitPlacement::hoist() {
  // A loop that drives both kinds, as a fused one does, cannot be copied
  // without its reduce part.
  if (llvm::any_of(otherLoops,
                   [&](Operation *loop) { return reduceLoops.contains(loop); }))
    return false;
  SmallVector<ForOp> chain = getChain();
  if (chain.empty())
    return false;
  outermost = chain.front();
  // It is built aside, so that nothing is left if it cannot be.
  OpBuilder builder(block.getContext());
  Block scratch;
  builder.setInsertionPointToStart(&scratch);
  if (!build(builder, chain)) {
    scratch.dropAllReferences();
    return false;
  }
  outermost->getBlock()->getOperations().splice(outermost->getIterator(),
                                                scratch.getOperations());
  return true;
}

// Run the init in the first instance of the reduction.
// The domain of an iterator begins at 0, so the first instance is where all
// reduce iterators are 0.
static void guardInit(BlockOp block, InitOp init, OpBuilder &builder) {
  Location location = init.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value first;
  for (unsigned i = 0; i < block.getNumIters(); ++i) {
    if (block.getIterKind(i) != IterKind::Reduce)
      continue;
    Value isZero =
        arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq,
                              block.getBindings()[i], zero);
    first = first
                ? Value(arith::AndIOp::create(builder, location, first, isZero))
                : isZero;
  }
  auto branch = IfOp::create(builder, location, first);
  Block *then = &branch.getThen().front();
  then->getOperations().splice(
      then->begin(), init.getRegion().front().getOperations(),
      init.getRegion().front().begin(),
      init.getRegion().front().getTerminator()->getIterator());
}

static void lowerBlock(BlockOp block) {
  OpBuilder builder(block);
  if (Value predicate = block.getPredicate()) {
    auto branch = IfOp::create(builder, block.getLoc(), predicate);
    builder.setInsertionPointToStart(&branch.getThen().front());
  }
  if (InitOp init = block.getInit()) {
    if (!InitPlacement(block, init).hoist())
      guardInit(block, init, builder);
    init.erase();
  }
  for (auto [iter, binding] :
       llvm::zip_equal(block.getIters(), block.getBindings()))
    iter.replaceAllUsesWith(binding);
  Block *body = &block.getRegion().front();
  builder.getInsertionBlock()->getOperations().splice(
      builder.getInsertionPoint(), body->getOperations(), body->begin(),
      body->getTerminator()->getIterator());
  block.erase();
}

// So that their bindings are values of loops, from which collectLoops finds
// the loops.
void lowerBlocks(FuncOp function) {
  // Outer blocks first: what binds the iterators of inner ones is then known.
  SmallVector<BlockOp> blocks;
  function.walk<WalkOrder::PreOrder>(
      [&](BlockOp block) { blocks.push_back(block); });
  for (BlockOp block : blocks)
    lowerBlock(block);
}

} // namespace mlir::tir
