// What part of a buffer is touched while some loops run.
#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

/// `op` is the loop or block in question: loops inside of it run, those around
/// are fixed. `from` is where values have to be known.
AccessRegion::AccessRegion(Operation *op, Operation *from)
    : op(op), from(from), space(op->getContext()) {
  // A body knows the loops around its block by iterators only.
  for (Operation *parent = op; parent; parent = parent->getParentOp())
    if (auto block = dyn_cast<BlockOp>(parent))
      for (Value iter : block.getIters())
        space.add(iter);
}

ForOp AccessRegion::getInnerLoop(unsigned dim) const {
  auto argument = dyn_cast<BlockArgument>(space.getVariables()[dim]);
  auto loop = argument
                  ? dyn_cast_or_null<ForOp>(argument.getOwner()->getParentOp())
                  : ForOp();
  return loop && op->isProperAncestor(loop) ? loop : ForOp();
}

/// Interval arithmetic over affine expressions, symbolic in what is fixed. Each
/// use of a variable counts by itself, so `i - i` gives a range that is too
/// large, never too small; indices are simplified before.
IndexRange AccessRegion::getRange(AffineExpr expr) {
  if (!expr)
    return {};
  if (isa<AffineConstantExpr>(expr))
    return {expr, expr};
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    ForOp loop = getInnerLoop(dim.getPosition());
    if (!loop)
      return {expr, expr};
    IndexRange lower = getRange(space.getExpr(loop.getLowerBound()));
    IndexRange upper = getRange(space.getExpr(loop.getUpperBound()));
    if (!lower || !upper)
      return {};
    // Bounds are half-open, ranges are closed.
    return {lower.first, upper.last - 1};
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  IndexRange lhs = getRange(binary.getLHS());
  if (!lhs)
    return {};
  if (expr.getKind() == AffineExprKind::Add) {
    IndexRange rhs = getRange(binary.getRHS());
    if (!rhs)
      return {};
    return {lhs.first + rhs.first, lhs.last + rhs.last};
  }
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant)
    return {};
  int64_t coefficient = constant.getValue();
  // A negative coefficient swaps the ends.
  if (expr.getKind() == AffineExprKind::Mul)
    return coefficient >= 0
               ? IndexRange{lhs.first * coefficient, lhs.last * coefficient}
               : IndexRange{lhs.last * coefficient, lhs.first * coefficient};
  if (coefficient <= 0)
    return {};
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return {lhs.first.floorDiv(coefficient), lhs.last.floorDiv(coefficient)};
  // A remainder of a range may wrap, so it is anything below the divisor,
  // unless there is one value only.
  if (lhs.first == lhs.last)
    return {lhs.first % coefficient, lhs.first % coefficient};
  return {getAffineConstantExpr(0, space.getContext()),
          getAffineConstantExpr(coefficient - 1, space.getContext())};
}

IndexRange AccessRegion::getRange(Value index) {
  // `min(max(x, first), last)`, where `x` may be anything. A clamped index, as
  // a gather has it, is in its bounds whatever `x` is. A first bound above the
  // last one gives the last.
  auto minOp = index.getDefiningOp<arith::MinSIOp>();
  auto maxOp =
      minOp ? minOp.getLhs().getDefiningOp<arith::MaxSIOp>() : arith::MaxSIOp();
  if (!maxOp)
    return getRange(space.getExpr(index));
  IndexRange first = getRange(space.getExpr(maxOp.getRhs()));
  IndexRange last = getRange(space.getExpr(minOp.getRhs()));
  return {join(first, last).first, last.last};
}

// Sums may have terms that make up for each other.
static AffineExpr simplify(AffineExpr expr) {
  unsigned dims = 0;
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      dims = std::max(dims, dim.getPosition() + 1);
  });
  return simplifyAffineExpr(expr, dims, 0);
}

// The lesser of two, or the greater; null if that is not decided. Undecided is
// null: then there is no common range, and the caller takes the whole
// dimension.
static AffineExpr choose(AffineExpr a, AffineExpr b, bool isLess) {
  auto difference = dyn_cast<AffineConstantExpr>(simplify(a - b));
  if (!difference)
    return {};
  return (difference.getValue() < 0) == isLess ? a : b;
}

