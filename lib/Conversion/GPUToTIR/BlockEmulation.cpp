// What the threads of one block do, as loops over them between barriers.
#include "BlockEmulation.h"

#include "Relax/Dialect/TIR/IR/BufferReads.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

// Axes of a launch: its arguments are the numbers of the block, then those of
// the thread, z last.
// z is outermost, so that threads of one warp, which are neighbours in x,
// follow one another.
static constexpr unsigned kThreadAxes[] = {5, 4, 3};

static bool hasBarrier(Operation *op) {
  return op->walk([](gpu::BarrierOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

// What costs nothing but time to compute again.
// Computing again is free of effects, but also of loops: an op with regions
// may be long.
static bool isRepeatable(Operation *op) {
  return op->getNumRegions() == 0 && isMemoryEffectFree(op);
}

BlockEmulation::BlockEmulation(gpu::LaunchOp launch, ThreadSchedule schedule,
                               IRMapping shared, Value zero)
    : launch(launch), schedule(schedule), shared(std::move(shared)),
      zero(zero) {
  // Phases are numbered once, before anything is emitted: whether a value
  // outlives its phase depends on all uses, also later ones.
  numberPhases(launch.getBody().front());
}

void BlockEmulation::numberPhases(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (!hasBarrier(&op)) {
      phases[&op] = numPhases;
      continue;
    }
    // An op around a barrier is no phase itself. Its body has phases of its
    // own, so that what is before, inside and behind are three.
    ++numPhases;
    for (Region &region : op.getRegions())
      for (Block &inner : region) {
        numberPhases(inner);
        ++numPhases;
      }
  }
}

// The op in a phase that holds `op`, or is it.
static Operation *
findInPhase(Operation *op,
            const llvm::DenseMap<Operation *, unsigned> &phases) {
  while (op && !phases.contains(op))
    op = op->getParentOp();
  return op;
}

// Values from outside of `op` that are used in it.
static void collectUses(Operation *op, SmallVectorImpl<Value> &uses) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        uses.push_back(operand);
    }
  });
}

// Values that threads need in a later phase than they have computed them in:
// also those that what is computed again there is computed of.
// The threads of a phase are a loop, and the loop ends at the barrier. A value
// that is needed behind it must be in memory, one element for each thread, or
// be computed again.
SmallVector<Value> BlockEmulation::findKept() {
  llvm::SetVector<Value> needed;
  launch.walk([&](Operation *op) {
    auto phase = phases.find(op);
    if (phase == phases.end())
      // Ops inside of another op belong to the phase of that op; only those
      // that are numbered are looked at.
      return;
    SmallVector<Value> uses;
    collectUses(op, uses);
    for (Value use : uses) {
      auto made = phases.find(findInPhase(use.getDefiningOp(), phases));
      if (made != phases.end() && made->second != phase->second)
        needed.insert(use);
    }
  });
  SmallVector<Value> found;
  // The list grows: if something is computed again, its operands must be
  // there, too, kept or again.
  for (size_t i = 0; i != needed.size(); ++i) {
    Operation *op = needed[i].getDefiningOp();
    if (!isRepeatable(op)) {
      found.push_back(needed[i]);
      continue;
    }
    for (Value operand : op->getOperands())
      // Values from outside of the launch are there in any phase.
      if (findInPhase(operand.getDefiningOp(), phases))
        needed.insert(operand);
  }
  return found;
}

