// Sizes and strides of tensors: checked arithmetic, compactness, copies.
#include "Tensor.h"

#include <algorithm>
#include <cstring>

namespace relax::runtime {

// What compiled code is given has to be compact, and strides that say so are
// common: PyTorch and NumPy always pass them. Reading them here saves a copy
// of such tensors.
bool isCompact(const DLTensor &tensor) {
  if (!tensor.strides)
    return true;
  // Without elements all strides are alike. NumPy gives an array of 2x0
  // strides of its own choice.
  if (getNumElements(tensor) == 0)
    return true;
  int64_t expected = 1;
  for (int32_t i = tensor.ndim; i-- > 0;) {
    // A dimension of size 1 is never stepped along.
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected)
      return false;
    expected *= tensor.shape[i];
  }
  return true;
}

// Code for a CPU loads elements at their natural alignment. A slice of a byte
// buffer, such as NumPy's frombuffer at an odd offset, has none, and is
// copied. A complex number is two floats.
bool isAligned(const DLTensor &tensor) {
  uintptr_t bytes = tensor.dtype.bits / 8;
  if (tensor.dtype.code == RELAX_COMPLEX)
    bytes /= 2;
  return bytes < 2 || reinterpret_cast<uintptr_t>(getData(tensor)) % bytes == 0;
}

// No overflow: the sizes have been through relax_compact_bytes.
int64_t getNumElements(const DLTensor &tensor) {
  int64_t number = 1;
  for (int32_t i = 0; i < tensor.ndim; ++i)
    number *= tensor.shape[i];
  return number;
}

// The booleans of a compact tensor, none for other tensors.
static int64_t findBools(const DLTensor &tensor, uint8_t *&bools) {
  if (tensor.dtype.code != RELAX_BOOL || tensor.dtype.bits != 8 ||
      tensor.device.device_type != kDLCPU)
    return 0;
  bools = static_cast<uint8_t *>(getData(tensor));
  return relax_compact_bytes(tensor.dtype, tensor.ndim, tensor.shape);
}

// Compiled code takes a byte of a boolean for 0 or 1 and computes with it:
// `not` is an exclusive or with 1, so that 2 would become 3. Callers may have
// any byte that C takes for true.
bool hasCleanBools(const DLTensor &tensor) {
  uint8_t *bools = nullptr;
  int64_t number = findBools(tensor, bools);
  // Blocks without a branch are vectorized.
  constexpr int64_t blockSize = 4096;
  for (int64_t begin = 0; begin < number; begin += blockSize) {
    uint8_t all = 0;
    for (int64_t i = begin, end = std::min(begin + blockSize, number); i < end;
         ++i)
      all |= bools[i];
    if (all > 1)
      return false;
  }
  return true;
}

void cleanBools(const DLTensor &tensor) {
  uint8_t *bools = nullptr;
  int64_t number = findBools(tensor, bools);
  for (int64_t i = 0; i < number; ++i)
    bools[i] = bools[i] != 0;
}

// The fields of DLDataType are narrower than the arguments, and 256 bits would
// become 0.
bool makeDType(RelaxContext *context, int32_t code, int32_t bits, int32_t lanes,
               DLDataType &dtype) {
  if (code < 0 || code >= RELAX_ANY_TYPE || bits < 1 || bits > 255 ||
      lanes < 1 || lanes > 65535) {
    fail(context, RELAX_ERROR_INVALID_ARGUMENT,
         "expected a dtype, found code %d, %d bits and %d lanes", code, bits,
         lanes);
    return false;
  }
  dtype = {uint8_t(code), uint8_t(bits), uint16_t(lanes)};
  return true;
}

int64_t getCheckedBytes(RelaxContext *context, DLDataType dtype, int32_t rank,
                        const int64_t *dims) {
  return relax_rt_tensor_bytes(context, int64_t(dtype.bits) * dtype.lanes, rank,
                               dims);
}

// Bytes of `dims` elements of `bits` bits, -1 if that does not exist.
// The check for emptiness comes first: 0 times what overflows is 0, as in
// [2^62, 2^62, 0], which NumPy has, too. Bits are counted and not bytes, since
// elements of 4 bits share bytes.
static int64_t computeBytes(int64_t bits, int32_t rank, const int64_t *dims) {
  if (bits < 0 || rank < 0 || (rank > 0 && !dims))
    return -1;
  bool isEmpty = false;
  for (int32_t i = 0; i < rank; ++i) {
    if (dims[i] < 0)
      return -1;
    isEmpty |= dims[i] == 0;
  }
  if (isEmpty)
    return 0;
  int64_t total = bits;
  for (int32_t i = 0; i < rank; ++i)
    if (__builtin_mul_overflow(total, dims[i], &total))
      return -1;
  return total / 8 + (total % 8 != 0);
}

// Copies dimensions `axis` and below; returns the end of what was written.
// A row whose last stride is 1 is one memcpy. For a transposed tensor it is a
// copy of each element, in the order of the result, so that writes are in
// sequence.
static char *copyFrom(const DLTensor &source, int32_t axis, const char *from,
                      size_t elementBytes, char *to) {
  if (axis == source.ndim) {
    std::memcpy(to, from, elementBytes);
    return to + elementBytes;
  }
  int64_t size = source.shape[axis];
  if (axis + 1 == source.ndim && source.strides[axis] == 1) {
    std::memcpy(to, from, size_t(size) * elementBytes);
    return to + size_t(size) * elementBytes;
  }
  int64_t step = source.strides[axis] * int64_t(elementBytes);
  for (int64_t i = 0; i < size; ++i)
    to = copyFrom(source, axis + 1, from + i * step, elementBytes, to);
  return to;
}

bool copyElements(const DLTensor &source, void *destination) {
  int64_t bytes = relax_compact_bytes(source.dtype, source.ndim, source.shape);
  if (bytes <= 0)
    return bytes == 0;
  if (isCompact(source)) {
    std::memcpy(destination, getData(source), size_t(bytes));
    return true;
  }
  // Elements that share bytes cannot be copied one by one by memcpy.
  size_t bits = size_t(source.dtype.bits) * source.dtype.lanes;
  if (bits % 8 != 0)
    return false;
  copyFrom(source, 0, static_cast<const char *>(getData(source)), bits / 8,
           static_cast<char *>(destination));
  return true;
}

} // namespace relax::runtime

using relax::runtime::computeBytes;
using relax::runtime::fail;

int64_t relax_compact_bytes(DLDataType dtype, int32_t rank,
                            const int64_t *dims) {
  return computeBytes(int64_t(dtype.bits) * dtype.lanes, rank, dims);
}

// The reasons are found again only after a failure, so that sizes that are
// right cost one loop.
int64_t relax_rt_tensor_bytes(RelaxContext *context, int64_t element_bits,
                              int32_t rank, const int64_t *dims) {
  int64_t bytes = computeBytes(element_bits, rank, dims);
  if (bytes >= 0)
    return bytes;
  for (int32_t i = 0; dims && i < rank; ++i)
    if (dims[i] < 0) {
      fail(context, RELAX_ERROR_INVALID_ARGUMENT,
           "expected dim %d of a new tensor to be at least 0, found %lld", i,
           static_cast<long long>(dims[i]));
      return -1;
    }
  if (rank < 0 || (rank > 0 && !dims))
    fail(context, RELAX_ERROR_INVALID_ARGUMENT,
         "expected the dims of a new tensor of rank %d, found none", rank);
  else
    fail(context, RELAX_ERROR_OUT_OF_MEMORY,
         "out of memory: the size of a new tensor does not fit in 64 bits");
  return -1;
}
