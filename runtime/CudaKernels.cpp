// Launches kernels on a CUDA device.
#include "Context.h"
#include "CudaDevice.h"

#include <string>

namespace relax::runtime {

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
  CudaPrograms::Program *loaded;
  if (int32_t status = programs.get(context, program, loaded))
    return status;
  if (!loaded->kernels[kernel])
    if (int32_t status = programs.loadKernel(context, program, kernel, *loaded))
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
  CudaPrograms::Program *loaded;
  if (programs.get(context, program, loaded))
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