void BlockEmulation::makeBuffers(OpBuilder &builder) {
  SmallVector<Value> values = findKept();
  // A thread's own buffers live as long as the thread. With one phase an
  // allocation inside of the loop does; with several it must be one buffer for
  // all threads.
  if (numPhases > 0)
    llvm::append_range(values, launch.getPrivateAttributions());
  if (values.empty())
    return;
  Location location = launch.getLoc();
  auto getSize = [&](unsigned axis) {
    return shared.lookupOrDefault(launch->getOperand(axis));
  };
  Value threads = arith::MulIOp::create(
      builder, location, getSize(5),
      arith::MulIOp::create(builder, location, getSize(4), getSize(3)));
  for (Value value : values) {
    // One axis for all threads, in their order, whose length is the run-time
    // size of the block.
    SmallVector<int64_t> shape = {ShapedType::kDynamic};
    Type element = value.getType();
    if (auto buffer = dyn_cast<MemRefType>(element)) {
      llvm::append_range(shape, buffer.getShape());
      element = buffer.getElementType();
    }
    kept[value] = memref::AllocOp::create(builder, location,
                                          MemRefType::get(shape, element),
                                          ValueRange(threads));
  }
}

// Parts of buffers lie elsewhere in memory, which views do not know.
LogicalResult BlockEmulation::checkPrivate() {
  // A view of a private buffer would get a dynamic offset, and ops that want
  // the identity layout would no longer verify. Loads and stores take any
  // layout.
  if (numPhases == 0)
    return success();
  for (BlockArgument buffer : launch.getPrivateAttributions())
    for (Operation *user : buffer.getUsers())
      if (!isa<memref::LoadOp, memref::StoreOp, vector::LoadOp, vector::StoreOp,
               vector::MaskedLoadOp, vector::MaskedStoreOp>(user))
        return user->emitOpError("uses a thread's own buffer in a kernel with "
                                 "barriers; expected loads and stores only, to "
                                 "run the threads of a block in loops");
  return success();
}

LogicalResult BlockEmulation::run(OpBuilder &builder) {
  if (failed(checkPrivate()))
    return failure();
  makeBuffers(builder);
  return emit(launch.getBody().front(), builder);
}

// A value that all threads agree on; null if it is not one.
// Around a barrier, all threads must take the same way: PTX's bar.sync is
// undefined otherwise. So conditions and bounds there must be computable
// without a thread's number, once for the block.
Value BlockEmulation::computeShared(Value value, OpBuilder &builder) {
  llvm::DenseMap<Value, Value> made;
  return computeShared(value, builder, made);
}

// The same; `made` has what is computed already, each value once.
Value BlockEmulation::computeShared(Value value, OpBuilder &builder,
                                    llvm::DenseMap<Value, Value> &made) {
  if (Value known = shared.lookupOrNull(value))
    return known;
  if (value.getParentRegion()->isProperAncestor(&launch.getBody()))
    return value;
  // Null is entered first. A value that cannot be computed is then not tried
  // again by each of its users, and a cycle of block arguments ends.
  auto [it, isNew] = made.try_emplace(value);
  Operation *op = value.getDefiningOp();
  // A load counts if the kernel never writes that memory: then every thread
  // and every moment reads the same.
  if (!isNew || !op || !(isRepeatable(op) || loadsUnchanged(op, launch)))
    return it->second;
  IRMapping operands;
  for (Value operand : op->getOperands()) {
    Value known = computeShared(operand, builder, made);
    if (!known)
      return nullptr;
    operands.map(operand, known);
  }
  Value result = builder.clone(*op, operands)
                     ->getResult(cast<OpResult>(value).getResultNumber());
  made[value] = result;
  return result;
}

// A value of the thread that `own` is about.
Value BlockEmulation::computeOwn(Value value, IRMapping &own,
                                 OpBuilder &builder) {
  if (Value known = own.lookupOrNull(value))
    return known;
  if (value.getParentRegion()->isProperAncestor(&launch.getBody()))
    return value;
  Value result;
  if (Value buffer = kept.lookup(value)) {
    // A kept value was stored by this same thread in an earlier phase.
    result = memref::LoadOp::create(builder, value.getLoc(), buffer, number);
  } else {
    // Everything else that outlives its phase can be repeated.
    // `findKept` made sure of this: what outlives its phase is kept or
    // repeatable.
    Operation *op = value.getDefiningOp();
    // Recursion ends at kept values, the launch's arguments or outer values.
    for (Value operand : op->getOperands())
      computeOwn(operand, own, builder);
    builder.clone(*op, own);
    return own.lookup(value);
  }
  own.map(value, result);
  return result;
}

