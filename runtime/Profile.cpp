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

// A time is never negative, so that -1 says that nothing is recorded: the end
// then needs no second look at a flag that a nested call may have changed.
int64_t relax_rt_profile_begin(RelaxContext *context, int64_t bytes,
                               int64_t flops) {
  if (!context || !context->records.isProfiled)
    return -1;
  context->records.bytes = bytes;
  context->records.flops = flops;
  return readClock();
}

void relax_rt_profile_end(RelaxContext *context, int64_t begin,
                          const char *kernel, const char *node) {
  if (begin < 0)
    return;
  // Kernels of a device are only asked for by then. An error of one is the
  // call's, which ends with it.
  bool usesDevice = false;
  for (const std::unique_ptr<relax::runtime::CudaDevice> &device :
       context->devices) {
    if (device && device->finish(context))
      return;
    usesDevice |= device != nullptr;
  }
  int64_t end = readClock();
  // Texts are not copied: that would cost an allocation for each run, while the
  // module's own live as long as anybody can ask.
  relax::runtime::guarded(context, [&] {
    relax::runtime::CallRecords &records = context->records;
    records.profile.push_back({kernel, node, begin, end, records.bytes,
                               records.flops, int32_t(usesDevice)});
    return RELAX_OK;
  });
}
