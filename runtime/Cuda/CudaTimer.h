// How long a device takes for what it is asked.
#ifndef RELAX_RUNTIME_CUDA_CUDATIMER_H
#define RELAX_RUNTIME_CUDA_CUDATIMER_H

#include <cstdint>

struct RelaxContext;

namespace relax::runtime {

class CudaDevice;
struct CudaDriver;

/// Two events in the stream of a device, which says the time between them.
class CudaTimer {
public:
  CudaTimer(const CudaDriver &driver, CudaDevice &device)
      : driver(driver), device(device) {}
  CudaTimer(const CudaTimer &) = delete;
  CudaTimer &operator=(const CudaTimer &) = delete;
  ~CudaTimer();

  /// Its device.
  const CudaDevice &getDevice() const { return device; }

  /// Puts an event into the stream, the one where time begins or the other one.
  int32_t record(RelaxContext *context, bool isEnd);

  /// The nanoseconds between both, which the device has reached.
  int32_t read(RelaxContext *context, int64_t &nanoseconds);

private:
  const CudaDriver &driver;
  CudaDevice &device;
  void *events[2] = {};
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDA_CUDATIMER_H
