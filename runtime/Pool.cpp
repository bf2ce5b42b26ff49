// Keeps memory blocks by size class, so that calls after the first do not go to
// the system.
#include "Pool.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define RELAX_POISONS_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RELAX_POISONS_MEMORY 1
#endif
#endif
#ifdef RELAX_POISONS_MEMORY
#include <sanitizer/asan_interface.h>
#endif

namespace relax::runtime {

// A pool keeps at least this much, whatever was live at once.
// Caching as much as was ever live at once lets each repetition of a call run
// without malloc. The minimum keeps small programs from giving blocks back at
// all.
static constexpr uint64_t minCachedBytes = uint64_t(64) << 20;

// Makes every access to a cached block an error of the address sanitizer.
// The sanitizer does not know this allocator. Poisoning makes use after
// release visible as with malloc; device memory has no shadow.
void Pool::setAccessible(RelaxStorage *block, bool accessible) {
#ifdef RELAX_POISONS_MEMORY
  if (source)
    return;
  if (accessible)
    ASAN_UNPOISON_MEMORY_REGION(block->data(), block->capacity);
  else
    ASAN_POISON_MEMORY_REGION(block->data(), block->capacity);
#else
  (void)block;
  (void)accessible;
#endif
}

// 64 classes of 64 bytes, then 64 a doubling: at most 2 % of a block is unused,
// so that a plan near the bound of what lives at one time stays near it. All
// sizes up to 2^62 are in some thousand classes.
SizeClass getSizeClass(uint64_t bytes) {
  // At least one unit: a tensor of 0 bytes needs an address of its own.
  uint64_t units = std::max<uint64_t>((bytes + 63) / 64, 1);
  if (units <= 64)
    return {uint32_t(units - 1), units * 64};
  uint64_t rounded = units * 64;
  uint32_t exponent = 63 - uint32_t(__builtin_clzll(rounded - 1));
  uint64_t step = uint64_t(1) << (exponent - 6);
  uint64_t steps = (rounded + step - 1) / step; // 65 to 128
  return {64 + (exponent - 12) * 64 + uint32_t(steps - 65), steps * step};
}

// The default limit is the machine's memory: a size computed from a bad input
// fails here and not by the OOM killer.
uint64_t getMachineMemory() {
  long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || pageSize <= 0)
    return uint64_t(1) << 46;
  return uint64_t(pages) * uint64_t(pageSize);
}

Pool::Pool() : limit(getMachineMemory()) {}

// A larger block serves a request if it has at most twice the bytes: that
// wastes half of it at most, and without it a changing size would miss always.
RelaxStorage *Pool::takeCached(SizeClass wanted) {
  uint32_t end = getSizeClass(2 * wanted.capacity).index;
  for (uint32_t index = wanted.index; index <= end; ++index) {
    RelaxStorage *block = cached[index];
    if (!block)
      continue;
    cached[index] = block->next;
    cachedBytes -= block->capacity;
    setAccessible(block, true);
    return block;
  }
  return nullptr;
}

RelaxStorage *Pool::makeBlock(SizeClass wanted) {
  if (wanted.capacity > limit || liveBytes > limit - wanted.capacity)
    return nullptr;
  // Caches give way to live memory, first because of the limit, then because
  // the system has no more.
  if (cachedBytes > limit - wanted.capacity - liveBytes)
    trimLocked();
  void *header, *memory;
  bool isMade = allocateMemory(wanted, header, memory);
  if (!isMade && cachedBytes) {
    trimLocked();
    isMade = allocateMemory(wanted, header, memory);
  }
  if (!isMade)
    return nullptr;
  ++numSystemAllocations;
  auto *block = new (header) RelaxStorage();
  block->pool = this;
  block->capacity = wanted.capacity;
  block->memory = memory;
  return block;
}

