// Records when kernels run, for code that is compiled to say so.
#include "Frame.h"

#include <chrono>

// Steady, so that no correction of the wall clock makes a run end before it
// began. Reading it takes some 20 ns: shorter kernels look longer than they
// are.
static int64_t readClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

int32_t relax_context_set_profile(RelaxContext *context, int32_t is_on) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  // Another thread's call may be recording.
  relax::runtime::CallScope call(context);
  if (!call.isEntered())
    return relax::runtime::failBusy(context);
  context->records.isProfiled = is_on != 0;
  if (is_on)
    context->records.profile.clear();
  return RELAX_OK;
}

const RelaxProfileEvent *relax_context_profile(const RelaxContext *context,
                                               int64_t *number) {
  if (number)
    *number = context ? int64_t(context->records.profile.size()) : 0;
  return context ? context->records.profile.data() : nullptr;
}

// The timer of the device that kernels run on now; null if there is none, as
// before the first kernel of a device, or after an error.
static relax::runtime::CudaTimer *getTimer(RelaxContext *context) {
  using namespace relax::runtime;
  int32_t number = context->bindings.device;
  if (number < 0 || relax_context_status(context))
    return nullptr;
  CudaDevice *device = getCudaDevice(context, number);
  std::unique_ptr<CudaTimer> &timer = context->records.timer;
  if (!device)
    return nullptr;
  if (timer && &timer->getDevice() == device)
    return timer.get();
  const CudaDriver *driver = findCudaDevice(context, number);
  if (!driver)
    return nullptr;
  timer = std::make_unique<CudaTimer>(*driver, *device);
  return timer.get();
}

// A time is never negative, so that -1 says that nothing is recorded: the end
// then needs no second look at a flag that a nested call may have changed.
int64_t relax_rt_profile_begin(RelaxContext *context, int64_t bytes,
                               int64_t flops) {
  if (!context || !context->records.isProfiled)
    return -1;
  context->records.bytes = bytes;
  context->records.flops = flops;
  context->records.hasLaunched = false;
  relax::runtime::guarded(context, [&]() -> int32_t {
    relax::runtime::CudaTimer *timer = getTimer(context);
    return timer ? timer->record(context, /*isEnd=*/false) : int32_t(RELAX_OK);
  });
  return readClock();
}

// Where the run has launched kernels, the device says how long they took;
// anything else has begun and ended on the host. Fails with an error.
static int32_t waitForEnd(RelaxContext *context, int64_t begin, int64_t &end) {
  bool hasLaunched = context->records.hasLaunched;
  relax::runtime::CudaTimer *timer = hasLaunched ? getTimer(context) : nullptr;
  if (timer)
    if (int32_t status = timer->record(context, /*isEnd=*/true))
      return status;
  // An error of a kernel is the call's, which ends with it.
  for (const std::unique_ptr<relax::runtime::CudaDevice> &device :
       context->devices)
    if (device)
      if (int32_t status = device->finish(context))
        return status;
  int64_t nanoseconds = 0;
  end = readClock();
  if (!timer)
    return relax_context_status(context);
  int32_t status = timer->read(context, nanoseconds);
  end = begin + nanoseconds;
  return status;
}

void relax_rt_profile_end(RelaxContext *context, int64_t begin,
                          const char *kernel, const char *node) {
  if (begin < 0)
    return;
  int64_t end = begin;
  // Texts are not copied: that would cost an allocation for each run, while the
  // module's own live as long as anybody can ask.
  relax::runtime::guarded(context, [&]() -> int32_t {
    relax::runtime::CallRecords &records = context->records;
    if (int32_t status = waitForEnd(context, begin, end))
      return status;
    records.profile.push_back({kernel, node, begin, end, records.bytes,
                               records.flops, int32_t(records.hasLaunched)});
    return RELAX_OK;
  });
}
