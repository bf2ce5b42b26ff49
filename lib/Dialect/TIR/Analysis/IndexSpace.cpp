// Indices as expressions, and questions about them that integers decide.
//
// Questions of the kind "may two iterations touch one element" become systems
// of linear inequalities over integers, which upstream's Presburger library
// decides. Anything that is no affine expression is a variable of its own or no
// answer.
#include "Relax/Dialect/TIR/Analysis/IndexSpace.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

// True for the index of a loop and the iterator of a block; other values are
// the same in all instances. Loop indices have a copy per instance of the
// block; sizes are shared by all instances.
static bool isIndex(Value variable) {
  auto argument = dyn_cast<BlockArgument>(variable);
  return argument &&
         isa_and_nonnull<ForOp, BlockOp>(argument.getOwner()->getParentOp());
}

/// Two `memref.dim` of one buffer are one size, or a loop over one and an
/// extent of the other would not be comparable.
AffineExpr IndexSpace::add(Value value) {
  for (auto [i, variable] : llvm::enumerate(variables))
    if (variable == value ||
        (!isIndex(variable) && !isIndex(value) && isSameSize(variable, value)))
      return getAffineDimExpr(i, context);
  variables.push_back(value);
  return getAffineDimExpr(variables.size() - 1, context);
}

// Indices of loops and sizes are not negative, nor what adds them.
static bool isNonNegative(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() >= 0;
  if (isa<AffineDimExpr>(expr) || expr.getKind() == AffineExprKind::Mod)
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  return binary && isNonNegative(binary.getLHS()) &&
         isNonNegative(binary.getRHS());
}

AffineExpr IndexSpace::combine(Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 1)
    return {};
  AffineExpr lhs = getExpr(op->getOperand(0));
  AffineExpr rhs = lhs ? getExpr(op->getOperand(1)) : AffineExpr();
  if (!rhs)
    return {};
  if (isa<arith::AddIOp>(op))
    return lhs + rhs;
  if (isa<arith::SubIOp>(op))
    return lhs - rhs;
  if (isa<arith::MulIOp>(op))
    return isa<AffineConstantExpr>(lhs) || isa<AffineConstantExpr>(rhs)
               ? lhs * rhs
               : AffineExpr();
  auto constant = dyn_cast<AffineConstantExpr>(rhs);
  if (!constant || constant.getValue() <= 0)
    return {};
  if (isa<arith::FloorDivSIOp>(op))
    return lhs.floorDiv(rhs);
  // The others round otherwise, but for what is not negative. C's division
  // rounds towards zero, the unsigned one reads negative numbers as huge ones;
  // both are floor division for what is not negative.
  if (!isNonNegative(lhs))
    return {};
  if (isa<arith::DivUIOp, arith::DivSIOp>(op))
    return lhs.floorDiv(rhs);
  if (isa<arith::RemUIOp, arith::RemSIOp>(op))
    return lhs % rhs;
  if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
    // ceil(a / b) = floor((a + b - 1) / b) for positive b.
    return (lhs + (rhs - 1)).floorDiv(rhs);
  return {};
}

AffineExpr IndexSpace::getExpr(Value index) {
  if (!index.getType().isIndex())
    return {};
  if (llvm::is_contained(variables, index))
    return add(index);
  if (std::optional<int64_t> constant = getConstantIndex(index))
    return getAffineConstantExpr(*constant, context);
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    auto block = dyn_cast_or_null<BlockOp>(argument.getOwner()->getParentOp());
    return block ? getExpr(block.getBindings()[argument.getArgNumber()])
                 : add(index);
  }
  // Of other values nothing is known but that they are fixed; `combine` looks
  // into arithmetic.
  if (auto dim = index.getDefiningOp<memref::DimOp>())
    return add(index);
  return combine(index.getDefiningOp());
}

bool isIndexInside(Value variable, Operation *root) {
  auto argument = dyn_cast<BlockArgument>(variable);
  Operation *owner = argument ? argument.getOwner()->getParentOp() : nullptr;
  return isa_and_nonnull<ForOp, BlockOp>(owner) && root->isAncestor(owner);
}

