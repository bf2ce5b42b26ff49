// Storages and tensors that compiled code makes and ends during a call.
#include "Frame.h"

using relax::runtime::fail;
using relax::runtime::hold;
using relax::runtime::leaveFrame;

// Compiled code gets storages with one hold, counted apart from references:
// holds belong to the call and are dropped when it ends, whatever path it
// takes.
RelaxStorage *relax_rt_storage_alloc(RelaxContext *context, int64_t bytes) {
  if (!context)
    return nullptr;
  RelaxStorage *storage = relax::runtime::allocateStorage(context, bytes);
  return storage ? hold(context, storage) : nullptr;
}

void *relax_rt_storage_data(const RelaxStorage *storage) {
  return storage ? storage->data() : nullptr;
}

RelaxStorage *relax_rt_storage_retain(RelaxContext *, RelaxStorage *storage) {
  if (!storage)
    return nullptr;
  // Relaxed is enough to add a reference: the thread has one already, so the
  // object cannot end meanwhile.
  storage->references.fetch_add(1, std::memory_order_relaxed);
  ++storage->holds;
  return storage;
}

void relax_rt_storage_release(RelaxContext *, RelaxStorage *storage) {
  if (!storage)
    return;
  // The last hold of the call leaves the frame's list; others may keep the
  // block alive.
  if (--storage->holds == 0)
    leaveFrame(storage);
  relax::runtime::releaseBlock(storage);
}

// Arguments are ints and pointers, since LLVM code builds no DLDataType by
// value.
RelaxTensor *relax_rt_tensor_alloc(RelaxContext *context, int32_t code,
                                   int32_t bits, int32_t lanes, int32_t rank,
                                   const int64_t *dims) {
  DLDataType dtype;
  if (!context || !relax::runtime::makeDType(context, code, bits, lanes, dtype))
    return nullptr;
  RelaxTensor *tensor =
      relax::runtime::makeOwningTensor(context, dtype, rank, dims);
  return tensor ? hold(context, tensor) : nullptr;
}

RelaxTensor *relax_rt_tensor_on_storage(RelaxContext *context,
                                        RelaxStorage *storage,
                                        int64_t byte_offset, int32_t code,
                                        int32_t bits, int32_t lanes,
                                        int32_t rank, const int64_t *dims) {
  DLDataType dtype;
  // Without a storage its allocation has set the error already.
  if (!context || !storage ||
      !relax::runtime::makeDType(context, code, bits, lanes, dtype))
    return nullptr;
  int64_t bytes = relax::runtime::getCheckedBytes(context, dtype, rank, dims);
  if (bytes < 0)
    return nullptr;
  // Written such that no sum overflows: capacity is the pool's, offset and
  // bytes are compiled code's.
  if (rank > RELAX_MAX_RANK || byte_offset < 0 ||
      uint64_t(bytes) > storage->capacity ||
      uint64_t(byte_offset) > storage->capacity - uint64_t(bytes)) {
    fail(context, RELAX_ERROR_INVALID_ARGUMENT,
         "a tensor of %lld bytes at offset %lld is expected to fit in a "
         "storage of %llu bytes",
         static_cast<long long>(bytes), static_cast<long long>(byte_offset),
         static_cast<unsigned long long>(storage->capacity));
    return nullptr;
  }
  RelaxTensor *tensor = relax::runtime::makeTensorOn(
      context, storage, byte_offset, dtype, rank, dims);
  return tensor ? hold(context, tensor) : nullptr;
}

RelaxTensor *relax_rt_tensor_from_data(RelaxContext *context, const void *data,
                                       int32_t code, int32_t bits,
                                       int32_t lanes, int32_t rank,
                                       const int64_t *dims) {
  RelaxTensor *tensor =
      relax_rt_tensor_alloc(context, code, bits, lanes, rank, dims);
  if (!tensor)
    return nullptr;
  DLTensor source = tensor->dl;
  source.data = const_cast<void *>(data);
  relax::runtime::copyElements(source, tensor->dl.data);
  return tensor;
}

RelaxTensor *relax_rt_tensor_copy(RelaxContext *context,
                                  const DLTensor *source) {
  // A call that failed before is not to be turned into a success here.
  // The status is set once and stays: the first error of a call is the one
  // that is reported.
  if (!context || relax_context_status(context))
    return nullptr;
  RelaxTensor *tensor = nullptr;
  if (relax_tensor_copy(context, source, &tensor))
    return nullptr;
  return hold(context, tensor);
}

void *relax_rt_tensor_data(const RelaxTensor *tensor) {
  return relax_tensor_data(tensor);
}

const DLTensor *relax_rt_tensor_dl(const RelaxTensor *tensor) {
  return relax_tensor_dl(tensor);
}

RelaxTensor *relax_rt_tensor_retain(RelaxContext *, RelaxTensor *tensor) {
  if (tensor)
    ++tensor->holds;
  return relax_tensor_retain(tensor);
}

void relax_rt_tensor_release(RelaxContext *, RelaxTensor *tensor) {
  if (!tensor)
    return;
  if (--tensor->holds == 0)
    leaveFrame(tensor);
  relax_tensor_release(tensor);
}

int32_t relax_rt_fail(RelaxContext *context, const char *text) {
  bool isEmpty = !text || !*text;
  return relax::runtime::failCall(context, RELAX_ERROR_FAILED,
                                  isEmpty ? "the compiled code failed" : text);
}

int32_t relax_rt_status(RelaxContext *context) {
  return relax_context_status(context);
}
