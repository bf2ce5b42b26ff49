// Makes, shares and ends tensor handles, also as DLPack tensors.
#include "Tensor.h"
#include "DType.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace relax::runtime {

// True if a usable tensor's size fits in 64 bits and its memory is there.
// Usable means: reading all elements by shape and strides touches only memory
// that the tensor describes. All entries of the API check it, as DLPack comes
// from other languages.
static int32_t checkBytes(RelaxContext *context, Subject &subject,
                          const DLTensor &tensor) {
  int64_t bytes = relax_compact_bytes(tensor.dtype, tensor.ndim, tensor.shape);
  if (bytes < 0)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "%s: expected a size of the tensor that fits in 64 bits",
                subject.getText());
  if (bytes > 0 && !tensor.data)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "%s: expected %lld bytes of data, found null",
                subject.getText(), static_cast<long long>(bytes));
  return RELAX_OK;
}

// Rejects null.
static int32_t checkIsThere(RelaxContext *context, Subject &subject,
                            const DLTensor *tensor) {
  if (tensor)
    return RELAX_OK;
  return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
              "%s: expected a tensor, found null", subject.getText());
}

// All but where the tensor is.
static int32_t checkForm(RelaxContext *context, Subject &subject,
                         const DLTensor *tensor) {
  int32_t bad = RELAX_ERROR_INVALID_ARGUMENT;
  // The limit is that of fixed arrays in this library (RELAX_MAX_RANK).
  if (tensor->ndim < 0 || tensor->ndim > RELAX_MAX_RANK)
    return fail(context, bad, "%s: expected a rank of 0 to %d, found %d",
                subject.getText(), RELAX_MAX_RANK, tensor->ndim);
  if (tensor->ndim > 0 && !tensor->shape)
    return fail(context, bad, "%s: expected %d dims, found a null shape",
                subject.getText(), tensor->ndim);
  for (int32_t i = 0; i < tensor->ndim; ++i)
    if (tensor->shape[i] < 0)
      return fail(
          context, bad, "%s: expected dim %d to be 0 or more, found %lld",
          subject.getText(), i, static_cast<long long>(tensor->shape[i]));
  // Lanes of 0 or bits of 0 would make sizes of 0 for tensors with elements.
  if (tensor->dtype.bits == 0 || tensor->dtype.lanes == 0)
    return fail(context, bad,
                "%s: expected a dtype with bits, found %d bits and %d lanes",
                subject.getText(), tensor->dtype.bits, tensor->dtype.lanes);
  return checkBytes(context, subject, *tensor);
}

int32_t checkUsable(RelaxContext *context, Subject &subject,
                    const DLTensor *tensor) {
  if (int32_t status = checkIsThere(context, subject, tensor))
    return status;
  if (!isOnHost(*tensor))
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "%s: expected a tensor on the CPU, found one on %s:%d; copy it "
                "to the CPU first",
                subject.getText(), getDeviceName(tensor->device.device_type),
                tensor->device.device_id);
  return checkForm(context, subject, tensor);
}

int32_t checkUsableAnywhere(RelaxContext *context, Subject &subject,
                            const DLTensor *tensor) {
  if (int32_t status = checkIsThere(context, subject, tensor))
    return status;
  int32_t type = tensor->device.device_type;
  if (!isOnHost(*tensor) && type != kDLCUDA)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "%s: expected a tensor on the CPU or on a CUDA device, found "
                "one on %s:%d; copy it to the CPU first",
                subject.getText(), getDeviceName(type),
                tensor->device.device_id);
  return checkForm(context, subject, tensor);
}

// One allocation: handle, dims and room for strides. Freed by one free, never
// by delete.
RelaxTensor *makeTensor(RelaxContext *context, void *data, DLDataType dtype,
                        int32_t rank, const int64_t *dims) {
  // The dims, and room for strides, stand behind the handle.
  size_t size = sizeof(RelaxTensor) + 2 * size_t(rank) * sizeof(int64_t);
  void *memory = std::malloc(size);
  if (!memory) {
    fail(context, RELAX_ERROR_OUT_OF_MEMORY, "out of memory");
    return nullptr;
  }
  auto *tensor = new (memory) RelaxTensor();
  tensor->dl.data = data;
  tensor->dl.device = {kDLCPU, 0};
  tensor->dl.ndim = rank;
  tensor->dl.dtype = dtype;
  tensor->dl.shape = reinterpret_cast<int64_t *>(tensor + 1);
  if (rank > 0)
    std::memcpy(tensor->dl.shape, dims, size_t(rank) * sizeof(int64_t));
  tensor->references.store(1, std::memory_order_relaxed);
  return tensor;
}

