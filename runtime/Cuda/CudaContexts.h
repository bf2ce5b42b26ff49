// Which context of the CUDA driver is the thread's.
#ifndef RELAX_RUNTIME_CUDA_CUDACONTEXTS_H
#define RELAX_RUNTIME_CUDA_CUDACONTEXTS_H

#include "CudaDriver.h"

namespace relax::runtime {

/// The first use of a device on this thread makes the device's context the
/// thread's until the end of the outermost of these: what is asked for inside
/// needs no further call of the driver.
class CudaContextScope {
public:
  CudaContextScope();
  ~CudaContextScope();
  CudaContextScope(const CudaContextScope &) = delete;
  CudaContextScope &operator=(const CudaContextScope &) = delete;

  /// Says that other code has run on this thread, which may have made another
  /// context the thread's.
  static void forget();
};

/// Makes a device's context the thread's, for as long as this lives.
class CurrentCudaContext {
public:
  CurrentCudaContext(const CudaDriver &driver, void *deviceContext);
  ~CurrentCudaContext();
  CurrentCudaContext(const CurrentCudaContext &) = delete;
  CurrentCudaContext &operator=(const CurrentCudaContext &) = delete;

  /// The thread has no context any more if it is this one, which ends.
  static void leave(const CudaDriver &driver, void *deviceContext);

  /// The driver's answer.
  int result;

private:
  const CudaDriver &driver;
  bool isPushed = false;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDA_CUDACONTEXTS_H
