// Kernels of the CUDA driver for tests: read from PTX, run as functions of a
// library.
#include "FakeDriver.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using fake_cuda::Access;
using fake_cuda::Call;
using fake_cuda::checkLaunch;
using fake_cuda::Driver;
using fake_cuda::driver;
using fake_cuda::IllegalAddress;
using fake_cuda::InvalidContext;
using fake_cuda::InvalidHandle;
using fake_cuda::InvalidPTX;
using fake_cuda::InvalidValue;
using fake_cuda::isMemory;
using fake_cuda::Kernel;
using fake_cuda::Launch;
using fake_cuda::mapBytes;
using fake_cuda::mapMark;
using fake_cuda::Module;
using fake_cuda::NoBinary;
using fake_cuda::noteFault;
using fake_cuda::NotFound;
using fake_cuda::numMapNumbers;
using fake_cuda::Parameter;
using fake_cuda::stack;
using fake_cuda::Success;
using fake_cuda::TensorMap;

// The bytes of a type of PTX, as in ".u64", or ".b8 name[128]".
static int getBytes(const std::string &parameter) {
  size_t extent = parameter.find('[');
  int number = extent == std::string::npos
                   ? 1
                   : std::atoi(parameter.c_str() + extent + 1);
  for (size_t at = parameter.find('.'); at != std::string::npos;
       at = parameter.find('.', at + 1)) {
    char kind = parameter[at + 1];
    int bits = std::atoi(parameter.c_str() + at + 2);
    if (std::strchr("bufs", kind) && bits >= 8)
      return bits / 8 * number;
  }
  return 0;
}

// The kernels of PTX: `.entry name( .param .u64 a, .param .u32 b )`.
static void readKernels(const std::string &text, Module &module) {
  static const std::string word = ".entry ";
  for (size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at)) {
    at += word.size();
    size_t open = text.find_first_of("(\n", at);
    Kernel kernel;
    kernel.hasParameters = true;
    kernel.name = text.substr(at, open - at);
    size_t close = text.find(')', open);
    for (size_t next = text.find(".param", open); next < close;
         next = text.find(".param", next + 1)) {
      std::string parameter =
          text.substr(next, text.find_first_of(",)", next) - next);
      kernel.parameters.push_back(
          {getBytes(parameter), parameter.find(".ptr") != std::string::npos});
    }
    module.kernels[kernel.name] = kernel;
  }
}

FAKE_API int cuModuleLoadDataEx(void **result, const void *image,
                                unsigned numOptions, int *options,
                                void **values) {
  Call call("cuModuleLoadDataEx");
  if (call.result || stack().empty())
    return call.result ? call.result : int(InvalidContext);
  if (fake_cuda::isMachineCode(image)) {
    // Which parameters are addresses only PTX says, and functions that stand
    // for kernels have to know.
    if (std::getenv("FAKE_CUDA_KERNELS"))
      return NoBinary;
    auto *module = new Module();
    int wanted = fake_cuda::readMachineCode(image, *module);
    // It runs on later chips of the same major number only.
    if (wanted > driver().capability ||
        wanted / 10 != driver().capability / 10) {
      delete module;
      return NoBinary;
    }
    driver().modules.insert(module);
    ++driver().numMachineCodes;
    *result = module;
    return Success;
  }
  auto *text = static_cast<const char *>(image);
  const char *target = std::strstr(text, ".target sm_");
  if (!target) {
    for (unsigned i = 0; i < numOptions; ++i)
      if (options[i] == 5)
        std::strcpy(static_cast<char *>(values[i]), "expected .target");
    return InvalidPTX;
  }
  if (std::atoi(target + std::strlen(".target sm_")) > driver().capability)
    return NoBinary;
  auto *module = new Module();
  readKernels(text, *module);
  driver().modules.insert(module);
  *result = module;
  return Success;
}

FAKE_API int cuModuleUnload(void *module) {
  Call call("cuModuleUnload");
  if (!driver().modules.erase(static_cast<Module *>(module)))
    return InvalidHandle;
  delete static_cast<Module *>(module);
  return call.result;
}

FAKE_API int cuModuleGetFunction(void **result, void *handle,
                                 const char *name) {
  Call call("cuModuleGetFunction");
  if (call.result)
    return call.result;
  auto *module = static_cast<Module *>(handle);
  auto found = module->kernels.find(name);
  if (found == module->kernels.end())
    return NotFound;
  *result = &found->second;
  return Success;
}

FAKE_API int cuFuncSetAttribute(void *kernel, int attribute, int value) {
  Call call("cuFuncSetAttribute");
  if (call.result || attribute != 8)
    return call.result ? call.result : int(InvalidValue);
  static_cast<Kernel *>(kernel)->sharedLimit = value;
  return Success;
}

// Adds the address of a tensor that is described, as a buffer, or the numbers
// that describe it, to the values for a function; false if there is none.
static bool addTensorMap(const void *parameter, bool asBuffer, int64_t *values,
                         size_t &number) {
  TensorMap map;
  std::memcpy(&map, parameter, sizeof(map));
  // Of a tensor without elements there is no description.
  if (map.mark != mapMark && map.mark != 0)
    return false;
  int64_t *next = values;
  if (asBuffer) {
    *next++ = int64_t(map.address);
    *next++ = int64_t(map.address);
    *next++ = 0;
  } else {
    for (int64_t size : map.sizes)
      *next++ = size;
    for (int64_t stride : map.strides)
      *next++ = stride;
    for (int16_t size : map.box)
      *next++ = size;
    *next++ = map.swizzle;
    *next++ = map.elementBytes;
  }
  number += size_t(next - values);
  return true;
}

