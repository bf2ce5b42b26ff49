// Blocks of tir: iterators, predicates, the beginning of reductions.
//
// The init of a reduction runs before the outermost loop that drives one of
// the reduce iterators, once for each value of the spatial ones; so it also
// runs where the reduction is empty. Where a loop drives both, the init runs
// before the first instance for each value of the spatial iterators.
#include "BlockInit.h"
#include "Machine.h"

#include "Relax/Dialect/TIR/Analysis/CrossThreadBinding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::relax::reference {
namespace {

using LoopSet = llvm::SmallPtrSet<Operation *, 4>;

/// The loops that drive a reduction, and how to run its init before them.
class ReductionPlan {
public:
  explicit ReductionPlan(tir::BlockOp block);

  /// The outermost loop of the reduction; null if no loop drives it.
  tir::ForOp getOutermost() const { return outermost; }
  /// Whether the init can run before that loop.
  bool isSeparable();
  /// Emits the init before the loop.
  LogicalResult emit(ProgramBuilder &builder);

private:
  bool canCompute(Value value);
  bool canComputePredicate();
  LogicalResult compute(Value value, ProgramBuilder &builder);
  LogicalResult emitInit(ProgramBuilder &builder);
  bool isInside(Value value) const;

  tir::BlockOp block;
  tir::InitOp init;
  LoopSet reduceLoops, otherLoops;
  tir::ForOp outermost;
  /// Loops and blocks from the outermost loop to the block, outer ones first.
  SmallVector<Operation *> chain;
  /// Parts of the predicate that the reduction has no say in.
  SmallVector<Value> conditions;
  llvm::SmallPtrSet<Operation *, 8> computed, checked;
};

} // namespace

/// The value that the iterator of an outer block is bound to.
/// Bindings of nested blocks go through iterators of the outer ones; loops are
/// found behind them.
static Value resolve(Value value) {
  while (auto argument = dyn_cast<BlockArgument>(value)) {
    auto block = dyn_cast<tir::BlockOp>(argument.getOwner()->getParentOp());
    if (!block)
      break;
    value = block.getBindings()[argument.getArgNumber()];
  }
  return value;
}

/// The loops whose indices `value` is computed from.
static void collectLoops(Value value, LoopSet &loops,
                         llvm::SmallPtrSetImpl<Operation *> &visited) {
  value = resolve(value);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (auto loop = dyn_cast<tir::ForOp>(argument.getOwner()->getParentOp()))
      loops.insert(loop);
    return;
  }
  // Each op once: an index that is used twice at each of n steps would be
  // visited 2^n times.
  if (visited.insert(value.getDefiningOp()).second)
    for (Value operand : value.getDefiningOp()->getOperands())
      collectLoops(operand, loops, visited);
}

static LoopSet getLoops(Value value) {
  LoopSet loops;
  llvm::SmallPtrSet<Operation *, 8> visited;
  collectLoops(value, loops, visited);
  return loops;
}

ReductionPlan::ReductionPlan(tir::BlockOp block)
    : block(block), init(block.getInit()) {
  for (unsigned i = 0; i < block.getNumIters(); ++i) {
    LoopSet loops = getLoops(block.getBindings()[i]);
    (block.getIterKind(i) == tir::IterKind::Reduce ? reduceLoops : otherLoops)
        .insert(loops.begin(), loops.end());
  }
  for (Operation *parent = block->getParentOp();
       parent && !isa<tir::FuncOp>(parent); parent = parent->getParentOp())
    if (reduceLoops.contains(parent))
      outermost = cast<tir::ForOp>(parent);
}

bool ReductionPlan::isInside(Value value) const {
  return outermost->isAncestor(value.getParentRegion()->getParentOp());
}

/// Whether the value is there before the loops, or can be computed from what
/// is and from the indices of the other loops.
bool ReductionPlan::canCompute(Value value) {
  value = resolve(value);
  if (!isInside(value))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    return otherLoops.contains(owner) && llvm::is_contained(chain, owner);
  }
  Operation *op = value.getDefiningOp();
  if (!checked.insert(op).second)
    return true;
  return isPure(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return canCompute(operand); });
}

static void splitConjunction(Value condition, SmallVectorImpl<Value> &parts) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    splitConjunction(both.getLhs(), parts);
    splitConjunction(both.getRhs(), parts);
    return;
  }
  parts.push_back(condition);
}

