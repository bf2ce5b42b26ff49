// Loops that are bound to the axes of a launch, and those that cannot be.
#ifndef RELAX_ANALYSIS_THREADBINDINGS_H
#define RELAX_ANALYSIS_THREADBINDINGS_H

#include "Relax/Dialect/TIR/IR/TIR.h"

namespace mlir::tir {

/// The number of axes of a launch: blockIdx.x, .y, .z, threadIdx.x, .y, .z.
constexpr unsigned kNumLaunchAxes = 6;

/// The number of the axis that `loop` is bound to, in the order above; nothing
/// if it is bound to none, or to a virtual one.
std::optional<unsigned> getLaunchAxis(ForOp loop);

/// The loops of `function` that start kernels: bound to an axis, virtual ones
/// included, and in no other such loop.
SmallVector<ForOp> getKernels(FuncOp function);

/// Whether `value` can be known when `kernel` starts: it comes from outside, or
/// is computed from what does without any effect.
bool isKnownAtLaunch(Value value, ForOp kernel);

/// How a bound loop can fail to be an axis of its kernel's launch.
enum class BindingFault {
  /// The axis is bound by a loop around it already.
  Nested,
  /// It has another extent than the kernel's first loop over the axis.
  OtherExtent,
  /// Its bounds are computed by the kernel, which they are to launch.
  ComputedBounds,
};

/// A loop that is no axis of its kernel's launch.
struct BindingProblem {
  BindingFault fault;
  ForOp loop;
  /// The loop that it does not fit with: around it, the axis' first, or the
  /// kernel's outermost.
  ForOp other;

  /// What is wrong with `loop`: the text of an error there.
  std::string getMessage();
  /// What `other` is: the text of a note there.
  StringRef getNote();
};

/// All problems of the kernel that `kernel` starts, in the order of its loops.
/// A kernel without any binds each axis once, to one extent that the host
/// knows.
SmallVector<BindingProblem> findBindingProblems(ForOp kernel);

} // namespace mlir::tir

#endif // RELAX_ANALYSIS_THREADBINDINGS_H
