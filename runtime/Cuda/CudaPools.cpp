// Lends memory of a CUDA device, and of the host for it.
#include "CudaPools.h"
#include "Context.h"

namespace relax::runtime {

// The pool owns its source, and lives until the last block is back.
void CudaPools::open(std::unique_ptr<CudaMemory> memory, uint64_t limit) {
  source = memory.get();
  pool = new Pool(std::move(memory), {kDLCUDA, number}, limit);
}

// Pinned memory as well: pages that stay in are lost to the rest of the
// machine.
void CudaPools::trim() {
  pool->trim();
  if (pinned)
    pinned->trim();
}

void CudaPools::orphan() {
  pool->orphan();
  if (pinned)
    pinned->orphan();
}

void CudaPools::beginRegion() {
  numPassed = 0;
  isInRegion = true;
}

void CudaPools::dropRegions() {
  for (RelaxStorage *block : regionBlocks)
    releaseBlock(block);
  regionBlocks.clear();
}

// In the order of the requests, so that a region that is recorded anew gets
// what it had. What a call still holds is of a region that failed.
RelaxStorage *CudaPools::allocateInRegion(uint64_t bytes) {
  RelaxStorage *block = nullptr;
  while (!block && numPassed < regionBlocks.size())
    if (RelaxStorage *next = regionBlocks[numPassed++];
        next->capacity >= bytes && next->holds == 0)
      block = next;
  if (!block && (block = pool->allocate(bytes))) {
    regionBlocks.push_back(block);
    ++numPassed;
  }
  if (block)
    ++block->references;
  return block;
}

// The message has what is live and cached, as that is what a user can change.
RelaxStorage *CudaPools::allocate(RelaxContext *context, int64_t bytes) {
  CudaMemory::clearResult();
  RelaxStorage *block = bytes < 0    ? nullptr
                        : isInRegion ? allocateInRegion(uint64_t(bytes))
                                     : pool->allocate(uint64_t(bytes));
  if (!block)
    failAllocation(context, bytes);
  return block;
}

void CudaPools::failAllocation(RelaxContext *context, int64_t bytes) const {
  // Faults of kernels show at any call, also at this one.
  if (int result = CudaMemory::getResult();
      result != CudaSuccess && result != CudaOutOfMemory) {
    checkCuda(context, driver, number, result, "gives no memory");
    return;
  }
  RelaxMemoryStatistics statistics = {};
  pool->getStatistics(statistics);
  fail(context, RELAX_ERROR_OUT_OF_MEMORY,
       "device cuda:%d: out of memory: %lld bytes were requested, this context "
       "holds %llu, the device has %llu",
       number, static_cast<long long>(bytes),
       static_cast<unsigned long long>(statistics.live_bytes +
                                       statistics.cached_bytes),
       static_cast<unsigned long long>(pool->getLimit()));
}

// As much as the machine has: systems without a limit of their own would go on
// to the last page.
Pool *CudaPools::getPinned(RelaxContext *context) {
  if (pinned)
    return pinned;
  std::unique_ptr<BlockSource> memory;
  if (checkCuda(context, driver, number, source->makePinned(memory),
                "cannot be used"))
    return nullptr;
  pinned =
      new Pool(std::move(memory), {kDLCUDAHost, number}, getMachineMemory());
  return pinned;
}

} // namespace relax::runtime
