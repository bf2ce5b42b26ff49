// Tensors on CUDA devices: made, copied there and back, given to compiled code.
#include "DType.h"
#include "Frame.h"
#include "Tensor.h"

namespace relax::runtime {

RelaxTensor *makeDeviceTensor(RelaxContext *context, CudaDevice &device,
                              DLDataType dtype, int32_t rank,
                              const int64_t *dims) {
  int64_t bytes = getCheckedBytes(context, dtype, rank, dims);
  if (bytes < 0)
    return nullptr;
  RelaxStorage *storage = device.getMemory().allocate(context, bytes);
  if (!storage)
    return nullptr;
  RelaxTensor *tensor = makeTensorOn(context, storage, 0, dtype, rank, dims);
  // Ownership: makeTensorOn has taken a reference.
  releaseBlock(storage); // the tensor is the other owner
  return tensor;
}

// Device tensors must be as kernels want them: no strided copy exists on the
// device.
int32_t checkOnDevice(RelaxContext *context, Subject &subject, int32_t device,
                      const DLTensor &tensor) {
  int32_t bad = RELAX_ERROR_INVALID_ARGUMENT;
  if (getCudaNumber(tensor) != device)
    return fail(context, bad,
                "%s: expected a tensor on cuda:%d, found one on %s:%d; copy it "
                "there first",
                subject.getText(), device,
                getDeviceName(tensor.device.device_type),
                tensor.device.device_id);
  if (!isCompact(tensor))
    return fail(context, bad,
                "%s: expected compact row-major elements on cuda:%d, found "
                "other strides; make the tensor contiguous first",
                subject.getText(), device);
  if (!isAligned(tensor))
    return fail(context, bad,
                "%s: expected data on cuda:%d at a multiple of the element's "
                "size, found %p; copy the tensor first",
                subject.getText(), device, getData(tensor));
  return RELAX_OK;
}

// Copies the elements of a compact tensor to one that has room for them.
static int32_t copyCompact(RelaxContext *context, const DLTensor &source,
                           DLTensor &target) {
  int64_t bytes = relax_compact_bytes(source.dtype, source.ndim, source.shape);
  if (bytes <= 0)
    return RELAX_OK;
  return relax_rt_device_copy(context, target.data, getCudaNumber(target),
                              getData(source), getCudaNumber(source), bytes);
}

// A tensor on a CUDA device, or on the CPU if `device` is -1, with room for the
// elements of `like`.
static RelaxTensor *makeOn(RelaxContext *context, int32_t device,
                           const DLTensor &like) {
  if (device < 0)
    return makeOwningTensor(context, like.dtype, like.ndim, like.shape);
  CudaDevice *cuda = getCudaDevice(context, device);
  return cuda ? makeDeviceTensor(context, *cuda, like.dtype, like.ndim,
                                 like.shape)
              : nullptr;
}

int32_t copyToCuda(RelaxContext *context, const DLTensor &source,
                   int32_t device, RelaxTensor *&result) {
  RelaxTensor *copy = makeOn(context, device, source);
  if (!copy)
    return relax_context_status(context);
  int32_t status = copyCompact(context, source, copy->dl);
  if (status)
    relax_tensor_release(copy);
  else
    result = copy;
  return status;
}

RelaxTensor *makePinnedTensor(RelaxContext *context, int32_t device,
                              DLDataType dtype, int32_t rank,
                              const int64_t *dims) {
  int64_t bytes = getCheckedBytes(context, dtype, rank, dims);
  CudaDevice *cuda = bytes < 0 ? nullptr : getCudaDevice(context, device);
  Pool *pool = cuda ? cuda->getMemory().getPinned(context) : nullptr;
  if (!pool)
    return nullptr;
  RelaxStorage *storage = pool->allocate(uint64_t(bytes));
  if (!storage) {
    fail(context, RELAX_ERROR_OUT_OF_MEMORY,
         "device cuda:%d: out of pinned memory: %lld bytes were requested",
         device, static_cast<long long>(bytes));
    return nullptr;
  }
  RelaxTensor *tensor = makeTensorOn(context, storage, 0, dtype, rank, dims);
  releaseBlock(storage); // the tensor is the other owner
  return tensor;
}

static int32_t copyToPinned(RelaxContext *context, Subject &subject,
                            const DLTensor &source, int32_t device,
                            RelaxTensor *&result) {
  int32_t from = getCudaNumber(source);
  if (from >= 0)
    if (int32_t status = checkOnDevice(context, subject, from, source))
      return status;
  RelaxTensor *copy = makePinnedTensor(context, device, source.dtype,
                                       source.ndim, source.shape);
  if (!copy)
    return relax_context_status(context);
  int32_t status = RELAX_OK;
  if (from >= 0)
    status = copyCompact(context, source, copy->dl);
  else if (!copyElements(source, copy->dl.data))
    status = fail(context, RELAX_ERROR_UNSUPPORTED,
                  "%s: expected elements of whole bytes in a tensor with "
                  "strides, found %d bits",
                  subject.getText(), source.dtype.bits);
  if (status)
    relax_tensor_release(copy);
  else
    result = copy;
  return status;
}

RelaxTensor *copyInputToCuda(RelaxContext *context, const DLTensor &source,
                             int32_t device) {
  int64_t bytes = relax_compact_bytes(source.dtype, source.ndim, source.shape);
  CudaDevice *cuda = getCudaDevice(context, device);
  RelaxStorage *block =
      cuda ? cuda->copyInput(context, getData(source), uint64_t(bytes))
           : nullptr;
  if (!block)
    return nullptr;
  RelaxTensor *copy =
      makeTensorOn(context, block, 0, source.dtype, source.ndim, source.shape);
  releaseBlock(block);
  return copy;
}

// The same for a tensor that may have strides; those on a device may not.
static int32_t copyAnyTo(RelaxContext *context, Subject &subject,
                         const DLTensor &source, DLDevice place,
                         RelaxTensor *&result) {
  int32_t device = place.device_type == kDLCUDA ? place.device_id : -1;
  if (place.device_type == kDLCUDAHost)
    return copyToPinned(context, subject, source, place.device_id, result);
  if (int32_t from = getCudaNumber(source); from >= 0) {
    if (int32_t status = checkOnDevice(context, subject, from, source))
      return status;
    return copyToCuda(context, source, device, result);
  }
  // Strided host tensors are made compact on the host first: one transfer of
  // the device is contiguous.
  if (device < 0 || isCompact(source))
    return device < 0 ? relax_tensor_copy(context, &source, &result)
                      : copyToCuda(context, source, device, result);
  RelaxTensor *compact = nullptr;
  if (int32_t status = relax_tensor_copy(context, &source, &compact))
    return status;
  int32_t status = copyToCuda(context, compact->dl, device, result);
  relax_tensor_release(compact);
  return status;
}

} // namespace relax::runtime

