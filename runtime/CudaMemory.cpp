// Takes memory of a CUDA device and gives it back, on any thread.
#include "CudaMemory.h"
#include "CudaContexts.h"

#include <cstdint>

namespace relax::runtime {

// Of the thread, not of the memory: several may ask at a time, and whoever
// explains a failure is the one that asked.
static thread_local int lastResult = CudaSuccess;

int CudaMemory::getResult() { return lastResult; }

void CudaMemory::clearResult() { lastResult = CudaSuccess; }

// Pools call this on any thread, which may have no current context.
void *CudaMemory::allocate(uint64_t bytes) {
  CurrentCudaContext current(driver, deviceContext);
  CudaPointer pointer = 0;
  lastResult = current.result;
  if (!lastResult)
    lastResult = driver.allocate(&pointer, bytes);
  if (lastResult)
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
