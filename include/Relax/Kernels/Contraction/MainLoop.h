// The main loop of a kernel: the next steps come while one is computed.
#ifndef RELAX_KERNELS_CONTRACTION_MAINLOOP_H
#define RELAX_KERNELS_CONTRACTION_MAINLOOP_H

#include "Relax/Dialect/TIR/IR/KernelBuilder.h"

namespace mlir::tir {

/// What a kernel does with its steps, from `first` up to `end`: while one is
/// computed, the next `ahead` are on their way.
struct MainLoop {
  Value first, end;
  int64_t ahead = 0;
  /// Start the copies of a step, if there is such a step.
  llvm::function_ref<void(Value)> start;
  /// Bring what came to registers to shared memory.
  llvm::function_ref<void(Value)> commit;
  /// Wait for the copies of a step, and for all threads, before the step; and
  /// for those of the next one at the end of each.
  llvm::function_ref<void(Value)> waitBefore;
  llvm::function_ref<void()> waitAfter;
  llvm::function_ref<void(Value)> compute;
};

/// Writes a main loop; what is null is nothing to do.
void buildMainLoop(KernelBuilder &b, const MainLoop &steps);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_MAINLOOP_H
