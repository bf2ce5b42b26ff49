// Devices other than the CPU: what is missing for them, in words.
#include "Context.h"
#include "DType.h"

#include <dlfcn.h>

namespace relax::runtime {

// The CUDA driver's part of the answer.
static int32_t checkCuda(RelaxContext *context, int32_t id) {
  void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!driver)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "device cuda:%d: expected the CUDA driver, found no "
                "'libcuda.so.1'; install NVIDIA's driver",
                id);
  using InitFunction = int (*)(unsigned);
  using CountFunction = int (*)(int *);
  auto init = reinterpret_cast<InitFunction>(dlsym(driver, "cuInit"));
  auto count =
      reinterpret_cast<CountFunction>(dlsym(driver, "cuDeviceGetCount"));
  int number = 0;
  bool isUsable = init && count && init(0) == 0 && count(&number) == 0;
  // Stays loaded once it was initialized: it may have started threads.
  if (!isUsable)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "device cuda:%d: the CUDA driver does not start", id);
  if (id < 0 || id >= number)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "device cuda:%d: expected a number below %d", id, number);
  return fail(context, RELAX_ERROR_UNSUPPORTED,
              "device cuda:%d: the run time does not use CUDA devices yet; "
              "compile for the CPU",
              id);
}

} // namespace relax::runtime

using relax::runtime::fail;

int32_t relax_device_check(RelaxContext *context, int32_t device_type,
                           int32_t device_id) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  relax::runtime::beginOperation(context);
  if (device_type == kDLCUDA)
    return relax::runtime::checkCuda(context, device_id);
  if (device_type != kDLCPU)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "device %s:%d: expected cpu or cuda",
                relax::runtime::getDeviceName(device_type), device_id);
  if (device_id != 0)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "device cpu:%d: expected number 0", device_id);
  return RELAX_OK;
}
