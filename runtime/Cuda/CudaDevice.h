// A CUDA device as one context uses it: its memory, stream and kernels.
#ifndef RELAX_RUNTIME_CUDA_CUDADEVICE_H
#define RELAX_RUNTIME_CUDA_CUDADEVICE_H

#include "CudaContexts.h"
#include "CudaGraphs.h"
#include "CudaInputs.h"
#include "CudaPools.h"
#include "CudaPrograms.h"
#include "Pool.h"

#include <map>
#include <memory>

namespace relax::runtime {

/// A tensor of which kernels copy boxes, as relax_rt_tensor_map has it.
struct TensorMap {
  const void *data;
  int32_t elementBytes, rank;
  const int64_t *sizes, *strides, *box;
  int32_t swizzle;
};

/// What a device allows of a launch.
struct LaunchLimits {
  /// The most threads of a block; the most blocks, then threads of a block,
  /// along each axis.
  int64_t threads = 0, along[6] = {};

  /// Checks the sizes of a launch on device `number`.
  int32_t check(RelaxContext *context, int32_t number, const char *kernel,
                const int64_t *sizes) const;
};

/// What a context uses of a device. One thread at a time.
class CudaDevice {
public:
  /// The device's context is the thread's, for as long as this lives.
  struct Current : CurrentCudaContext {
    explicit Current(const CudaDevice &device)
        : CurrentCudaContext(device.driver, device.deviceContext) {}
  };

  /// Starts to use device `number`; null and an error if that fails.
  static std::unique_ptr<CudaDevice> open(RelaxContext *context,
                                          int32_t number);

  /// Gives all of it back but the memory of tensors that live on.
  ~CudaDevice();

  /// Copies bytes from the host, to the host (and waits for them).
  int32_t copyIn(RelaxContext *context, void *target, const void *source,
                 uint64_t bytes);
  int32_t copyOut(RelaxContext *context, void *target, const void *source,
                  uint64_t bytes);

  /// Copies bytes from pinned memory for a parameter of a call, beside the
  /// kernels of calls before; null and an error if that fails.
  RelaxStorage *copyInput(RelaxContext *context, const void *source,
                          uint64_t bytes);

  /// Copies bytes inside, or from another device and waits for them.
  int32_t copyFrom(RelaxContext *context, CudaDevice &other, void *target,
                   const void *source, uint64_t bytes);

  /// Address of the copy of constant bytes of a program, or null and an error.
  void *getConstant(RelaxContext *context, RelaxDeviceProgram &program,
                    const void *data, int64_t bytes);

  /// Launches a kernel, as relax_rt_launch.
  int32_t launch(RelaxContext *context, RelaxDeviceProgram &program,
                 uint32_t kernel, const int64_t *sizes, void **arguments);

  /// Begins a region of kernels of a program, as relax_rt_graph_begin; without
  /// one ends it.
  int32_t setRegion(RelaxContext *context, RelaxDeviceProgram *program,
                    GraphRegion &region);

  /// Describes a tensor, as relax_rt_tensor_map.
  int32_t describe(RelaxContext *context, void *map, const TensorMap &tensor);

  /// Waits for all that was asked for; errors of kernels show here.
  int32_t finish(RelaxContext *context);

  /// Ends a call that does not wait for what it asked for.
  int32_t endCall(RelaxContext *context);

  /// Its number.
  int32_t getNumber() const { return number; }

  /// The stream on which all happens that a context asks for. Who asks may put
  /// work there, for which a call then waits.
  void *getStream(RelaxContext *context);

  /// Sets that stream, null for one of this device's own, after all in the one
  /// before is done.
  int32_t setStream(RelaxContext *context, void *wanted);

  /// Its memory.
  CudaPools &getMemory() { return memory; }

  /// What libraries keep for the device, such as handles, by an address of
  /// their own. Ended with the device, in its context.
  std::map<const void *, std::shared_ptr<void>> kept;

private:
  CudaDevice(const CudaDriver &driver, int32_t number)
      : driver(driver), number(number), programs(driver, number),
        memory(driver, number), graphs(driver, number, memory), inputs(driver) {
  }

  int32_t start(RelaxContext *context);
  int32_t check(RelaxContext *context, int result, const char *what) const {
    return checkCuda(context, driver, number, result, what);
  }
  int32_t askStream(RelaxContext *context, const Current &current);

  const CudaDriver &driver;
  int32_t number;
  CudaPrograms programs;
  void *deviceContext = nullptr;
  /// Its own stream, and the one that is used.
  void *ownStream = nullptr, *stream = nullptr;
  CudaPools memory;
  CudaGraphs graphs;
  CudaInputs inputs;
  /// Whether something was asked for that has not been waited for.
  bool isBusy = false;
  LaunchLimits limits;
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

#endif // RELAX_RUNTIME_CUDA_CUDADEVICE_H
