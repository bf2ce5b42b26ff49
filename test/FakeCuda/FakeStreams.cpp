// Streams of the CUDA driver for tests: work in order, at once or late, events,
// copies, and memory that comes and goes in the order of a stream.
#include "FakeDriver.h"

#include <cstdlib>
#include <cstring>

using fake_cuda::Access;
using fake_cuda::Call;
using fake_cuda::driver;
using fake_cuda::enqueue;
using fake_cuda::Event;
using fake_cuda::InvalidContext;
using fake_cuda::InvalidHandle;
using fake_cuda::InvalidValue;
using fake_cuda::isMemory;
using fake_cuda::NotReady;
using fake_cuda::OutOfMemory;
using fake_cuda::stack;
using fake_cuda::Success;
using fake_cuda::Work;

static bool isLate(void *stream) {
  auto found = driver().late.find(stream);
  return found != driver().late.end();
}

// Does what the stream has to do, up to an event that it records.
static int drain(void *stream, const Event *until = nullptr, int count = 0) {
  int result = Success;
  auto &queue = driver().late;
  auto found = queue.find(stream);
  while (found != queue.end() && !found->second.empty() &&
         !(until && until->reached >= count)) {
    Work work = std::move(found->second.front());
    found->second.pop_front();
    if (work.after && work.after->reached < work.count)
      result = drain(work.after->stream, work.after, work.count);
    if (int error = work.run ? work.run() : Success)
      result = error;
  }
  return result;
}

namespace fake_cuda {

int enqueue(void *stream, std::function<int()> run) {
  if (!isLate(stream))
    return run();
  driver().late[stream].push_back({std::move(run)});
  return Success;
}

int drainStream(void *stream) { return drain(stream); }

int drainAll() {
  int result = Success;
  for (auto &[stream, queue] : driver().late)
    if (int error = drain(stream))
      result = error;
  return result;
}

} // namespace fake_cuda

FAKE_API void fakeCudaSetLate(int streams) {
  fake_cuda::drainAll();
  driver().lateStreams = streams;
}

FAKE_API int cuStreamCreate(void **stream, unsigned) {
  Call call("cuStreamCreate");
  if (call.result || stack().empty())
    return call.result ? call.result : int(InvalidContext);
  *stream = new char;
  driver().streams[*stream] = 0;
  if (driver().lateStreams & (driver().numStreams++ ? 2 : 1))
    driver().late[*stream];
  return Success;
}

FAKE_API int cuStreamDestroy_v2(void *stream) {
  Call call("cuStreamDestroy_v2");
  if (!driver().streams.erase(stream))
    return InvalidHandle;
  drain(stream);
  driver().late.erase(stream);
  delete static_cast<char *>(stream);
  return call.result;
}

FAKE_API int cuStreamQuery(void *stream) {
  Call call("cuStreamQuery");
  auto found = driver().streams.find(stream);
  if (call.result || found == driver().streams.end())
    return call.result ? call.result : int(InvalidHandle);
  return found->second == 0 ? Success : NotReady;
}

