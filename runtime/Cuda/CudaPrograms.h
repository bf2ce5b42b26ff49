// The kernels of programs, as far as they are loaded into a CUDA device.
#ifndef RELAX_RUNTIME_CUDA_CUDAPROGRAMS_H
#define RELAX_RUNTIME_CUDA_CUDAPROGRAMS_H

#include "CudaDriver.h"
#include "Pool.h"

#include <array>
#include <unordered_map>
#include <vector>

namespace relax::runtime {

/// What a context has loaded into a device. The device's context is the
/// thread's in all calls.
class CudaPrograms {
public:
  /// A program, as far as it is loaded.
  struct Program {
    std::vector<void *> images;
    std::vector<void *> kernels;
    std::unordered_map<const void *, RelaxStorage *> constants;
  };

  CudaPrograms(const CudaDriver &driver, int32_t number)
      : driver(driver), number(number) {}

  /// What the chip of the device is.
  void setCapability(int major, int minor) { capability = major * 10 + minor; }

  /// The entry of a program whose code the chip runs; else an error.
  int32_t get(RelaxContext *context, RelaxDeviceProgram &source,
              Program *&program);

  /// Loads a kernel, with the image that has it, into `program`.
  int32_t loadKernel(RelaxContext *context, const RelaxDeviceProgram &source,
                     uint32_t kernel, Program &program);

  /// Gives all back.
  void unload();

private:
  using Log = std::array<char, 1024>;

  int32_t checkChip(RelaxContext *context, const RelaxDeviceProgram &program);
  int loadCode(const void *code, void *&module, Log &log);
  int32_t loadImage(RelaxContext *context, const RelaxDeviceProgram &source,
                    uint32_t image, Program &program);

  const CudaDriver &driver;
  int32_t number;
  int capability = 0;
  std::unordered_map<uint64_t, Program> programs;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDA_CUDAPROGRAMS_H
