// Memory of a CUDA device, and of the host for it, as pools take it.
#ifndef RELAX_RUNTIME_CUDA_CUDAMEMORY_H
#define RELAX_RUNTIME_CUDA_CUDAMEMORY_H

#include "CudaDriver.h"
#include "Pool.h"

#include <set>

namespace relax::runtime {

/// Memory in a device's context, which it keeps: tensors may outlive the
/// RelaxContext that made them.
class CudaMemory final : public BlockSource {
public:
  /// Takes over a hold on the context of the device with this handle;
  /// `hasPools` says that the driver has memory in the order of streams.
  CudaMemory(const CudaDriver &driver, int handle, void *deviceContext,
             bool hasPools)
      : driver(driver), handle(handle), deviceContext(deviceContext),
        hasPools(hasPools) {}
  ~CudaMemory() override { driver.releaseContext(handle); }
  CudaMemory(const CudaMemory &) = delete;
  CudaMemory &operator=(const CudaMemory &) = delete;

  /// The driver's answer is `getResult()`.
  void *allocate(uint64_t bytes) override;
  void free(void *memory) override;
  void wait() override;

  /// From now on memory comes and goes in the order of a stream, where the
  /// driver can: nobody waits for kernels when some is given back. Null ends
  /// that.
  void orderBy(void *wanted);

  /// A source of memory of the host that the device copies from by itself; the
  /// answer is the driver's.
  int makePinned(std::unique_ptr<BlockSource> &source) const;

  /// What the driver has said to the thread's last request for memory; success
  /// where it was not asked, as a pool has some or its limit is reached.
  static int getResult();
  static void clearResult();

private:
  const CudaDriver &driver;
  int handle;
  void *deviceContext;
  bool hasPools;
  /// Several threads give memory back.
  ForkSafeMutex lock;
  void *stream = nullptr;
  /// What came in the order of a stream.
  std::set<CudaPointer> ordered;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDA_CUDAMEMORY_H
