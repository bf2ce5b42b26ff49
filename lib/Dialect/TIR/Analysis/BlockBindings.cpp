// How loops drive the iterators of a block: once each, all of them.
#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/IndexSpace.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

SmallVector<Value> getItersOf(BlockOp block, bool reducing) {
  SmallVector<Value> iters;
  for (auto [i, iter] : llvm::enumerate(block.getIters()))
    if ((block.getIterKind(i) == IterKind::Reduce) == reducing)
      iters.push_back(iter);
  return iters;
}

//===----------------------------------------------------------------------===//
// One to one
//===----------------------------------------------------------------------===//

// What is known where `values` are: also `x` of `x / n` and `x % n`, which
// make one loop of two. A pair of quotient and rest by the same divisor
// determines the number they are made of. Without this, `fuse` followed by
// `split` would be rejected as many to one.
static SmallVector<Value> getKnown(ValueRange values) {
  llvm::SetVector<Value> known(values.begin(), values.end());
  for (size_t i = 0; i < known.size(); ++i)
    if (auto argument = dyn_cast<BlockArgument>(known[i]))
      if (auto block = dyn_cast<BlockOp>(argument.getOwner()->getParentOp()))
        known.insert(block.getBindings()[argument.getArgNumber()]);
  for (bool changed = true; changed;) {
    changed = false;
    for (Value high : SmallVector<Value>(known.getArrayRef()))
      for (Value low : SmallVector<Value>(known.getArrayRef())) {
        auto division = high.getDefiningOp<arith::DivUIOp>();
        auto rest = low.getDefiningOp<arith::RemUIOp>();
        if (division && rest && division.getLhs() == rest.getLhs() &&
            isSameSize(division.getRhs(), rest.getRhs()))
          changed |= known.insert(rest.getLhs());
      }
  }
  return known.takeVector();
}

// Two instances of `block` that agree in a value.
static void addEqual(IntegerSystem &system, Value value) {
  auto firstRow = system.getRow(value, 0), secondRow = system.getRow(value, 1);
  if (firstRow && secondRow)
    system.addZero(firstRow->add(*secondRow, -1));
}

/// An instance of a block is repeated if two different iterations agree in all
/// iterators. The two are variables 0 and 1 of one system: equal iterators, a
/// gap of at least 1 in `loop`. If that has no integer solution, the loop
/// repeats nothing.
ForOp findRepeatingLoop(BlockOp block, ArrayRef<ForOp> loops,
                        ValueRange iters) {
  for (ForOp loop : loops) {
    if (loop.getConstantExtent() == 1)
      continue;
    IntegerSystem system(block.getContext());
    for (Value value : getKnown(iters))
      addEqual(system, value);
    for (Operation *parent = block->getParentOp(); parent;
         parent = parent->getParentOp())
      if (auto around = dyn_cast<ForOp>(parent);
          around && !llvm::is_contained(loops, around))
        addEqual(system, around.getInductionVar());
    auto first = system.getRow(loop.getInductionVar(), 0);
    auto second = system.getRow(loop.getInductionVar(), 1);
    IntegerSystem::Row gap;
    gap.add(*second, 1).add(*first, -1);
    --gap.constant;
    system.addNonNegative(gap);
    Operation *inside = block.getBody()->getTerminator();
    system.addDomain(inside, 0);
    system.addDomain(inside, 1);
    if (!system.isEmpty())
      return loop;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

// Iterators are within their ranges.
static bool addRanges(IntegerSystem &system, BlockOp block) {
  for (auto [binding, extent] :
       llvm::zip(block.getBindings(), block.getExtents())) {
    auto value = system.getRow(binding, 0), size = system.getRow(extent, 0);
    if (!value || !size)
      return false;
    system.addNonNegative(*value);
    size->add(*value, -1);
    --size->constant;
    system.addNonNegative(*size);
  }
  return true;
}

// The condition as `lhs < rhs`, of which the rest is known not to hold. Proof
// by contradiction: the negated condition together with what is known must be
// empty.
static bool isImplied(BlockOp block, Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt ||
      !compare.getLhs().getType().isIndex())
    return false;
  IntegerSystem system(block.getContext());
  // Of the loops alone: other conditions are for others to ask.
  system.addDomain(block, 0);
  auto lhs = system.getRow(compare.getLhs(), 0);
  auto rhs = system.getRow(compare.getRhs(), 0);
  if (!lhs || !rhs || !addRanges(system, block))
    return false;
  system.addNonNegative(IntegerSystem::Row().add(*lhs, 1).add(*rhs, -1));
  return system.isEmpty();
}

bool isPredicateImplied(BlockOp block) {
  return llvm::all_of(getConditions(block), [&](Value condition) {
    return isImplied(block, condition);
  });
}

// `expr` as a sum of loops, each times a positive constant; false if it is
// something else.
static bool collectTerms(AffineExpr expr, int64_t coefficient,
                         SmallVectorImpl<std::pair<int64_t, unsigned>> &terms) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() == 0;
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    terms.emplace_back(coefficient, dim.getPosition());
    return coefficient > 0;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add)
    return collectTerms(binary.getLHS(), coefficient, terms) &&
           collectTerms(binary.getRHS(), coefficient, terms);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  int64_t scaled;
  return expr.getKind() == AffineExprKind::Mul && constant &&
         !llvm::MulOverflow(coefficient, constant.getValue(), scaled) &&
         collectTerms(binary.getLHS(), scaled, terms);
}

