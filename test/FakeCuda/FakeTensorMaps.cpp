// Descriptions of tensors of the CUDA driver for tests: what the real one would
// reject is rejected.
#include "FakeDriver.h"

#include <cstring>

using fake_cuda::Call;
using fake_cuda::InvalidValue;
using fake_cuda::isMemory;
using fake_cuda::mapMark;
using fake_cuda::Success;
using fake_cuda::TensorMap;

// Bytes of an element, by its number; 0 if there is none.
static int64_t getElementBytes(int type) {
  constexpr int bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2};
  return type >= 0 && type < 10 ? bytes[type] : 0;
}

// The most bytes of a row of a box, by the number of the swizzle.
static int64_t getSwizzleBytes(int swizzle) {
  constexpr int64_t bytes[] = {0, 32, 64, 128};
  return swizzle >= 0 && swizzle < 4 ? bytes[swizzle] : -1;
}

// Sizes of one axis that can be described; strides in bytes.
static bool isAxis(uint64_t size, unsigned box, unsigned step) {
  return size > 0 && size <= uint64_t(1) << 32 && box > 0 && box <= 256 &&
         step == 1;
}

FAKE_API int cuTensorMapEncodeTiled(void *result, int type, unsigned rank,
                                    void *address, const uint64_t *sizes,
                                    const uint64_t *strides,
                                    const unsigned *box, const unsigned *steps,
                                    int interleave, int swizzle, int, int) {
  Call call("cuTensorMapEncodeTiled");
  if (call.result)
    return call.result;
  TensorMap map = {mapMark,
                   uintptr_t(address),
                   {1, 1, 1, 1, 1},
                   {},
                   {1, 1, 1, 1, 1},
                   int16_t(getSwizzleBytes(swizzle)),
                   int16_t(getElementBytes(type))};
  bool isRight = uintptr_t(result) % 64 == 0 && map.elementBytes && rank >= 1 &&
                 rank <= 5 && map.address % 16 == 0 && interleave == 0 &&
                 map.swizzle >= 0;
  if (!isRight)
    return InvalidValue;
  uint64_t last = 0;
  for (unsigned axis = 0; axis < rank; ++axis) {
    uint64_t stride = axis ? strides[axis - 1] : uint64_t(map.elementBytes);
    if (!isAxis(sizes[axis], box[axis], steps[axis]) ||
        (axis && (stride % 16 || stride >= uint64_t(1) << 40)))
      return InvalidValue;
    map.sizes[axis] = int64_t(sizes[axis]);
    map.box[axis] = int16_t(box[axis]);
    if (axis)
      map.strides[axis - 1] = int64_t(stride) / map.elementBytes;
    last += (sizes[axis] - 1) * stride;
  }
  int64_t row = map.box[0] * map.elementBytes;
  if (row % 16 || (map.swizzle && row > map.swizzle) ||
      !isMemory(map.address, size_t(last) + size_t(map.elementBytes)))
    return InvalidValue;
  static_assert(sizeof(map) <= 128, "a description has its room");
  std::memcpy(result, &map, sizeof(map));
  return Success;
}
