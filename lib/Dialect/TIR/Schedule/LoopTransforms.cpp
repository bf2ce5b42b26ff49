// Change the loops of a nest: split, fuse, reorder, add.
#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/IndexSpace.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// What holds
//===----------------------------------------------------------------------===//

// Whoever changes a loop has to keep what is said about it. An annotation says
// something about this loop's iterations; of the new loops it would say
// something else, or to which of them it belongs is anyone's guess.
static LogicalResult expectPlain(ForOp loop, StringRef verb) {
  if (loop.getKind() != ForKind::Serial)
    return failPrecondition(loop, verb)
           << "expected a serial loop, found '"
           << stringifyForKind(loop.getKind()) << "'; do it before";
  if (loop.getAnnotationsAttr())
    return failPrecondition(loop, verb)
           << "expected no annotations, found " << loop.getAnnotationsAttr()
           << "; take them away first";
  return success();
}

// The number of iterations; not negative.
static Value buildExtent(OpBuilder &builder, ForOp loop) {
  Location loc = loop.getLoc();
  if (std::optional<int64_t> known = loop.getConstantExtent())
    return indexConstant(builder, loc, *known);
  // A size of a buffer is never negative, so no maximum clutters the indices.
  if (getConstantIndex(loop.getLowerBound()) == 0) {
    // A size is what it is.
    Value upper = loop.getUpperBound();
    if (upper.getDefiningOp<memref::DimOp>())
      return upper;
    return arith::MaxSIOp::create(builder, loc, upper,
                                  indexConstant(builder, loc, 0));
  }
  Value extent = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                       loop.getLowerBound());
  return arith::MaxSIOp::create(builder, loc, extent,
                                indexConstant(builder, loc, 0));
}

//===----------------------------------------------------------------------===//
// Split
//===----------------------------------------------------------------------===//

namespace {
/// What the factors of a split come to.
struct Factors {
  int64_t product = 1;
  bool isOpen = false;
  /// There are as many iterations after as before.
  bool isExact = false;
};
} // namespace

/// A bound on the product keeps all index arithmetic within 64 bits.
static FailureOr<Factors> multiply(ForOp loop, ArrayRef<int64_t> factors) {
  constexpr int64_t kMaxProduct = int64_t(1) << 31;
  if (factors.size() < 2)
    return failPrecondition(loop, "split")
           << "expected two factors or more, found " << factors.size();
  Factors result;
  for (int64_t factor : factors) {
    if (factor == kOpenFactor) {
      if (result.isOpen)
        return failPrecondition(loop, "split")
               << "expected at most one open factor, '?', found two";
      result.isOpen = true;
      continue;
    }
    if (factor < 1 || factor > kMaxProduct / result.product)
      return failPrecondition(loop, "split")
             << "expected positive factors with a product of at most "
             << kMaxProduct << ", found " << factor;
    result.product *= factor;
  }
  return result;
}

