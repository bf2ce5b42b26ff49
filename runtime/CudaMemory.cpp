// Takes memory of a CUDA device and gives it back, on any thread.
#include "CudaMemory.h"

#include <cstdint>

namespace relax::runtime {

// Pools call this on any thread, which may have no current context.
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

// All streams of the context: tensors that went out by DLPack may be read by
// streams that we do not know.
void CudaMemory::wait() {
  CurrentCudaContext current(driver, deviceContext);
  if (!current.result)
    driver.synchronizeContext();
}

} // namespace relax::runtime
