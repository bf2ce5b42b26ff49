// Loads kernels into a CUDA device and launches them.
#include "Context.h"
#include "CudaDevice.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace relax::runtime {

// Tells programs apart: another one may later lie at the same address.
// A descriptor is in a module's data. After dlclose and dlopen another may be
// at the same address, and its kernels would be taken from the cache of the
// first. So each gets a number in itself at first use, atomically, because two
// contexts may see it first.
static uint64_t getInstance(RelaxDeviceProgram &program) {
  static std::atomic<uint64_t> last{0};
  uint64_t number = __atomic_load_n(&program.instance, __ATOMIC_ACQUIRE);
  if (number)
    return number;
  uint64_t fresh = ++last;
  return __atomic_compare_exchange_n(&program.instance, &number, fresh, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
             ? fresh
             : number;
}

// Code runs on its chip and on later ones; if the chip's name ends in "f" on
// those of its family, if in "a" on that one only. What object files need is
// the driver's to judge.
// Cubins are for one compute capability, PTX for it and later. "a" code uses
// features of one chip (wgmma), "f" those of a family.
static bool runsOn(const char *chip, int capability) {
  int wanted = 0;
  char letter = 0;
  if (std::sscanf(chip, "sm_%d%c", &wanted, &letter) < 1)
    return false;
  if (letter == 'a')
    return wanted == capability;
  return wanted <= capability &&
         (letter != 'f' || wanted / 10 == capability / 10);
}

int32_t CudaDevice::checkChip(RelaxContext *context,
                              const RelaxDeviceProgram &program) {
  if (runsOn(program.chip, capability))
    return RELAX_OK;
  return fail(context, RELAX_ERROR_UNSUPPORTED,
              "device cuda:%d: the kernels are compiled for %s, expected "
              "sm_%d; compile with --target=sm_%d",
              number, program.chip, capability, capability);
}

// An emplaced entry holds nothing before it is used: images are loaded one by
// one, as kernels need them.
int32_t CudaDevice::getProgram(RelaxContext *context,
                               RelaxDeviceProgram &source, Program *&program) {
  if (source.abi_version != RELAX_ABI_VERSION)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "device cuda:%d: expected kernels of ABI version %d, found %u; "
                "compile them again",
                number, RELAX_ABI_VERSION, source.abi_version);
  uint64_t instance = getInstance(source);
  auto found = programs.find(instance);
  if (found == programs.end()) {
    if (int32_t status = checkChip(context, source))
      return status;
    found = programs.emplace(instance, Program()).first;
    found->second.images.resize(source.num_images);
    found->second.kernels.resize(source.num_kernels);
  }
  program = &found->second;
  return RELAX_OK;
}

int32_t CudaDevice::loadImage(RelaxContext *context,
                              const RelaxDeviceProgram &source, uint32_t image,
                              Program &program) {
  // Numbers of the driver's options: where errors of PTX are written, and how
  // much room there is.
  // CU_JIT_ERROR_LOG_BUFFER and its size: for PTX that this driver cannot
  // compile, the log says the line.
  int options[] = {5, 6};
  char log[1024] = {};
  void *values[] = {log, reinterpret_cast<void *>(uintptr_t(sizeof(log) - 1))};
  int result = driver.loadModule(&program.images[image],
                                 source.images[image].data, 2, options, values);
  if (result == CudaSuccess)
    return RELAX_OK;
  // The driver may have written a handle before it failed.
  program.images[image] = nullptr;
  std::string what = "cannot load the kernels for ";
  what += source.chip;
  if (*log)
    what += std::string(", the driver says \"") + log + "\"";
  return check(context, result, what.c_str());
}

