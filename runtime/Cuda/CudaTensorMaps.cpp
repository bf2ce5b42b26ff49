// Describes tensors to a CUDA device that is to copy boxes of them.
#include "Context.h"
#include "CudaDevice.h"

#include <algorithm>
#include <cstring>

namespace relax::runtime {

// Bytes of a description; axes that it has at most; what an address and the
// bytes of a stride are multiples of.
// CUtensorMap is 128 bytes, aligned to 64 by whoever embeds it in the launch's
// arguments.
static constexpr size_t mapBytes = 128;
static constexpr int32_t maxAxes = 5;
static constexpr uint64_t piece = 16;

// Numbers of the driver: unsigned elements of 1, 2, 4 and 8 bytes, which are
// copied as they are; a swizzle of 128 bytes; reads of 128 bytes ahead.
// Elements are only moved, so unsigned types of the right size serve all
// formats of that size.
static int getElementNumber(int32_t bytes) {
  return bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 4;
}
static constexpr int swizzleOf128 = 3, aheadOf128 = 2;

// The description is a plain value that the launch passes, hence there is
// nothing to free.
int32_t CudaDevice::describe(RelaxContext *context, void *map,
                             const TensorMap &tensor) {
  std::memset(map, 0, mapBytes);
  int32_t rank = tensor.rank;
  if (rank < 1 || rank > maxAxes)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "device cuda:%d: expected a tensor of 1 to %d axes to copy "
                "boxes of, found %d",
                number, maxAxes, rank);
  // Nobody copies what is not there.
  // A tensor without elements has no address. Zeros are passed, and the kernel
  // does not copy.
  if (std::any_of(tensor.sizes, tensor.sizes + rank,
                  [](int64_t size) { return size <= 0; }))
    return RELAX_OK;
  if (!driver.encodeTensorMap)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "device cuda:%d: expected the CUDA driver to have the function "
                "'cuTensorMapEncodeTiled', which copies of boxes of tensors "
                "need; install a newer one, or compile with "
                "--target=sm_90",
                number);
  uint64_t address = reinterpret_cast<uintptr_t>(tensor.data);
  // Hardware limit of TMA: 16-byte alignment of base and strides.
  if (address % piece != 0)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "device cuda:%d: expected a tensor at a multiple of %d bytes "
                "to copy boxes of, found one %d bytes behind it",
                number, int(piece), int(address % piece));
  // The driver has the last axis first, and strides in bytes.
  uint64_t sizes[maxAxes], strides[maxAxes];
  unsigned box[maxAxes], steps[maxAxes];
  for (int32_t axis = 0; axis < rank; ++axis) {
    int32_t from = rank - 1 - axis;
    sizes[axis] = uint64_t(tensor.sizes[from]);
    // Steps of 1: no elements are skipped.
    box[axis] = unsigned(tensor.box[from]);
    steps[axis] = 1;
    if (axis > 0)
      strides[axis - 1] =
          uint64_t(tensor.strides[from]) * uint64_t(tensor.elementBytes);
  }
  Current current(*this);
  if (int32_t status = check(context, current.result, "cannot be used"))
    return status;
  int result = driver.encodeTensorMap(
      map, getElementNumber(tensor.elementBytes), unsigned(rank),
      const_cast<void *>(tensor.data), sizes, strides, box, steps,
      /*interleave=*/0, tensor.swizzle == 128 ? swizzleOf128 : 0, aheadOf128,
      /*outside=*/0);
  return check(context, result, "cannot describe a tensor");
}

} // namespace relax::runtime
