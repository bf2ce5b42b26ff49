// The CUDA driver's functions, found when a CUDA device is first asked for.
//
// Types and numbers are those of the driver's binary interface; no header of
// CUDA is needed to build, and no library of it to load the run time.
#ifndef RELAX_RUNTIME_CUDA_CUDADRIVER_H
#define RELAX_RUNTIME_CUDA_CUDADRIVER_H

#include "relax_runtime.h"

namespace relax::runtime {

/// Address of memory on a device.
using CudaPointer = unsigned long long;

/// Numbers of the driver's errors that are told apart.
enum CudaResult : int {
  CudaSuccess = 0,
  CudaInvalidValue = 1,
  CudaOutOfMemory = 2,
  CudaNoDevice = 100,
  CudaNoBinary = 209,
  CudaNotReady = 600,
};

/// Flags of streams and events: such a stream does not wait for the default
/// one; such events only order, for which the driver need not write the time of
/// each.
constexpr unsigned CudaNonBlocking = 1, CudaWithoutTiming = 2;

/// Whether the driver gives the same error for all that the process asks of
/// devices from then on: "the process must be terminated and relaunched", its
/// documentation says of these.
constexpr bool isSticky(int result) {
  constexpr int illegalAddress = 700, firstOfKernel = 714, lastOfKernel = 719;
  return result == illegalAddress ||
         (result >= firstOfKernel && result <= lastOfKernel);
}

/// A node of a graph that launches a kernel, as the driver has it.
struct CudaKernelNode {
  void *function;
  /// Blocks along x, y and z, then threads of a block.
  unsigned sizes[6], sharedBytes;
  void **arguments, **extra;
  void *kernel, *context;
};

/// Numbers of the driver's device attributes.
enum CudaAttribute : int {
  MaxThreadsPerBlock = 1,
  MaxBlockDimX = 2,
  MaxGridDimX = 5,
  MajorVersion = 75,
  MinorVersion = 76,
  /// Whether memory comes and goes in the order of a stream.
  HasMemoryPools = 115,
};

/// Number of the driver's attribute of a function that allows it more shared
/// memory.
constexpr int maxDynamicSharedBytes = 8;

/// Calls `X(member, "name in the library", result(parameters))` for each
/// function that is used.
#define RELAX_CUDA_FUNCTIONS(X)                                                \
  X(init, "cuInit", int(unsigned))                                             \
  X(getErrorName, "cuGetErrorName", int(int, const char **))                   \
  X(getErrorString, "cuGetErrorString", int(int, const char **))               \
  X(getDeviceCount, "cuDeviceGetCount", int(int *))                            \
  X(getDevice, "cuDeviceGet", int(int *, int))                                 \
  X(getAttribute, "cuDeviceGetAttribute", int(int *, int, int))                \
  X(getTotalMemory, "cuDeviceTotalMem_v2", int(size_t *, int))                 \
  X(retainContext, "cuDevicePrimaryCtxRetain", int(void **, int))              \
  X(releaseContext, "cuDevicePrimaryCtxRelease_v2", int(int))                  \
  X(pushContext, "cuCtxPushCurrent_v2", int(void *))                           \
  X(popContext, "cuCtxPopCurrent_v2", int(void **))                            \
  X(getContext, "cuCtxGetCurrent", int(void **))                               \
  X(setContext, "cuCtxSetCurrent", int(void *))                                \
  X(synchronizeContext, "cuCtxSynchronize", int())                             \
  X(createStream, "cuStreamCreate", int(void **, unsigned))                    \
  X(destroyStream, "cuStreamDestroy_v2", int(void *))                          \
  X(synchronize, "cuStreamSynchronize", int(void *))                           \
  X(query, "cuStreamQuery", int(void *))                                       \
  X(createEvent, "cuEventCreate", int(void **, unsigned))                      \
  X(destroyEvent, "cuEventDestroy_v2", int(void *))                            \
  X(recordEvent, "cuEventRecord", int(void *, void *))                         \
  X(waitForEvent, "cuStreamWaitEvent", int(void *, void *, unsigned))          \
  X(queryEvent, "cuEventQuery", int(void *))                                   \
  X(getElapsed, "cuEventElapsedTime", int(float *, void *, void *))            \
  X(allocatePinned, "cuMemHostAlloc", int(void **, size_t, unsigned))          \
  X(freePinned, "cuMemFreeHost", int(void *))                                  \
  X(allocate, "cuMemAlloc_v2", int(CudaPointer *, size_t))                     \
  X(free, "cuMemFree_v2", int(CudaPointer))                                    \
  X(copyIn, "cuMemcpyHtoDAsync_v2",                                            \
    int(CudaPointer, const void *, size_t, void *))                            \
  X(copyOut, "cuMemcpyDtoHAsync_v2", int(void *, CudaPointer, size_t, void *)) \
  X(copyInside, "cuMemcpyDtoDAsync_v2",                                        \
    int(CudaPointer, CudaPointer, size_t, void *))                             \
  X(copyAcross, "cuMemcpyPeerAsync",                                           \
    int(CudaPointer, void *, CudaPointer, void *, size_t, void *))             \
  X(loadModule, "cuModuleLoadDataEx",                                          \
    int(void **, const void *, unsigned, int *, void **))                      \
  X(unloadModule, "cuModuleUnload", int(void *))                               \
  X(getFunction, "cuModuleGetFunction", int(void **, void *, const char *))    \
  X(setFunctionAttribute, "cuFuncSetAttribute", int(void *, int, int))         \
  X(launch, "cuLaunchKernel",                                                  \
    int(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,    \
        unsigned, void *, void **, void **))

/// Those that older drivers lack: null then.
#define RELAX_CUDA_LATER_FUNCTIONS(X)                                          \
  X(allocateInOrder, "cuMemAllocAsync", int(CudaPointer *, size_t, void *))    \
  X(freeInOrder, "cuMemFreeAsync", int(CudaPointer, void *))                   \
  X(getParameter, "cuFuncGetParamInfo",                                        \
    int(void *, size_t, size_t *, size_t *))                                   \
  X(createGraph, "cuGraphCreate", int(void **, unsigned))                      \
  X(destroyGraph, "cuGraphDestroy", int(void *))                               \
  X(addKernelNode, "cuGraphAddKernelNode_v2",                                  \
    int(void **, void *, void *const *, size_t, const CudaKernelNode *))       \
  X(instantiate, "cuGraphInstantiateWithFlags",                                \
    int(void **, void *, unsigned long long))                                  \
  X(setKernelNode, "cuGraphExecKernelNodeSetParams_v2",                        \
    int(void *, void *, const CudaKernelNode *))                               \
  X(launchGraph, "cuGraphLaunch", int(void *, void *))                         \
  X(destroyExecutable, "cuGraphExecDestroy", int(void *))                      \
  X(encodeTensorMap, "cuTensorMapEncodeTiled",                                 \
    int(void *, int, unsigned, void *, const uint64_t *, const uint64_t *,     \
        const unsigned *, const unsigned *, int, int, int, int))

/// The driver's functions.
struct CudaDriver {
#define RELAX_CUDA_MEMBER(MEMBER, NAME, ...)                                   \
  using MEMBER##Type = __VA_ARGS__;                                            \
  MEMBER##Type *MEMBER = nullptr;
  RELAX_CUDA_FUNCTIONS(RELAX_CUDA_MEMBER)
  RELAX_CUDA_LATER_FUNCTIONS(RELAX_CUDA_MEMBER)
#undef RELAX_CUDA_MEMBER
};

/// The driver, loaded by the first call that finds it and started; null and an
/// error that names `device` if it is not there or has no such device.
const CudaDriver *findCudaDevice(RelaxContext *context, int32_t device);

/// Sets the error "device cuda:N: <what>: <the driver's words>" unless `result`
/// is success; returns the status, `RELAX_ERROR_DEVICE_LOST` where nothing on
/// devices will succeed any more.
int32_t checkCuda(RelaxContext *context, const CudaDriver &driver,
                  int32_t device, int result, const char *what);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDA_CUDADRIVER_H
