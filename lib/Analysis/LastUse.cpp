// Where the life of each tensor and storage of a function ends.
#include "Relax/Analysis/LastUse.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"

namespace mlir::relax {

/// Whether `op` only ends a life.
static bool isKill(Operation *op) {
  return isa<MemoryKillTensorOp, MemoryKillStorageOp, VMKillObjectOp>(op);
}

/// Whether the results of `op` are memory that the function has to end.
static bool makesMemory(Operation *op) {
  return isa<BuiltinAllocTensorOp, MemoryAllocTensorOp, MemoryAllocStorageOp,
             CallOp>(op);
}

LastUse::LastUse(Operation *function) : aliases(function) {
  unsigned number = 0;
  function->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { numbers[op] = number++; });
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (makesMemory(op))
      for (Value result : op->getResults())
        addKill(op, result);
    // What closures do with their memory is theirs.
    return isa<LambdaOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
}

void LastUse::visitUsers(Value root,
                         llvm::function_ref<void(Operation *)> visit) const {
  for (Value alias : aliases.getAliases(root))
    for (Operation *user : alias.getUsers()) {
      if (isKill(user))
        continue;
      visit(user);
      // A storage is used by what its tensors are used by.
      if (auto tensor = dyn_cast<MemoryAllocTensorOp>(user))
        visitUsers(tensor.getTensor(), visit);
    }
}

LiveRange LastUse::getLiveRange(Value root) const {
  LiveRange range;
  if (Operation *op = root.getDefiningOp())
    range.begin = getNumber(op);
  range.end = range.begin;
  visitUsers(root, [&](Operation *user) {
    range.end = std::max(range.end, getNumber(user));
  });
  return range;
}

Operation *LastUse::getLastIn(Block *block, Value root) const {
  Operation *last = root.getDefiningOp();
  if (last)
    last = block->findAncestorOpInBlock(*last);
  bool isInside = last != nullptr;
  visitUsers(root, [&](Operation *user) {
    Operation *ancestor = block->findAncestorOpInBlock(*user);
    isInside &= ancestor != nullptr;
    if (isInside && last->isBeforeInBlock(ancestor))
      last = ancestor;
  });
  // What the end of the block gives away lives on, used there or not.
  bool leaves = last && last->hasTrait<OpTrait::IsTerminator>();
  return isInside && !leaves ? last : nullptr;
}

/// Whether the memory of `value` leaves the function.
static bool leaves(const AliasSets &aliases, Value value) {
  if (aliases.escapes(value))
    return true;
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    auto tensor = dyn_cast<MemoryAllocTensorOp>(user);
    return tensor && aliases.escapes(tensor.getTensor());
  });
}

void LastUse::addKill(Operation *op, Value value) {
  if (!isa<TensorType, ObjectType>(value.getType()) || leaves(aliases, value) ||
      llvm::any_of(value.getUsers(), isKill))
    return;
  // What a branch gives to the outside has no end inside the branch.
  Operation *last = getLastIn(op->getBlock(), value);
  if (last)
    endings.push_back({value, last});
}

} // namespace mlir::relax