// True if `binding` takes all values from 0 to `extent` when the loops that it
// is a sum of run, each of which is added to `used`. As in
// AccessRegion::isHyperRectangular: sorted by coefficient, no coefficient may
// exceed one more than what the smaller ones reach, or some number is missing.
static bool coversRange(BlockOp block, Value binding, Value extent,
                        llvm::SetVector<ForOp> &used) {
  IndexSpace space(block.getContext());
  AffineExpr expr = space.getExpr(binding);
  SmallVector<std::pair<int64_t, unsigned>> terms;
  if (!expr || !collectTerms(expr, 1, terms))
    return false;
  llvm::sort(terms);
  IntegerSystem system(block.getContext());
  IntegerSystem::Row missing;
  if (auto size = system.getRow(extent, 0))
    missing.add(*size, 1);
  else
    return false;
  missing.constant -= 2;
  int64_t reached = 1;
  for (auto [i, term] : llvm::enumerate(terms)) {
    auto [coefficient, dim] = term;
    auto argument = dyn_cast<BlockArgument>(space.getVariables()[dim]);
    auto loop =
        argument ? dyn_cast_or_null<ForOp>(argument.getOwner()->getParentOp())
                 : ForOp();
    if (!loop || getConstantIndex(loop.getLowerBound()) != 0 ||
        coefficient > reached || !used.insert(loop) ||
        !llvm::is_contained(getLoops(block), loop))
      return false;
    std::optional<int64_t> size = loop.getConstantExtent();
    if (!size && i + 1 != terms.size())
      // Only the largest term may have an unknown extent, since others are
      // behind it otherwise.
      return false;
    auto upper = system.getRow(loop.getUpperBound(), 0);
    if (!upper)
      return false;
    --upper->constant;
    missing.add(*upper, -llvm::DynamicAPInt(coefficient));
    int64_t more;
    if (llvm::MulOverflow(coefficient, size.value_or(1) - 1, more) ||
        llvm::AddOverflow(reached, more, reached))
      return false;
  }
  // No number from `reached` on is missing.
  system.addNonNegative(missing);
  return system.isEmpty();
}

// Without conditions, as many iterations as values, none of them twice. By
// counting: an injective map between sets of equal size is onto. It is cheap,
// and takes bindings that are no sums, such as quotients and rests. Doubles are
// exact up to 2^53.
static bool countsDomain(BlockOp block) {
  if (block.getPredicate())
    return false;
  double iterations = 1, values = 1;
  for (ForOp loop : getLoops(block)) {
    if (!loop.getConstantExtent())
      return false;
    iterations *= *loop.getConstantExtent();
  }
  for (Value extent : block.getExtents()) {
    if (!getConstantIndex(extent))
      return false;
    values *= *getConstantIndex(extent);
  }
  return iterations == values &&
         !findRepeatingLoop(block, getLoops(block), block.getIters());
}

bool coversDomain(BlockOp block) {
  if (!isPredicateImplied(block))
    return false;
  if (countsDomain(block))
    return true;
  llvm::SetVector<ForOp> used;
  for (auto [binding, extent] :
       llvm::zip(block.getBindings(), block.getExtents()))
    if (!coversRange(block, binding, extent, used))
      return false;
  // Another loop runs the block at all. A loop that runs zero times would leave
  // everything out.
  for (ForOp loop : getLoops(block))
    if (!used.contains(loop) && loop.getConstantExtent().value_or(0) < 1)
      return false;
  // The range of a loop may not depend on the others.
  for (ForOp loop : used)
    for (ForOp other : used)
      if (dependsOn(loop.getUpperBound(), other))
        return false;
  return true;
}

} // namespace mlir::tir
