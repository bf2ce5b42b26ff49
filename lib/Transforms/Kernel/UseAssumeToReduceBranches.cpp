// Leave branches out that give what is assumed anyway.
//
// An assumption says of elements of a buffer what they are, but for those whose
// indices meet its exceptions:
//
//   for i: assume(i < 6 or x[i] == 0)          x[i] is 0 from 6 on
//   for i: y[i] = i >= 6 ? 0 : x[i] + x[i]     both sides are 0 there
//
// Whether an element that a branch reads is one of these is decided by integers
// (IndexSpace), not by comparing the two conditions as text, as TVM does: they
// may be written in different ways.
#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/IndexSpace.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace mlir::relax {
#define GEN_PASS_DEF_USEASSUMETOREDUCEBRANCHESPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

using tir::IntegerSystem;

namespace {
/// A comparison of two indices that holds.
struct Comparison {
  arith::CmpIPredicate predicate;
  Value lhs, rhs;
};
/// Comparisons that hold together. A condition is a list of such cases, of
/// which one holds; an empty case says nothing.
using Case = SmallVector<Comparison>;
using Cases = SmallVector<Case>;

/// `buffer[indices] == value` for all indices, unless an exception holds.
struct Assumption {
  Operation *op;
  Value buffer;
  SmallVector<Value> indices;
  Attribute value;
  SmallVector<Value> exceptions;
};

/// A side of a branch, and when the other one is taken.
struct Branch {
  Operation *op;
  Value condition;
  /// Whether the other one is taken where the condition holds.
  bool isOther;
};

/// What is assumed in a function, and what follows from it.
class Assumptions {
public:
  explicit Assumptions(tir::FuncOp func);

  bool isEmpty() const { return assumptions.empty(); }
  /// What `value` of a side is where the other one is taken; null if that is
  /// not a constant.
  Attribute evaluate(Value value, const Branch &branch);
  /// Whether all that gives the side can be done wherever its branch is.
  bool canBeHoisted(Block &side, const Branch &branch);

private:
  void addAssumption(LLVM::AssumeOp op, Value condition);
  Attribute read(memref::LoadOp load, const Branch &branch);
  bool applies(const Assumption &assumption, memref::LoadOp load,
               const Branch &branch);

  SmallVector<Assumption> assumptions;
};

struct UseAssumeToReduceBranchesPass
    : impl::UseAssumeToReduceBranchesPassBase<UseAssumeToReduceBranchesPass> {
  using Base::Base;

  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Cases of which one holds where the condition has the value; a superset of
/// them if not all of it is understood. More than a few dozen are one that says
/// nothing: each is a question to the integers.
static Cases getCases(Value condition, bool holds);

static constexpr size_t kMaxCases = 64;

static Cases joinBoth(const Cases &first, const Cases &second) {
  Cases both;
  if (first.size() * second.size() > kMaxCases)
    return {Case()};
  for (const Case &one : first)
    for (const Case &other : second) {
      both.push_back(one);
      both.back().append(other);
    }
  return both;
}

static Cases joinEither(Cases first, const Cases &second) {
  if (first.size() + second.size() > kMaxCases)
    return {Case()};
  first.append(second);
  return first;
}

/// `condition ? first : second` of bools.
static Cases choose(Value condition, Value first, Value second, bool holds) {
  return joinEither(
      joinBoth(getCases(condition, true), getCases(first, holds)),
      joinBoth(getCases(condition, false), getCases(second, holds)));
}

static Cases compare(arith::CmpIOp op, bool holds) {
  auto predicate =
      holds ? op.getPredicate() : arith::invertPredicate(op.getPredicate());
  auto one = [&](arith::CmpIPredicate predicate) {
    return Case{{predicate, op.getLhs(), op.getRhs()}};
  };
  // What differs is smaller or greater, and each alone is convex.
  if (predicate == arith::CmpIPredicate::ne)
    return {one(arith::CmpIPredicate::slt), one(arith::CmpIPredicate::sgt)};
  return {one(predicate)};
}

static Cases getCases(Value condition, bool holds) {
  Operation *op = condition.getDefiningOp();
  APInt constant;
  if (matchPattern(condition, m_ConstantInt(&constant)))
    return constant.isOne() == holds ? Cases{Case()} : Cases();
  if (auto negation = dyn_cast_or_null<arith::XOrIOp>(op);
      negation && matchPattern(negation.getRhs(), m_ConstantInt(&constant)) &&
      constant.isOne())
    return getCases(negation.getLhs(), !holds);
  if (isa_and_nonnull<arith::AndIOp, arith::OrIOp>(op)) {
    Cases first = getCases(op->getOperand(0), holds);
    Cases second = getCases(op->getOperand(1), holds);
    // By de Morgan's law.
    return isa<arith::AndIOp>(op) == holds
               ? joinBoth(first, second)
               : joinEither(std::move(first), second);
  }
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op))
    return choose(select.getCondition(), select.getTrueValue(),
                  select.getFalseValue(), holds);
  if (auto branch = dyn_cast_or_null<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(condition).getResultNumber();
    return choose(branch.getCondition(), branch.thenYield().getOperand(number),
                  branch.elseYield().getOperand(number), holds);
  }
  if (auto comparison = dyn_cast_or_null<arith::CmpIOp>(op);
      comparison && comparison.getLhs().getType().isIndex())
    return compare(comparison, holds);
  return {Case()};
}

