// The main loop of a kernel: the next steps come while one is computed.
#ifndef RELAX_KERNELS_CONTRACTION_MAINLOOP_H
#define RELAX_KERNELS_CONTRACTION_MAINLOOP_H

#include "Relax/Dialect/TIR/IR/KernelBuilder.h"

namespace mlir::tir {

/// What a kernel does with its steps; what is not overridden is nothing to do.
class MainLoop {
public:
  virtual ~MainLoop() = default;

protected:
  /// Writes the loop from `first` up to `end`: while a step is computed, the
  /// next `ahead` are on their way.
  void buildLoop(KernelBuilder &b, Value first, Value end, int64_t ahead);

  /// Starts the copies of a step, if there is such a step.
  virtual void start(Value step) {}
  /// Brings what came to registers to shared memory.
  virtual void commit(Value step) {}
  /// Waits for the copies of a step, and for all threads, before the step; and
  /// for those of the next one at the end of each.
  virtual void waitBefore(Value step) {}
  virtual void waitAfter() {}
  virtual void compute(Value step) = 0;
};

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_MAINLOOP_H
