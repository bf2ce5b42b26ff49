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
static constexpr uint64_t minCachedBytes = uint64_t(64) << 20;

// A larger block serves a request if it is at most this many classes (one
// doubling) above the wanted one.
static constexpr uint32_t maxClassDistance = 8;

// Makes every access to a cached block an error of the address sanitizer.
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

SizeClass getSizeClass(uint64_t bytes) {
  uint64_t units = std::max<uint64_t>((bytes + 63) / 64, 1);
  if (units <= 16)
    return {uint32_t(units - 1), units * 64};
  uint64_t rounded = units * 64;
  uint32_t exponent = 63 - uint32_t(__builtin_clzll(rounded - 1));
  uint64_t step = uint64_t(1) << (exponent - 3);
  uint64_t steps = (rounded + step - 1) / step; // 9 to 16
  return {16 + (exponent - 10) * 8 + uint32_t(steps - 9), steps * step};
}

uint64_t getMachineMemory() {
  long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || pageSize <= 0)
    return uint64_t(1) << 46;
  return uint64_t(pages) * uint64_t(pageSize);
}

Pool::Pool() : limit(getMachineMemory()) {}

RelaxStorage *Pool::takeCached(SizeClass wanted) {
  uint32_t end = std::min(wanted.index + maxClassDistance, numSizeClasses - 1);
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

bool Pool::allocateMemory(SizeClass wanted, void *&header, void *&memory) {
  size_t size = sizeof(RelaxStorage) + (source ? 0 : wanted.capacity);
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
  if (bytes >> 62)
    return nullptr;
  SizeClass wanted = getSizeClass(bytes);
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