// The real one would wait for other workers, perhaps for ever.
FAKE_API int cuStreamSynchronize(void *stream) {
  Call call("cuStreamSynchronize");
  auto found = driver().streams.find(stream);
  if (call.result || found == driver().streams.end())
    return call.result ? call.result : int(InvalidHandle);
  if (int error = drain(stream))
    return error;
  return found->second == 0 ? Success : InvalidValue;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

FAKE_API int cuEventCreate(void **event, unsigned flags) {
  Call call("cuEventCreate");
  if (call.result || stack().empty())
    return call.result ? call.result : int(InvalidContext);
  auto *made = new Event();
  constexpr unsigned withoutTiming = 2;
  made->isTimed = (flags & withoutTiming) == 0;
  driver().events.insert(made);
  *event = made;
  return Success;
}

FAKE_API int cuEventDestroy_v2(void *event) {
  Call call("cuEventDestroy_v2");
  auto *known = static_cast<Event *>(event);
  if (!driver().events.erase(known))
    return InvalidHandle;
  drain(known->stream);
  delete known;
  return call.result;
}

FAKE_API int cuEventRecord(void *event, void *stream) {
  Call call("cuEventRecord");
  auto *known = static_cast<Event *>(event);
  if (call.result)
    return call.result;
  if (!driver().events.count(known) || !driver().streams.count(stream))
    return InvalidHandle;
  known->stream = stream;
  int count = ++known->recorded;
  return enqueue(stream, [known, count] {
    known->reached = count;
    known->time = std::chrono::steady_clock::now();
    return Success;
  });
}

// What another worker still has to begin is not done, and holds what is behind
// it in the stream.
FAKE_API int cuEventQuery(void *event) {
  Call call("cuEventQuery");
  auto *known = static_cast<Event *>(event);
  if (call.result || !driver().events.count(known))
    return call.result ? call.result : int(InvalidHandle);
  if (int error = drain(known->stream, known, known->recorded))
    return error;
  bool isDone = known->reached == known->recorded &&
                (!known->stream || driver().streams[known->stream] == 0);
  return isDone ? Success : NotReady;
}

FAKE_API int cuEventElapsedTime(float *milliseconds, void *from, void *to) {
  Call call("cuEventElapsedTime");
  auto *first = static_cast<Event *>(from), *last = static_cast<Event *>(to);
  if (call.result)
    return call.result;
  for (Event *event : {first, last}) {
    if (!driver().events.count(event) || !event->isTimed)
      return InvalidHandle;
    if (event->recorded == 0 || event->reached != event->recorded)
      return NotReady;
  }
  *milliseconds =
      std::chrono::duration<float, std::milli>(last->time - first->time)
          .count();
  return Success;
}

FAKE_API int cuStreamWaitEvent(void *stream, void *event, unsigned) {
  Call call("cuStreamWaitEvent");
  auto *known = static_cast<Event *>(event);
  if (call.result)
    return call.result;
  if (!driver().events.count(known) || !driver().streams.count(stream))
    return InvalidHandle;
  if (!isLate(stream))
    return drain(known->stream, known, known->recorded);
  driver().late[stream].push_back({nullptr, known, known->recorded});
  return Success;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

FAKE_API int cuMemAllocAsync(unsigned long long *pointer, size_t size,
                             void *stream) {
  Call call("cuMemAllocAsync");
  if (call.result || stack().empty())
    return call.result ? call.result : int(InvalidContext);
  return driver().streams.count(stream) ? fake_cuda::allocate(pointer, size)
                                        : int(InvalidHandle);
}

FAKE_API int cuMemFreeAsync(unsigned long long pointer, void *stream) {
  Call call("cuMemFreeAsync");
  if (!driver().memories.count(pointer))
    return InvalidValue;
  int result =
      enqueue(stream, [pointer] { return fake_cuda::release(pointer); });
  return call.result ? call.result : result;
}

FAKE_API int cuMemHostAlloc(void **pointer, size_t size, unsigned) {
  Call call("cuMemHostAlloc");
  if (call.result || stack().empty())
    return call.result ? call.result : int(InvalidContext);
  if (!(*pointer = std::malloc(size)))
    return OutOfMemory;
  driver().pinned[reinterpret_cast<uintptr_t>(*pointer)] = size;
  return Success;
}

FAKE_API int cuMemFreeHost(void *pointer) {
  Call call("cuMemFreeHost");
  fake_cuda::drainAll();
  if (!driver().pinned.erase(reinterpret_cast<uintptr_t>(pointer)))
    return InvalidValue;
  std::free(pointer);
  return call.result;
}

static bool isPinned(const void *memory) {
  auto address = reinterpret_cast<uintptr_t>(memory);
  auto next = driver().pinned.upper_bound(address);
  return next != driver().pinned.begin() &&
         address - std::prev(next)->first < std::prev(next)->second;
}

// Copies, once both ends are what they should be.
static int copy(int result, bool isRight, void *target, const void *source,
                size_t size, void *stream) {
  if (result)
    return result;
  if (stack().empty())
    return InvalidContext;
  if (!isRight || !driver().streams.count(stream))
    return InvalidValue;
  return enqueue(stream, [=] {
    Access access;
    std::memmove(target, source, size);
    return int(Success);
  });
}

// Memory that is not pinned is read before the driver returns.
FAKE_API int cuMemcpyHtoDAsync_v2(unsigned long long target, const void *source,
                                  size_t size, void *stream) {
  Call call("cuMemcpyHtoDAsync_v2");
  bool isRight = isMemory(target, size) &&
                 !isMemory(reinterpret_cast<uintptr_t>(source), 1);
  auto *to = reinterpret_cast<void *>(target);
  if (call.result || !isRight || !isLate(stream) || isPinned(source))
    return copy(call.result, isRight, to, source, size, stream);
  auto *bytes = static_cast<const char *>(source);
  return enqueue(stream, [to, staged = std::vector<char>(bytes, bytes + size)] {
    Access access;
    std::memcpy(to, staged.data(), staged.size());
    return int(Success);
  });
}

// Nor is such memory written behind the caller's back.
FAKE_API int cuMemcpyDtoHAsync_v2(void *target, unsigned long long source,
                                  size_t size, void *stream) {
  Call call("cuMemcpyDtoHAsync_v2");
  bool isRight = isMemory(source, size) &&
                 !isMemory(reinterpret_cast<uintptr_t>(target), 1);
  int result = copy(call.result, isRight, target,
                    reinterpret_cast<void *>(source), size, stream);
  return result || isPinned(target) ? result : drain(stream);
}

FAKE_API int cuMemcpyDtoDAsync_v2(unsigned long long target,
                                  unsigned long long source, size_t size,
                                  void *stream) {
  Call call("cuMemcpyDtoDAsync_v2");
  return copy(call.result, isMemory(source, size) && isMemory(target, size),
              reinterpret_cast<void *>(target),
              reinterpret_cast<void *>(source), size, stream);
}

FAKE_API int cuMemcpyPeerAsync(unsigned long long target, void *targetContext,
                               unsigned long long source, void *sourceContext,
                               size_t size, void *stream) {
  Call call("cuMemcpyPeerAsync");
  bool isRight = isMemory(source, size) && isMemory(target, size) &&
                 targetContext != sourceContext;
  return copy(call.result, isRight, reinterpret_cast<void *>(target),
              reinterpret_cast<void *>(source), size, stream);
}