bool AccessRegion::isKnownBefore(AffineExpr expr) const {
  bool isKnown = true;
  expr.walk([&](AffineExpr part) {
    auto dim = dyn_cast<AffineDimExpr>(part);
    Operation *made =
        dim ? space.getVariables()[dim.getPosition()].getDefiningOp() : nullptr;
    isKnown &= !made || !op->isAncestor(made);
  });
  return isKnown;
}

AffineExpr AccessRegion::getSize(IndexRange range) {
  return simplify(range.last - range.first + 1);
}

IndexRange AccessRegion::join(IndexRange a, IndexRange b) {
  if (!a || !b)
    return {};
  return {choose(a.first, b.first, true), choose(a.last, b.last, false)};
}

namespace {
/// A loop and what an index grows by from one iteration to the next.
struct LoopTerm {
  int64_t coefficient;
  ForOp loop;
};
} // namespace

// Split off the terms of inner loops; false if one is no such term.
static bool collectTerms(AffineExpr expr, int64_t coefficient,
                         llvm::function_ref<ForOp(unsigned)> getLoop,
                         SmallVectorImpl<LoopTerm> &terms) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    if (ForOp loop = getLoop(dim.getPosition()))
      terms.push_back({coefficient, loop});
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return true;
  if (expr.getKind() == AffineExprKind::Add)
    return collectTerms(binary.getLHS(), coefficient, getLoop, terms) &&
           collectTerms(binary.getRHS(), coefficient, getLoop, terms);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Mul && constant)
    return collectTerms(binary.getLHS(), coefficient * constant.getValue(),
                        getLoop, terms);
  // A division is a constant as long as no inner loop has a part in it.
  SmallVector<LoopTerm> inside;
  return collectTerms(binary.getLHS(), 1, getLoop, inside) && inside.empty();
}

/// A region is a box if the terms are digits of a number system: sorted by
/// coefficient, each coefficient is at most one more than the sum of what
/// smaller terms reach. Otherwise there are gaps, and a copy of the box would
/// touch elements that the program does not.
bool AccessRegion::isHyperRectangular(ValueRange indices) {
  SmallVector<ForOp> used;
  for (Value index : indices) {
    AffineExpr expr = space.getExpr(index);
    SmallVector<LoopTerm> terms;
    if (!expr ||
        !collectTerms(
            expr, 1, [&](unsigned dim) { return getInnerLoop(dim); }, terms))
      return false;
    llvm::sort(terms, [](const LoopTerm &a, const LoopTerm &b) {
      return a.coefficient < b.coefficient;
    });
    int64_t reached = 1;
    for (auto [i, term] : llvm::enumerate(terms)) {
      std::optional<int64_t> size = term.loop.getConstantExtent();
      // One loop in two indices makes a diagonal.
      if (term.coefficient < 1 || term.coefficient > reached ||
          llvm::is_contained(used, term.loop) ||
          (!size && i + 1 != terms.size()))
        return false;
      used.push_back(term.loop);
      reached += term.coefficient * (size.value_or(1) - 1);
    }
  }
  return true;
}

/// Greater than the extent is whole too, since the program does not leave its
/// buffers.
bool AccessRegion::isWhole(IndexRange range, Value extent) {
  if (!range || range.first != getAffineConstantExpr(0, space.getContext()))
    return false;
  AffineExpr size = space.getExpr(extent);
  auto rest =
      size ? dyn_cast<AffineConstantExpr>(simplify(range.last + 1 - size))
           : AffineConstantExpr();
  return rest && rest.getValue() >= 0;
}

Value buildExpr(OpBuilder &builder, Location loc, AffineExpr expr,
                llvm::function_ref<Value(unsigned)> getDim) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return indexConstant(builder, loc, constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getDim(dim.getPosition());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = buildExpr(builder, loc, binary.getLHS(), getDim);
  Value rhs = buildExpr(builder, loc, binary.getRHS(), getDim);
  if (!lhs || !rhs)
    return {};
  if (expr.getKind() == AffineExprKind::Add)
    return addIndex(builder, loc, lhs, rhs);
  if (expr.getKind() == AffineExprKind::Mul)
    return mulIndex(builder, loc, lhs, rhs);
  // `floorDivSI` and not `divUI`: a difference may be negative.
  Value quotient = builder.createOrFold<arith::FloorDivSIOp>(loc, lhs, rhs);
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return quotient;
  return builder.createOrFold<arith::SubIOp>(
      loc, lhs, mulIndex(builder, loc, quotient, rhs));
}

