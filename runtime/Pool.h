// Pooled memory: blocks by size class, kept for the next request.
#ifndef RELAX_RUNTIME_POOL_H
#define RELAX_RUNTIME_POOL_H

#include "ForkSafeMutex.h"
#include "relax_rt.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace relax::runtime {
class Pool;
struct Frame;
} // namespace relax::runtime

/// A block: this header and the memory that it lends, which follows it on the
/// host.
struct alignas(RELAX_ALIGNMENT) RelaxStorage {
  /// The pool that the block goes back to.
  relax::runtime::Pool *pool;
  /// Bytes after the header.
  uint64_t capacity;
  /// Owners.
  std::atomic<int32_t> references;
  /// How many of the owners are compiled code in `frame`.
  int32_t holds;
  /// The call that ends the holds; null outside calls.
  relax::runtime::Frame *frame;
  /// Neighbours in the frame's list; `next` also links cached blocks.
  RelaxStorage *previous, *next;
  /// Start of the memory.
  void *memory;

  /// Start of the memory; on a device, for whose code it is.
  void *data() const { return memory; }
};
static_assert(sizeof(RelaxStorage) == RELAX_ALIGNMENT);

namespace relax::runtime {

/// Number of size classes.
constexpr uint32_t numSizeClasses = 3328;

/// A request rounded up.
struct SizeClass {
  /// Position of the class, growing with the size.
  uint32_t index;
  /// Bytes of every block of the class.
  uint64_t capacity;
};

/// The smallest class for `bytes`: multiples of 64 up to 8192, then 64 a
/// doubling, so that at most 1/64 is wasted. `bytes` is below 2^62.
SizeClass getSizeClass(uint64_t bytes);

/// Memory of the machine in bytes, the default limit of a pool.
uint64_t getMachineMemory();

/// Where a pool gets memory other than the host's.
class BlockSource {
public:
  virtual ~BlockSource() = default;

  /// Memory of a multiple of RELAX_ALIGNMENT bytes, or null.
  virtual void *allocate(uint64_t bytes) = 0;

  /// Takes memory back.
  virtual void free(void *memory) = 0;

  /// Waits for all that is under way on the device.
  virtual void wait() = 0;
};

/// Lends blocks and takes them back, on any thread. Lives until its context
/// and all its blocks are gone.
class Pool {
public:
  /// A pool of the host's memory.
  Pool();

  /// A pool of memory of `source`, which is on `device`, limited to `limit`
  /// bytes.
  Pool(std::unique_ptr<BlockSource> source, DLDevice device, uint64_t limit)
      : source(std::move(source)), device(device), limit(limit) {}

  /// A block with one owner, or null if the limit or the system rejects.
  RelaxStorage *allocate(uint64_t bytes);

  /// Takes a block without owners back.
  void recycle(RelaxStorage *block);

  /// Frees all cached blocks.
  void trim();

  /// Says that the context is gone; deletes the pool with its last block.
  void orphan();

  /// Sets the most bytes live and cached; 0 is the machine's memory.
  void setLimit(uint64_t bytes);

  /// The limit.
  uint64_t getLimit() const;

  /// Where the memory is.
  DLDevice getDevice() const { return device; }

  /// Waits for whoever may still read or write blocks, other streams of the
  /// device included; nothing on the host.
  void wait();

  /// Fills in all but `num_copied_inputs`.
  void getStatistics(RelaxMemoryStatistics &statistics) const;

  /// Sets the reported peak to what is live.
  void resetPeak();

private:
  ~Pool() = default;
  RelaxStorage *takeCached(SizeClass wanted);
  RelaxStorage *makeBlock(SizeClass wanted);
  void freeBlock(RelaxStorage *block);
  void trimLocked();
  bool allocateMemory(SizeClass wanted, void *&header, void *&memory);
  void setAccessible(RelaxStorage *block, bool accessible);

  std::unique_ptr<BlockSource> source;
  DLDevice device = {kDLCPU, 0};
  mutable ForkSafeMutex lock;
  RelaxStorage *cached[numSizeClasses] = {};
  uint64_t limit;
  uint64_t liveBytes = 0, peakBytes = 0, highestLive = 0, cachedBytes = 0;
  uint64_t numAllocations = 0, numSystemAllocations = 0;
  uint64_t numLive = 0;
  bool orphaned = false;
};

/// Removes an owner of a block.
inline void releaseBlock(RelaxStorage *block) {
  if (block->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    block->pool->recycle(block);
}

} // namespace relax::runtime

#endif // RELAX_RUNTIME_POOL_H
