// Make one block of a nest, for others to see as one step:
//
//   for io, ii: block "B" (v = io * 4 + ii)
//
// becomes, for the loop `ii`,
//
//   for io: block "B_o" (vo = io) { for ii: block "B" (v = vo * 4 + ii) }
//
// The outer block is what `tensorize` replaces by an instruction, and what
// decisions on tiles see as one step.
#include "Relax/Dialect/TIR/Schedule/Blockize.h"

#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {
namespace {

/// An iterator as `outer * width + inner`.
struct SplitIter {
  /// Of loops around the new block; null if it is always 0.
  AffineExpr outer;
  /// Of loops inside it; null if it is always 0.
  AffineExpr inner;
  int64_t width = 1;
};

class Blockizing {
public:
  explicit Blockizing(ForOp loop)
      : loop(loop), loc(loop.getLoc()), space(loop.getContext()) {}

  LogicalResult check();
  BlockOp run();

private:
  InFlightDiagnostic failPrecondition() {
    return tir::failPrecondition(loop, "blockize");
  }
  LogicalResult splitIters();
  FailureOr<SplitIter> splitIter(unsigned number);
  LogicalResult checkConditions();
  bool isInner(unsigned dim) const {
    return isIndexInside(space.getVariables()[dim], loop);
  }
  Value build(OpBuilder &builder, AffineExpr expr);

  ForOp loop;
  Location loc;
  IndexSpace space;
  BlockOp block;
  SmallVector<SplitIter> iters;
  /// Conditions that hold for a whole instance of the new block, and the
  /// iterators that others compare with their extents.
  SmallVector<Value> conditions;
  SmallVector<unsigned> compared;
};

} // namespace

// Split a sum by the variables of its terms; false if a term has both kinds.
// Linear terms only: a term with both kinds, such as a product or quotient of
// two loops, belongs to neither side.
static bool splitSum(AffineExpr expr,
                     llvm::function_ref<bool(unsigned)> isInner,
                     AffineExpr &outer, AffineExpr &inner) {
  if (expr.getKind() == AffineExprKind::Add) {
    auto sum = cast<AffineBinaryOpExpr>(expr);
    return splitSum(sum.getLHS(), isInner, outer, inner) &&
           splitSum(sum.getRHS(), isInner, outer, inner);
  }
  bool hasInner = false, hasOuter = false;
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      (isInner(dim.getPosition()) ? hasInner : hasOuter) = true;
  });
  AffineExpr &to = hasInner ? inner : outer;
  to = to ? to + expr : expr;
  return !(hasInner && hasOuter);
}

// How many numbers from 0 on a sum of loops takes, each of them; nullopt if it
// leaves some out, or that is no constant. Digits of a number system again (see
// AccessRegion::isHyperRectangular): with gaps the inner block would not have
// all numbers below its width.
static std::optional<int64_t> countNumbers(AffineExpr expr,
                                           const IndexSpace &space) {
  SmallVector<std::pair<int64_t, ForOp>> terms;
  bool isSum = true;
  std::function<void(AffineExpr, int64_t)> collect = [&](AffineExpr part,
                                                         int64_t coefficient) {
    if (auto dim = dyn_cast<AffineDimExpr>(part)) {
      auto argument =
          cast<BlockArgument>(space.getVariables()[dim.getPosition()]);
      terms.emplace_back(coefficient,
                         cast<ForOp>(argument.getOwner()->getParentOp()));
      return;
    }
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    auto constant = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                           : AffineConstantExpr();
    if (binary && part.getKind() == AffineExprKind::Add) {
      collect(binary.getLHS(), coefficient);
      collect(binary.getRHS(), coefficient);
    } else if (constant && part.getKind() == AffineExprKind::Mul) {
      collect(binary.getLHS(), coefficient * constant.getValue());
    } else {
      isSum = false;
    }
  };
  collect(expr, 1);
  if (!isSum)
    return std::nullopt;
  llvm::sort(terms,
             [](const auto &a, const auto &b) { return a.first < b.first; });
  int64_t reached = 1;
  for (auto [coefficient, loop] : terms) {
    std::optional<int64_t> size = loop.getConstantExtent();
    if (!size || *size < 1 || coefficient < 1 || coefficient > reached ||
        getConstantIndex(loop.getLowerBound()) != 0)
      return std::nullopt;
    reached += coefficient * (*size - 1);
  }
  return reached;
}

/// v = outer * width + inner with inner < width is unique, so the outer block's
/// iterator is v floordiv width.
FailureOr<SplitIter> Blockizing::splitIter(unsigned number) {
  AffineExpr expr = space.getExpr(block.getBindings()[number]);
  SplitIter split;
  if (!expr || !splitSum(
                   expr, [&](unsigned dim) { return isInner(dim); },
                   split.outer, split.inner))
    return failPrecondition()
           << "expected iterator #" << number << " of " << describe(block)
           << " to be a sum of what loops inside and around it make";
  if (split.outer && split.outer == getAffineConstantExpr(0, loop.getContext()))
    split.outer = {};
  if (!split.outer || !split.inner)
    return split;
  std::optional<int64_t> width = countNumbers(split.inner, space);
  if (!width ||
      split.outer % *width != getAffineConstantExpr(0, loop.getContext()))
    return failPrecondition()
           << "expected iterator #" << number << " of " << describe(block)
           << " to be a multiple that loops around it make, and a number below "
              "that";
  split.width = *width;
  split.outer = split.outer.floorDiv(*width);
  return split;
}