void BlockEmulation::keep(Operation *op, IRMapping &own, OpBuilder &builder) {
  for (Value result : op->getResults())
    if (Value buffer = kept.lookup(result))
      memref::StoreOp::create(builder, op->getLoc(), own.lookup(result), buffer,
                              number);
}

// A buffer of the present thread: made anew if there is one phase, else a part
// of one for all threads.
Value BlockEmulation::getPrivate(BlockArgument buffer, OpBuilder &builder) {
  auto type = cast<MemRefType>(buffer.getType());
  Location location = buffer.getLoc();
  Value all = kept.lookup(buffer);
  if (!all)
    // One phase: the allocation is inside of the thread's loop, so no two
    // threads share it.
    return memref::AllocOp::create(builder, location, type);
  SmallVector<OpFoldResult> offsets = {number}, sizes, strides;
  offsets.append(type.getRank(), builder.getIndexAttr(0));
  sizes.push_back(builder.getIndexAttr(1));
  for (int64_t size : type.getShape())
    sizes.push_back(builder.getIndexAttr(size));
  strides.append(type.getRank() + 1, builder.getIndexAttr(1));
  MemRefType part = memref::SubViewOp::inferRankReducedResultType(
      type.getShape(), cast<MemRefType>(all.getType()), offsets, sizes,
      strides);
  return memref::SubViewOp::create(builder, location, part, all, offsets, sizes,
                                   strides);
}

// Threads in the order of their numbers.
void BlockEmulation::openThreads(IRMapping &own, OpBuilder &builder) {
  Location location = launch.getLoc();
  number = nullptr;
  for (unsigned axis : kThreadAxes) {
    Value size = shared.lookupOrDefault(launch->getOperand(axis));
    auto loop = ForOp::create(builder, location, zero, size);
    builder.setInsertionPointToStart(loop.getBody());
    Value id = loop.getInductionVar();
    own.map(launch.getBody().getArgument(axis), id);
    // The number of the thread costs two multiplications in the innermost
    // loop, so it is computed only if something is kept.
    if (kept.empty())
      continue;
    if (number)
      // ((z * size_y) + y) * size_x + x.
      id = arith::AddIOp::create(
          builder, location,
          arith::MulIOp::create(builder, location, number, size), id);
    number = id;
  }
}

// Threads in another order. Each number comes once in i * factor + start modulo
// the number of threads, if that and the factor have no divisor in common.
void BlockEmulation::openPermuted(IRMapping &own, OpBuilder &builder) {
  // A prime above the number of threads, and none of the numbers of threads
  // that are usual divides it with a small rest: neighbours get far apart.
  constexpr int64_t kPrime = 1637, kStart = 517;
  static_assert(kPrime > kMaxThreads);
  Location location = launch.getLoc();
  auto index = [&](int64_t value) {
    return indexConstant(builder, location, value);
  };
  auto sizes = llvm::map_to_vector(kThreadAxes, [&](unsigned axis) {
    return shared.lookupOrDefault(launch->getOperand(axis));
  });
  Value count = getTotal(builder, location, sizes);
  Value last = builder.createOrFold<arith::SubIOp>(location, count, index(1));
  bool isDescending = schedule.order == ThreadOrder::Descending;
  auto loop = ForOp::create(builder, location, zero, count);
  builder.setInsertionPointToStart(loop.getBody());
  number = builder.createOrFold<arith::MulIOp>(
      location, loop.getInductionVar(), isDescending ? last : index(kPrime));
  if (!schedule.isFirstAhead)
    number = builder.createOrFold<arith::AddIOp>(
        location, number, isDescending ? last : index(kStart));
  number = builder.createOrFold<arith::RemUIOp>(location, number, count);
  for (auto [axis, at] :
       llvm::zip(kThreadAxes, splitIndex(builder, location, number, sizes)))
    own.map(launch.getBody().getArgument(axis), at);
}

