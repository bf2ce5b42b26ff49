// Takes memory of a CUDA device and gives it back, on any thread.
#include "CudaMemory.h"
#include "CudaContexts.h"
#include "CudaGraphs.h"

#include <cstdint>
#include <mutex>

namespace relax::runtime {

// Of the thread, not of the memory: several may ask at a time, and whoever
// explains a failure is the one that asked.
static thread_local int lastResult = CudaSuccess;

int CudaMemory::getResult() { return lastResult; }

void CudaMemory::clearResult() { lastResult = CudaSuccess; }

// Pools call this on any thread, which may have no current context.
void *CudaMemory::allocate(uint64_t bytes) {
  std::lock_guard<ForkSafeMutex> guard(lock);
  CurrentCudaContext current(driver, deviceContext);
  CudaPointer pointer = 0;
  lastResult = current.result;
  if (!lastResult)
    lastResult = stream ? driver.allocateInOrder(&pointer, bytes, stream)
                        : driver.allocate(&pointer, bytes);
  if (lastResult)
    return nullptr;
  if (stream)
    ordered.insert(pointer);
  return reinterpret_cast<void *>(uintptr_t(pointer));
}

// Launches that this thread keeps may be of kernels that use it.
void CudaMemory::free(void *memory) {
  CudaGraphs::flushThread();
  std::lock_guard<ForkSafeMutex> guard(lock);
  CurrentCudaContext current(driver, deviceContext);
  auto pointer = reinterpret_cast<uintptr_t>(memory);
  bool isOrdered = ordered.erase(pointer) != 0;
  if (isOrdered && stream) {
    driver.freeInOrder(pointer, stream);
    return;
  }
  // Of memory in order the driver believes that nobody uses it any more.
  if (isOrdered)
    driver.synchronizeContext();
  driver.free(pointer);
}

// All streams of the context: tensors that went out by DLPack may be read by
// streams that we do not know.
void CudaMemory::wait() {
  CurrentCudaContext current(driver, deviceContext);
  if (!current.result)
    driver.synchronizeContext();
}

void CudaMemory::orderBy(void *wanted) {
  std::lock_guard<ForkSafeMutex> guard(lock);
  stream = hasPools ? wanted : nullptr;
}

namespace {

/// Memory of the host that its pages stay in.
class PinnedMemory final : public BlockSource {
public:
  /// Takes over a hold on the context of the device with this handle.
  PinnedMemory(const CudaDriver &driver, int handle, void *deviceContext)
      : driver(driver), handle(handle), deviceContext(deviceContext) {}
  ~PinnedMemory() override { driver.releaseContext(handle); }
  PinnedMemory(const PinnedMemory &) = delete;
  PinnedMemory &operator=(const PinnedMemory &) = delete;

  void *allocate(uint64_t bytes) override {
    constexpr unsigned portable = 1; // pinned for all devices
    CurrentCudaContext current(driver, deviceContext);
    void *memory = nullptr;
    lastResult = current.result;
    if (!lastResult)
      lastResult = driver.allocatePinned(&memory, bytes, portable);
    return lastResult ? nullptr : memory;
  }

  void free(void *memory) override {
    CurrentCudaContext current(driver, deviceContext);
    driver.freePinned(memory);
  }

  // Copies from it that a context asked for are in that context's stream, which
  // the device waits for.
  void wait() override {}

private:
  const CudaDriver &driver;
  int handle;
  void *deviceContext;
};

} // namespace

int CudaMemory::makePinned(std::unique_ptr<BlockSource> &source) const {
  void *same = nullptr;
  if (int result = driver.retainContext(&same, handle))
    return result;
  source = std::make_unique<PinnedMemory>(driver, handle, same);
  return CudaSuccess;
}

} // namespace relax::runtime
