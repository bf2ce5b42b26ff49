// Where the life of each tensor and storage of a function ends.
#include "Relax/Analysis/LastUse.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relax {

/// Whether `value` is memory that the function has to end. An operator's result
/// is a value without an end (docs/Rationale/Values.md); only what has an
/// allocate effect is memory here, and what a callee hands over.
static bool isOwned(OpResult value) {
  // The callee ends what it allocates, but for what it returns.
  return isa<CallOp>(value.getOwner()) ||
         hasEffect<MemoryEffects::Allocate>(value.getOwner(), value);
}

/// Whether `value` is given back already. Asked per value, so that a second run
/// of relax-kill-after-last-use finds nothing to do.
static bool isKilled(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return hasEffect<MemoryEffects::Free>(user, value);
  });
}

/// Numbers in pre-order make "last" a comparison of integers across nested
/// regions.
/// A dropout becomes what it takes when it is lowered, a negation of a negation
/// when it is folded: an end before the last use of that would be too early.
LastUse::LastUse(Operation *function)
    : aliases(function, /*isInPlace=*/{}, /*operatorsPassOn=*/true) {
  unsigned number = 0;
  function->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { numbers[op] = number++; });
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (OpResult result : op->getResults())
      if (isOwned(result))
        addKill(op, result);
    // What closures do with their memory is theirs.
    return isa<LambdaOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
}

/// Ends are no uses: the life of a value whose end is there already would
/// otherwise reach to that end.
void LastUse::visitUsers(Value root,
                         llvm::function_ref<void(Operation *)> visit) const {
  for (Value alias : aliases.getAliases(root))
    for (Operation *user : alias.getUsers()) {
      if (hasEffect<MemoryEffects::Free>(user, alias))
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

/// The last use inside a branch is the branch's op in the block of the
/// definition, because the end has to stand in that block and dominate nothing
/// twice.
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

/// Whether the memory of `value` leaves the function. A storage leaves with any
/// tensor in it.
static bool leaves(const AliasSets &aliases, Value value) {
  if (aliases.escapes(value))
    return true;
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    auto tensor = dyn_cast<MemoryAllocTensorOp>(user);
    return tensor && aliases.escapes(tensor.getTensor());
  });
}

/// Objects of the virtual machine have ends as well; shapes and scalars are no
/// memory.
void LastUse::addKill(Operation *op, Value value) {
  if (!isa<TensorType, ObjectType>(value.getType()) || leaves(aliases, value) ||
      isKilled(value))
    return;
  // What a branch gives to the outside has no end inside the branch.
  Operation *last = getLastIn(op->getBlock(), value);
  if (last)
    endings.push_back({value, last});
}

} // namespace mlir::relax
