// Change the ranges of loops: parts of one, and several made one.
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/IndexSpace.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

// Each part of a reduction would start it again. `tir.init` runs at the first
// step of the reducing loops, which each part would have.
static LogicalResult expectNoStart(ForOp loop, StringRef verb) {
  WalkResult result = loop.walk([&](BlockOp block) {
    if (!block.getInit() ||
        !llvm::is_contained(getDrivingLoops(block, true), loop))
      return WalkResult::advance();
    InFlightDiagnostic error =
        failPrecondition(loop, verb)
        << "expected no reduction in it, found " << describe(block)
        << ", as each part would start it again; decompose the reduction first";
    error.attachNote(block.getLoc()) << "the reduction is here";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

// A copy of a loop, whose blocks have names of their own. Labels are how
// scripts find blocks, so two of one name would make `get_block` fail.
static ForOp cloneLoop(OpBuilder &builder, ForOp loop) {
  auto copy = cast<ForOp>(builder.clone(*loop));
  copy.walk([&](BlockOp block) {
    std::string label = getFreshLabel(copy, block.getLabel());
    block.setLabel(label);
  });
  return copy;
}

/// Two loops, of whole pieces and of the rest, in place of a predicate in each
/// iteration: a vectorized body has no branch then.
FailureOr<ForOp> splitLoopWithRest(ForOp loop, int64_t factor) {
  if (factor < 1)
    return failPrecondition(loop, "split")
           << "expected pieces of at least 1 iteration, found " << factor;
  std::optional<int64_t> known = loop.getConstantExtent();
  bool isExact = known && *known % factor == 0;
  if (loop.getKind() == ForKind::Serial && !isExact &&
      failed(expectNoStart(loop, "split")))
    return failure();
  IRRewriter rewriter(loop);
  // A loop of another kind keeps one body, so it gets a predicate instead.
  if (isExact || loop.getKind() != ForKind::Serial) {
    FailureOr<SmallVector<ForOp>> loops =
        splitLoop(rewriter, loop, {kOpenFactor, factor});
    return failed(loops) ? FailureOr<ForOp>() : loops->front();
  }
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value width = indexConstant(rewriter, loc, factor);
  Value extent = rewriter.createOrFold<arith::SubIOp>(loc, upper, lower);
  // A range may be empty the wrong way round. An extent below 0 means no
  // iterations; divided without a sign it would be huge.
  if (!known)
    extent = arith::MaxSIOp::create(rewriter, loc, extent,
                                    indexConstant(rewriter, loc, 0));
  Value chunks =
      known ? indexConstant(rewriter, loc, *known / factor)
            : rewriter.createOrFold<arith::DivUIOp>(loc, extent, width);
  Value middle =
      addIndex(rewriter, loc, lower, mulIndex(rewriter, loc, chunks, width));
  rewriter.setInsertionPointAfter(loop);
  ForOp rest = cloneLoop(rewriter, loop);
  rest.getLowerBoundMutable().assign(middle);
  rest.setAnnotationsAttr({});
  // What is left is a whole number of pieces.
  rewriter.setInsertionPoint(loop);
  Value zero = indexConstant(rewriter, loc, 0);
  ForOp outer = ForOp::create(rewriter, loc, zero, chunks);
  loop->moveBefore(outer.getBody()->getTerminator());
  loop.getLowerBoundMutable().assign(zero);
  loop.getUpperBoundMutable().assign(width);
  rewriter.setInsertionPointToStart(loop.getBody());
  // The uses are taken before the new index is computed of the variable, or
  // they would refer to themselves.
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : loop.getInductionVar().getUses())
    uses.push_back(&use);
  Value begin = mulIndex(rewriter, loc, outer.getInductionVar(), width);
  Value index = addIndex(rewriter, loc, begin, loop.getInductionVar());
  index = addIndex(rewriter, loc, lower, index);
  for (OpOperand *use : uses)
    use->set(index);
  return outer;
}

static LogicalResult checkPartition(ForOp loop, ArrayRef<int64_t> sizes) {
  if (loop.getKind() != ForKind::Serial)
    return failPrecondition(loop, "partition")
           << "expected a serial loop, found '"
           << stringifyForKind(loop.getKind()) << "'; do it before";
  if (sizes.size() < 2)
    return failPrecondition(loop, "partition")
           << "expected two sizes or more, found " << sizes.size();
  if (llvm::count(sizes, kOpenFactor) > 1)
    return failPrecondition(loop, "partition")
           << "expected at most one open size, '?', found two";
  constexpr int64_t kMaxSize = int64_t(1) << 31;
  int64_t total = 0;
  // Sums of sizes stay far below 2^63.
  for (int64_t size : sizes) {
    if (size != kOpenFactor && (size < 0 || size > kMaxSize))
      return failPrecondition(loop, "partition")
             << "expected sizes from 0 to " << kMaxSize << ", found " << size;
    total += size == kOpenFactor ? 0 : size;
  }
  std::optional<int64_t> extent = loop.getConstantExtent();
  bool isOpen = llvm::is_contained(sizes, kOpenFactor);
  if (!isOpen && !extent)
    return failPrecondition(loop, "partition")
           << "expected a constant extent, found "
           << describe(loop.getUpperBound()) << "; leave one size open, '?'";
  if (extent && (isOpen ? total > *extent : total != *extent))
    return failPrecondition(loop, "partition")
           << "its parts have " << total << " iterations, expected its extent, "
           << *extent;
  return expectNoStart(loop, "partition");
}

FailureOr<SmallVector<ForOp>> partitionLoop(RewriterBase &rewriter, ForOp loop,
                                            ArrayRef<int64_t> sizes) {
  if (failed(checkPartition(loop, sizes)))
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  bool isConstant = loop.getConstantExtent().has_value();
  // Where the parts end: counted from the front up to the open one, and from
  // the back behind it; within the range in any case. For extents that are not
  // known, ends are cut off to the range, so parts may be empty and never
  // overlap.
  size_t open = llvm::find(sizes, kOpenFactor) - sizes.begin();
  SmallVector<Value> ends(sizes.size(), upper);
  Value front = lower;
  for (size_t i = 0; i + 1 < sizes.size() && i < open; ++i) {
    front =
        addIndex(rewriter, loc, front, indexConstant(rewriter, loc, sizes[i]));
    ends[i] = isConstant ? front
                         : arith::MinSIOp::create(rewriter, loc, front, upper);
  }
  Value minBegin = open == 0 || open >= sizes.size() ? lower : ends[open - 1];
  Value back = upper;
  for (size_t i = sizes.size(); i-- > open + 1;) {
    Value size = indexConstant(rewriter, loc, sizes[i]);
    back = rewriter.createOrFold<arith::SubIOp>(loc, back, size);
    ends[i - 1] = isConstant
                      ? back
                      : arith::MaxSIOp::create(rewriter, loc, back, minBegin);
  }
  SmallVector<ForOp> loops{loop};
  rewriter.setInsertionPointAfter(loop);
  for (size_t i = 1; i < sizes.size(); ++i) {
    loops.push_back(cloneLoop(rewriter, loop));
    loops.back().getLowerBoundMutable().assign(ends[i - 1]);
    loops.back().getUpperBoundMutable().assign(ends[i]);
  }
  loop.getUpperBoundMutable().assign(ends[0]);
  return loops;
}

//===----------------------------------------------------------------------===//
// Several made one
//===----------------------------------------------------------------------===//

static bool haveSameRange(ForOp a, ForOp b) {
  return isSameSize(a.getLowerBound(), b.getLowerBound()) &&
         isSameSize(a.getUpperBound(), b.getUpperBound());
}

// The start values of reductions of `loop` come before it.
static BlockOp findStarted(ForOp loop) {
  BlockOp found;
  loop.walk([&](BlockOp block) {
    if (block.getInit() &&
        llvm::is_contained(getDrivingLoops(block, true), loop))
      found = block;
  });
  return found;
}

/// Nothing with an effect may stand between the loops: merging moves the second
/// loop's iterations in front of it.
static LogicalResult expectMergeable(ArrayRef<ForOp> loops, ForOp first,
                                     ForOp second) {
  for (ForOp loop : {first, second})
    if (loop.getKind() != ForKind::Serial)
      return failPrecondition(loop, "merge")
             << "expected a serial loop, found '"
             << stringifyForKind(loop.getKind()) << "'; do it before";
  if (first->getBlock() != second->getBlock() ||
      !first->isBeforeInBlock(second))
    return failPrecondition(second, "merge")
           << "expected the loop to merge it with in front of it, in the same "
              "body";
  if (!haveSameRange(first, second))
    return failPrecondition(second, "merge")
           // Pure ops and allocations can be moved in front.
           << "expected the loop to merge it with to have the same range";
  for (Operation *op = first->getNextNode(); op != second;
       op = op->getNextNode())
    if (!isPure(op) && !isa<memref::AllocOp>(op) &&
        !llvm::is_contained(loops, dyn_cast<ForOp>(op))) {
      InFlightDiagnostic error = failPrecondition(second, "merge")
                                 << "expected nothing between the loops";
      error.attachNote(op->getLoc()) << "this op";
      return error;
    }
  // The start of a reduction runs before its loop. Merged, the other loop's
  // iterations would come behind it.
  for (ForOp loop : {first, second})
    if (BlockOp block = findStarted(loop)) {
      TouchedBuffers others = getTouchedBuffers(loop == first ? second : first);
      for (Value buffer : block.getWrites())
        if (others.mayRead(buffer) || others.mayWrite(buffer))
          return failPrecondition(loop, "merge")
                 << "it reduces, expected the loop to merge it with not to use "
                    "the result";
    }
  return success();
}

/// Iteration i of the second loop may read what iteration j <= i of the first
/// one has written, and nothing from later ones.
static LogicalResult expectNoBackward(ForOp first, ForOp second) {
  bool isComplete = true;
  SmallVector<ElementAccess> as = collectAccesses(first, isComplete);
  SmallVector<ElementAccess> bs = collectAccesses(second, isComplete);
  if (!isComplete)
    return failPrecondition(second, "merge")
           << "expected only ops in the loops whose accesses to memory are "
              "known";
  for (const ElementAccess &a : as)
    for (const ElementAccess &b : bs) {
      if ((!a.isStore && !b.isStore) ||
          areDisjoint(a, first, b, second, Order::After))
        continue;
      InFlightDiagnostic error =
          failPrecondition(second, "merge")
          << "an iteration needs that a later one of the other loop has run";
      error.attachNote(a.op->getLoc()) << "the other loop's access is here";
      error.attachNote(b.op->getLoc()) << "this loop's access is here";
      return error;
    }
  return success();
}

FailureOr<ForOp> mergeLoops(RewriterBase &rewriter, ArrayRef<ForOp> loops) {
  if (loops.size() < 2)
    return failPrecondition(loops.front(), "merge")
           << "expected two loops to merge or more, found one";
  ForOp first = loops.front();
  // All pairs are checked before anything moves.
  for (auto [i, second] : llvm::enumerate(loops))
    for (ForOp earlier : loops.take_front(i))
      if (failed(expectMergeable(loops, earlier, second)) ||
          failed(expectNoBackward(earlier, second)))
        return failure();
  // What is computed between them goes in front of all.
  for (Operation *op = first->getNextNode(); op != loops.back();) {
    Operation *next = op->getNextNode();
    if (!isa<ForOp>(op))
      op->moveBefore(first);
    op = next;
  }
  for (ForOp second : loops.drop_front()) {
    second.getInductionVar().replaceAllUsesWith(first.getInductionVar());
    Operation *end = first.getBody()->getTerminator();
    for (Operation &op :
         llvm::make_early_inc_range(second.getBody()->without_terminator()))
      op.moveBefore(end);
    rewriter.eraseOp(second);
  }
  return first;
}

} // namespace mlir::tir
