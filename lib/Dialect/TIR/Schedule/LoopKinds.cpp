// How the iterations of a loop run: at once, as lanes, written out, as threads.
//
// TVM trusts the kinds of iterators here. These primitives also look at
// accesses, because the kinds are a promise about one block, and two blocks in
// a loop can still disturb each other.
#include "Relax/Dialect/TIR/Schedule/LoopKinds.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/CrossThreadBinding.h"
#include "Relax/Dialect/TIR/Analysis/IndexSpace.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/Schedule/DryRun.h"

namespace mlir::tir {

static LogicalResult expectSerial(ForOp loop, StringRef verb) {
  if (loop.getKind() == ForKind::Serial)
    return success();
  return failPrecondition(loop, verb)
         << "expected a serial loop, found '"
         << stringifyForKind(loop.getKind()) << "'; a loop gets a kind once";
}

// True if each iteration has the buffers that the block writes for itself.
// Local buffers are made anew in each iteration, so writing them in all of them
// is no race.
static bool writesOwn(BlockOp block, ForOp loop) {
  TouchedBuffers touched = getTouchedBuffers(block);
  return touched.isKnown && llvm::all_of(touched.writes, [&](Value buffer) {
           return loop.getRegion().isAncestor(buffer.getParentRegion());
         });
}

// True if the index goes into spatial iterators of the block, and into no
// others. In a reducing iterator the iterations add to one element; in none,
// all of them write the same one.
static bool isSpatialIn(BlockOp block, ForOp loop) {
  bool isUsed = false;
  for (auto [i, binding] : llvm::enumerate(block.getBindings())) {
    if (!dependsOn(binding, loop))
      continue;
    if (block.getIterKind(i) != IterKind::Spatial)
      return false;
    isUsed = true;
  }
  // Without the index every iteration does the same.
  return isUsed || writesOwn(block, loop);
}

// True if each index is an expression that can be reasoned about.
static bool isAffine(const ElementAccess &access) {
  IndexSpace space(access.op->getContext());
  return llvm::all_of(access.indices,
                      [&](Value index) { return space.getExpr(index); });
}

// Two accesses by which iterations of the loop disturb each other. Two
// iterations i < j and i > j are asked for separately, since a pair of accesses
// is ordered. Of a buffer that is made in the loop each iteration has its own.
static std::optional<std::pair<Operation *, Operation *>>
findRace(ForOp loop, ArrayRef<ElementAccess> accesses) {
  for (auto [i, a] : llvm::enumerate(accesses))
    for (const ElementAccess &b : accesses.drop_front(i)) {
      Value buffer = getViewedBuffer(a.buffer);
      if ((!a.isStore && !b.isStore) || buffer != getViewedBuffer(b.buffer) ||
          loop.getRegion().isAncestor(buffer.getParentRegion()))
        continue;
      // Of one block, the kinds of its iterators say what indices do not. For
      // indices that are data (a scatter), the block's spatial iterators are
      // the author's promise.
      if (a.op->getParentOfType<BlockOp>() ==
              b.op->getParentOfType<BlockOp>() &&
          a.buffer == b.buffer && (!isAffine(a) || !isAffine(b)))
        continue;
      for (Order order : {Order::Before, Order::After})
        if (!areDisjoint(a, b, loop, order))
          return std::make_pair(a.op, b.op);
    }
  return std::nullopt;
}

// True if no iteration has to do with another one.
static LogicalResult expectIndependent(ForOp loop, StringRef verb) {
  Operation *obstacle = findEffectOutsideBlocks(loop);
  for (BlockOp block : getChildBlocks(loop))
    if (!obstacle && !isSpatialIn(block, loop))
      obstacle = block;
  if (obstacle) {
    InFlightDiagnostic error =
        failPrecondition(loop, verb)
        << "expected every effect in a block that has the index in a spatial "
           "iterator, and in no other, found "
        << describe(obstacle);
    error.attachNote(obstacle->getLoc()) << "this op is elsewhere";
    return error;
  }
  bool isComplete = true;
  SmallVector<ElementAccess> accesses = collectAccesses(loop, isComplete);
  // With a single block its iterators' kinds decide; with several, unknown
  // accesses of one may be the other's.
  if (!isComplete && getChildBlocks(loop).size() > 1)
    return failPrecondition(loop, verb) << "expected only ops in its blocks "
                                           "whose accesses to memory are known";
  if (auto pair = findRace(loop, accesses)) {
    InFlightDiagnostic error = failPrecondition(loop, verb)
                               << "expected its iterations to touch different "
                                  "elements, or to read them only, found "
                               << describe(pair->first) << " and "
                               << describe(pair->second);
    error.attachNote(pair->first->getLoc()) << "one access is here";
    error.attachNote(pair->second->getLoc()) << "the other is here";
    return error;
  }
  return success();
}

LogicalResult setParallel(ForOp loop) {
  if (failed(expectSerial(loop, "parallelize")) ||
      failed(expectIndependent(loop, "parallelize")))
    return failure();
  loop.setKind(ForKind::Parallel);
  return success();
}

/// Tried on clones: the kind would be set on success.
LogicalResult checkIndependent(LoopNest &nest) {
  SmallVector<Operation *> loops;
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    if (nest.getKind(iter) == IterKind::Spatial)
      loops.push_back(nest.loops[iter]);
  if (loops.empty())
    return success();
  return dryRun(loops, [](ArrayRef<Operation *> ops) -> LogicalResult {
    for (Operation *loop : ops)
      if (failed(setParallel(cast<ForOp>(loop))))
        return failure();
    return success();
  });
}

/// Lanes of a constant number, so that vectors have a type.
LogicalResult setVectorized(ForOp loop) {
  if (failed(expectSerial(loop, "vectorize")))
    return failure();
  // What is reduced to one element may be a vector: its lanes are joined.
  if (failed(getReductionsOver(loop).empty()
                 ? expectIndependent(loop, "vectorize")
                 : checkReducingVector(loop)))
    return failure();
  if (!loop.getConstantExtent())
    return failPrecondition(loop, "vectorize")
           << "expected a constant extent, found "
           << describe(loop.getUpperBound()) << "; split it first";
  loop.setKind(ForKind::Vectorized);
  return success();
}

/// Unrolling is not bounded in TVM: apache/tvm#17561 reports a loop that ate
/// all memory. 1024 copies are the limit here.
LogicalResult setUnrolled(ForOp loop) {
  if (failed(expectSerial(loop, "unroll")))
    return failure();
  std::optional<int64_t> extent = loop.getConstantExtent();
  if (!extent || *extent > kMaxUnroll)
    return failPrecondition(loop, "unroll")
           << "expected a constant extent of at most " << kMaxUnroll
           << ", found " << (extent ? std::to_string(*extent) : "none")
           << "; split it first";
  loop.setKind(ForKind::Unrolled);
  return success();
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

// The op of the function that holds the loop: its kernel.
static Operation *getKernel(Operation *op) {
  while (!isa<FunctionOpInterface>(op->getParentOp()))
    op = op->getParentOp();
  return op;
}

/// A launch has one extent for an axis, so all its loops in one kernel must
/// agree.
static bool haveEqualExtents(ForOp a, ForOp b) {
  return isSameSize(a.getLowerBound(), b.getLowerBound()) &&
         isSameSize(a.getUpperBound(), b.getUpperBound());
}

static LogicalResult checkAxis(ForOp loop, StringRef axis) {
  constexpr StringRef kAxes[] = {"blockIdx.x",  "blockIdx.y",  "blockIdx.z",
                                 "threadIdx.x", "threadIdx.y", "threadIdx.z",
                                 "vthread.x",   "vthread.y",   "vthread.z"};
  if (!llvm::is_contained(kAxes, axis))
    return failPrecondition(loop, "bind")
           << "expected an axis of a GPU, as blockIdx.x or "
              "threadIdx.y, found \""
           << axis << "\"";
  ForOp other;
  bool isNested = false;
  getKernel(loop)->walk([&](ForOp candidate) {
    if (candidate.getThreadAxis() != axis)
      return;
    isNested |= candidate->isAncestor(loop) || loop->isAncestor(candidate);
    if (!other || isNested)
      other = candidate;
  });
  if (!other || (!isNested && haveEqualExtents(loop, other)))
    return success();
  InFlightDiagnostic error = failPrecondition(loop, "bind");
  if (isNested)
    error << "a loop around or inside it is " << axis << " already";
  else
    error << "its kernel has another extent for " << axis;
  error.attachNote(other.getLoc()) << "that loop is here";
  return error;
}

LogicalResult bindLoop(ForOp loop, StringRef axis) {
  if (failed(expectSerial(loop, "bind")) || failed(checkAxis(loop, axis)))
    return failure();
  // Threads may reduce together; else none has to do with another one. A
  // reduction over threads is written out later (CrossThreadReduction.cpp),
  // which needs shuffles or shared memory; its own check says whether it can.
  bool isFree = getReductionsOver(loop).empty()
                    ? succeeded(expectIndependent(loop, "bind"))
                    : succeeded(checkCrossThread(loop, axis));
  if (!isFree)
    return failure();
  loop.setKind(ForKind::ThreadBinding);
  loop.setThreadAxis(axis);
  return success();
}

} // namespace mlir::tir