using relax::runtime::fail;
using relax::runtime::getCudaDevice;
using relax::runtime::guarded;

int32_t relax_tensor_to_device(RelaxContext *context, const DLTensor *source,
                               int32_t device_type, int32_t device_id,
                               RelaxTensor **tensor) {
  if (!context || !tensor)
    return RELAX_ERROR_INVALID_ARGUMENT;
  *tensor = nullptr;
  relax::runtime::beginOperation(context);
  relax::runtime::Subject subject("copied tensor");
  if (int32_t status =
          relax::runtime::checkUsableAnywhere(context, subject, source))
    return status;
  return guarded(context, [&]() -> int32_t {
    if (int32_t status = relax_device_check(context, device_type, device_id))
      return status;
    relax::runtime::CudaContextScope contexts;
    int32_t device = device_type == kDLCUDA ? device_id : -1;
    DLDevice place = {DLDeviceType(device_type), device_id};
    if (int32_t status = relax::runtime::copyAnyTo(context, subject, *source,
                                                   place, *tensor))
      return status;
    // The source may change as soon as this returns.
    int32_t status =
        device < 0 ? RELAX_OK : getCudaDevice(context, device)->finish(context);
    if (status) {
      relax_tensor_release(*tensor);
      *tensor = nullptr;
    }
    return status;
  });
}