static void addCase(IntegerSystem &system, const Case &known) {
  for (const Comparison &comparison : known)
    system.addComparison(comparison.predicate, comparison.lhs, comparison.rhs,
                         0);
}

//===----------------------------------------------------------------------===//
// What is assumed
//===----------------------------------------------------------------------===//

/// Whether an index goes over all of an axis, by loops that are around `op` and
/// drive nothing else.
static bool coversAxis(Value index, int64_t size) {
  auto argument = dyn_cast<BlockArgument>(index);
  if (!argument)
    return false;
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto block = dyn_cast<tir::BlockOp>(parent))
    return tir::coversDomain(block) &&
           getConstantIntValue(block.getExtents()[argument.getArgNumber()]) ==
               size;
  auto loop = dyn_cast<tir::ForOp>(parent);
  return loop && getConstantIntValue(loop.getLowerBound()) == 0 &&
         loop.getConstantExtent() == size;
}

/// Whether `op` is done for each index of the loops around it. A condition
/// around an assumption would be one of its exceptions, and loops without
/// iterations would assume nothing.
static bool isAlwaysDone(Operation *op) {
  for (Operation *parent = op->getParentOp(); !isa<tir::FuncOp>(parent);
       parent = parent->getParentOp()) {
    if (auto loop = dyn_cast<tir::ForOp>(parent)) {
      if (loop.getConstantExtent().value_or(0) < 1)
        return false;
    } else if (!isa<tir::BlockOp>(parent)) {
      return false;
    }
  }
  return true;
}

/// Conditions of which one holds: sides of `or`, also where it is a branch, as
/// the right side may be read only if the left one does not hold.
static void collectAlternatives(Value condition,
                                SmallVectorImpl<Value> &alternatives) {
  if (auto either = condition.getDefiningOp<arith::OrIOp>()) {
    collectAlternatives(either.getLhs(), alternatives);
    collectAlternatives(either.getRhs(), alternatives);
    return;
  }
  Value asked, first, second;
  if (auto branch = condition.getDefiningOp<scf::IfOp>()) {
    unsigned number = cast<OpResult>(condition).getResultNumber();
    asked = branch.getCondition();
    first = branch.thenYield().getOperand(number);
    second = branch.elseYield().getOperand(number);
  } else if (auto select = condition.getDefiningOp<arith::SelectOp>()) {
    asked = select.getCondition();
    first = select.getTrueValue();
    second = select.getFalseValue();
  }
  if (asked && matchPattern(first, m_One())) {
    collectAlternatives(asked, alternatives);
    collectAlternatives(second, alternatives);
    return;
  }
  alternatives.push_back(condition);
}

/// The element and the constant that a comparison says to be equal. Two zeros
/// are, whatever their signs.
static memref::LoadOp getEquality(Value condition, Attribute &value) {
  Operation *op = condition.getDefiningOp();
  auto integers = dyn_cast_or_null<arith::CmpIOp>(op);
  auto floats = dyn_cast_or_null<arith::CmpFOp>(op);
  bool isEqual =
      integers ? integers.getPredicate() == arith::CmpIPredicate::eq
               : floats && floats.getPredicate() == arith::CmpFPredicate::OEQ;
  if (!isEqual)
    return {};
  for (auto [element, other] :
       {std::pair(op->getOperand(0), op->getOperand(1)),
        std::pair(op->getOperand(1), op->getOperand(0))})
    if (auto load = element.getDefiningOp<memref::LoadOp>();
        load && matchPattern(other, m_Constant(&value)))
      return load;
  return {};
}

