// Copies inputs from pinned memory while kernels run.
//
//   copies    in 0 | in 1 | wait end 0, in 2 | wait end 1, in 3 ...
//   kernels        | call 0 | call 1         | call 2 ...
//
// Two sets of memory are enough: with a third one copies could run further
// ahead, but the device has one engine for copies in one direction, and a call
// whose copies take longer than its kernels would wait for them all the same.
#include "CudaInputs.h"

namespace relax::runtime {

// What has been made is kept, also where more of it fails.
int CudaInputs::begin() {
  int result = CudaSuccess;
  if (!stream && (result = driver.createStream(&stream, CudaNonBlocking)))
    stream = nullptr;
  if (!result && !event &&
      (result = driver.createEvent(&event, CudaWithoutTiming)))
    event = nullptr;
  if (result || isInCall)
    return result;
  isInCall = true;
  current ^= 1;
  sets[current].numTaken = 0;
  // The kernels of the call that had this memory may not be done.
  return sets[current].end ? driver.waitForEvent(stream, sets[current].end, 0)
                           : int(CudaSuccess);
}

// A block that the pool lends may be what kernels under way still use: what it
// gives is in the order of their stream.
int CudaInputs::takeBlock(Pool &pool, uint64_t bytes, void *kernels,
                          RelaxStorage *&block) {
  Set &set = sets[current];
  if (set.numTaken < set.blocks.size() &&
      set.blocks[set.numTaken]->capacity >= bytes) {
    block = set.blocks[set.numTaken++];
    return CudaSuccess;
  }
  block = pool.allocate(bytes);
  if (!block)
    return CudaSuccess;
  if (set.numTaken < set.blocks.size()) {
    releaseBlock(set.blocks[set.numTaken]);
    set.blocks[set.numTaken] = block;
  } else {
    set.blocks.push_back(block);
  }
  ++set.numTaken;
  int result = driver.recordEvent(event, kernels);
  return result ? result : driver.waitForEvent(stream, event, 0);
}

// The block has two owners: the set, for the call after the next, and the
// tensor that the call gets, which it may hold longer than that only if it
// copies. Compiled code never gives a parameter's memory away as a result.
int CudaInputs::copy(Pool &pool, const void *source, uint64_t bytes,
                     void *kernels, RelaxStorage *&block) {
  block = nullptr;
  int result = begin();
  if (!result)
    result = takeBlock(pool, bytes, kernels, block);
  if (!result && block) {
    isCopying = true;
    result = driver.copyIn(reinterpret_cast<uintptr_t>(block->data()), source,
                           bytes, stream);
  }
  if (result)
    block = nullptr;
  else if (block)
    block->references.fetch_add(1, std::memory_order_relaxed);
  return result;
}

// Once for all inputs of a call, at its first kernel: one event says that all
// copies before it are done, since they are in one stream.
int CudaInputs::join(void *kernels) {
  if (!isCopying)
    return CudaSuccess;
  int result = driver.recordEvent(event, stream);
  if (!result)
    result = driver.waitForEvent(kernels, event, 0);
  isCopying = result != CudaSuccess;
  return result;
}

// Kernels of this call read the set until here. The event is recorded anew for
// each call: whoever waits for it later waits for the last record before that.
int CudaInputs::endCall(void *kernels) {
  if (!isInCall)
    return CudaSuccess;
  isInCall = false;
  Set &set = sets[current];
  int result = CudaSuccess;
  if (!set.end && (result = driver.createEvent(&set.end, CudaWithoutTiming)))
    set.end = nullptr;
  if (!result)
    result = driver.recordEvent(set.end, kernels);
  // The next copies to this memory would not know what to wait for.
  if (result)
    driver.synchronize(kernels);
  return result;
}

// A call that failed between its copies and its first kernel: nothing else
// would wait for these, while the caller may change what they read.
int CudaInputs::finish() {
  isCopying = false;
  return driver.synchronize(stream);
}

// The stream of kernels was waited for before.
void CudaInputs::clear() {
  if (stream)
    driver.synchronize(stream);
  for (Set &set : sets) {
    for (RelaxStorage *block : set.blocks)
      releaseBlock(block);
    if (set.end)
      driver.destroyEvent(set.end);
    set = Set();
  }
  if (event)
    driver.destroyEvent(event);
  if (stream)
    driver.destroyStream(stream);
  event = stream = nullptr;
}

} // namespace relax::runtime
