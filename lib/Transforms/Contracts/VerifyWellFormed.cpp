// Check what the ops of a tensor program cannot see one by one.
#include "Relax/Transforms/Contracts/Passes.h"
#include "Violations.h"

#include "Relax/Analysis/ThreadBindings.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYWELLFORMEDPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::tir {

using relax::RuleError;
using relax::Violations;

// The op around `block` whose index `value` is computed from, if there is one.
// Depth-first over operands, each value once. A buffer's operands are sizes,
// which may come from around.
static Operation *findIndexOwner(BlockOp block, Value value,
                                 llvm::SmallPtrSetImpl<Operation *> &seen) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    return isa<ForOp, BlockOp>(owner) && owner->isProperAncestor(block)
               ? owner
               : nullptr;
  }
  Operation *op = value.getDefiningOp();
  if (isa<BaseMemRefType>(value.getType()) || !seen.insert(op).second)
    return nullptr;
  for (Value operand : op->getOperands())
    if (Operation *owner = findIndexOwner(block, operand, seen))
      return owner;
  return nullptr;
}

// An index comes into a block through its iterators, not computed either.
// Schedules rename and reorder the loops around a block. They rewrite bindings
// of iterators; an index that a block reads directly would go on meaning the
// old loop.
static void checkScope(BlockOp block, Violations &violations) {
  llvm::SmallSetVector<Value, 8> outer;
  block.getBody()->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (operand.getDefiningOp() &&
          !block.getRegion().isAncestor(operand.getParentRegion()))
        outer.insert(operand);
  });
  for (Value value : outer) {
    llvm::SmallPtrSet<Operation *, 8> seen;
    Operation *owner = findIndexOwner(block, value, seen);
    if (!owner)
      continue;
    // VerifyWellFormedPass R1: through its iterators.
    RuleError error =
        violations.report(block, 1,
                          "uses a value computed from an index of "
                          "the '")
        << owner->getName()
        << "' around it, expected an iterator; bind it to one";
    error.attachNote(value.getLoc()) << "the value is computed here";
    error.attachNote(owner->getLoc()) << "the index belongs to this op";
  }
}

static std::optional<int64_t> getConstant(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  return std::nullopt;
}

// An iterator stays below its extent, as far as constants say. A predicate may
// exclude the rest, as it does after a split with a remainder.
static void checkRange(BlockOp block, Violations &violations) {
  if (block.getPredicate())
    return;
  for (auto [i, binding] : llvm::enumerate(block.getBindings())) {
    if (i >= block.getExtents().size())
      break;
    Value extent = block.getExtents()[i];
    auto argument = dyn_cast<BlockArgument>(binding);
    auto loop =
        argument ? dyn_cast_or_null<ForOp>(argument.getOwner()->getParentOp())
                 : ForOp();
    std::optional<int64_t> limit = getConstant(extent);
    std::optional<int64_t> upper =
        loop ? getConstant(loop.getUpperBound()) : std::nullopt;
    // Upper bound only: iterators may start above 0.
    if (!limit || !upper || *upper <= *limit || loop.getConstantExtent() == 0)
      continue;
    // VerifyWellFormedPass R2: below its extent.
    (violations.report(block, 2, "has iterator #")
     << i << " of extent " << *limit
     << " bound to a loop, expected one that runs up to that, found " << *upper
     << "; make them agree or add a 'where'")
            .attachNote(loop.getLoc())
        << "the loop is here";
  }
}

// A thread axis is bound once on the way to a statement, and to one extent in
// a kernel.
static void checkBindings(ForOp kernel, Violations &violations) {
  SmallVector<BindingProblem> problems = findBindingProblems(kernel);
  for (BindingProblem &problem : problems) {
    // That the host knows the bounds is for whoever schedules.
    if (problem.fault == BindingFault::ComputedBounds)
      continue;
    // VerifyWellFormedPass R3: bound once.
    // VerifyWellFormedPass R4: to one extent.
    unsigned rule = problem.fault == BindingFault::Nested ? 3 : 4;
    violations.report(problem.loop, rule, problem.getMessage())
            .attachNote(problem.other.getLoc())
        << problem.getNote();
  }
}

static void check(FuncOp func, Violations &violations) {
  for (ForOp kernel : getKernels(func))
    checkBindings(kernel, violations);
  func.walk<WalkOrder::PreOrder>([&](BlockOp block) {
    checkScope(block, violations);
    checkRange(block, violations);
  });
}

namespace {
struct VerifyWellFormedPass
    : relax::impl::VerifyWellFormedPassBase<VerifyWellFormedPass> {
  using Base::Base;

  void runOnOperation() override {
    Violations violations(getArgument());
    getOperation().walk([&](FuncOp func) { check(func, violations); });
    if (violations.any())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace mlir::tir
