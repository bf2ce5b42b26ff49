// Asks the CUDA driver which GPU there is.
#include "Relax/Target/NativeChip.h"
#include "Relax/Support/GPUTarget.h"
#include <dlfcn.h>

namespace mlir::relax {

// Numbers of the driver's binary interface.
// CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, _COMPUTE_CAPABILITY_MAJOR and
// _COMPUTE_CAPABILITY_MINOR of cuda.h, which is not needed to build the
// compiler.
static constexpr int kMultiprocessors = 16, kMajor = 75, kMinor = 76;

namespace {
/// The functions that are called; the driver stays loaded, it may start
/// threads.
struct Driver {
  int (*init)(unsigned) = nullptr;
  int (*getCount)(int *) = nullptr;
  int (*getDevice)(int *, int) = nullptr;
  int (*getAttribute)(int *, int, int) = nullptr;
};
} // namespace

// Why the driver names no GPU; null if it named one.
static const char *ask(NativeChip &chip) {
  // Loaded when asked for and not linked: most machines that compile have no
  // driver, and a library that is missing at start would end the tool.
  void *library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library)
    return "found no 'libcuda.so.1'";
  Driver driver;
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(
        dlsym(library, name));
    return function != nullptr;
  };
  if (!find(driver.init, "cuInit") ||
      !find(driver.getCount, "cuDeviceGetCount") ||
      !find(driver.getDevice, "cuDeviceGet") ||
      !find(driver.getAttribute, "cuDeviceGetAttribute"))
    return "found an incomplete 'libcuda.so.1'";
  int count = 0, device = 0, major = 0, minor = 0, cores = 0;
  if (driver.init(0) || driver.getCount(&count) || count == 0)
    return "it finds no device";
  if (driver.getDevice(&device, 0) ||
      driver.getAttribute(&major, kMajor, device) ||
      driver.getAttribute(&minor, kMinor, device))
    return "it does not say what the device is";
  // A driver that does not say it is no error: 0 stands for unknown, and
  // schedules then take 128 multiprocessors, a large chip
  // (docs/Rationale/Targets.md).
  if (!driver.getAttribute(&cores, kMultiprocessors, device) && cores > 0)
    chip.cores = cores;
  chip.name = "sm_" + std::to_string(10 * major + minor);
  // The one kind of code that is for one chip only, and faster there.
  // Code for "sm_90a" has wgmma and runs on no other chip. Who says "native"
  // wants code for this one.
  if (chip.name + "a" == GPUTarget::kWarpgroupChip)
    chip.name += "a";
  return nullptr;
}

std::optional<NativeChip> askNativeChip() {
  NativeChip chip;
  return ask(chip) ? std::nullopt : std::optional(chip);
}

FailureOr<NativeChip> findNativeChip(Location location) {
  NativeChip chip;
  if (const char *why = ask(chip))
    return emitError(location, "expected the CUDA driver to say which GPU "
                               "\"native\" is, but ")
           << why << "; install NVIDIA's driver, or name the chip, as in sm_90";
  return chip;
}

} // namespace mlir::relax
