// Tensor handles and the arithmetic of their sizes.
#ifndef RELAX_RUNTIME_TENSOR_H
#define RELAX_RUNTIME_TENSOR_H

#include "Context.h"
#include "Subject.h"

struct RelaxTensor {
  /// What the tensor is; `data` includes the offset.
  DLTensor dl;
  /// Owners.
  std::atomic<int32_t> references;
  /// How many of the owners are compiled code in `frame`.
  int32_t holds;
  /// The call that ends the holds; null outside calls.
  relax::runtime::Frame *frame;
  /// Neighbours in the frame's list.
  RelaxTensor *previous, *next;
  /// Who owns the memory: exactly one of the three is set.
  RelaxStorage *storage;
  RelaxTensor *base;
  DLManagedTensor *managed;
};

namespace relax::runtime {

/// True if strides, where there are any, are those of compact row-major order.
bool isCompact(const DLTensor &tensor);

/// True if the first element lies at a multiple of its scalar's size.
bool isAligned(const DLTensor &tensor);

/// Address of the first element.
inline void *getData(const DLTensor &tensor) {
  return static_cast<char *>(tensor.data) + tensor.byte_offset;
}

/// Number of elements; sizes were checked.
int64_t getNumElements(const DLTensor &tensor);

/// A dtype of these parts; sets the error if a part is out of range.
bool makeDType(RelaxContext *context, int32_t code, int32_t bits, int32_t lanes,
               DLDataType &dtype);

/// A tensor on memory of the CPU that one of its three owners is then to be set
/// for; null and an error if memory is exhausted.
RelaxTensor *makeTensor(RelaxContext *context, void *data, DLDataType dtype,
                        int32_t rank, const int64_t *dims);

/// A tensor that becomes an owner of `storage`, from `byteOffset` on.
RelaxTensor *makeTensorOn(RelaxContext *context, RelaxStorage *storage,
                          int64_t byteOffset, DLDataType dtype, int32_t rank,
                          const int64_t *dims);

/// A tensor with memory of its own.
RelaxTensor *makeOwningTensor(RelaxContext *context, DLDataType dtype,
                              int32_t rank, const int64_t *dims);

/// The same on a CUDA device.
RelaxTensor *makeDeviceTensor(RelaxContext *context, CudaDevice &device,
                              DLDataType dtype, int32_t rank,
                              const int64_t *dims);

/// A copy of a compact tensor on a CUDA device, or on the CPU if `device` is
/// -1. One on a device is complete when that was waited for, and the source may
/// be read until then.
int32_t copyToCuda(RelaxContext *context, const DLTensor &source,
                   int32_t device, RelaxTensor *&result);

/// A copy of a compact tensor in pinned memory for a parameter on a CUDA
/// device, beside the kernels of calls before; null and an error if that fails.
RelaxTensor *copyInputToCuda(RelaxContext *context, const DLTensor &source,
                             int32_t device);

/// A tensor in memory of the host that a CUDA device copies from by itself.
RelaxTensor *makePinnedTensor(RelaxContext *context, int32_t device,
                              DLDataType dtype, int32_t rank,
                              const int64_t *dims);

/// Whether the host reads and writes the elements.
inline bool isOnHost(const DLTensor &tensor) {
  return tensor.device.device_type == kDLCPU ||
         tensor.device.device_type == kDLCUDAHost;
}

/// The number of the CUDA device that a tensor is on, -1 if on none.
inline int32_t getCudaNumber(const DLTensor &tensor) {
  return tensor.device.device_type == kDLCUDA ? tensor.device.device_id : -1;
}

/// Gives up what a tensor without owners holds, and the tensor.
void endTensor(RelaxTensor *tensor);

/// Bytes of a compact tensor, or -1 and an error.
int64_t getCheckedBytes(RelaxContext *context, DLDataType dtype, int32_t rank,
                        const int64_t *dims);

/// Checks what any operation relies on: on the CPU, a sensible rank, sizes not
/// negative, a dtype with bits, memory where there are elements.
int32_t checkUsable(RelaxContext *context, Subject &subject,
                    const DLTensor *tensor);

/// The same, but for a tensor on the CPU or on any CUDA device.
int32_t checkUsableAnywhere(RelaxContext *context, Subject &subject,
                            const DLTensor *tensor);

/// Checks that a tensor for a parameter on CUDA device `device` is there,
/// compact, and aligned to its elements.
int32_t checkOnDevice(RelaxContext *context, Subject &subject, int32_t device,
                      const DLTensor &tensor);

/// What a value is checked against, with the conventions of
/// relax_rt_check_tensor.
struct Expectation {
  int32_t code, bits, lanes, rank;
  const int64_t *dims;
};

/// Checks dtype, rank and sizes of a usable tensor.
int32_t checkDescription(RelaxContext *context, Subject &subject,
                         const DLTensor &tensor, const Expectation &expected);

/// True unless the tensor is a usable one of booleans on the CPU, compact, that
/// has bytes other than 0 and 1: compiled code relies on there being none.
bool hasCleanBools(const DLTensor &tensor);

/// Makes all bytes of such a tensor 0 or 1.
void cleanBools(const DLTensor &tensor);

/// Copies the elements of a usable tensor in row-major order. False for
/// elements that are not whole bytes and have strides.
bool copyElements(const DLTensor &source, void *destination);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_TENSOR_H
