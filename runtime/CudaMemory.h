// Memory of a CUDA device, as a pool takes it.
#ifndef RELAX_RUNTIME_CUDAMEMORY_H
#define RELAX_RUNTIME_CUDAMEMORY_H

#include "CudaDriver.h"
#include "Pool.h"

namespace relax::runtime {

/// Memory in a device's context, which it keeps: tensors may outlive the
/// RelaxContext that made them.
class CudaMemory final : public BlockSource {
public:
  /// Takes over a hold on the context of the device with this handle.
  CudaMemory(const CudaDriver &driver, int handle, void *deviceContext)
      : driver(driver), handle(handle), deviceContext(deviceContext) {}
  ~CudaMemory() override { driver.releaseContext(handle); }
  CudaMemory(const CudaMemory &) = delete;
  CudaMemory &operator=(const CudaMemory &) = delete;

  /// The driver's answer is `getResult()`.
  void *allocate(uint64_t bytes) override;
  void free(void *memory) override;
  void wait() override;

  /// What the driver has said to the thread's last request for memory; success
  /// where it was not asked, as a pool has some or its limit is reached.
  static int getResult();
  static void clearResult();

private:
  const CudaDriver &driver;
  int handle;
  void *deviceContext;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDAMEMORY_H
