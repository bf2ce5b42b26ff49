// Finds the CUDA driver and says what is wrong in its words.
#include "CudaDriver.h"
#include "Context.h"
#include "LoadedLibrary.h"

#include <mutex>

namespace relax::runtime {

// Looks all functions up; the name of one that is missing, else null.
static const char *lookUp(void *library, CudaDriver &driver) {
  // No headers or link libraries of CUDA are needed to build, and a machine
  // without a driver runs CPU programs.
  LibraryFunctions functions(library);
#define RELAX_CUDA_LATER(MEMBER, NAME, ...)                                    \
  functions.findLater(driver.MEMBER, NAME);
#define RELAX_CUDA_FIND(MEMBER, NAME, ...) functions.find(driver.MEMBER, NAME);
  // Functions of later drivers may be null, the others are required.
  RELAX_CUDA_LATER_FUNCTIONS(RELAX_CUDA_LATER)
  RELAX_CUDA_FUNCTIONS(RELAX_CUDA_FIND)
#undef RELAX_CUDA_FIND
#undef RELAX_CUDA_LATER
  return functions.getMissing();
}

// Loads the driver. The library stays loaded: it may start threads.
// RTLD_LOCAL: no symbols for others. Not closed later: the driver starts
// threads, whose code would vanish.
static int32_t load(RelaxContext *context, int32_t device, CudaDriver &driver) {
  int32_t bad = RELAX_ERROR_UNSUPPORTED;
  void *library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library)
    return fail(context, bad,
                "device cuda:%d: expected the CUDA driver, found no "
                "'libcuda.so.1'; install NVIDIA's driver",
                device);
  if (const char *missing = lookUp(library, driver)) {
    fail(context, bad,
         "device cuda:%d: expected the CUDA driver to have the function '%s'; "
         "install a newer one",
         device, missing);
    dlclose(library);
    return bad;
  }
  return RELAX_OK;
}

const CudaDriver *findCudaDevice(RelaxContext *context, int32_t device) {
  // One driver for the process. The lock also covers init, which the driver
  // allows once or more.
  static std::mutex lock;
  static CudaDriver driver;
  static bool isLoaded = false;
  std::lock_guard<std::mutex> guard(lock);
  if (!isLoaded && load(context, device, driver))
    return nullptr;
  isLoaded = true;
  // Starting it again costs nothing, and devices may come later.
  int numDevices = 0;
  int result = driver.init(0);
  if (result == CudaSuccess)
    result = driver.getDeviceCount(&numDevices);
  // "No device" is a result of cuInit on machines with a driver but no GPU,
  // and gets a message of its own.
  if (result != CudaNoDevice && checkCuda(context, driver, device, result,
                                          "the CUDA driver does not start"))
    return nullptr;
  if (numDevices == 0) {
    fail(context, RELAX_ERROR_UNSUPPORTED,
         "device cuda:%d: expected a device, the CUDA driver finds none",
         device);
    return nullptr;
  }
  if (device < 0 || device >= numDevices) {
    fail(context, RELAX_ERROR_INVALID_ARGUMENT,
         "device cuda:%d: expected a number below %d", device, numDevices);
    return nullptr;
  }
  return &driver;
}

int32_t checkCuda(RelaxContext *context, const CudaDriver &driver,
                  int32_t device, int result, const char *what) {
  if (result == CudaSuccess)
    return RELAX_OK;
  const char *name = nullptr, *text = nullptr;
  // The driver's functions may be asked about codes that they do not know.
  if (driver.getErrorName(result, &name) || !name)
    name = "an unknown error";
  if (driver.getErrorString(result, &text) || !text)
    text = "";
  int32_t status = RELAX_ERROR_FAILED;
  if (result == CudaOutOfMemory)
    status = RELAX_ERROR_OUT_OF_MEMORY;
  else if (isSticky(result))
    status = RELAX_ERROR_DEVICE_LOST;
  return fail(context, status, "device cuda:%d: %s: %s (%d)%s%s%s", device,
              what, name, result, *text ? ": " : "", text,
              isSticky(result) ? "; start the process anew, as devices do "
                                 "nothing more for this one"
                               : "");
}

} // namespace relax::runtime
