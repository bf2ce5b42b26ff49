// Copies of inputs to a device beside the kernels of the calls before.
#ifndef RELAX_RUNTIME_CUDA_CUDAINPUTS_H
#define RELAX_RUNTIME_CUDA_CUDAINPUTS_H

#include "CudaDriver.h"
#include "Pool.h"

#include <vector>

namespace relax::runtime {

/// Copies what calls take from pinned memory in a stream of its own. Each call
/// has the memory of the one before the last, whose end that stream waits for:
/// copies for a call overlap with the kernels of the one before. The device's
/// context is the thread's in all calls.
class CudaInputs {
public:
  explicit CudaInputs(const CudaDriver &driver) : driver(driver) {}

  /// Asks for a copy of an input to memory of `pool`; the answer is the
  /// driver's. `block`, null if there is no memory, has one owner more.
  int copy(Pool &pool, const void *source, uint64_t bytes, void *kernels,
           RelaxStorage *&block);

  /// Lets the stream of kernels wait for the copies of a call.
  int join(void *kernels);

  /// Says that all that uses the copies of a call was asked for.
  int endCall(void *kernels);

  /// Whether copies were asked for that no kernel waits for.
  bool areLoose() const { return isCopying; }

  /// Whether a call under way has copied something.
  bool isUsed() const { return isInCall; }

  /// Waits for such copies.
  int finish();

  /// Gives all back that is not in use any more.
  void clear();

private:
  /// What a call's inputs are copied to.
  struct Set {
    std::vector<RelaxStorage *> blocks;
    size_t numTaken = 0;
    /// The end of the last call that used it; null before there was one.
    void *end = nullptr;
  };

  int begin();
  int takeBlock(Pool &pool, uint64_t bytes, void *kernels,
                RelaxStorage *&block);

  const CudaDriver &driver;
  void *stream = nullptr, *event = nullptr;
  Set sets[2];
  int current = 0;
  /// Whether the call under way has copied something; whether kernels do not
  /// wait for that yet.
  bool isInCall = false, isCopying = false;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDA_CUDAINPUTS_H
