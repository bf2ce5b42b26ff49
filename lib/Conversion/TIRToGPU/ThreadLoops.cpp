// Replaces loops bound to axes by what one thread does.
//
// A loop over an axis of threads starts them and ends when all have ended. A
// kernel has its threads from its beginning, so
//
//   - what comes after such a loop comes after a barrier;
//   - what has effects and is in no loop over some axis is done by the first
//     thread of that axis, between barriers. The others compute what has none.
//
// Blocks do not wait for each other: all that a kernel does is in its loops
// over the axes of blocks.
#include "Steps.h"

#include "Relax/Dialect/TIR/IR/BufferReads.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tir {

static constexpr unsigned kMaxShuffleBits = 64;

namespace {

class ThreadLoopLowering {
public:
  explicit ThreadLoopLowering(gpu::LaunchOp launch);

  LogicalResult run() { return lower(launch.getBody().front(), 0); }

private:
  LogicalResult lower(Block &block, AxisSet bound);
  LogicalResult lowerLoop(ForOp loop, unsigned axis, AxisSet bound);
  LogicalResult lowerVirtual(ForOp loop, AxisSet bound);
  LogicalResult guard(Operation *op, AxisSet missing);
  LogicalResult checkBlocks(Operation *op, AxisSet missing);
  LogicalResult checkAllCome(Operation *near, StringRef what);
  LogicalResult checkShuffle(gpu::ShuffleOp shuffle);
  LogicalResult addBarrier(OpBuilder &builder, Operation *near);
  bool isUniform(Value value);
  Value getId(unsigned axis);

  gpu::LaunchOp launch;
  /// Axes on which the kernel has more than one block or thread.
  AxisSet axes = 0;
};

} // namespace

ThreadLoopLowering::ThreadLoopLowering(gpu::LaunchOp launch) : launch(launch) {
  // An axis of one thread needs no barrier and no guard.
  for (unsigned axis = 0; axis != kNumLaunchAxes; ++axis)
    if (!matchPattern(launch->getOperand(axis), m_One()))
      axes |= 1u << axis;
}

// Block ids come first among the arguments, then those of threads.
Value ThreadLoopLowering::getId(unsigned axis) {
  return launch.getBody().getArgument(axis);
}

static bool startsThreads(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        auto loop = dyn_cast<ForOp>(inner);
        return isa<gpu::BarrierOp, gpu::ShuffleOp>(inner) ||
                       (loop && loop.getThreadAxis())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

// Whether every thread of a block sees the same value.
// Conservative: what is loaded counts only if the kernel does not write it. A
// barrier where threads part hangs the device or is undefined (PTX, bar.sync),
// and no test would show it on a CPU.
bool ThreadLoopLowering::isUniform(Value value) {
  if (value.getParentRegion()->isProperAncestor(&launch.getBody()))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner()->getParentOp() == launch)
      return argument.getArgNumber() < 3 || argument.getArgNumber() >= 6;
    auto loop = dyn_cast<ForOp>(argument.getOwner()->getParentOp());
    if (!loop)
      return false;
    if (std::optional<unsigned> axis = getLaunchAxis(loop))
      return *axis < 3;
    return isUniform(loop.getLowerBound()) && isUniform(loop.getUpperBound());
  }
  Operation *op = value.getDefiningOp();
  return op->getNumRegions() == 0 &&
         (isMemoryEffectFree(op) || loadsUnchanged(op, launch)) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isUniform(operand); });
}

// All threads of the block have to come to a barrier.
LogicalResult ThreadLoopLowering::checkAllCome(Operation *near,
                                               StringRef what) {
  for (Operation *op = near->getParentOp(); op != launch;
       op = op->getParentOp()) {
    auto loop = dyn_cast<ForOp>(op);
    bool isTaken =
        // A loop bound to threads is taken by all of its threads. Other loops
        // need bounds that are the same for all, or one thread would come to
        // the barrier more often.
        loop ? loop.getThreadAxis() || (isUniform(loop.getLowerBound()) &&
                                        isUniform(loop.getUpperBound()))
             : isa<IfOp>(op) && isUniform(cast<IfOp>(op).getCondition());
    if (!isTaken)
      return near->emitOpError("needs the threads of ")
                 .append(what, " where not all of them come")
                 .attachNote(op->getLoc())
             << "threads part here";
  }
  return success();
}

LogicalResult ThreadLoopLowering::addBarrier(OpBuilder &builder,
                                             Operation *near) {
  if (failed(checkAllCome(near, "a block to wait for each other")))
    return failure();
  // Two barriers in a row order no more than one.
  Block::iterator point = builder.getInsertionPoint();
  if (point != builder.getInsertionBlock()->begin() &&
      isa<gpu::BarrierOp>(*std::prev(point)))
    return success();
  gpu::BarrierOp::create(builder, near->getLoc());
  return success();
}

// The threads of a warp exchange values: all of them have to be there.
// shfl.sync waits for all threads of its mask, and here the mask is always
// full.
LogicalResult ThreadLoopLowering::checkShuffle(gpu::ShuffleOp shuffle) {
  Type type = shuffle.getValue().getType();
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > kMaxShuffleBits)
    return shuffle.emitOpError("shuffles values of ")
           << type << "; expected numbers of at most " << kMaxShuffleBits
           << " bits";
  APInt width;
  if (!matchPattern(shuffle.getWidth(), m_ConstantInt(&width)) ||
      width != kWarpThreads)
    return shuffle.emitOpError("shuffles values in parts of a warp; expected "
                               "a constant width of ")
           << kWarpThreads;
  int64_t threads = 1;
  for (unsigned axis : {3, 4, 5}) {
    std::optional<int64_t> size = getConstantIntValue(launch->getOperand(axis));
    if (!size)
      return shuffle.emitOpError("shuffles values between threads, expected "
                                 "blocks of a constant number of them");
    threads *= *size;
  }
  if (threads % kWarpThreads != 0)
    return shuffle.emitOpError("shuffles values in blocks of ")
           << threads << " threads; expected a multiple of " << kWarpThreads
           << ", the threads of a warp";
  return checkAllCome(shuffle, "a warp to shuffle values");
}