RelaxTensor *makeTensorOn(RelaxContext *context, RelaxStorage *storage,
                          int64_t byteOffset, DLDataType dtype, int32_t rank,
                          const int64_t *dims) {
  RelaxTensor *tensor =
      makeTensor(context, static_cast<char *>(storage->data()) + byteOffset,
                 dtype, rank, dims);
  if (!tensor)
    return nullptr;
  storage->references.fetch_add(1, std::memory_order_relaxed);
  tensor->storage = storage;
  // Device of the memory, not of the context.
  tensor->dl.device = storage->pool->getDevice();
  return tensor;
}

RelaxTensor *makeOwningTensor(RelaxContext *context, DLDataType dtype,
                              int32_t rank, const int64_t *dims) {
  if (rank > RELAX_MAX_RANK) {
    fail(context, RELAX_ERROR_INVALID_ARGUMENT,
         "expected a rank of 0 to %d, found %d", RELAX_MAX_RANK, rank);
    return nullptr;
  }
  int64_t bytes = getCheckedBytes(context, dtype, rank, dims);
  if (bytes < 0)
    return nullptr;
  RelaxStorage *storage = allocateStorage(context, bytes);
  if (!storage)
    return nullptr;
  // The storage's first reference goes to the tensor, so it is not counted
  // again.
  RelaxTensor *tensor = makeTensor(context, storage->data(), dtype, rank, dims);
  if (!tensor) {
    releaseBlock(storage);
    return nullptr;
  }
  tensor->storage = storage;
  return tensor;
}

// A view holds its base, which holds the memory; a DLPack tensor its
// producer's deleter. Exactly one of them is set.
void endTensor(RelaxTensor *tensor) {
  if (tensor->storage)
    releaseBlock(tensor->storage);
  relax_tensor_release(tensor->base);
  if (tensor->managed && tensor->managed->deleter)
    tensor->managed->deleter(tensor->managed);
  tensor->~RelaxTensor();
  std::free(tensor);
}

// Who got a tensor of a device through DLPack may let go of it while its own
// streams still read it: the memory is lent again only after them.
// DLPack says nothing about streams of a consumer. Waiting for the whole
// device is the only safe moment to lend the memory again.
static void waitForReaders(const RelaxTensor &tensor) {
  const RelaxTensor *owner = &tensor;
  while (owner->base)
    owner = owner->base;
  if (owner->storage)
    owner->storage->pool->wait();
}

// Rejects a null context or a null place for the result.
static bool canReturn(RelaxContext *context, RelaxTensor **tensor) {
  if (!context || !tensor)
    return false;
  *tensor = nullptr;
  beginOperation(context);
  return true;
}

} // namespace relax::runtime

using relax::runtime::canReturn;
using relax::runtime::fail;
using relax::runtime::makeOwningTensor;
using relax::runtime::makeTensor;

int32_t relax_tensor_create(RelaxContext *context, DLDataType dtype,
                            int32_t rank, const int64_t *dims,
                            RelaxTensor **tensor) {
  if (!canReturn(context, tensor))
    return RELAX_ERROR_INVALID_ARGUMENT;
  DLDataType checked;
  if (!relax::runtime::makeDType(context, dtype.code, dtype.bits, dtype.lanes,
                                 checked))
    return RELAX_ERROR_INVALID_ARGUMENT;
  *tensor = makeOwningTensor(context, dtype, rank, dims);
  return *tensor ? int32_t(RELAX_OK) : relax_context_status(context);
}

int32_t relax_tensor_copy(RelaxContext *context, const DLTensor *source,
                          RelaxTensor **tensor) {
  if (!canReturn(context, tensor))
    return RELAX_ERROR_INVALID_ARGUMENT;
  relax::runtime::Subject subject("copied tensor");
  if (int32_t status = relax::runtime::checkUsable(context, subject, source))
    return status;
  RelaxTensor *copy =
      makeOwningTensor(context, source->dtype, source->ndim, source->shape);
  if (!copy)
    return relax_context_status(context);
  if (!relax::runtime::copyElements(*source, copy->dl.data)) {
    relax_tensor_release(copy);
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "copied tensor: expected elements of whole bytes in a tensor "
                "with strides, found %d bits",
                source->dtype.bits);
  }
  *tensor = copy;
  return RELAX_OK;
}