// A reduction that a predicate leaves out has no start. So a loop that gets one
// has a part in the iterators of each reduction. The predicate would leave out
// the step that initialises, if the loop has no part in the block's iterators:
// then no iteration of it is "the first".
static LogicalResult expectStartKept(ForOp loop) {
  WalkResult result = loop.walk([&](BlockOp block) {
    if (!block.getInit() ||
        llvm::any_of(block.getBindings(),
                     [&](Value binding) { return dependsOn(binding, loop); }))
      return WalkResult::advance();
    InFlightDiagnostic error =
        failPrecondition(loop, "split")
        << "expected factors that make its extent, as it drives no iterator of "
           "a reduction in it; decompose the reduction first";
    error.attachNote(block.getLoc()) << "the reduction is here";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static FailureOr<Factors> checkSplit(ForOp loop, ArrayRef<int64_t> factors) {
  if (failed(expectPlain(loop, "split")))
    return failure();
  FailureOr<Factors> result = multiply(loop, factors);
  if (failed(result))
    return failure();
  std::optional<int64_t> extent = loop.getConstantExtent();
  if (!result->isOpen && !extent)
    return failPrecondition(loop, "split")
           << "expected a constant extent, found "
           << describe(loop.getUpperBound()) << "; leave one factor open, '?'";
  if (!result->isOpen && result->product < *extent)
    return failPrecondition(loop, "split")
           << "its factors make " << result->product
           << " iterations, expected at least its extent, " << *extent;
  result->isExact = extent && (result->isOpen ? *extent % result->product == 0
                                              : *extent == result->product);
  // A store outside of blocks has nowhere to put a predicate.
  Operation *effect = findEffectOutsideBlocks(loop);
  if (effect && !result->isExact) {
    InFlightDiagnostic error = failPrecondition(loop, "split")
                               << "expected factors that make its extent, as "
                                  "only blocks can leave the rest out";
    error.attachNote(effect->getLoc()) << "this op is in no block";
    return error;
  }
  if (!result->isExact && failed(expectStartKept(loop)))
    return failure();
  return result;
}

// Let the blocks in a loop run only where `condition` holds.
static void addPredicate(OpBuilder &builder, ForOp loop, Value condition) {
  for (BlockOp block : getChildBlocks(loop)) {
    Value predicate = condition;
    if (block.getPredicate()) {
      builder.setInsertionPoint(block);
      predicate = arith::AndIOp::create(builder, block.getLoc(),
                                        block.getPredicate(), condition);
    }
    block.getPredicateMutable().assign(predicate);
  }
}

FailureOr<SmallVector<ForOp>> splitLoop(RewriterBase &rewriter, ForOp loop,
                                        ArrayRef<int64_t> factors) {
  FailureOr<Factors> checked = checkSplit(loop, factors);
  if (failed(checked))
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  std::optional<int64_t> known = loop.getConstantExtent();
  Value zero = indexConstant(rewriter, loc, 0);
  SmallVector<Value> sizes;
  for (int64_t factor : factors) {
    if (factor != kOpenFactor) {
      sizes.push_back(indexConstant(rewriter, loc, factor));
      continue;
    }
    if (known) {
      sizes.push_back(indexConstant(
          rewriter, loc, llvm::divideCeil(*known, checked->product)));
      continue;
    }
    Value extent = buildExtent(rewriter, loop);
    Value product = indexConstant(rewriter, loc, checked->product);
    sizes.push_back(
        rewriter.createOrFold<arith::CeilDivSIOp>(loc, extent, product));
  }
  SmallVector<ForOp> loops;
  for (Value size : ArrayRef(sizes).drop_back()) {
    loops.push_back(ForOp::create(rewriter, loc, zero, size));
    rewriter.setInsertionPointToStart(loops.back().getBody());
  }
  loop->moveBefore(loops.back().getBody()->getTerminator());
  loop.getLowerBoundMutable().assign(zero);
  loop.getUpperBoundMutable().assign(sizes.back());
  loops.push_back(loop);
  // See splitLoopWithRest: the uses are taken before the new index refers to
  // the variable.
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : loop.getInductionVar().getUses())
    uses.push_back(&use);
  rewriter.setInsertionPointToStart(loop.getBody());
  Value index = loops.front().getInductionVar();
  for (auto [inner, size] : llvm::drop_begin(llvm::zip_equal(loops, sizes)))
    index = addIndex(rewriter, loc, mulIndex(rewriter, loc, index, size),
                     inner.getInductionVar());
  index = addIndex(rewriter, loc, index, lower);
  for (OpOperand *use : uses)
    use->set(index);
  if (!checked->isExact) {
    Value isInBounds = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::slt, index, upper);
    addPredicate(rewriter, loop, isInBounds);
  }
  return loops;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

// Values inside the nest of which a bound is computed, down to what is there
// before the nest. Bounds go in front of the nest with all they are computed
// of, in the order of definition.
static LogicalResult collectBound(Value bound, ForOp top,
                                  llvm::SetVector<Operation *> &ops) {
  Operation *op = bound.getDefiningOp();
  if (!op)
    return success(!top->isAncestor(bound.getParentBlock()->getParentOp()));
  if (!top->isProperAncestor(op))
    return success();
  if (!isPure(op))
    return failure();
  for (Value operand : op->getOperands())
    if (failed(collectBound(operand, top, ops)))
      return failure();
  ops.insert(op);
  return success();
}

// Whether the loops are one nest, in the order of the chain, with bounds that
// do not depend on its indices; `bounds` are then ops to move out of it.
static LogicalResult expectNest(ArrayRef<ForOp> chain, StringRef verb,
                                llvm::SetVector<Operation *> &bounds) {
  ForOp top = chain.front();
  SmallVector<ForOp> found = getChain(top);
  for (size_t i = 0; i != chain.size(); ++i) {
    ForOp loop = chain[i];
    if (i >= found.size() || found[i] != loop) {
      InFlightDiagnostic error =
          failPrecondition(loop, verb)
          << "expected it to be the only op in the loop around it";
      error.attachNote(ForOp(chain[i - 1]).getLoc()) << "that loop is here";
      return error;
    }
    for (Value bound : {loop.getLowerBound(), loop.getUpperBound()})
      if (failed(collectBound(bound, top, bounds)))
        return failPrecondition(loop, verb)
               << "expected bounds that depend on no loop around it, found "
               << describe(bound);
  }
  return success();
}

// Move what is between the loops of a nest out of it, where a bound needs it,
// or into the innermost loop. A value that is needed by inner statements only
// goes inwards, which keeps the nest perfect; it has no effect, so computing it
// more often is no change.
static void clearNest(ArrayRef<ForOp> chain,
                      const llvm::SetVector<Operation *> &bounds) {
  for (Operation *op : bounds)
    op->moveBefore(chain.front());
  ForOp innermost = chain.back();
  Operation *first = &innermost.getBody()->front();
  for (ForOp loop : chain.drop_back())
    for (Operation &op :
         llvm::make_early_inc_range(loop.getBody()->without_terminator()))
      if (!isa<ForOp>(op))
        op.moveBefore(first);
}

// Where one of two loops reduces and the other does not, one loop of both
// starts the reduction in its first step, which there has to be. One loop of
// both: its first step must be a step of the reduction, as the start is bound
// to it.
static LogicalResult expectStart(ForOp outer, ForOp inner) {
  WalkResult result = inner.walk([&](BlockOp block) {
    if (!block.getInit())
      return WalkResult::advance();
    SmallVector<ForOp> reducing = getDrivingLoops(block, true);
    if (llvm::is_contained(reducing, outer) ==
        llvm::is_contained(reducing, inner))
      return WalkResult::advance();
    for (ForOp loop : reducing) {
      if (loop.getConstantExtent().value_or(0) > 0)
        continue;
      InFlightDiagnostic error =
          failPrecondition(outer, "fuse")
          << "expected both loops to reduce, or a reduction that has steps; "
             "decompose it first";
      error.attachNote(block.getLoc()) << "the reduction is here";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

static ForOp fuseTwo(RewriterBase &rewriter, ForOp outer, ForOp inner) {
  rewriter.setInsertionPoint(outer);
  Location loc = outer.getLoc();
  Value width = buildExtent(rewriter, inner);
  Value total = mulIndex(rewriter, loc, buildExtent(rewriter, outer), width);
  Value zero = indexConstant(rewriter, loc, 0);
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : outer.getInductionVar().getUses())
    uses.push_back(&use);
  rewriter.setInsertionPointToStart(outer.getBody());
  Value index = outer.getInductionVar();
  bool isUnit = getConstantIndex(width) == 1;
  // Division by 1 would stay in the index where the width is a constant only
  // after folding.
  Value high = index, low = zero;
  if (!isUnit) {
    high = arith::DivUIOp::create(rewriter, loc, index, width);
    low = arith::RemUIOp::create(rewriter, loc, index, width);
  }
  high = addIndex(rewriter, loc, outer.getLowerBound(), high);
  low = addIndex(rewriter, loc, inner.getLowerBound(), low);
  for (OpOperand *use : uses)
    use->set(high);
  inner.getInductionVar().replaceAllUsesWith(low);
  outer.getLowerBoundMutable().assign(zero);
  outer.getUpperBoundMutable().assign(total);
  Operation *end = outer.getBody()->getTerminator();
  for (Operation &op :
       llvm::make_early_inc_range(inner.getBody()->without_terminator()))
    op.moveBefore(end);
  rewriter.eraseOp(inner);
  return outer;
}

FailureOr<ForOp> fuseLoops(RewriterBase &rewriter, ArrayRef<ForOp> loops) {
  if (loops.size() < 2)
    return failPrecondition(loops.front(), "fuse")
           << "expected two loops or more, found one";
  for (ForOp loop : loops)
    if (failed(expectPlain(loop, "fuse")))
      return failure();
  llvm::SetVector<Operation *> bounds;
  if (failed(expectNest(loops, "fuse", bounds)))
    return failure();
  for (auto [outer, inner] : llvm::zip(loops, loops.drop_front()))
    if (failed(expectStart(outer, inner)))
      return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  clearNest(loops, bounds);
  ForOp fused = loops.front();
  for (ForOp inner : loops.drop_front())
    fused = fuseTwo(rewriter, fused, inner);
  return fused;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

// Instances of a block may run in any order if its iterators say so.
static bool isOrderFree(BlockOp block) {
  return llvm::all_of(block.getIterKinds(), [](Attribute attribute) {
    IterKind kind = cast<IterKindAttr>(attribute).getValue();
    return kind == IterKind::Spatial || kind == IterKind::Reduce;
  });
}

static Operation *getBlockOf(Operation *op, ForOp inside) {
  for (BlockOp block : getChildBlocks(inside))
    if (block->isAncestor(op))
      return block;
  return op;
}

// Two accesses, of different blocks, to one element in different iterations of
// one of the loops.
static std::optional<std::pair<Operation *, Operation *>>
findCarried(ArrayRef<ForOp> chain) {
  bool isComplete = true;
  ForOp top = chain.front();
  SmallVector<ElementAccess> accesses = collectAccesses(top, isComplete);
  for (auto [i, a] : llvm::enumerate(accesses))
    for (const ElementAccess &b : ArrayRef(accesses).drop_front(i + 1)) {
      if ((!a.isStore && !b.isStore) ||
          getBlockOf(a.op, top) == getBlockOf(b.op, top))
        continue;
      for (ForOp loop : chain)
        for (Order order : {Order::Before, Order::After})
          if (!areDisjoint(a, b, loop, order))
            return std::make_pair(a.op, b.op);
    }
  return std::nullopt;
}

static LogicalResult expectFreeOrder(ArrayRef<ForOp> chain) {
  ForOp top = chain.front();
  Operation *obstacle = findEffectOutsideBlocks(top);
  for (BlockOp block : getChildBlocks(top))
    if (!obstacle && !isOrderFree(block))
      obstacle = block;
  bool isComplete = true;
  if (!obstacle && getChildBlocks(top).size() > 1)
    (void)collectAccesses(top, isComplete);
  if (obstacle || !isComplete) {
    InFlightDiagnostic error =
        failPrecondition(top, "reorder")
        << "expected a block in it that says that the order is free";
    error.attachNote((obstacle ? obstacle : top)->getLoc()) << "for this op";
    return error;
  }
  if (auto pair = findCarried(chain)) {
    InFlightDiagnostic error =
        failPrecondition(top, "reorder")
        << "expected its blocks to share no element in different iterations";
    error.attachNote(pair->first->getLoc()) << "one access is here";
    error.attachNote(pair->second->getLoc()) << "the other is here";
    return error;
  }
  return success();
}

LogicalResult reorderLoops(RewriterBase &rewriter, ArrayRef<ForOp> order) {
  // The outermost and the innermost of them span the nest.
  ForOp top = order.front(), bottom = order.front();
  for (ForOp loop : order) {
    if (loop->isProperAncestor(top))
      top = loop;
    if (bottom->isProperAncestor(loop))
      bottom = loop;
  }
  SmallVector<ForOp> chain = getChain(top);
  auto end = llvm::find(chain, bottom);
  for (ForOp loop : order)
    if (!llvm::is_contained(chain, loop) || llvm::count(order, loop) != 1)
      return failPrecondition(loop, "reorder")
             << "expected loops of one nest, each once, with nothing else "
                "between them";
  chain.erase(std::next(end), chain.end());
  llvm::SetVector<Operation *> bounds;
  if (failed(expectNest(chain, "reorder", bounds)) ||
      failed(expectFreeOrder(chain)))
    return failure();
  clearNest(chain, bounds);
  // Loops that are not named stay where they are.
  SmallVector<ForOp> wanted;
  ArrayRef<ForOp> next = order;
  for (ForOp loop : chain) {
    bool isNamed = llvm::is_contained(order, loop);
    wanted.push_back(isNamed ? next.front() : loop);
    next = next.drop_front(isNamed);
  }
  Block body;
  body.getOperations().splice(body.end(), bottom.getBody()->getOperations(),
                              bottom.getBody()->begin(),
                              bottom.getBody()->getTerminator()->getIterator());
  for (ForOp loop : llvm::drop_begin(chain))
    loop->moveBefore(top);
  Operation *anchor = top->getNextNode();
  Block *around = top->getBlock();
  for (auto [outer, inner] : llvm::zip(wanted, ArrayRef(wanted).drop_front()))
    inner->moveBefore(outer.getBody(), outer.getBody()->begin());
  wanted.front()->moveBefore(around, anchor->getIterator());
  Block *innermost = wanted.back().getBody();
  innermost->getOperations().splice(innermost->begin(), body.getOperations());
  return success();
}

ForOp addUnitLoop(RewriterBase &rewriter, Operation *op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Value zero = indexConstant(rewriter, op->getLoc(), 0);
  Value one = indexConstant(rewriter, op->getLoc(), 1);
  ForOp loop = ForOp::create(rewriter, op->getLoc(), zero, one);
  op->moveBefore(loop.getBody()->getTerminator());
  return loop;
}

} // namespace mlir::tir
