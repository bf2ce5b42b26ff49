// What compiled code asks of tensors whose rank it did not know.
#include "Tensor.h"

using relax::runtime::fail;

// Whether a tensor has an axis; sets the error if not. The axis may come from
// the program's user.
static bool hasAxis(RelaxContext *context, const char *function,
                    const DLTensor *tensor, int64_t axis) {
  if (axis >= 0 && axis < tensor->ndim)
    return true;
  fail(context, RELAX_ERROR_INVALID_ARGUMENT,
       "function '%s': expected an axis of a tensor of rank %d, found %lld",
       function, tensor->ndim, static_cast<long long>(axis));
  return false;
}

// The product of the sizes from an axis on. Unsigned, since it may overflow
// where another axis is empty: `[0, 2^62, 4]` has no elements, and is legal.
static int64_t multiplySizes(const DLTensor *tensor, int64_t axis) {
  uint64_t product = 1;
  for (; axis < tensor->ndim; ++axis)
    product *= uint64_t(tensor->shape[axis]);
  return int64_t(product);
}

int64_t relax_rt_tensor_size(RelaxContext *context, const char *function,
                             const DLTensor *tensor, int64_t axis) {
  return hasAxis(context, function, tensor, axis) ? tensor->shape[axis] : -1;
}

int64_t relax_rt_tensor_stride(RelaxContext *context, const char *function,
                               const DLTensor *tensor, int64_t axis) {
  // What reaches compiled code is compact.
  return hasAxis(context, function, tensor, axis)
             ? multiplySizes(tensor, axis + 1)
             : -1;
}

int32_t relax_rt_tensor_reshape(RelaxContext *context, const char *function,
                                const DLTensor *tensor, const DLTensor *sizes,
                                DLTensor *reshaped) {
  // The sizes are not copied, as a fixed array would need a largest rank: the
  // shape has to outlive the result.
  auto *dims = static_cast<int64_t *>(sizes->data);
  int32_t rank = int32_t(sizes->shape[0]);
  // The library computes bytes without overflow: sizes may be any numbers. As
  // if elements were bytes, since three of 4 bits take as many as four do.
  constexpr int64_t kBits = 8;
  int64_t found = relax_rt_tensor_bytes(context, kBits, rank, dims);
  if (found < 0)
    return relax_rt_status(context);
  int64_t expected =
      relax_rt_tensor_bytes(context, kBits, tensor->ndim, tensor->shape);
  if (found != expected)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "function '%s': a reshape changes the number of elements: "
                "expected %lld, found %lld",
                function, static_cast<long long>(expected),
                static_cast<long long>(found));
  *reshaped = *tensor;
  reshaped->ndim = rank;
  reshaped->shape = dims;
  // Strides of the old rank would be wrong; null is DLPack's word for compact.
  reshaped->strides = nullptr;
  return RELAX_OK;
}

int64_t relax_rt_tensor_elements(const DLTensor *tensor) {
  return multiplySizes(tensor, 0);
}
