// Copies of loops and of what is computed in them, at another place.
#include "Relax/Dialect/TIR/IR/LoopCloning.h"

#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::tir {

static bool isDefinedInside(Value value, Operation *root) {
  return root->isAncestor(value.getParentRegion()->getParentOp());
}

Value copyValue(OpBuilder &builder, Value value, Operation *from,
                IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (op && !mapping.contains(value) && isDefinedInside(value, from)) {
    for (Value operand : op->getOperands())
      copyValue(builder, operand, from, mapping);
    builder.clone(*op, mapping);
  }
  return mapping.lookupOrDefault(value);
}

/// `known` are the ops that were looked at, as operands may be shared at each
/// level: the first that cannot be copied ends it all.
static bool canCopyValue(Value value, Operation *from, ArrayRef<ForOp> copied,
                         llvm::SmallPtrSetImpl<Operation *> &known) {
  if (!isDefinedInside(value, from))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return llvm::is_contained(
        copied, dyn_cast_or_null<ForOp>(value.getParentBlock()->getParentOp()));
  if (!known.insert(op).second)
    return true;
  return isPure(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return canCopyValue(operand, from, copied, known);
         });
}

bool canCopyValue(Value value, Operation *from, ArrayRef<ForOp> copied) {
  llvm::SmallPtrSet<Operation *, 8> known;
  return canCopyValue(value, from, copied, known);
}

void copyLoops(OpBuilder &builder, ArrayRef<ForOp> loops, Operation *from,
               IRMapping &mapping) {
  // What does not depend on them is computed in front of all.
  for (ForOp loop : loops)
    for (Value bound : loop->getOperands())
      if (canCopyValue(bound, from, {}))
        copyValue(builder, bound, from, mapping);
  for (ForOp loop : loops) {
    Value lower = copyValue(builder, loop.getLowerBound(), from, mapping);
    Value upper = copyValue(builder, loop.getUpperBound(), from, mapping);
    ForOp copy =
        ForOp::create(builder, loop.getLoc(), lower, upper, loop.getKind(),
                      loop.getThreadAxis().value_or(""));
    mapping.map(loop.getInductionVar(), copy.getInductionVar());
    builder.setInsertionPointToStart(copy.getBody());
  }
}

bool canCopyLoops(ArrayRef<ForOp> loops, Operation *from) {
  for (auto [i, loop] : llvm::enumerate(loops))
    for (Value bound : ForOp(loop)->getOperands())
      if (!canCopyValue(bound, from, loops.take_front(i)))
        return false;
  return true;
}

void collectConditions(Value predicate, SmallVectorImpl<Value> &to) {
  if (auto both = predicate.getDefiningOp<arith::AndIOp>()) {
    collectConditions(both.getLhs(), to);
    collectConditions(both.getRhs(), to);
    return;
  }
  to.push_back(predicate);
}

SmallVector<Value> getConditions(BlockOp block) {
  SmallVector<Value> conditions;
  if (block.getPredicate())
    collectConditions(block.getPredicate(), conditions);
  return conditions;
}

Value joinConditions(OpBuilder &builder, Location loc, ValueRange conditions) {
  Value all;
  for (Value condition : conditions)
    all = all ? arith::AndIOp::create(builder, loc, all, condition) : condition;
  return all;
}

} // namespace mlir::tir
