// A CUDA device as one context uses it: its memory, stream and kernels.
#ifndef RELAX_RUNTIME_CUDADEVICE_H
#define RELAX_RUNTIME_CUDADEVICE_H

#include "CudaContexts.h"
#include "CudaPrograms.h"
#include "Pool.h"

#include <memory>

namespace relax::runtime {

/// A tensor of which kernels copy boxes, as relax_rt_tensor_map has it.
struct TensorMap {
  const void *data;
  int32_t elementBytes, rank;
  const int64_t *sizes, *strides, *box;
  int32_t swizzle;
};

/// What a context uses of a device. One thread at a time.
class CudaDevice {
public:
  /// Starts to use device `number`; null and an error if that fails.
  static std::unique_ptr<CudaDevice> open(RelaxContext *context,
                                          int32_t number);

  /// Gives all of it back but the memory of tensors that live on.
  ~CudaDevice();
  CudaDevice(const CudaDevice &) = delete;
  CudaDevice &operator=(const CudaDevice &) = delete;

  /// A block of memory, or null and an error.
  RelaxStorage *allocateBlock(RelaxContext *context, int64_t bytes);

  /// Copies bytes from the host, to the host (and waits for them), inside.
  int32_t copyIn(RelaxContext *context, void *target, const void *source,
                 uint64_t bytes);
  int32_t copyOut(RelaxContext *context, void *target, const void *source,
                  uint64_t bytes);
  int32_t copyInside(RelaxContext *context, void *target, const void *source,
                     uint64_t bytes);

  /// Copies bytes from another device, and waits for them.
  int32_t copyFrom(RelaxContext *context, CudaDevice &other, void *target,
                   const void *source, uint64_t bytes);

  /// Address of the copy of constant bytes of a program, or null and an error.
  void *getConstant(RelaxContext *context, RelaxDeviceProgram &program,
                    const void *data, int64_t bytes);

  /// Launches a kernel, as relax_rt_launch.
  int32_t launch(RelaxContext *context, RelaxDeviceProgram &program,
                 uint32_t kernel, const int64_t *sizes, void **arguments);

  /// Describes a tensor, as relax_rt_tensor_map.
  int32_t describe(RelaxContext *context, void *map, const TensorMap &tensor);

  /// Waits for all that was asked for; errors of kernels show here.
  int32_t finish(RelaxContext *context);

  /// Its number.
  int32_t getNumber() const { return number; }

  /// The stream on which all happens that a context asks for. Who asks may put
  /// work there, for which a call then waits.
  void *getStream() {
    isBusy = true;
    return stream;
  }

  /// Its memory, with what is cached of it.
  Pool &getPool() const { return *pool; }

private:
  /// The device's context is the thread's, for as long as this lives.
  struct Current : CurrentCudaContext {
    explicit Current(const CudaDevice &device)
        : CurrentCudaContext(device.driver, device.deviceContext) {}
  };

  CudaDevice(const CudaDriver &driver, int32_t number)
      : driver(driver), number(number), programs(driver, number) {}

  int32_t start(RelaxContext *context);
  int32_t check(RelaxContext *context, int result, const char *what) const {
    return checkCuda(context, driver, number, result, what);
  }
  int32_t checkSizes(RelaxContext *context, const char *kernel,
                     const int64_t *sizes) const;

  const CudaDriver &driver;
  int32_t number;
  CudaPrograms programs;
  int handle = 0;
  void *deviceContext = nullptr;
  void *stream = nullptr;
  Pool *pool = nullptr;
  /// Whether something was asked for that has not been waited for.
  bool isBusy = false;
  /// The most threads of a block; the most threads along each axis; blocks.
  int64_t maxThreads = 0, maxAlong[6] = {};
};

/// The device of a context, opened if need be; null and an error on failure.
CudaDevice *getCudaDevice(RelaxContext *context, int32_t device);

/// Ends with all done that a context asked of its devices, if its calls wait:
/// what they read may belong to the caller.
class DeviceScope {
public:
  explicit DeviceScope(RelaxContext *context) : context(context) {}
  ~DeviceScope();
  DeviceScope(const DeviceScope &) = delete;
  DeviceScope &operator=(const DeviceScope &) = delete;

private:
  RelaxContext *context;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDADEVICE_H