// Header and memory are one allocation on the host, and two for devices, where
// the header must be host memory.
bool Pool::allocateMemory(SizeClass wanted, void *&header, void *&memory) {
  size_t size = sizeof(RelaxStorage) + (source ? 0 : wanted.capacity);
  // aligned_alloc wants a multiple of the alignment: capacities and the header
  // are multiples of 64.
  header = std::aligned_alloc(RELAX_ALIGNMENT, size);
  if (!header)
    return false;
  memory = source ? source->allocate(wanted.capacity)
                  : static_cast<char *>(header) + sizeof(RelaxStorage);
  if (memory)
    return true;
  std::free(header);
  return false;
}

RelaxStorage *Pool::allocate(uint64_t bytes) {
  // Sizes beyond 2^62 would overflow when rounded.
  if (bytes >> 62)
    return nullptr;
  SizeClass wanted = getSizeClass(bytes);
  // One lock for allocation and release: it is rarely contended, and calls
  // allocate few blocks.
  std::lock_guard<ForkSafeMutex> guard(lock);
  RelaxStorage *block = takeCached(wanted);
  if (!block)
    block = makeBlock(wanted);
  if (!block)
    return nullptr;
  block->references.store(1, std::memory_order_relaxed);
  block->holds = 0;
  block->frame = nullptr;
  block->previous = block->next = nullptr;
  ++numLive;
  ++numAllocations;
  liveBytes += block->capacity;
  peakBytes = std::max(peakBytes, liveBytes);
  highestLive = std::max(highestLive, liveBytes);
  return block;
}

void Pool::freeBlock(RelaxStorage *block) {
  setAccessible(block, true);
  if (source)
    source->free(block->memory);
  block->~RelaxStorage();
  std::free(block);
}

// The pool may end here: a tensor that outlived its context gives back the
// last block. `delete this` comes after the lock is released, since the mutex
// is a member.
void Pool::recycle(RelaxStorage *block) {
  bool last = false;
  {
    std::lock_guard<ForkSafeMutex> guard(lock);
    --numLive;
    liveBytes -= block->capacity;
    // What was live at once is kept, more is not: repeated calls find all they
    // need, changing sizes do not pile up.
    uint64_t keep = std::max(minCachedBytes, highestLive);
    if (orphaned || cachedBytes + block->capacity > keep) {
      freeBlock(block);
    } else {
      uint32_t index = getSizeClass(block->capacity).index;
      block->next = cached[index];
      cached[index] = block;
      cachedBytes += block->capacity;
      setAccessible(block, false);
    }
    last = orphaned && numLive == 0;
  }
  if (last)
    delete this;
}

void Pool::trimLocked() {
  for (RelaxStorage *&head : cached)
    while (RelaxStorage *block = head) {
      head = block->next;
      freeBlock(block);
    }
  cachedBytes = 0;
}

void Pool::trim() {
  std::lock_guard<ForkSafeMutex> guard(lock);
  trimLocked();
}

// After this no new block is given; the last release deletes the pool.
void Pool::orphan() {
  bool last;
  {
    std::lock_guard<ForkSafeMutex> guard(lock);
    trimLocked();
    orphaned = true;
    last = numLive == 0;
  }
  if (last)
    delete this;
}

void Pool::setLimit(uint64_t bytes) {
  std::lock_guard<ForkSafeMutex> guard(lock);
  limit = bytes ? bytes : getMachineMemory();
}

void Pool::wait() {
  if (source)
    source->wait();
}

uint64_t Pool::getLimit() const {
  std::lock_guard<ForkSafeMutex> guard(lock);
  return limit;
}

void Pool::getStatistics(RelaxMemoryStatistics &statistics) const {
  std::lock_guard<ForkSafeMutex> guard(lock);
  statistics.live_bytes = liveBytes;
  statistics.peak_bytes = peakBytes;
  statistics.cached_bytes = cachedBytes;
  statistics.num_allocations = numAllocations;
  statistics.num_system_allocations = numSystemAllocations;
}

void Pool::resetPeak() {
  std::lock_guard<ForkSafeMutex> guard(lock);
  peakBytes = liveBytes;
}

} // namespace relax::runtime
