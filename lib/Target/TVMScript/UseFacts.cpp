// Finds which ops of a tensor program stand inside expressions.
#include "UseFacts.h"

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::relax::tvmscript {

bool isExpression(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) ||
         (isa<scf::IfOp>(op) && op->getNumResults() == 1) ||
         isa<memref::LoadOp, vector::LoadOp, vector::GatherOp,
             vector::BroadcastOp, vector::ExtractOp, vector::FromElementsOp,
             vector::StepOp>(op);
}

bool readsBuffer(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<memref::LoadOp, vector::LoadOp, vector::GatherOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// The minimum or maximum that a choice between compared floats is.
static std::optional<Pattern> findExtremum(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare || !compare->hasOneUse() ||
      compare.getLhs() != select.getTrueValue() ||
      compare.getRhs() != select.getFalseValue())
    return std::nullopt;
  using P = arith::CmpFPredicate;
  if (compare.getPredicate() != P::OLT && compare.getPredicate() != P::OGT)
    return std::nullopt;
  return Pattern{compare.getPredicate() == P::OLT ? Pattern::Minimum
                                                  : Pattern::Maximum,
                 {compare.getLhs(), compare.getRhs()}};
}

/// The rest of a division that rounds down.
static std::optional<Pattern> findModulo(arith::SubIOp op) {
  auto product = op.getRhs().getDefiningOp<arith::MulIOp>();
  if (!product || !product->hasOneUse())
    return std::nullopt;
  auto quotient = product.getLhs().getDefiningOp<arith::FloorDivSIOp>();
  if (!quotient || !quotient->hasOneUse() || quotient.getLhs() != op.getLhs() ||
      quotient.getRhs() != product.getRhs())
    return std::nullopt;
  return Pattern{Pattern::FloorModulo, {op.getLhs(), product.getRhs()}};
}

/// 1 / (1 + exp(-x)).
static std::optional<Pattern> findSigmoid(arith::DivFOp op) {
  auto sum = op.getRhs().getDefiningOp<arith::AddFOp>();
  if (!matchPattern(op.getLhs(), m_OneFloat()) || !sum || !sum->hasOneUse() ||
      !matchPattern(sum.getLhs(), m_OneFloat()))
    return std::nullopt;
  auto power = sum.getRhs().getDefiningOp<math::ExpOp>();
  if (!power || !power->hasOneUse())
    return std::nullopt;
  auto minus = power.getOperand().getDefiningOp<arith::NegFOp>();
  if (!minus || !minus->hasOneUse())
    return std::nullopt;
  return Pattern{Pattern::Sigmoid, {minus.getOperand()}};
}

/// Whether a value numbers the lanes of a vector.
static bool isLaneNumbers(Value value) {
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  if (value.getDefiningOp<vector::StepOp>())
    return true;
  DenseIntElementsAttr numbers;
  if (!matchPattern(value, m_Constant(&numbers)) || numbers.isSplat())
    return false;
  for (auto [lane, number] : llvm::enumerate(numbers.getValues<APInt>()))
    if (number != lane)
      return false;
  return true;
}

/// A vector of equal steps: start + lanes * step.
static std::optional<Pattern> findRamp(arith::AddIOp op) {
  auto start = op.getLhs().getDefiningOp<vector::BroadcastOp>();
  auto product = op.getRhs().getDefiningOp<arith::MulIOp>();
  if (!start || !start->hasOneUse() || !product || !product->hasOneUse() ||
      !isLaneNumbers(product.getLhs()))
    return std::nullopt;
  auto step = product.getRhs().getDefiningOp<vector::BroadcastOp>();
  if (!step || !step->hasOneUse())
    return std::nullopt;
  return Pattern{Pattern::Ramp, {start.getSource(), step.getSource()}};
}