Value AccessRegion::build(OpBuilder &builder, Location loc, AffineExpr expr) {
  return buildExpr(builder, loc, expr, [&](unsigned dim) -> Value {
    Value variable = space.getVariables()[dim];
    // Arguments, of loops and functions, are visible where they are used; other
    // values may have to be computed again at the new place.
    if (!variable.getDefiningOp())
      return variable;
    if (!canCopyValue(variable, from, {}))
      return {};
    IRMapping mapping;
    return copyValue(builder, variable, from, mapping);
  });
}

Value AccessRegion::buildDistance(OpBuilder &builder, Location loc, Value index,
                                  AffineExpr first) {
  // As a rest that is there already, it is also easier to read.
  if (auto sum = index.getDefiningOp<arith::AddIOp>())
    for (auto [term, rest] : {std::pair(sum.getLhs(), sum.getRhs()),
                              std::pair(sum.getRhs(), sum.getLhs())})
      if (simplify(space.getExpr(term) - first) == 0)
        return rest;
  return buildExpr(builder, loc, simplify(space.getExpr(index) - first),
                   [&](unsigned dim) { return space.getVariables()[dim]; });
}

SmallVector<Value> AccessRegion::buildLoops(OpBuilder &builder, Location loc,
                                            ArrayRef<IndexRange> ranges,
                                            ValueRange extents) {
  SmallVector<Value> firsts, sizes, bindings;
  for (auto [range, extent] : llvm::zip(ranges, extents)) {
    Value first, size;
    if (range) {
      first = build(builder, loc, range.first);
      size = build(builder, loc, getSize(range));
    }
    bool isKnown = first && size;
    firsts.push_back(isKnown ? first : indexConstant(builder, loc, 0));
    sizes.push_back(isKnown ? size : extent);
  }
  Value zero = indexConstant(builder, loc, 0);
  for (Value size : sizes) {
    if (getConstantIndex(size) == 1) {
      bindings.push_back({});
      continue;
    }
    ForOp inner = ForOp::create(builder, loc, zero, size);
    builder.setInsertionPointToStart(inner.getBody());
    bindings.push_back(inner.getInductionVar());
  }
  for (auto [first, binding] : llvm::zip(firsts, bindings))
    binding = binding ? addIndex(builder, loc, first, binding) : first;
  return bindings;
}

// True if a condition on the index of a block holds where it is now.
static bool alwaysHolds(BlockOp block, Value lhs, Value rhs) {
  IntegerSystem system(block.getContext());
  auto lhsRow = system.getRow(lhs, 0), rhsRow = system.getRow(rhs, 0);
  if (!lhsRow || !rhsRow)
    return false;
  system.addDomain(block, 0);
  system.addNonNegative(IntegerSystem::Row().add(*lhsRow, 1).add(*rhsRow, -1));
  return system.isEmpty();
}

/// Conditions that are implied are left out. They would be tested in the
/// innermost loop, and prevent vectors.
void addRangeConditions(BlockOp block) {
  OpBuilder builder(block);
  Location loc = block.getLoc();
  SmallVector<Value> conditions = getConditions(block);
  size_t count = conditions.size();
  for (auto [binding, extent] :
       llvm::zip(block.getBindings(), block.getExtents())) {
    if (!alwaysHolds(block, binding, extent))
      conditions.push_back(arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt, binding, extent));
    Value below = indexConstant(builder, loc, -1);
    if (!alwaysHolds(block, below, binding))
      conditions.push_back(arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::sgt, binding, below));
    if (below.use_empty())
      below.getDefiningOp()->erase();
  }
  if (conditions.size() != count)
    block.getPredicateMutable().assign(
        joinConditions(builder, loc, conditions));
}

} // namespace mlir::tir
