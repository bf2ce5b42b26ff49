// Checks that scheduled tensor programs are loops that can run: on values of
// machines, and launched once.
#include "Relax/Transforms/Contracts/Passes.h"
#include "Violations.h"

#include "Relax/Analysis/ThreadBindings.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYSCHEDULEDPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
struct VerifyScheduledPass
    : impl::VerifyScheduledPassBase<VerifyScheduledPass> {
  void runOnOperation() override;
};
} // namespace

// What the host launches has each axis once, with an extent that the host
// knows. The same fault is asked about in two passes: TIR's own check, and here
// where the bounds must also be the host's, which launches.
static void checkThreadBindings(tir::ForOp kernel, Violations &violations) {
  SmallVector<tir::BindingProblem> problems = tir::findBindingProblems(kernel);
  for (tir::BindingProblem &problem : problems) {
    unsigned rule;
    switch (problem.fault) {
    case tir::BindingFault::Nested:
      // VerifyScheduledPass R3: each axis once.
      rule = 3;
      break;
    case tir::BindingFault::OtherExtent:
      // VerifyScheduledPass R4: with one extent.
      rule = 4;
      break;
    case tir::BindingFault::ComputedBounds:
      // VerifyScheduledPass R5: that is known when the kernel starts.
      rule = 5;
      break;
    }
    violations.report(problem.loop, rule, problem.getMessage())
            .attachNote(problem.other.getLoc())
        << problem.getNote();
  }
}

/// An unscheduled function is slow, not wrong, so it is a remark.
static void checkProgram(tir::FuncOp func, Violations &violations) {
  if (func.isExternal())
    return;
  if (!func.isScheduled()) {
    func.emitRemark("is not scheduled: it runs as it is, loop by loop");
    return;
  }
  for (tir::ForOp kernel : tir::getKernels(func))
    checkThreadBindings(kernel, violations);
  func.walk([&](tir::BlockOp block) {
    // VerifyScheduledPass R1: loops and nothing else.
    violations
            .report(block, 1,
                    "is left in a function that is marked as scheduled, "
                    "expected none")
            .attachNote(func.getLoc())
        << "function @" << func.getSymName()
        << " is here; drop 'tir.is_scheduled' to schedule it";
  });
}

namespace {
/// What LLVM can turn into code in sensible time and memory: it writes out
/// operations on wide values piece by piece. An i65536 is 1024 machine words,
/// and a product of two such numbers the square of that many instructions.
class MachineTypes {
public:
  static constexpr unsigned kMaxBits = 1024;
  static constexpr int64_t kMaxElements = 65536;

  /// Whether no part of `type` is too wide; looks at each type once. Most ops
  /// share a few types; without the map each would be walked for each op.
  bool contains(Type type) {
    auto [it, isNew] = known.try_emplace(type, true);
    if (isNew)
      it->second = !type.walk([](Type part) {
                          return isTooWide(part) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
                        })
                        .wasInterrupted();
    return known.lookup(type);
  }

private:
  static bool isTooWide(Type type) {
    if (auto integer = dyn_cast<IntegerType>(type))
      return integer.getWidth() > kMaxBits;
    auto vector = dyn_cast<VectorType>(type);
    int64_t elements = 1;
    if (vector)
      for (int64_t size : vector.getShape())
        // The second test is on a product of two numbers below 2^17, so it
        // cannot overflow.
        if (size > kMaxElements || (elements *= size) > kMaxElements)
          return true;
    return false;
  }

  DenseMap<Type, bool> known;
};
} // namespace

static void checkTypes(ModuleOp module, Violations &violations) {
  MachineTypes machine;
  module.walk([&](Operation *op) {
    SmallVector<Type> types(op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(types, block.getArgumentTypes());
    for (Type type : types)
      // VerifyScheduledPass R2: values that a machine can have.
      if (!machine.contains(type)) {
        violations.report(op, 2, "has a value of type ")
            << type << ", expected integers of at most "
            << MachineTypes::kMaxBits << " bits and vectors of at most "
            << MachineTypes::kMaxElements
            << " elements; use narrower integers, or a loop over short vectors";
        break;
      }
  });
}

void VerifyScheduledPass::runOnOperation() {
  Violations violations(getArgument());
  getOperation().walk(
      [&](tir::FuncOp func) { checkProgram(func, violations); });
  checkTypes(getOperation(), violations);
  if (violations.any())
    signalPassFailure();
  markAllAnalysesPreserved();
}

} // namespace mlir::relax