/// Collects what a pattern is made of, down to its operands.
static void collect(Value value, ArrayRef<Value> stops,
                    llvm::DenseSet<Operation *> &found) {
  Operation *op = value.getDefiningOp();
  if (!op || llvm::is_contained(stops, value) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return;
  found.insert(op);
  for (Value operand : op->getOperands())
    collect(operand, stops, found);
}

void UseFacts::findPattern(Operation *op) {
  std::optional<Pattern> found;
  if (auto select = dyn_cast<arith::SelectOp>(op))
    found = findExtremum(select);
  else if (auto difference = dyn_cast<arith::SubIOp>(op))
    found = findModulo(difference);
  else if (auto quotient = dyn_cast<arith::DivFOp>(op))
    found = findSigmoid(quotient);
  else if (auto sum = dyn_cast<arith::AddIOp>(op))
    found = findRamp(sum);
  if (!found)
    return;
  for (Value operand : op->getOperands())
    collect(operand, found->operands, absorbed);
  for (Value operand : found->operands)
    patternEnds[operand].push_back(op);
  patterns[op] = std::move(*found);
}

const Pattern *UseFacts::pattern(Operation *op) const {
  auto found = patterns.find(op);
  return found == patterns.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

SmallVector<Operation *> UseFacts::usersOf(Value value) const {
  SmallVector<Operation *> users;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    // An end of a pattern counts once, whatever it uses its operands for.
    if (isAbsorbed(user) || (pattern(user) && llvm::is_contained(users, user)))
      continue;
    users.push_back(user);
  }
  // What is used inside of a pattern only is used by its end.
  auto ends = patternEnds.find(value);
  if (ends != patternEnds.end())
    for (Operation *end : ends->second)
      if (!llvm::is_contained(users, end))
        users.push_back(end);
  return users;
}

/// Whether the importer would compute what `op` gives as an index, or under a
/// condition, if it stood inside of `user`.
static bool meansElse(Operation *op, Operation *user) {
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(user) &&
      user->getResult(0).getType().isIndex())
    return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp,
               arith::RemSIOp, arith::MinSIOp, arith::MaxSIOp, arith::DivUIOp,
               arith::RemUIOp, arith::FloorDivSIOp, arith::SelectOp,
               arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, scf::IfOp>(op);
  if (isa<arith::SelectOp>(user))
    return user->getOperand(0) != op->getResult(0) &&
           !isa<VectorType, IndexType>(op->getResult(0).getType());
  if (isa<arith::AndIOp, arith::OrIOp>(user))
    return user->getOperand(1) == op->getResult(0) &&
           user->getResult(0).getType().isInteger(1);
  return false;
}

/// Whether something that may write stands between two ops of a block.
static bool isWrittenBetween(Operation *op, Operation *end) {
  for (Operation *next = op->getNextNode(); next && next != end;
       next = next->getNextNode())
    if (!isExpression(next) && !isMemoryEffectFree(next) &&
        !isa<memref::AllocOp>(next))
      return true;
  return false;
}

bool UseFacts::isInlined(Operation *op) const {
  auto known = inlined.find(op);
  if (known != inlined.end())
    return known->second;
  // Whether others are, which it may hang on, is about ops after it.
  bool isInside = decideInlined(op);
  inlined[op] = isInside;
  return isInside;
}

bool UseFacts::decideInlined(Operation *op) const {
  if (!isExpression(op) || op->getNumResults() != 1)
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>() || isAbsorbed(op))
    return true;
  SmallVector<Operation *> users = usersOf(op->getResult(0));
  if (users.size() != 1 || users.front()->getBlock() != op->getBlock())
    return users.empty() && isMemoryEffectFree(op);
  Operation *user = users.front();
  // The text of a maximum has its operands twice.
  if (isa<arith::MaximumFOp, arith::MinimumFOp>(user))
    return false;
  bool reads = readsBuffer(op);
  if (meansElse(op, user) &&
      (reads || isa<arith::IndexCastOp, arith::IndexCastUIOp>(user)))
    return false;
  if (!reads)
    return true;
  // The value is read where the statement is that all of this stands in.
  Operation *statement = user;
  while (isInlined(statement)) {
    SmallVector<Operation *> next = usersOf(statement->getResult(0));
    if (next.empty() || next.front()->getBlock() != op->getBlock())
      break;
    statement = next.front();
  }
  if (isWrittenBetween(op, statement))
    return false;
  // Choices keep their order: what has a name between stands before.
  if (!isa<scf::IfOp>(op))
    return true;
  for (Operation *next = op->getNextNode(); next && next != statement;
       next = next->getNextNode())
    if (!isInlined(next))
      return false;
  return true;
}

} // namespace mlir::relax::tvmscript
