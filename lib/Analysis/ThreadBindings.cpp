// Finds the loops that are bound to thread axes, and whether a launch can have
// them.
#include "Relax/Analysis/ThreadBindings.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::tir {

/// The order is that of the operands of `gpu.launch`.
std::optional<unsigned> getLaunchAxis(ForOp loop) {
  return llvm::StringSwitch<std::optional<unsigned>>(
             loop.getThreadAxis().value_or(""))
      .Case("blockIdx.x", 0)
      .Case("blockIdx.y", 1)
      .Case("blockIdx.z", 2)
      .Case("threadIdx.x", 3)
      .Case("threadIdx.y", 4)
      .Case("threadIdx.z", 5)
      .Default(std::nullopt);
}

/// The outermost bound loop is the launch; those in it are its axes.
SmallVector<ForOp> getKernels(FuncOp function) {
  SmallVector<ForOp> kernels;
  function.walk<WalkOrder::PreOrder>([&](ForOp loop) {
    if (!loop.getThreadAxis())
      return WalkResult::advance();
    kernels.push_back(loop);
    return WalkResult::skip();
  });
  return kernels;
}

/// Backward over what the value is computed of. What is defined outside of the
/// kernel is known; inside, arithmetic on such values can be moved in front,
/// but a load cannot: the kernel may write what it reads.
bool isKnownAtLaunch(Value value, ForOp kernel) {
  llvm::SetVector<Value> needed;
  needed.insert(value);
  for (size_t i = 0; i != needed.size(); ++i) {
    Value next = needed[i];
    if (next.getParentRegion()->isProperAncestor(&kernel.getRegion()))
      continue;
    Operation *op = next.getDefiningOp();
    if (!op || op->getNumRegions() > 0 || !isMemoryEffectFree(op))
      return false;
    needed.insert_range(op->getOperands());
  }
  return true;
}

std::string BindingProblem::getMessage() {
  std::string axis =
      "binds thread axis \"" + loop.getThreadAxis()->str() + "\"";
  switch (fault) {
  case BindingFault::Nested:
    return axis + ", which a loop around it binds already";
  case BindingFault::OtherExtent:
    return axis + " with another extent than the first loop of the kernel that "
                  "does; make them equal";
  case BindingFault::ComputedBounds:
    return axis + " with bounds that its kernel computes; expected bounds that "
                  "are known when the kernel starts";
  }
  llvm_unreachable("all faults have a text");
}

StringRef BindingProblem::getNote() {
  switch (fault) {
  case BindingFault::Nested:
    return "that loop is here";
  case BindingFault::OtherExtent:
    return "the first loop is here";
  case BindingFault::ComputedBounds:
    return "the kernel starts here";
  }
  llvm_unreachable("all faults have a note");
}

// The loop around `loop`, in its kernel, that is bound to the same axis. Nested
// loops on one axis would need the square of the threads.
static ForOp findSameAxisAround(ForOp loop, ForOp kernel) {
  for (ForOp around = loop; around != kernel;) {
    around = around->getParentOfType<ForOp>();
    if (around.getThreadAxisAttr() == loop.getThreadAxisAttr())
      return around;
  }
  return nullptr;
}

// Whether both run equally often, as far as one can see. Equal SSA values, or
// equal constants. Two expressions that are equal by arithmetic are taken for
// different, as a launch has one extent and must compute it once.
static bool haveEqualExtents(ForOp a, ForOp b) {
  if (a.getConstantExtent() && b.getConstantExtent())
    return a.getConstantExtent() == b.getConstantExtent();
  return a.getLowerBound() == b.getLowerBound() &&
         a.getUpperBound() == b.getUpperBound();
}

SmallVector<BindingProblem> findBindingProblems(ForOp kernel) {
  SmallVector<BindingProblem> problems;
  llvm::SmallDenseMap<Attribute, ForOp> firsts;
  kernel.walk<WalkOrder::PreOrder>([&](ForOp loop) {
    if (!loop.getThreadAxis())
      return;
    auto [it, isFirst] = firsts.try_emplace(loop.getThreadAxisAttr(), loop);
    if (ForOp around = findSameAxisAround(loop, kernel))
      // The first fault of a loop only: a nested loop with another extent is
      // one mistake.
      problems.push_back({BindingFault::Nested, loop, around});
    else if (!haveEqualExtents(loop, it->second))
      problems.push_back({BindingFault::OtherExtent, loop, it->second});
    else if (isFirst && getLaunchAxis(loop) &&
             !(isKnownAtLaunch(loop.getLowerBound(), kernel) &&
               isKnownAtLaunch(loop.getUpperBound(), kernel)))
      problems.push_back({BindingFault::ComputedBounds, loop, kernel});
  });
  return problems;
}

} // namespace mlir::tir