int32_t relax_tensor_view(RelaxContext *context, RelaxTensor *base,
                          uint64_t byte_offset, DLDataType dtype, int32_t rank,
                          const int64_t *dims, RelaxTensor **tensor) {
  if (!canReturn(context, tensor))
    return RELAX_ERROR_INVALID_ARGUMENT;
  int32_t bad = RELAX_ERROR_INVALID_ARGUMENT;
  if (!base)
    return fail(context, bad, "view: expected a tensor, found null");
  if (base->dl.strides)
    return fail(context, bad, "view: expected a compact tensor, found strides");
  DLDataType checked;
  if (!relax::runtime::makeDType(context, dtype.code, dtype.bits, dtype.lanes,
                                 checked))
    return bad;
  if (rank > RELAX_MAX_RANK)
    return fail(context, bad, "view: expected a rank of 0 to %d, found %d",
                RELAX_MAX_RANK, rank);
  int64_t bytes = relax::runtime::getCheckedBytes(context, dtype, rank, dims);
  if (bytes < 0)
    return relax_context_status(context);
  // All sizes are checked as unsigned differences.
  auto room = uint64_t(
      relax_compact_bytes(base->dl.dtype, base->dl.ndim, base->dl.shape));
  if (uint64_t(bytes) > room || byte_offset > room - uint64_t(bytes))
    return fail(context, bad,
                "view: expected at most %llu bytes, found %lld at offset %llu",
                static_cast<unsigned long long>(room),
                static_cast<long long>(bytes),
                static_cast<unsigned long long>(byte_offset));
  char *data = static_cast<char *>(base->dl.data);
  // A null base has no elements and hence offset 0.
  RelaxTensor *view = makeTensor(context, data ? data + byte_offset : nullptr,
                                 dtype, rank, dims);
  if (!view)
    return relax_context_status(context);
  view->dl.device = base->dl.device;
  view->base = relax_tensor_retain(base);
  *tensor = view;
  return RELAX_OK;
}

// Ownership passes only on success: a caller whose tensor is rejected still
// has to delete it.
int32_t relax_tensor_from_dlpack(RelaxContext *context,
                                 DLManagedTensor *managed,
                                 RelaxTensor **tensor) {
  if (!canReturn(context, tensor))
    return RELAX_ERROR_INVALID_ARGUMENT;
  const DLTensor *source = managed ? &managed->dl_tensor : nullptr;
  relax::runtime::Subject subject("DLPack tensor");
  if (int32_t status =
          relax::runtime::checkUsableAnywhere(context, subject, source))
    return status;
  void *data = source->data ? relax::runtime::getData(*source) : nullptr;
  RelaxTensor *wrapper =
      makeTensor(context, data, source->dtype, source->ndim, source->shape);
  if (!wrapper)
    return relax_context_status(context);
  // Strides are copied, because the producer's array may end with the capsule.
  if (!relax::runtime::isCompact(*source)) {
    wrapper->dl.strides = wrapper->dl.shape + source->ndim;
    std::copy_n(source->strides, source->ndim, wrapper->dl.strides);
  }
  wrapper->dl.device = source->device;
  wrapper->managed = managed;
  *tensor = wrapper;
  return RELAX_OK;
}

DLManagedTensor *relax_tensor_to_dlpack(RelaxTensor *tensor) {
  if (!tensor)
    return nullptr;
  auto *managed =
      static_cast<DLManagedTensor *>(std::malloc(sizeof(DLManagedTensor)));
  // Shape and strides point into the handle, which the managed tensor keeps
  // alive.
  if (!managed)
    return nullptr;
  managed->dl_tensor = tensor->dl;
  managed->manager_ctx = relax_tensor_retain(tensor);
  managed->deleter = [](DLManagedTensor *self) {
    auto *shared = static_cast<RelaxTensor *>(self->manager_ctx);
    relax::runtime::waitForReaders(*shared);
    relax_tensor_release(shared);
    std::free(self);
  };
  return managed;
}

RelaxTensor *relax_tensor_retain(RelaxTensor *tensor) {
  if (tensor)
    tensor->references.fetch_add(1, std::memory_order_relaxed);
  return tensor;
}

void relax_tensor_release(RelaxTensor *tensor) {
  // acq_rel: the thread that ends the tensor sees what all others have
  // written.
  if (tensor && tensor->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    relax::runtime::endTensor(tensor);
}

const DLTensor *relax_tensor_dl(const RelaxTensor *tensor) {
  return tensor ? &tensor->dl : nullptr;
}

void *relax_tensor_data(const RelaxTensor *tensor) {
  return tensor ? tensor->dl.data : nullptr;
}