//===----------------------------------------------------------------------===//
// Systems
//===----------------------------------------------------------------------===//

IntegerSystem::Row &IntegerSystem::Row::add(const Row &other,
                                            const DynamicAPInt &scale) {
  for (auto [column, coefficient] : other.coefficients)
    coefficients[column] += coefficient * scale;
  constant += other.constant * scale;
  return *this;
}

IntegerSystem::Row IntegerSystem::getColumn(unsigned dim, unsigned instance) {
  Value variable = space.getVariables()[dim];
  bool isShared = !isIndex(variable);
  auto [entry, isNew] = columns.try_emplace({dim, isShared ? 0 : instance}, 0);
  Row row;
  if (!isNew) {
    row.coefficients[entry->second] = 1;
    return row;
  }
  unsigned column = relation.appendVar(presburger::VarKind::SetDim);
  entry->second = column;
  row.coefficients[column] = 1;
  // Sizes are not negative; indices have their bounds. A variable enters the
  // system when it is first mentioned; its bounds come with `addDomain`.
  if (isShared)
    addNonNegative(row);
  return row;
}

SmallVector<DynamicAPInt> IntegerSystem::fill(const Row &row) {
  SmallVector<DynamicAPInt> values(relation.getNumCols());
  for (auto [column, coefficient] : row.coefficients)
    values[column] = coefficient;
  values.back() = row.constant;
  return values;
}

void IntegerSystem::addNonNegative(const Row &row) {
  relation.addInequality(fill(row));
}

void IntegerSystem::addZero(const Row &row) { relation.addEquality(fill(row)); }

// q with divisor * q <= row < divisor * (q + 1). The existential quotient: two
// inequalities, no division in the system.
IntegerSystem::Row IntegerSystem::makeDivision(const Row &row,
                                               int64_t divisor) {
  Row quotient;
  quotient.coefficients[relation.appendVar(presburger::VarKind::SetDim)] = 1;
  Row rest = row;
  rest.add(quotient, -DynamicAPInt(divisor));
  addNonNegative(rest);
  Row room;
  room.constant = divisor - 1;
  addNonNegative(room.add(rest, -1));
  return quotient;
}

IntegerSystem::Row IntegerSystem::linearize(AffineExpr expr,
                                            unsigned instance) {
  Row row;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    row.constant = constant.getValue();
    return row;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getColumn(dim.getPosition(), instance);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  row = linearize(binary.getLHS(), instance);
  if (expr.getKind() == AffineExprKind::Add)
    return row.add(linearize(binary.getRHS(), instance), 1);
  int64_t scale = cast<AffineConstantExpr>(binary.getRHS()).getValue();
  if (expr.getKind() == AffineExprKind::Mul)
    return Row().add(row, scale);
  Row quotient = makeDivision(row, scale);
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return quotient;
  return row.add(quotient, -DynamicAPInt(scale));
}

std::optional<IntegerSystem::Row> IntegerSystem::getRow(Value index,
                                                        unsigned instance) {
  AffineExpr expr = space.getExpr(index);
  if (!expr)
    return std::nullopt;
  return linearize(expr, instance);
}

void IntegerSystem::addCondition(Value condition, unsigned instance) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    addCondition(both.getLhs(), instance);
    addCondition(both.getRhs(), instance);
    return;
  }
  if (auto compare = condition.getDefiningOp<arith::CmpIOp>())
    addComparison(compare.getPredicate(), compare.getLhs(), compare.getRhs(),
                  instance);
}

