// Launches kernels on a CUDA device.
#include "Context.h"
#include "CudaDevice.h"

#include <algorithm>
#include <string>

namespace relax::runtime {

// Sizes are computed from tensor shapes; the driver's own error for a bad one
// is "invalid argument" without saying which.
int32_t LaunchLimits::check(RelaxContext *context, int32_t number,
                            const char *kernel, const int64_t *sizes) const {
  static constexpr char axes[] = {'x', 'y', 'z'};
  for (int i = 0; i < 6; ++i)
    if (sizes[i] < 0 || sizes[i] > along[i])
      return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                  "device cuda:%d: kernel '%s': expected 0 to %lld %s along "
                  "%c, found %lld",
                  number, kernel, static_cast<long long>(along[i]),
                  i < 3 ? "blocks" : "threads of a block", axes[i % 3],
                  static_cast<long long>(sizes[i]));
  // Each is in range, so the product is.
  int64_t wanted = sizes[3] * sizes[4] * sizes[5];
  if (wanted > threads)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "device cuda:%d: kernel '%s': expected at most %lld threads of "
                "a block, found %lld",
                number, kernel, static_cast<long long>(threads),
                static_cast<long long>(wanted));
  return RELAX_OK;
}

// With graphs a launch is only written down. Its sizes are checked at once all
// the same, so that an error names the kernel.
int32_t CudaDevice::launch(RelaxContext *context, RelaxDeviceProgram &program,
                           uint32_t kernel, const int64_t *sizes,
                           void **arguments) {
  const RelaxDeviceKernel &wanted = program.kernels[kernel];
  if (int32_t status = limits.check(context, number, wanted.name, sizes))
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
  CudaLaunch launch = {
      loaded->kernels[kernel], wanted.name, {}, wanted.shared_bytes};
  std::copy_n(sizes, 6, launch.sizes);
  // Others may flush what is kept, so that it has its inputs by then.
  if (context->bindings.usesGraphs || graphs.isInRegion()) {
    isBusy = true;
    if (int32_t status =
            check(context, inputs.join(stream), "cannot wait for copies"))
      return status;
    return graphs.keep(context, launch, arguments, stream);
  }
  // From here on the stream has work, even if the launch fails later.
  if (int32_t status = askStream(context, current))
    return status;
  const unsigned *is = launch.sizes;
  int result =
      driver.launch(launch.function, is[0], is[1], is[2], is[3], is[4], is[5],
                    launch.sharedBytes, stream, arguments, nullptr);
  if (result == CudaSuccess)
    return RELAX_OK;
  std::string what = std::string("cannot launch kernel '") + wanted.name + "'";
  return check(context, result, what.c_str());
}

// Runs of kernels that are timed one by one are none of a graph.
int32_t CudaDevice::setRegion(RelaxContext *context,
                              RelaxDeviceProgram *program,
                              GraphRegion &region) {
  if (program ? context->records.isProfiled : !graphs.isInRegion())
    return RELAX_OK;
  Current current(*this);
  if (!program)
    return current.result ? check(context, current.result, "cannot be used")
                          : graphs.end(context);
  CudaPrograms::Program *loaded;
  if (int32_t status = askStream(context, current))
    return status;
  if (int32_t status = programs.get(context, *program, loaded))
    return status;
  region.name.first = loaded;
  return graphs.begin(context, region, stream);
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
  RelaxStorage *block = memory.allocate(context, bytes);
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
