// Which calls can overwrite their arguments without changing what values mean.
//
// A name of memory that is made after a call stems from the call's result, or
// from a use of an older name, which is then after the call itself. So the
// names known at the call are enough, and each is looked at once.
//
// So no fixpoint is needed, and the cost is linear in uses. What may be
// overwritten, and why these four conditions suffice, is in
// docs/Rationale/Values.md.
#include "Relax/Analysis/InPlaceCalls.h"

#include "Relax/Analysis/AliasSets.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ClosureOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relax {
namespace {

/// What is known of the names that a root has so far. Uses are only added while
/// the walk goes on, so the maximum is kept and each name is visited once.
struct Names {
  /// How many of them have been looked at.
  size_t count = 0;
  /// The number of the last op that uses one.
  unsigned lastUse = 0;
  /// Whether some use does not say when it reads, or keeps the memory.
  bool isKept = false;
};

/// Decides for one call after the other, in order.
class Decisions {
public:
  explicit Decisions(Operation *function) {
    unsigned number = 0;
    function->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { numbers[op] = number++; });
  }

  bool isInPlace(const AliasSets &aliases, OpOperand &argument);

private:
  const Names &getNames(const AliasSets &aliases, Value root);

  DenseMap<Operation *, unsigned> numbers;
  DenseMap<Value, Names> namesOf;
};

} // namespace

/// Whether `value` is memory of its own, now or after `relax-call-tir-rewrite`.
/// The results of these calls become allocations of this function. A parameter
/// or constant is somebody else's.
static bool isFresh(OpResult value) {
  return isa<CallTIROp, CallTIRInplaceOp, CallDPSPackedOp, CallInplacePackedOp>(
             value.getOwner()) ||
         hasEffect<MemoryEffects::Allocate>(value.getOwner(), value);
}

/// Whether `inner` runs exactly as often as the block of `outer`, or not at
/// all. A result made outside of a lambda may be overwritten at each of its
/// calls; the second one would see what the first has written. A branch runs
/// once or not at all.
static bool runsOnceWith(Operation *outer, Operation *inner) {
  for (Operation *at = inner; at->getBlock() != outer->getBlock();) {
    at = at->getParentOp();
    if (!at || !isa<IfOp, DataflowOp>(at))
      return false;
  }
  return true;
}

/// Whether `op`, of which operands are results of `maker`, may keep them for
/// later or leaves open when it reads them.
static bool keeps(Operation *op, Operation *maker) {
  if (isa<MakeClosureOp>(op) || !runsOnceWith(maker, op))
    return true;
  // These get effects in 'relax-call-tir-rewrite'. By type they have no effect
  // now, but relax-call-tir-rewrite gives them read effects, by which order is
  // kept.
  if (isa<CallTIROp, CallDPSPackedOp>(op) ||
      op->hasTrait<OpTrait::IsTerminator>())
    return false;
  // A reshape may still be lowered to a copy. An op without effects may be
  // moved or merged behind the call by any pass in between (`cse`), and would
  // then read what the call wrote. What passes memory on is a name and reads
  // nothing.
  return isMemoryEffectFree(op) && (isReshape(op) || !passesMemoryOn(op));
}

const Names &Decisions::getNames(const AliasSets &aliases, Value root) {
  Names &names = namesOf[root];
  ArrayRef<Value> all = aliases.getAliases(root);
  for (Value name : all.drop_front(names.count))
    for (Operation *user : name.getUsers()) {
      names.lastUse = std::max(names.lastUse, numbers.lookup(user));
      names.isKept |= keeps(user, root.getDefiningOp());
    }
  names.count = all.size();
  return names;
}

bool Decisions::isInPlace(const AliasSets &aliases, OpOperand &argument) {
  Operation *call = argument.getOwner();
  ArrayRef<Value> roots = aliases.getRoots(argument.get());
  // The kernel would read one buffer while it writes the same memory as another
  // one; its loads were scheduled as if that could not be.
  for (OpOperand &other : call->getOpOperands())
    if (&other != &argument &&
        llvm::any_of(aliases.getRoots(other.get()), [&](Value root) {
          return llvm::is_contained(roots, root);
        }))
      return false;
  return !roots.empty() && llvm::all_of(roots, [&](Value root) {
    auto result = dyn_cast<OpResult>(root);
    if (!result || !isFresh(result) || !runsOnceWith(result.getOwner(), call))
      return false;
    const Names &names = getNames(aliases, root);
    // A use by the call itself has the call's number.
    return !names.isKept && names.lastUse <= numbers.lookup(call);
  });
}

InPlaceCalls::InPlaceCalls(Operation *function) {
  Decisions decisions(function);
  // One walk for aliases and decisions together: whether a result aliases its
  // argument depends on the decision, and later decisions on that.
  AliasSets(function, [&](const AliasSets &aliases, OpOperand &argument) {
    bool isInPlace = decisions.isInPlace(aliases, argument);
    if (isInPlace)
      inPlace.insert(&argument);
    return isInPlace;
  });
}

} // namespace mlir::relax