bool ReductionPlan::canComputePredicate() {
  if (!block.getPredicate())
    return true;
  SmallVector<Value> parts;
  splitConjunction(block.getPredicate(), parts);
  for (Value part : parts) {
    LoopSet loops = getLoops(part);
    bool reduces = llvm::any_of(
        loops, [&](Operation *loop) { return reduceLoops.contains(loop); });
    bool others = llvm::any_of(
        loops, [&](Operation *loop) { return otherLoops.contains(loop); });
    if (reduces && others)
      return false;
    if (reduces)
      continue;
    if (!canCompute(part))
      return false;
    conditions.push_back(part);
  }
  return true;
}

bool ReductionPlan::isSeparable() {
  if (!outermost || llvm::any_of(otherLoops, [&](Operation *loop) {
        return reduceLoops.contains(loop);
      }))
    return false;
  for (Operation *parent = block->getParentOp();;
       parent = parent->getParentOp()) {
    auto outer = dyn_cast<tir::BlockOp>(parent);
    if (!isa<tir::ForOp>(parent) && (!outer || outer.getPredicate()))
      return false;
    chain.insert(chain.begin(), parent);
    if (parent == outermost)
      break;
  }
  for (Operation *parent : chain) {
    auto loop = dyn_cast<tir::ForOp>(parent);
    if (loop && otherLoops.contains(loop) &&
        (!canCompute(loop.getLowerBound()) ||
         !canCompute(loop.getUpperBound())))
      return false;
  }
  for (unsigned i = 0; i < block.getNumIters(); ++i)
    if (block.getIterKind(i) != tir::IterKind::Reduce &&
        !canCompute(block.getBindings()[i]))
      return false;
  if (!canComputePredicate())
    return false;
  WalkResult used = init.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!init->isAncestor(operand.getParentRegion()->getParentOp()) &&
          operand.getParentBlock() != block.getBody() && !canCompute(operand))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  // What the block computes before its init, there is nothing: R4.
  return !used.wasInterrupted();
}

LogicalResult ReductionPlan::compute(Value value, ProgramBuilder &builder) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Value bound = resolve(value);
    if (bound == value)
      return success();
    if (failed(compute(bound, builder)))
      return failure();
    builder.alias(value, bound);
    return success();
  }
  Operation *op = value.getDefiningOp();
  if (!isInside(value) || !computed.insert(op).second)
    return success();
  for (Value operand : op->getOperands())
    if (failed(compute(operand, builder)))
      return failure();
  return builder.compile(op);
}

