// Measures by events what a device does: the host's clock has the launch in it,
// and how long the host takes to hear of the end, some 10 us of each kernel.
#include "CudaTimer.h"
#include "CudaDevice.h"

namespace relax::runtime {

CudaTimer::~CudaTimer() {
  CudaDevice::Current current(device);
  for (void *event : events)
    if (event)
      driver.destroyEvent(event);
}

// The stream is asked for first: what is kept for a graph comes before.
int32_t CudaTimer::record(RelaxContext *context, bool isEnd) {
  void *stream = device.getStream(context);
  CudaDevice::Current current(device);
  int result = current.result;
  void *&event = events[isEnd];
  constexpr unsigned withTiming = 0;
  if (!result && !event && (result = driver.createEvent(&event, withTiming)))
    event = nullptr;
  if (!result)
    result = driver.recordEvent(event, stream);
  return checkCuda(context, driver, device.getNumber(), result,
                   "cannot measure time");
}

int32_t CudaTimer::read(RelaxContext *context, int64_t &nanoseconds) {
  CudaDevice::Current current(device);
  float milliseconds = 0;
  int result = current.result;
  if (!result)
    result = driver.getElapsed(&milliseconds, events[0], events[1]);
  nanoseconds = int64_t(double(milliseconds) * 1e6);
  return checkCuda(context, driver, device.getNumber(), result,
                   "cannot measure time");
}

} // namespace relax::runtime
