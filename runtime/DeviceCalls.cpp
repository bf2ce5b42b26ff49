// What compiled code asks of devices.
#include "Frame.h"
#include "NvtxRanges.h"
#include "Workers.h"

#include <cstring>

namespace relax::runtime {

// Memory of a device that the call under way holds.
// Blocks that compiled code holds belong to the call's frame, like host
// storages.
static RelaxStorage *holdBlock(RelaxContext *context, int32_t device,
                               int64_t bytes) {
  RelaxStorage *block = nullptr;
  guarded(context, [&]() -> int32_t {
    if (CudaDevice *target = getCudaDevice(context, device))
      block = target->getMemory().allocate(context, bytes);
    return RELAX_OK;
  });
  return block ? hold(context, block) : nullptr;
}

static int32_t copy(RelaxContext *context, void *target, int32_t targetDevice,
                    const void *source, int32_t sourceDevice, uint64_t bytes) {
  CudaDevice *to = nullptr, *from = nullptr;
  if (targetDevice >= 0 && !(to = getCudaDevice(context, targetDevice)))
    return relax_context_status(context);
  if (sourceDevice >= 0 && !(from = getCudaDevice(context, sourceDevice)))
    return relax_context_status(context);
  // memmove, as a copy in place may overlap with itself in planned memory.
  if (!to && !from)
    std::memmove(target, source, bytes);
  else if (!from)
    return to->copyIn(context, target, source, bytes);
  else if (!to)
    return from->copyOut(context, target, source, bytes);
  else
    return to->copyFrom(context, *from, target, source, bytes);
  return RELAX_OK;
}

// Whether code without a context may go on: there is a call, without an error,
// that has said its device.
// Kernels carry no context, they use that of the thread. After an error
// nothing more is launched: its inputs may be garbage.
static bool canGoOn(RelaxContext *context) {
  if (!context || relax_context_status(context))
    return false;
  if (context->bindings.device >= 0)
    return true;
  fail(context, RELAX_ERROR_FAILED,
       "expected the compiled code to say on which device it launches a "
       "kernel, found none");
  return false;
}

} // namespace relax::runtime

using relax::runtime::canGoOn;
using relax::runtime::CudaDevice;
using relax::runtime::CudaGraphs;
using relax::runtime::fail;
using relax::runtime::getCudaDevice;
using relax::runtime::getCurrentContext;
using relax::runtime::GraphRegion;
using relax::runtime::GraphStep;
using relax::runtime::guarded;
using relax::runtime::NvtxRange;

// Compiled code says the device once for a sequence of launches.
int32_t relax_rt_device_use(RelaxContext *context, int32_t device) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  return guarded(context, [&]() -> int32_t {
    if (!getCudaDevice(context, device))
      return relax_context_status(context);
    context->bindings.device = device;
    return RELAX_OK;
  });
}

RelaxStorage *relax_rt_device_storage_alloc(RelaxContext *context,
                                            int32_t device, int64_t bytes) {
  return context ? relax::runtime::holdBlock(context, device, bytes) : nullptr;
}

int32_t relax_rt_device_copy(RelaxContext *context, void *target,
                             int32_t target_device, const void *source,
                             int32_t source_device, int64_t bytes) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  if (bytes < 0)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "expected no negative number of bytes to copy, found %lld",
                static_cast<long long>(bytes));
  if (bytes == 0)
    return RELAX_OK;
  return guarded(context, [&] {
    return relax::runtime::copy(context, target, target_device, source,
                                source_device, uint64_t(bytes));
  });
}

void *relax_rt_device_constant(RelaxContext *context, int32_t device,
                               RelaxDeviceProgram *program, const void *data,
                               int64_t bytes) {
  void *result = nullptr;
  if (context)
    guarded(context, [&]() -> int32_t {
      if (CudaDevice *target = getCudaDevice(context, device))
        result = target->getConstant(context, *program, data, bytes);
      return RELAX_OK;
    });
  return result;
}

// void, because generated host code is a straight line of launches; the status
// is asked at the end.
void relax_rt_launch(RelaxDeviceProgram *program, uint32_t kernel,
                     const int64_t *sizes, void **arguments) {
  RelaxContext *context = getCurrentContext();
  if (canGoOn(context))
    guarded(context, [&]() -> int32_t {
      NvtxRange range(program->kernels[kernel].name);
      context->records.hasLaunched = true;
      CudaDevice *device = getCudaDevice(context, context->bindings.device);
      return device
                 ? device->launch(context, *program, kernel, sizes, arguments)
                 : relax_context_status(context);
    });
}

// Null ends the region that the device is in.
static int32_t setRegion(RelaxContext *context, RelaxDeviceProgram *program,
                         GraphRegion &region) {
  return guarded(context, [&]() -> int32_t {
    CudaDevice *device = getCudaDevice(context, context->bindings.device);
    return device ? device->setRegion(context, program, region)
                  : relax_context_status(context);
  });
}

// Nobody asks for a status here: after an error what follows launches nothing.
int32_t relax_rt_graph_begin(RelaxContext *context, RelaxDeviceProgram *program,
                             int32_t region, const int64_t *operands,
                             int32_t count) {
  if (!canGoOn(context))
    return 1;
  NvtxRange range("graph");
  bool isDone = false;
  guarded(context, [&]() -> int32_t {
    GraphRegion wanted = {{nullptr, region}, {operands, operands + count}};
    (void)setRegion(context, program, wanted); // graph_end tells it
    isDone = wanted.isDone;
    return RELAX_OK;
  });
  return !isDone;
}

void relax_rt_graph_step(RelaxContext *context, const int64_t *ranges,
                         int32_t num_reads, int32_t num_writes) {
  if (!canGoOn(context))
    return;
  guarded(context, [&]() -> int32_t {
    GraphStep step;
    for (int32_t i = 0; i < num_reads + num_writes; ++i)
      (i < num_reads ? step.reads : step.writes)
          .push_back({ranges[2 * i], ranges[2 * i + 1]});
    CudaGraphs::addStep(std::move(step));
    return RELAX_OK;
  });
}

int32_t relax_rt_graph_end(RelaxContext *context) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  GraphRegion none;
  int32_t ended =
      context->bindings.device < 0 ? 0 : setRegion(context, nullptr, none);
  return ended ? ended : relax_context_status(context);
}

void relax_rt_tensor_map(void *map, const void *data, int32_t element_bytes,
                         int32_t rank, const int64_t *sizes,
                         const int64_t *strides, const int64_t *box,
                         int32_t swizzle) {
  RelaxContext *context = getCurrentContext();
  if (canGoOn(context))
    guarded(context, [&]() -> int32_t {
      CudaDevice *device = getCudaDevice(context, context->bindings.device);
      return device ? device->describe(context, map,
                                       {data, element_bytes, rank, sizes,
                                        strides, box, swizzle})
                    : relax_context_status(context);
    });
}

RelaxStorage *relax_rt_device_scratch_alloc(int64_t bytes) {
  RelaxContext *context = getCurrentContext();
  return canGoOn(context) ? relax::runtime::holdBlock(
                                context, context->bindings.device, bytes)
                          : nullptr;
}

// Const and without opening anything: statistics of a device that was never
// used are zeros.
void relax_context_device_memory(const RelaxContext *context, int32_t device,
                                 RelaxMemoryStatistics *statistics) {
  if (!statistics)
    return;
  *statistics = RelaxMemoryStatistics();
  if (context && device >= 0 && size_t(device) < context->devices.size() &&
      context->devices[device])
    context->devices[device]->getMemory().getPool().getStatistics(*statistics);
}