/// Whether nothing in the function writes the buffer: what is assumed of it at
/// one place is true at all others then.
static bool isNeverWritten(Value buffer) {
  return isa<BlockArgument>(buffer) &&
         llvm::all_of(tir::getBufferUsers(buffer), [](Operation *user) {
           return isa<memref::LoadOp, memref::DimOp>(user);
         });
}

void Assumptions::addAssumption(LLVM::AssumeOp op, Value condition) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    addAssumption(op, both.getLhs());
    addAssumption(op, both.getRhs());
    return;
  }
  SmallVector<Value> alternatives;
  collectAlternatives(condition, alternatives);
  for (Value alternative : alternatives) {
    Attribute value;
    memref::LoadOp load = getEquality(alternative, value);
    if (!load || !isNeverWritten(load.getMemRef()))
      continue;
    Assumption found = {op, load.getMemRef(), load.getIndices(), value, {}};
    llvm::copy_if(alternatives, std::back_inserter(found.exceptions),
                  [&](Value other) { return other != alternative; });
    llvm::SmallPtrSet<Value, 4> distinct(found.indices.begin(),
                                         found.indices.end());
    ArrayRef<int64_t> sizes = load.getMemRefType().getShape();
    if (distinct.size() == sizes.size() &&
        llvm::all_of_zip(found.indices, sizes, coversAxis))
      assumptions.push_back(std::move(found));
  }
}

Assumptions::Assumptions(tir::FuncOp func) {
  func.walk([&](LLVM::AssumeOp op) {
    if (isAlwaysDone(op))
      addAssumption(op, op.getCond());
  });
}

//===----------------------------------------------------------------------===//
// What follows
//===----------------------------------------------------------------------===//

/// Whether the element that is read where the other side is taken is provably
/// none of the exceptions: no integers are in both.
bool Assumptions::applies(const Assumption &assumption, memref::LoadOp load,
                          const Branch &branch) {
  Cases exceptions;
  for (Value exception : assumption.exceptions)
    exceptions = joinEither(std::move(exceptions), getCases(exception, true));
  Cases taken = getCases(branch.condition, branch.isOther);
  return llvm::all_of(joinBoth(taken, exceptions), [&](const Case &both) {
    IntegerSystem system(load.getContext());
    system.addDomain(branch.op, 0);
    system.addDomain(assumption.op, 0);
    for (auto [element, index] :
         llvm::zip_equal(load.getIndices(), assumption.indices)) {
      std::optional<IntegerSystem::Row> read = system.getRow(element, 0);
      std::optional<IntegerSystem::Row> known = system.getRow(index, 0);
      if (!read || !known)
        return false;
      system.addZero(read->add(*known, -1));
    }
    addCase(system, both);
    return system.isEmpty();
  });
}

Attribute Assumptions::read(memref::LoadOp load, const Branch &branch) {
  for (const Assumption &assumption : assumptions)
    if (assumption.buffer == load.getMemRef() &&
        applies(assumption, load, branch))
      return assumption.value;
  return {};
}

Attribute Assumptions::evaluate(Value value, const Branch &branch) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast_or_null<memref::LoadOp>(op))
    return read(load, branch);
  if (!op || op->getNumRegions() || op->getNumResults() != 1 || !isPure(op))
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(evaluate(operand, branch));
    if (!operands.back())
      return {};
  }
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return {};
  if (auto folded = dyn_cast<Value>(results.front()))
    return evaluate(folded, branch);
  return cast<Attribute>(results.front());
}

