// Loads the kernels of programs into a CUDA device.
#include "CudaPrograms.h"
#include "Context.h"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>

namespace relax::runtime {

// What the driver says of code that it does not take as machine code, while it
// may take PTX: of another chip, or newer than itself.
static bool isOfOtherChips(int result) {
  constexpr int invalidImage = 200, unsupportedVersion = 222,
                invalidSource = 300;
  return result == CudaNoBinary || result == invalidImage ||
         result == unsupportedVersion || result == invalidSource;
}

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

namespace {
/// What "sm_90a" says: the capability, its minor number the last digit, and the
/// letter behind it.
struct Chip {
  explicit Chip(const char *name) {
    std::sscanf(name, "sm_%d%c", &capability, &letter);
  }
  bool isKnown() const { return capability >= 0; }
  /// Whether it has the major number of another one.
  bool hasMajorOf(int other) const { return capability / 10 == other / 10; }

  int capability = -1;
  char letter = 0;
};
} // namespace

// Code runs on its chip and on later ones; if the chip's name ends in "f" on
// those of its family, if in "a" on that one only. What object files need is
// the driver's to judge.
// Cubins are for one compute capability, PTX for it and later. "a" code uses
// features of one chip (wgmma), "f" those of a family.
static bool runsOn(const Chip &chip, int capability) {
  if (!chip.isKnown())
    return false;
  if (chip.letter == 'a')
    return chip.capability == capability;
  return chip.capability <= capability &&
         (chip.letter != 'f' || chip.hasMajorOf(capability));
}

int32_t CudaPrograms::checkChip(RelaxContext *context,
                                const RelaxDeviceProgram &program) {
  if (runsOn(Chip(program.chip), capability))
    return RELAX_OK;
  return fail(context, RELAX_ERROR_UNSUPPORTED,
              "device cuda:%d: the kernels are compiled for %s, expected "
              "sm_%d; compile with --target=sm_%d",
              number, program.chip, capability, capability);
}

// An emplaced entry holds nothing before it is used: images are loaded one by
// one, as kernels need them.
int32_t CudaPrograms::get(RelaxContext *context, RelaxDeviceProgram &source,
                          Program *&program) {
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

// Machine code behind PTX, as relax_module.h says; null if there is none.
static const void *findMachineCode(const RelaxDeviceImage &image) {
  constexpr size_t alignment = 64;
  auto *code = static_cast<const char *>(image.data);
  // Of machine code alone there is no second.
  if (std::memcmp(code, "\177ELF", 4) == 0)
    return nullptr;
  size_t end = strnlen(code, image.size) + 1;
  size_t at = (end + alignment - 1) / alignment * alignment;
  return at < image.size ? code + at : nullptr;
}

// Loads code; `log` gets what the driver says of it.
int CudaPrograms::loadCode(const void *code, void *&module, Log &log) {
  // Numbers of the driver's options: where errors of PTX are written, and how
  // much room there is.
  // CU_JIT_ERROR_LOG_BUFFER and its size: for PTX that this driver cannot
  // compile, the log says the line.
  int options[] = {5, 6};
  void *values[] = {log.data(),
                    reinterpret_cast<void *>(uintptr_t(log.size() - 1))};
  int result = driver.loadModule(&module, code, 2, options, values);
  // The driver may have written a handle before it failed.
  if (result != CudaSuccess)
    module = nullptr;
  return result;
}

// Machine code needs no compilation, but runs on chips of its major number
// only, and drivers that are older than the assembler reject it. PTX is there
// then.
int32_t CudaPrograms::loadImage(RelaxContext *context,
                                const RelaxDeviceProgram &source,
                                uint32_t image, Program &program) {
  Log log = {};
  const RelaxDeviceImage &wanted = source.images[image];
  int result = CudaNoBinary;
  if (const void *code = findMachineCode(wanted);
      code && Chip(source.chip).hasMajorOf(capability))
    result = loadCode(code, program.images[image], log);
  if (isOfOtherChips(result)) {
    log = {};
    result = loadCode(wanted.data, program.images[image], log);
  }
  if (result == CudaSuccess)
    return RELAX_OK;
  std::string what = "cannot load the kernels for ";
  what += source.chip;
  if (log.front())
    what += std::string(", the driver says \"") + log.data() + "\"";
  return checkCuda(context, driver, number, result, what.c_str());
}

int32_t CudaPrograms::loadKernel(RelaxContext *context,
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
  return checkCuda(context, driver, number, result, what.c_str());
}

// The device's context is the thread's.
void CudaPrograms::unload() {
  for (auto &[instance, program] : programs) {
    for (auto &[data, block] : program.constants)
      releaseBlock(block);
    for (void *image : program.images)
      if (image)
        driver.unloadModule(image);
  }
  programs.clear();
}

} // namespace relax::runtime