int32_t CudaDevice::loadKernel(RelaxContext *context,
                               const RelaxDeviceProgram &source,
                               uint32_t kernel, Program &program) {
  const RelaxDeviceKernel &wanted = source.kernels[kernel];
  if (!program.images[wanted.image])
    if (int32_t status = loadImage(context, source, wanted.image, program))
      return status;
  void *found = nullptr;
  int result =
      driver.getFunction(&found, program.images[wanted.image], wanted.name);
  // More than 48 KiB of shared memory is allowed only after
  // cuFuncSetAttribute, from sm_70 on.
  constexpr uint32_t maxWithoutAsking = 48 * 1024;
  if (!result && wanted.shared_bytes > maxWithoutAsking)
    result = driver.setFunctionAttribute(found, maxDynamicSharedBytes,
                                         int(wanted.shared_bytes));
  if (!result) {
    program.kernels[kernel] = found;
    return RELAX_OK;
  }
  std::string what = std::string("cannot load kernel '") + wanted.name + "'";
  return check(context, result, what.c_str());
}

// Sizes are computed from tensor shapes; the driver's own error for a bad one
// is "invalid argument" without saying which.
int32_t CudaDevice::checkSizes(RelaxContext *context, const char *kernel,
                               const int64_t *sizes) const {
  static constexpr char axes[] = {'x', 'y', 'z'};
  for (int i = 0; i < 6; ++i)
    if (sizes[i] < 0 || sizes[i] > maxAlong[i])
      return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                  "device cuda:%d: kernel '%s': expected 0 to %lld %s along "
                  "%c, found %lld",
                  number, kernel, static_cast<long long>(maxAlong[i]),
                  i < 3 ? "blocks" : "threads of a block", axes[i % 3],
                  static_cast<long long>(sizes[i]));
  // Each is in range, so the product is.
  int64_t threads = sizes[3] * sizes[4] * sizes[5];
  if (threads > maxThreads)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "device cuda:%d: kernel '%s': expected at most %lld threads of "
                "a block, found %lld",
                number, kernel, static_cast<long long>(maxThreads),
                static_cast<long long>(threads));
  return RELAX_OK;
}

int32_t CudaDevice::launch(RelaxContext *context, RelaxDeviceProgram &program,
                           uint32_t kernel, const int64_t *sizes,
                           void **arguments) {
  const RelaxDeviceKernel &wanted = program.kernels[kernel];
  if (int32_t status = checkSizes(context, wanted.name, sizes))
    return status;
  // An empty grid is no error in a program with empty tensors, but it is one
  // for cuLaunchKernel.
  for (int i = 0; i < 6; ++i)
    if (sizes[i] == 0)
      return RELAX_OK;
  Current current(*this);
  if (int32_t status = check(context, current.result, "cannot be used"))
    return status;
  Program *loaded;
  if (int32_t status = getProgram(context, program, loaded))
    return status;
  if (!loaded->kernels[kernel])
    if (int32_t status = loadKernel(context, program, kernel, *loaded))
      return status;
  // From here on the stream has work, even if the launch fails later.
  isBusy = true;
  int result = driver.launch(
      loaded->kernels[kernel], unsigned(sizes[0]), unsigned(sizes[1]),
      unsigned(sizes[2]), unsigned(sizes[3]), unsigned(sizes[4]),
      unsigned(sizes[5]), wanted.shared_bytes, stream, arguments, nullptr);
  if (result == CudaSuccess)
    return RELAX_OK;
  std::string what = std::string("cannot launch kernel '") + wanted.name + "'";
  return check(context, result, what.c_str());
}

// Keyed by the host address of the constant, which belongs to the module; the
// program's instance number guards against reuse.
void *CudaDevice::getConstant(RelaxContext *context,
                              RelaxDeviceProgram &program, const void *data,
                              int64_t bytes) {
  Program *loaded;
  if (getProgram(context, program, loaded))
    return nullptr;
  auto found = loaded->constants.find(data);
  if (found != loaded->constants.end())
    return found->second->data();
  RelaxStorage *block = allocateBlock(context, bytes);
  if (!block)
    return nullptr;
  if (copyIn(context, block->data(), data, uint64_t(bytes))) {
    releaseBlock(block);
    return nullptr;
  }
  loaded->constants[data] = block;
  return block->data();
}

} // namespace relax::runtime