void BlockEmulation::emitPhase(ArrayRef<Operation *> ops, OpBuilder &outside) {
  OpBuilder builder = outside;
  // A copy of what all threads share. What this phase adds belongs to it
  // alone: in the next one the thread is another loop.
  IRMapping own = shared;
  if (schedule.order == ThreadOrder::Ascending)
    openThreads(own, builder);
  else
    openPermuted(own, builder);
  for (BlockArgument buffer : launch.getPrivateAttributions())
    own.map(buffer, getPrivate(buffer, builder));
  for (Operation *op : ops) {
    SmallVector<Value> uses;
    collectUses(op, uses);
    for (Value use : uses)
      computeOwn(use, own, builder);
    builder.clone(*op, own);
    keep(op, own, builder);
  }
}

// Loops and branches around barriers become loops and branches around the
// thread loops: the barrier splits the body, so the body must be the outer
// one.
LogicalResult BlockEmulation::emitAround(Operation *op, OpBuilder &builder) {
  Location location = op->getLoc();
  auto emitUnsupported = [&]() -> LogicalResult {
    return op->emitOpError(
        "is around a barrier: expected a number of runs that all threads agree "
        "on and that is read from no memory that the kernel writes; cannot run "
        "the threads of a block in loops");
  };
  if (auto branch = dyn_cast<scf::IfOp>(op); branch && !op->getNumResults()) {
    Value condition = computeShared(branch.getCondition(), builder);
    if (!condition)
      return emitUnsupported();
    auto copy = IfOp::create(builder, location, condition,
                             /*withOtherwise=*/branch.elseBlock() != nullptr);
    OpBuilder inner = OpBuilder::atBlockBegin(&copy.getThen().front());
    if (failed(emit(*branch.thenBlock(), inner)))
      return failure();
    if (!branch.elseBlock())
      return success();
    inner.setInsertionPointToStart(&copy.getOtherwise().front());
    return emit(*branch.elseBlock(), inner);
  }
  auto loop = dyn_cast<scf::ForOp>(op);
  // Iteration values would have to be kept for each thread and each turn.
  // Kernels of ours have accumulators in private buffers.
  if (!loop || op->getNumResults() || !matchPattern(loop.getStep(), m_One()))
    return emitUnsupported();
  Value from = computeShared(loop.getLowerBound(), builder);
  Value to = computeShared(loop.getUpperBound(), builder);
  if (!from || !to)
    return emitUnsupported();
  auto copy = ForOp::create(builder, location, from, to);
  // The induction variable is the same for all threads, and thus shared.
  shared.map(loop.getInductionVar(), copy.getInductionVar());
  OpBuilder inner = OpBuilder::atBlockBegin(copy.getBody());
  return emit(*loop.getBody(), inner);
}

LogicalResult BlockEmulation::emit(Block &block, OpBuilder &builder) {
  SmallVector<Operation *> phase;
  auto flush = [&] {
    // What is computed again where it is used needs no loop of its own.
    // For instance index arithmetic in front of a barrier: a loop over threads
    // that has no effect.
    if (!llvm::all_of(phase, isRepeatable))
      emitPhase(phase, builder);
    phase.clear();
  };
  for (Operation &op : block.without_terminator()) {
    if (!hasBarrier(&op)) {
      phase.push_back(&op);
      continue;
    }
    flush();
    // The barrier itself is nothing: the thread loop in front of it has ended.
    if (!isa<gpu::BarrierOp>(op) && failed(emitAround(&op, builder)))
      return failure();
  }
  flush();
  return success();
}

} // namespace mlir::tir