void IntegerSystem::addComparison(arith::CmpIPredicate predicate, Value lhs,
                                  Value rhs, unsigned instance) {
  std::optional<Row> left = getRow(lhs, instance);
  std::optional<Row> right = getRow(rhs, instance);
  if (!left || !right)
    return;
  // Integers: a < b is b - a - 1 >= 0.
  Row less = Row().add(*right, 1).add(*left, -1);
  Row greater = Row().add(*left, 1).add(*right, -1);
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return addZero(less);
  case arith::CmpIPredicate::slt:
    --less.constant;
    return addNonNegative(less);
  case arith::CmpIPredicate::sle:
    return addNonNegative(less);
  case arith::CmpIPredicate::sgt:
    --greater.constant;
    return addNonNegative(greater);
  case arith::CmpIPredicate::sge:
    return addNonNegative(greater);
  // Leaving a condition out makes the system larger, so "empty" stays a proof.
  default:
    return;
  }
}

void IntegerSystem::addDomain(Operation *op, unsigned instance) {
  for (Operation *parent = op->getParentOp();
       parent && !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp()) {
    if (auto block = dyn_cast<BlockOp>(parent)) {
      if (Value predicate = block.getPredicate())
        addCondition(predicate, instance);
      continue;
    }
    auto loop = dyn_cast<ForOp>(parent);
    if (!loop)
      continue;
    std::optional<Row> index = getRow(loop.getInductionVar(), instance);
    std::optional<Row> lower = getRow(loop.getLowerBound(), instance);
    std::optional<Row> upper = getRow(loop.getUpperBound(), instance);
    if (lower)
      addNonNegative(Row().add(*index, 1).add(*lower, -1));
    if (!upper)
      continue;
    Row room = Row().add(*upper, 1).add(*index, -1);
    --room.constant;
    addNonNegative(room);
  }
}

/// Exact, not rational, emptiness: `2 i = 2 j + 1` has rational solutions and
/// no integer ones.
bool IntegerSystem::isEmpty() { return relation.isIntegerEmpty(); }

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

SmallVector<ElementAccess> collectAccesses(Operation *root, bool &isComplete) {
  SmallVector<ElementAccess> accesses;
  root->walk([&](Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      accesses.push_back({op, load.getMemRef(), load.getIndices(), false});
    else if (auto store = dyn_cast<memref::StoreOp>(op))
      accesses.push_back({op, store.getMemRef(), store.getIndices(), true});
    else if (!isMemoryEffectFree(op) &&
             !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
             !isa<memref::AllocOp, memref::DeallocOp>(op))
      isComplete = false;
  });
  return accesses;
}

/// Is there an element that iteration i of the one loop and j of the other both
/// touch, with i before j (or behind)? All loops around agree, as only this
/// pair of loops is in question.
bool areDisjoint(const ElementAccess &a, ForOp loopA, const ElementAccess &b,
                 ForOp loopB, Order order) {
  if (getViewedBuffer(a.buffer) != getViewedBuffer(b.buffer))
    return true;
  // Views of one buffer that differ: nothing is known.
  if (a.buffer != b.buffer)
    return false;
  IntegerSystem system(loopA.getContext());
  auto equal = [&](Value x, Value y) {
    auto firstRow = system.getRow(x, 0), secondRow = system.getRow(y, 1);
    if (firstRow && secondRow)
      system.addZero(firstRow->add(*secondRow, -1));
  };
  // An index that is no expression adds no equation: then everything is
  // possible.
  for (auto [x, y] : llvm::zip_equal(a.indices, b.indices))
    equal(x, y);
  for (Operation *outer = loopA->getParentOp(); outer;
       outer = outer->getParentOp())
    if (auto loop = dyn_cast<ForOp>(outer))
      equal(loop.getInductionVar(), loop.getInductionVar());
  auto first = system.getRow(loopA.getInductionVar(), 0);
  auto second = system.getRow(loopB.getInductionVar(), 1);
  IntegerSystem::Row gap;
  int64_t sign = order == Order::Before ? 1 : -1;
  gap.add(*second, sign).add(*first, -sign);
  --gap.constant;
  system.addNonNegative(gap);
  system.addDomain(a.op, 0);
  system.addDomain(b.op, 1);
  return system.isEmpty();
}

bool areDisjoint(const ElementAccess &a, const ElementAccess &b, ForOp loop,
                 Order order) {
  return areDisjoint(a, loop, b, loop, order);
}

} // namespace mlir::tir
