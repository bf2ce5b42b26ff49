// The memory that a context has of a CUDA device.
#ifndef RELAX_RUNTIME_CUDA_CUDAPOOLS_H
#define RELAX_RUNTIME_CUDA_CUDAPOOLS_H

#include "CudaMemory.h"

#include <vector>

namespace relax::runtime {

/// Memory of a device, and of the host for it. The device's context is the
/// thread's in all calls.
class CudaPools {
public:
  CudaPools(const CudaDriver &driver, int32_t number)
      : driver(driver), number(number) {}

  /// Begins with memory of `source`, of which there are at most `limit` bytes.
  void open(std::unique_ptr<CudaMemory> memory, uint64_t limit);

  /// Gives back what nobody holds, and leaves the rest to those who do.
  void trim();
  void orphan();

  /// From now on memory comes and goes in the order of a stream; null ends
  /// that.
  void orderBy(void *stream) { source->orderBy(stream); }

  /// Between the two, blocks are those of a region, for good: a graph has their
  /// addresses. All regions share them, since no two run at a time, and nobody
  /// reads what one has left there.
  void beginRegion();
  void endRegion() { isInRegion = false; }

  /// Gives back what regions have.
  void dropRegions();

  /// A block of memory, or null and an error.
  RelaxStorage *allocate(RelaxContext *context, int64_t bytes);

  /// Says why there is none: what the driver said, or that there is no more.
  void failAllocation(RelaxContext *context, int64_t bytes) const;

  /// The device's, with what is cached of it.
  Pool &getPool() const { return *pool; }

  /// Memory of the host that the device copies from by itself; null and an
  /// error if there is none.
  Pool *getPinned(RelaxContext *context);

private:
  RelaxStorage *allocateInRegion(uint64_t bytes);

  const CudaDriver &driver;
  int32_t number;
  CudaMemory *source = nullptr;
  Pool *pool = nullptr, *pinned = nullptr;
  /// Blocks of regions, and how many of them the one under way has passed.
  std::vector<RelaxStorage *> regionBlocks;
  size_t numPassed = 0;
  bool isInRegion = false;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDA_CUDAPOOLS_H