LogicalResult ReductionPlan::emitInit(ProgramBuilder &builder) {
  SmallVector<size_t> exits;
  for (Value condition : conditions) {
    if (failed(compute(condition, builder)))
      return failure();
    exits.push_back(emitUnless(init, builder, builder.getIndex(condition)));
  }
  for (unsigned i = 0; i < block.getNumIters(); ++i) {
    if (block.getIterKind(i) == tir::IterKind::Reduce)
      continue;
    if (failed(compute(block.getBindings()[i], builder)))
      return failure();
    builder.alias(block.getIters()[i], block.getBindings()[i]);
  }
  WalkResult walked = init.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!init->isAncestor(operand.getParentRegion()->getParentOp()) &&
          operand.getParentBlock() != block.getBody() &&
          failed(compute(operand, builder)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (walked.wasInterrupted() ||
      failed(builder.compile(init.getRegion().front())))
    return failure();
  for (size_t exit : exits)
    builder.setJump(exit, builder.here());
  return success();
}

LogicalResult ReductionPlan::emit(ProgramBuilder &builder) {
  SmallVector<OpenLoop> loops;
  for (Operation *parent : chain) {
    auto loop = dyn_cast<tir::ForOp>(parent);
    if (!loop || !otherLoops.contains(loop))
      continue;
    if (failed(compute(loop.getLowerBound(), builder)) ||
        failed(compute(loop.getUpperBound(), builder)))
      return failure();
    loops.push_back(beginLoop(loop, builder, LoopKind::Serial,
                              builder.getIndex(loop.getInductionVar()),
                              builder.getIndex(loop.getLowerBound()),
                              builder.getIndex(loop.getUpperBound())));
  }
  if (failed(emitInit(builder)))
    return failure();
  for (OpenLoop loop : llvm::reverse(loops))
    endLoop(init, builder, loop);
  return success();
}

void findReductions(tir::FuncOp function, ProgramBuilder &builder) {
  function.walk([&](tir::BlockOp block) {
    for (tir::ForOp loop : tir::getReducingThreads(block))
      builder.reducingThreads.insert(loop);
    if (block.getInit())
      if (tir::ForOp loop = ReductionPlan(block).getOutermost())
        builder.reductions[loop].push_back(block);
  });
}

//===----------------------------------------------------------------------===//
// Reductions that remember where they have begun
//===----------------------------------------------------------------------===//

// Where a loop drives both kinds of iterators, which instance is the first is
// known at run time only. So each combination of spatial iterators is
// remembered.
static const Instruction *runForget(Machine &machine, const Instruction *at) {
  machine.getFrame().begun[at->a].clear();
  return at + 1;
}

static const Instruction *runUnlessBegun(Machine &machine,
                                         const Instruction *at) {
  std::vector<int64_t> key;
  for (uint32_t slot : *static_cast<const std::vector<uint32_t> *>(at->data))
    key.push_back(machine.scalars[slot].i);
  bool isNew = machine.getFrame().begun[at->a].insert(std::move(key)).second;
  return isNew ? at + 1 : at + at->jump;
}

/// The number of the reduction among those of the program that remember.
static uint32_t getReduction(tir::BlockOp block, ProgramBuilder &builder) {
  auto [entry, isNew] = builder.reductionNumbers.try_emplace(
      block, builder.getProgram().numReductions);
  builder.getProgram().numReductions += isNew;
  return entry->second;
}

LogicalResult compileReductionBegin(tir::BlockOp block,
                                    ProgramBuilder &builder) {
  ReductionPlan plan(block);
  if (plan.isSeparable())
    return plan.emit(builder);
  uint32_t number = getReduction(block, builder);
  builder.emit(block, &runForget).a = number;
  return success();
}

static LogicalResult compileInitHere(tir::BlockOp block,
                                     ProgramBuilder &builder) {
  ReductionPlan plan(block);
  Block &body = block.getInit().getRegion().front();
  if (!plan.getOutermost())
    // This instance is the whole reduction.
    return builder.compile(body);
  if (plan.isSeparable())
    return success();
  std::vector<uint32_t> spatial;
  for (unsigned i = 0; i < block.getNumIters(); ++i)
    if (block.getIterKind(i) != tir::IterKind::Reduce)
      spatial.push_back(builder.getIndex(block.getIters()[i]));
  const std::vector<uint32_t> *kept = builder.keep(std::move(spatial));
  uint32_t number = getReduction(block, builder);
  size_t begin = builder.here();
  Instruction &instruction = builder.emit(block, &runUnlessBegun);
  instruction.a = number;
  instruction.data = kept;
  if (failed(builder.compile(body)))
    return failure();
  builder.setJump(begin, builder.here());
  return success();
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static const Instruction *runIterator(Machine &machine, const Instruction *at) {
  int64_t index = machine.scalars[at->a].i, extent = machine.scalars[at->b].i;
  // One comparison without sign stands for both bounds.
  if (static_cast<uint64_t>(index) < static_cast<uint64_t>(extent) &&
      extent >= 0)
    return at + 1;
  return machine.fail(at, "binds iterator #" + Twine(at->c) + " to " +
                              Twine(index) + ", expected 0 to " +
                              Twine(extent - 1));
}

static LogicalResult compileBlock(tir::BlockOp block, ProgramBuilder &builder) {
  std::optional<size_t> skip;
  if (Value predicate = block.getPredicate())
    skip = emitUnless(block, builder, builder.getIndex(predicate));
  for (unsigned i = 0; i < block.getNumIters(); ++i) {
    builder.alias(block.getIters()[i], block.getBindings()[i]);
    uint32_t index = builder.getIndex(block.getBindings()[i]);
    uint32_t extent = builder.getIndex(block.getExtents()[i]);
    Instruction &check = builder.emit(block, &runIterator);
    check.a = index;
    check.b = extent;
    check.c = i;
  }
  if (block.getInit() && failed(compileInitHere(block, builder)))
    return failure();
  for (Operation &op : *block.getBody())
    if (!isa<tir::InitOp>(op) && failed(builder.compile(&op)))
      return failure();
  if (skip)
    builder.setJump(*skip, builder.here());
  return success();
}

void addBlockEvaluations(EvaluationTable &table) {
  table.add<tir::BlockOp>(&compileBlock);
}

} // namespace mlir::relax::reference
