// Takes memory of a CUDA device and gives it back, on any thread.
#include "CudaMemory.h"

#include <cstdint>

namespace relax::runtime {

void *CudaMemory::allocate(uint64_t bytes) {
  CurrentCudaContext current(driver, deviceContext);
  CudaPointer pointer = 0;
  if (current.result || driver.allocate(&pointer, bytes))
    return nullptr;
  return reinterpret_cast<void *>(uintptr_t(pointer));
}

void CudaMemory::free(void *memory) {
  CurrentCudaContext current(driver, deviceContext);
  driver.free(reinterpret_cast<uintptr_t>(memory));
}

void CudaMemory::wait() {
  CurrentCudaContext current(driver, deviceContext);
  if (!current.result)
    driver.synchronizeContext();
}

} // namespace relax::runtime