// Pinned for all devices, whichever it comes from.
int32_t relax_tensor_create_pinned(RelaxContext *context, DLDataType dtype,
                                   int32_t rank, const int64_t *dims,
                                   RelaxTensor **tensor) {
  if (!context || !tensor)
    return RELAX_ERROR_INVALID_ARGUMENT;
  *tensor = nullptr;
  relax::runtime::beginOperation(context);
  DLDataType checked;
  if (!relax::runtime::makeDType(context, dtype.code, dtype.bits, dtype.lanes,
                                 checked))
    return RELAX_ERROR_INVALID_ARGUMENT;
  return guarded(context, [&]() -> int32_t {
    *tensor = relax::runtime::makePinnedTensor(context, 0, dtype, rank, dims);
    return *tensor ? int32_t(RELAX_OK) : relax_context_status(context);
  });
}

// For callers that order work of their own after ours.
int32_t relax_context_device_stream(RelaxContext *context, int32_t device,
                                    void **stream) {
  if (!context || !stream)
    return RELAX_ERROR_INVALID_ARGUMENT;
  *stream = nullptr;
  relax::runtime::beginOperation(context);
  return guarded(context, [&]() -> int32_t {
    relax::runtime::CudaDevice *cuda = getCudaDevice(context, device);
    if (!cuda)
      return relax_context_status(context);
    *stream = cuda->getStream(context);
    return relax_context_status(context);
  });
}

int32_t relax_context_set_device_stream(RelaxContext *context, int32_t device,
                                        void *stream) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  relax::runtime::beginOperation(context);
  return guarded(context, [&]() -> int32_t {
    relax::runtime::CudaDevice *cuda = getCudaDevice(context, device);
    return cuda ? cuda->setStream(context, stream)
                : relax_context_status(context);
  });
}

int32_t relax_context_set_graphs(RelaxContext *context, int32_t is_on) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  context->bindings.usesGraphs = is_on != 0;
  return RELAX_OK;
}

int32_t relax_context_set_asynchronous(RelaxContext *context, int32_t is_on) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  // Who turns it off has nothing under way from then on.
  int32_t status = is_on ? int32_t(RELAX_OK) : relax_context_wait(context);
  context->bindings.waitsForDevices = is_on == 0;
  return status;
}

int32_t relax_context_wait(RelaxContext *context) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  relax::runtime::beginOperation(context);
  return guarded(context, [&]() -> int32_t {
    for (const auto &device : context->devices)
      if (device)
        device->finish(context); // the error is in the context
    return relax_context_status(context);
  });
}

RelaxTensor *relax_rt_device_tensor_from_data(RelaxContext *context,
                                              int32_t device, const void *data,
                                              int32_t code, int32_t bits,
                                              int32_t lanes, int32_t rank,
                                              const int64_t *dims) {
  DLDataType dtype;
  // A call that failed before is not to be turned into a success here.
  if (!context || relax_context_status(context) ||
      !relax::runtime::makeDType(context, code, bits, lanes, dtype))
    return nullptr;
  RelaxTensor *copy = nullptr;
  guarded(context, [&]() -> int32_t {
    DLTensor source = {
        const_cast<void *>(data),    {kDLCUDA, device}, rank, dtype,
        const_cast<int64_t *>(dims), nullptr,           0};
    return relax::runtime::copyToCuda(context, source, device, copy);
  });
  return copy ? relax::runtime::hold(context, copy) : nullptr;
}

// The device variant of the entry's checks: same messages, other place.
int32_t relax_rt_check_device_tensor(RelaxContext *context,
                                     const char *function,
                                     const char *parameter, int32_t index,
                                     const DLTensor *tensor, int32_t code,
                                     int32_t bits, int32_t lanes, int32_t rank,
                                     const int64_t *dims, int32_t device) {
  relax::runtime::Subject subject(function, parameter, index);
  if (int32_t status =
          relax::runtime::checkUsableAnywhere(context, subject, tensor))
    return status;
  if (int32_t status = relax::runtime::checkDescription(
          context, subject, *tensor, {code, bits, lanes, rank, dims}))
    return status;
  return relax::runtime::checkOnDevice(context, subject, device, *tensor);
}