constexpr size_t mostValues = 384;

// Arguments beyond those that a function has do no harm.
__attribute__((no_sanitize("function"))) static void
callWithAll(void *function, const int64_t *values) {
#define ARGS4(I) values[I], values[(I) + 1], values[(I) + 2], values[(I) + 3]
#define ARGS16(I) ARGS4(I), ARGS4((I) + 4), ARGS4((I) + 8), ARGS4((I) + 12)
#define ARGS64(I)                                                              \
  ARGS16(I), ARGS16((I) + 16), ARGS16((I) + 32), ARGS16((I) + 48)
#define TYPES4 int64_t, int64_t, int64_t, int64_t
#define TYPES16 TYPES4, TYPES4, TYPES4, TYPES4
#define TYPES64 TYPES16, TYPES16, TYPES16, TYPES16
  reinterpret_cast<void (*)(TYPES64, TYPES64, TYPES64, TYPES64, TYPES64,
                            TYPES64)>(function)(ARGS64(0), ARGS64(64),
                                                ARGS64(128), ARGS64(192),
                                                ARGS64(256), ARGS64(320));
}

// Runs a kernel that is a function in a library.
static int runFromLibrary(const Kernel &kernel, const unsigned *sizes,
                          void **parameters) {
  const char *path = std::getenv("FAKE_CUDA_KERNELS");
  if (!path)
    return Success;
  Driver &state = driver();
  if (state.libraryPath != path) {
    state.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    state.libraryPath = path;
  }
  std::string name = "kernel." + kernel.name;
  void *function = state.library ? dlsym(state.library, name.c_str()) : nullptr;
  constexpr size_t most = mostValues;
  int64_t values[most] = {};
  size_t number = 0;
  if (!function) {
    std::fprintf(stderr, "fake CUDA: no kernel %s: %s\n", kernel.name.c_str(),
                 dlerror());
    return NotFound;
  }
  // Buffers come first, each as two addresses and an offset.
  for (bool isBuffer : {true, false})
    for (size_t i = 0; i < kernel.parameters.size(); ++i) {
      int64_t value = 0;
      if (kernel.parameters[i].bytes == int(mapBytes)) {
        if (number + numMapNumbers > most ||
            !addTensorMap(parameters[i], isBuffer, values + number, number))
          return InvalidValue;
        continue;
      }
      std::memcpy(&value, parameters[i], size_t(kernel.parameters[i].bytes));
      if (number + 9 > most) {
        std::fprintf(stderr, "fake CUDA: kernel %s has too many parameters\n",
                     kernel.name.c_str());
        return InvalidValue;
      }
      // PTX by hand need not say what is an address.
      bool isAddress = isMemory(uintptr_t(value), 1);
      if (kernel.parameters[i].isPointer && value && !isAddress)
        return IllegalAddress;
      if ((isAddress || kernel.parameters[i].isPointer) != isBuffer)
        continue;
      values[number++] = value;
      if (isBuffer) {
        values[number++] = value;
        values[number++] = 0;
      }
    }
  for (int i = 0; i < 6; ++i)
    values[number++] = sizes[i];
  callWithAll(function, values);
  return Success;
}

static int runNow(Kernel &kernel, const unsigned *sizes, void **parameters) {
  Access access;
  return noteFault(driver().kernel
                       ? driver().kernel(kernel.name.c_str(), sizes, parameters)
                       : runFromLibrary(kernel, sizes, parameters));
}

// Each parameter has a place of a multiple of 16 bytes.
constexpr size_t alignment = 16;

namespace fake_cuda {

bool copyParameters(Kernel &kernel, void **parameters, Launch &launch) {
  launch.kernel = &kernel;
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    auto *from = static_cast<const char *>(parameters[i]);
    launch.values.insert(launch.values.end(), from,
                         from + kernel.parameters[i].bytes);
    launch.values.resize((launch.values.size() + alignment - 1) / alignment *
                         alignment);
  }
  return kernel.hasParameters;
}

int run(Launch &launch) {
  std::vector<void *> parameters;
  size_t at = 0;
  for (const Parameter &parameter : launch.kernel->parameters) {
    parameters.push_back(launch.values.data() + at);
    at += (size_t(parameter.bytes) + alignment - 1) / alignment * alignment;
  }
  return runNow(*launch.kernel, launch.sizes, parameters.data());
}

int checkLaunch(const Kernel &kernel, const unsigned *sizes,
                unsigned sharedBytes) {
  for (int i = 0; i < 6; ++i)
    if (sizes[i] == 0)
      return InvalidValue;
  return uint64_t(sizes[3]) * sizes[4] * sizes[5] > 1024 ||
                 int(sharedBytes) > kernel.sharedLimit
             ? InvalidValue
             : Success;
}

} // namespace fake_cuda

FAKE_API int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                            unsigned gridZ, unsigned blockX, unsigned blockY,
                            unsigned blockZ, unsigned sharedBytes, void *stream,
                            void **parameters, void **) {
  Call call("cuLaunchKernel");
  if (call.result || stack().empty())
    return call.result ? call.result : int(InvalidContext);
  auto &kernel = *static_cast<Kernel *>(function);
  Launch launch = {
      &kernel, {gridX, gridY, gridZ, blockX, blockY, blockZ}, sharedBytes, {}};
  if (int error = checkLaunch(kernel, launch.sizes, sharedBytes))
    return error;
  if (!driver().streams.count(stream))
    return InvalidValue;
  if (!fake_cuda::copyParameters(kernel, parameters, launch))
    return runNow(kernel, launch.sizes, parameters);
  return fake_cuda::enqueue(
      stream, [launch]() mutable { return fake_cuda::run(launch); });
}