LogicalResult Blockizing::splitIters() {
  for (Operation *parent = loop->getParentOp(); parent;
       parent = parent->getParentOp())
    if (auto around = dyn_cast<BlockOp>(parent))
      for (Value iter : around.getIters())
        space.add(iter);
  for (unsigned i = 0; i != block.getNumIters(); ++i) {
    FailureOr<SplitIter> split = splitIter(i);
    if (failed(split))
      return failure();
    iters.push_back(*split);
    // The inner block would initialise at each step of the outer loop and lose
    // what was reduced before.
    if (block.getInit() && split->outer &&
        block.getIterKind(i) == IterKind::Reduce)
      return failPrecondition() << "expected no loop around it to reduce; "
                                   "decompose the reduction of "
                                << describe(block) << " first";
  }
  return success();
}

/// A condition on inner loops cannot be a predicate of the outer block. Those
/// that only keep an iterator below its extent are written again on the inner
/// one.
LogicalResult Blockizing::checkConditions() {
  for (Value condition : getConditions(block)) {
    bool hasInner = llvm::any_of(getOwnNest(block), [&](ForOp inner) {
      return loop->isAncestor(inner) && dependsOn(condition, inner);
    });
    if (!hasInner && canCopyValue(condition, loop, {})) {
      conditions.push_back(condition);
      continue;
    }
    // What keeps an iterator in its range is written anew.
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    auto binding = compare ? llvm::find(block.getBindings(), compare.getLhs())
                           : block.getBindings().end();
    if (binding == block.getBindings().end() ||
        compare.getPredicate() != arith::CmpIPredicate::slt ||
        !isSameSize(compare.getRhs(),
                    block.getExtents()[binding - block.getBindings().begin()]))
      return failPrecondition() << "expected conditions of " << describe(block)
                                << " that depend on no loop inside it";
    compared.push_back(binding - block.getBindings().begin());
  }
  return success();
}

LogicalResult Blockizing::check() {
  SmallVector<BlockOp> blocks = getChildBlocks(loop);
  if (blocks.size() != 1 ||
      !llvm::is_contained(getOwnNest(blocks.front()), loop))
    return failPrecondition()
           << "expected it to hold one block and nothing else, found "
           << (blocks.size() == 1 ? std::string("others")
                                  : std::to_string(blocks.size()));
  block = blocks.front();
  // Triangular loops have no extent that holds for all instances.
  for (ForOp inner : getOwnNest(block))
    if (loop->isAncestor(inner))
      for (Value bound : inner->getOperands())
        if (llvm::any_of(getLoops(loop),
                         [&](ForOp outer) { return dependsOn(bound, outer); }))
          return failPrecondition() << "expected bounds of " << describe(inner)
                                    << " that depend on no loop around it";
  for (auto [i, extent] : llvm::enumerate(block.getExtents()))
    if (!canCopyValue(extent, loop, {}))
      return failPrecondition()
             << "expected the extent of iterator #" << i << " of "
             << describe(block) << " to be computed outside of it";
  return failure(failed(splitIters()) || failed(checkConditions()));
}

Value Blockizing::build(OpBuilder &builder, AffineExpr expr) {
  return buildExpr(builder, loc, expr, [&](unsigned dim) {
    Value variable = space.getVariables()[dim];
    IRMapping mapping;
    return copyValue(builder, variable, loop, mapping);
  });
}

BlockOp Blockizing::run() {
  OpBuilder builder(loop);
  SmallVector<Value> bindings, extents;
  SmallVector<IterKind> kinds;
  IRMapping mapping;
  for (auto [i, split] : llvm::enumerate(iters)) {
    if (!split.outer)
      continue;
    bindings.push_back(build(builder, split.outer));
    Value extent = copyValue(builder, block.getExtents()[i], loop, mapping);
    extents.push_back(ceilDivIndex(builder, loc, extent, split.width));
    kinds.push_back(block.getIterKind(i));
  }
  for (Value &condition : conditions)
    condition = copyValue(builder, condition, loop, mapping);
  Value predicate = joinConditions(builder, loc, conditions);
  std::string label = getFreshLabel(block, (block.getLabel() + "_o").str());
  BlockOp outer = BlockOp::create(builder, loc, label, bindings, extents, kinds,
                                  {}, {}, predicate);
  loop->moveBefore(outer.getBody()->getTerminator());
  builder.setInsertionPoint(block);
  unsigned next = 0;
  SmallVector<Value> inner, tests;
  for (SplitIter &split : iters) {
    Value value;
    if (split.outer)
      value = mulIndex(builder, loc, outer.getIters()[next++],
                       indexConstant(builder, loc, split.width));
    if (split.inner) {
      Value rest = build(builder, split.inner);
      value = value ? addIndex(builder, loc, value, rest) : rest;
    }
    inner.push_back(value ? value : indexConstant(builder, loc, 0));
  }
  for (unsigned i : compared)
    tests.push_back(arith::CmpIOp::create(builder, loc,
                                          arith::CmpIPredicate::slt, inner[i],
                                          block.getExtents()[i]));
  block.getBindingsMutable().assign(inner);
  block.getPredicateMutable().clear();
  if (Value test = joinConditions(builder, loc, tests))
    block.getPredicateMutable().assign(test);
  // What was computed of loops around the new block is not used any more.
  SmallVector<Operation *> ops;
  loop->walk([&](Operation *op) {
    if (op->getNumRegions() == 0)
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      op->erase();
  // Where the loops around it make more multiples than there are.
  addRangeConditions(outer);
  updateAccesses(outer);
  updateAround(outer->getParentOp());
  return outer;
}

FailureOr<BlockOp> blockize(ForOp loop) {
  Blockizing blockizing(loop);
  if (failed(blockizing.check()))
    return failure();
  return blockizing.run();
}

} // namespace mlir::tir