/// Whether a load stays in its buffer wherever the branch is, and not only
/// where its side is taken.
static bool isInBounds(memref::LoadOp load, const Branch &branch) {
  for (auto [index, size] :
       llvm::zip_equal(load.getIndices(), load.getMemRefType().getShape())) {
    for (bool isBelow : {true, false}) {
      IntegerSystem system(load.getContext());
      system.addDomain(branch.op, 0);
      std::optional<IntegerSystem::Row> row = system.getRow(index, 0);
      if (!row || ShapedType::isDynamic(size))
        return false;
      IntegerSystem::Row outside;
      outside.add(*row, isBelow ? -1 : 1);
      outside.constant += isBelow ? -1 : -size;
      system.addNonNegative(outside);
      if (!system.isEmpty())
        return false;
    }
  }
  return true;
}

bool Assumptions::canBeHoisted(Block &side, const Branch &branch) {
  return llvm::all_of(side.without_terminator(), [&](Operation &op) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      return isInBounds(load, branch);
    return op.getNumRegions() == 0 && isPure(&op);
  });
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Erases what nothing uses any more, from its end on.
static void eraseDead(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isOpTriviallyDead(op))
    return;
  SmallVector<Value> operands(op->getOperands());
  op->erase();
  for (Value operand : operands)
    eraseDead(operand);
}

/// Whether one side is a constant that the other one gives, too, where it would
/// be taken.
static bool isRedundant(Assumptions &assumptions, Value constant, Value kept,
                        const Branch &branch) {
  Attribute wanted;
  return matchPattern(constant, m_Constant(&wanted)) &&
         assumptions.evaluate(kept, branch) == wanted;
}

static void replace(Operation *op, Value condition, Value kept) {
  op->getResult(0).replaceAllUsesWith(kept);
  op->erase();
  eraseDead(condition);
}

/// An iterator of a block that has one value is that value, as TVM writes what
/// it keeps: the axis is none that the element depends on.
static void replaceSingleIterators(Operation &op) {
  for (OpOperand &operand : op.getOpOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand.get());
    auto block =
        argument ? dyn_cast<tir::BlockOp>(argument.getOwner()->getParentOp())
                 : tir::BlockOp();
    if (!block ||
        getConstantIntValue(block.getExtents()[argument.getArgNumber()]) != 1)
      continue;
    OpBuilder builder(&op);
    operand.set(arith::ConstantIndexOp::create(builder, op.getLoc(), 0));
  }
}

static void reduce(scf::IfOp op, Assumptions &assumptions) {
  if (op.getNumResults() != 1)
    return;
  Value condition = op.getCondition();
  for (bool keepsElse : {true, false}) {
    Block &side = keepsElse ? *op.elseBlock() : *op.thenBlock();
    Block &other = keepsElse ? *op.thenBlock() : *op.elseBlock();
    Value kept = side.getTerminator()->getOperand(0);
    Branch branch = {op, condition, keepsElse};
    if (!isRedundant(assumptions, other.getTerminator()->getOperand(0), kept,
                     branch) ||
        !assumptions.canBeHoisted(side, branch))
      continue;
    for (Operation &inner :
         llvm::make_early_inc_range(side.without_terminator())) {
      inner.moveBefore(op);
      replaceSingleIterators(inner);
    }
    return replace(op, condition, kept);
  }
}

static void reduce(arith::SelectOp op, Assumptions &assumptions) {
  Value condition = op.getCondition();
  if (!condition.getType().isInteger(1))
    return;
  for (bool keepsElse : {true, false}) {
    Value kept = keepsElse ? op.getFalseValue() : op.getTrueValue();
    Value other = keepsElse ? op.getTrueValue() : op.getFalseValue();
    if (isRedundant(assumptions, other, kept, {op, condition, keepsElse}))
      return replace(op, condition, kept);
  }
}

void UseAssumeToReduceBranchesPass::runOnOperation() {
  Assumptions assumptions(getOperation());
  if (assumptions.isEmpty())
    return;
  // What an assumption itself computes is not changed: it would say nothing of
  // its exceptions any more.
  SmallVector<Operation *> branches;
  getOperation().walk([&](Operation *op) {
    if (isa<scf::IfOp, arith::SelectOp>(op) &&
        !llvm::all_of(op->getUsers(), [](Operation *user) {
          return isa<LLVM::AssumeOp>(user);
        }))
      branches.push_back(op);
  });
  for (Operation *op : branches) {
    if (auto branch = dyn_cast<scf::IfOp>(op))
      reduce(branch, assumptions);
    else
      reduce(cast<arith::SelectOp>(op), assumptions);
  }
}

} // namespace mlir::relax