LogicalResult ThreadLoopLowering::checkBlocks(Operation *op, AxisSet missing) {
  if (!(missing & kBlockAxes))
    return success();
  return op->emitOpError(
      "expected in all loops over blocks of its kernel, as blocks cannot wait "
      "for each other; move it into the loops or out of the kernel");
}

// Whether the kernel does anything after `op`.
// Without anything behind it a barrier costs and orders nothing. A loop around
// it is something: its next iteration comes after it.
static bool isFollowed(Operation *op, Operation *launch) {
  for (; op != launch; op = op->getParentOp()) {
    auto loop = dyn_cast<ForOp>(op);
    bool isRepeated = isa<WhileOp>(op) || (loop && !loop.getThreadAxis());
    for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
      if (!isMemoryEffectFree(next) && !next->hasTrait<OpTrait::IsTerminator>())
        return true;
    if (isRepeated)
      return true;
  }
  return false;
}

LogicalResult ThreadLoopLowering::guard(Operation *op, AxisSet missing) {
  if (failed(checkBlocks(op, missing)))
    return failure();
  // A register of one thread is not seen by others; only memory is.
  if (!op->use_empty())
    return op->emitOpError("gives a value that one thread computes to others, "
                           "expected a buffer; pass it through one");
  OpBuilder builder(op);
  if (failed(addBarrier(builder, op)))
    return failure();
  Location location = op->getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value isFirst;
  for (unsigned axis = 3; axis != kNumLaunchAxes; ++axis) {
    if (!(missing & (1u << axis)))
      continue;
    Value here = arith::CmpIOp::create(
        builder, location, arith::CmpIPredicate::eq, getId(axis), zero);
    isFirst = isFirst ? arith::AndIOp::create(builder, location, isFirst, here)
                            .getResult()
                      : here;
  }
  auto branch = scf::IfOp::create(builder, location, isFirst,
                                  /*withElseRegion=*/false);
  op->moveBefore(branch.thenBlock()->getTerminator());
  builder.setInsertionPointAfter(branch);
  return isFollowed(branch, launch) ? addBarrier(builder, branch) : success();
}

// Virtual threads do one after the other what they do in parallel.
// vthread of TVM: virtual threads let a thread compute several parts that are
// far apart. What none of them has for itself, such as copies to shared memory,
// each does again. Around threads and barriers it is a loop that all threads go
// through together.
LogicalResult ThreadLoopLowering::lowerVirtual(ForOp loop, AxisSet bound) {
  loop.setKind(ForKind::Serial);
  loop.removeThreadAxisAttr();
  return lower(*loop.getBody(), bound);
}

LogicalResult ThreadLoopLowering::lowerLoop(ForOp loop, unsigned axis,
                                            AxisSet bound) {
  if (failed(lower(*loop.getBody(), bound | (1u << axis))))
    return failure();
  OpBuilder builder(loop);
  // Blocks of a grid run in any order, and on a large grid some start after
  // others have ended: nothing can wait for all.
  bool isLast = !isFollowed(loop, launch);
  if (!isLast && axis < 3)
    return loop.emitOpError("is bound to \"")
           << *loop.getThreadAxis()
           << "\" in a kernel that goes on after it; expected nothing behind "
              "it, as blocks cannot wait for each other";
  Value id = getId(axis);
  if (!matchPattern(loop.getLowerBound(), m_Zero()))
    id =
        arith::AddIOp::create(builder, loop.getLoc(), loop.getLowerBound(), id);
  loop.getInductionVar().replaceAllUsesWith(id);
  if (!isLast) {
    OpBuilder after(loop->getContext());
    after.setInsertionPointAfter(loop);
    if (failed(addBarrier(after, loop)))
      return failure();
  }
  Block *body = loop.getBody();
  loop->getBlock()->getOperations().splice(
      loop->getIterator(), body->getOperations(), body->begin(),
      body->getTerminator()->getIterator());
  loop.erase();
  return success();
}

LogicalResult ThreadLoopLowering::lower(Block &block, AxisSet bound) {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  AxisSet missing = axes & ~bound;
  // Loads are done by every thread, as is what has no effect: guarding them
  // would need their values to be passed on.
  for (Operation *op : ops) {
    LogicalResult result = success();
    auto loop = dyn_cast<ForOp>(op);
    std::optional<unsigned> axis = loop ? getLaunchAxis(loop) : std::nullopt;
    if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
      result = checkShuffle(shuffle);
    else if (axis)
      result = lowerLoop(loop, *axis, bound);
    else if (loop && loop.getThreadAxis())
      result = lowerVirtual(loop, bound);
    else if (op->getNumRegions() > 0 && (!missing || startsThreads(op))) {
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          if (failed(lower(inner, bound)))
            return failure();
    } else if (missing && !isa<gpu::BarrierOp>(op) && !isMemoryEffectFree(op) &&
               !isa<memref::LoadOp>(op))
      result = guard(op, missing);
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult lowerThreadLoops(gpu::LaunchOp launch) {
  return ThreadLoopLowering(launch).run();
}

} // namespace mlir::tir
