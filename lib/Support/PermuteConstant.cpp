// Moves the elements of constants: permuted in squares of the two axes of which
// one is contiguous before and the other one after: cache lines are used whole.
//
// An element by element copy of a transposed weight of 100 MB takes a cache
// miss for each element of one side. 32 by 32 elements of 4 bytes are 64 lines
// of 64 bytes on each side, which a first-level cache holds.
#include "Relax/Support/PermuteConstant.h"

#include "Relax/Support/ConstantTensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <cstring>

namespace mlir::relax {

namespace {

/// One axis of the result: how far apart its elements are, in elements.
struct MovedAxis {
  int64_t size, from, to;
};

} // namespace

// The side of a square.
static constexpr int64_t kSquare = 32;

// Elements of `size` bytes, signed as strides are (a reversed slice has
// negative ones), which need not be aligned. `memcpy` of a constant size is one
// instruction, and allowed at any address.
template <int64_t size>
static void moveSquares(const char *from, char *to, MovedAxis outer,
                        MovedAxis inner) {
  for (int64_t i = 0; i < outer.size; i += kSquare)
    for (int64_t j = 0; j < inner.size; j += kSquare)
      for (int64_t y = i; y < std::min(i + kSquare, outer.size); ++y)
        for (int64_t x = j; x < std::min(j + kSquare, inner.size); ++x)
          std::memcpy(to + (y * outer.to + x * inner.to) * size,
                      from + (y * outer.from + x * inner.from) * size, size);
}

/// The two square axes come last; all others are plain loops outside.
template <int64_t size>
static void moveAxes(const char *from, char *to, ArrayRef<MovedAxis> axes) {
  if (axes.size() == 2)
    return moveSquares<size>(from, to, axes[0], axes[1]);
  const MovedAxis &axis = axes.front();
  for (int64_t i = 0; i < axis.size; ++i)
    moveAxes<size>(from + i * axis.from * size, to + i * axis.to * size,
                   axes.drop_front());
}

// The axes of the result, the two that make squares last.
static SmallVector<MovedAxis> getAxes(ArrayRef<int64_t> shape,
                                      ArrayRef<int64_t> order) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t axis = shape.size(); axis-- > 1;)
    strides[axis - 1] = strides[axis] * shape[axis];
  SmallVector<MovedAxis> axes;
  for (int64_t axis : order)
    axes.push_back({shape[axis], strides[axis], 1});
  for (size_t axis = axes.size(); axis-- > 1;)
    axes[axis - 1].to = axes[axis].to * axes[axis].size;
  // Which is contiguous before stands beside the last, contiguous after.
  // Rotation keeps the order of the axes between, so outer loops go through
  // memory in order.
  auto *contiguous =
      llvm::find_if(axes, [](const MovedAxis &axis) { return axis.from == 1; });
  if (contiguous != axes.end() && contiguous != &axes.back())
    std::rotate(contiguous, contiguous + 1, axes.end() - 1);
  return axes;
}

// Bits of an element that is one or more whole bytes; else 0.
static unsigned getByteBits(RankedTensorType type) {
  Type element = type.getElementType();
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  return llvm::is_contained({8, 16, 32, 64}, bits) ? bits : 0;
}

/// A splat has one element for all.
ArrayRef<char> getElementBytes(ElementsAttr constant) {
  auto type = cast<RankedTensorType>(constant.getShapedType());
  ArrayRef<char> bytes;
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant);
  if (auto dense = dyn_cast<DenseElementsAttr>(constant))
    bytes = dense.isSplat() ? ArrayRef<char>() : dense.getRawData();
  else if (AsmResourceBlob *blob =
               resource ? resource.getRawHandle().getBlob() : nullptr)
    bytes = blob->getData();
  size_t size =
      static_cast<size_t>(type.getNumElements()) * (getByteBits(type) / 8);
  return bytes.size() == size ? bytes : ArrayRef<char>();
}

/// A dense attribute is hashed and kept by the context; a resource is a handle.
ElementsAttr makeConstantOf(RankedTensorType type, AsmResourceBlob blob,
                            StringRef name) {
  constexpr int64_t kLargestDense = 64;
  if (type.getNumElements() <= kLargestDense)
    return DenseElementsAttr::getFromRawBuffer(type, blob.getData());
  return makeResource(type, std::move(blob), name);
}

// A constant of the same kind with the elements in `blob`.
static ElementsAttr makeLike(ElementsAttr constant, RankedTensorType type,
                             AsmResourceBlob blob, StringRef name) {
  if (isa<DenseElementsAttr>(constant))
    return DenseElementsAttr::getFromRawBuffer(type, blob.getData());
  return makeResource(type, std::move(blob), name);
}

// Moves elements of `bits` bits.
static void moveElements(unsigned bits, const char *from, char *to,
                         SmallVector<MovedAxis> axes) {
  // A tensor of rank 0 or 1 is moved by the same code with an axis of one
  // element.
  while (axes.size() < 2)
    axes.insert(axes.begin(), MovedAxis{1, 0, 0});
  if (bits == 8)
    moveAxes<1>(from, to, axes);
  else if (bits == 16)
    moveAxes<2>(from, to, axes);
  else if (bits == 32)
    moveAxes<4>(from, to, axes);
  else
    moveAxes<8>(from, to, axes);
}

ElementsAttr permuteConstant(ElementsAttr constant, ArrayRef<int64_t> order) {
  auto type = cast<RankedTensorType>(constant.getShapedType());
  SmallVector<int64_t> shape;
  for (int64_t axis : order)
    shape.push_back(type.getDimSize(axis));
  auto permuted = RankedTensorType::get(shape, type.getElementType());
  // A splat stays one, whatever its size.
  if (auto dense = dyn_cast<DenseElementsAttr>(constant))
    if (dense.isSplat())
      return dense.reshape(permuted);
  unsigned bits = getByteBits(type);
  ArrayRef<char> from = getElementBytes(constant);
  if (from.empty())
    return {};
  AsmResourceBlob blob = HeapAsmResourceBlob::allocate(from.size(), 64);
  MutableArrayRef<char> to = blob.getMutableData();
  moveElements(bits, from.data(), to.data(), getAxes(type.getShape(), order));
  return makeLike(constant, permuted, std::move(blob), "permuted");
}

/// Used where a vector of columns would be cut: zeros in unused lanes.
ElementsAttr padConstant(ElementsAttr constant, int64_t axis, int64_t size) {
  auto type = cast<RankedTensorType>(constant.getShapedType());
  ArrayRef<char> from = getElementBytes(constant);
  if (from.empty())
    return {};
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = size;
  // What lies behind one place of the axes before is one piece.
  size_t piece = getByteBits(type) / 8;
  for (int64_t extent : type.getShape().drop_front(axis))
    piece *= extent;
  size_t pieces = from.size() / piece;
  size_t longer = piece / type.getDimSize(axis) * size;
  AsmResourceBlob blob = HeapAsmResourceBlob::allocate(pieces * longer, 64);
  char *to = blob.getMutableData().data();
  for (size_t i = 0; i < pieces; ++i, to += longer) {
    std::memcpy(to, from.data() + i * piece, piece);
    std::memset(to + piece, 0, longer - piece);
  }
  return makeLike(constant, RankedTensorType::get(shape, type.getElementType()),
                  std::move(blob), "padded");
}

ElementsAttr sliceConstant(ElementsAttr constant, ArrayRef<int64_t> start,
                           ArrayRef<int64_t> stride, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(constant.getShapedType());
  auto part = RankedTensorType::get(shape, type.getElementType());
  if (auto dense = dyn_cast<DenseElementsAttr>(constant))
    if (dense.isSplat())
      return dense.resizeSplat(part);
  ArrayRef<char> from = getElementBytes(constant);
  if (from.empty() || part.getNumElements() == 0)
    return {};
  // The axes of the result, and where its first element is.
  SmallVector<MovedAxis> axes(shape.size());
  int64_t fromStride = 1, toStride = 1, first = 0;
  for (size_t axis = shape.size(); axis-- > 0;) {
    first += start[axis] * fromStride;
    axes[axis] = {shape[axis], stride[axis] * fromStride, toStride};
    fromStride *= type.getDimSize(axis);
    toStride *= shape[axis];
  }
  unsigned bits = getByteBits(type);
  AsmResourceBlob blob =
      HeapAsmResourceBlob::allocate(part.getNumElements() * (bits / 8), 64);
  moveElements(bits, from.data() + first * (bits / 8),
               blob.getMutableData().data(), std::move(axes));
  return makeConstantOf(part, std::move(blob), "sliced");
}

/// What lies behind one place of the axes before is one piece.
ElementsAttr takeFromConstant(ElementsAttr constant, int64_t axis,
                              ArrayRef<int64_t> places, RankedTensorType type) {
  auto source = cast<RankedTensorType>(constant.getShapedType());
  ArrayRef<char> from = getElementBytes(constant);
  if (from.empty() || type.getNumElements() == 0)
    return {};
  int64_t piece = getByteBits(source) / 8;
  piece *= ShapedType::getNumElements(source.getShape().drop_front(axis + 1));
  int64_t row = piece * source.getDimSize(axis);
  AsmResourceBlob blob = HeapAsmResourceBlob::allocate(
      from.size() / row * places.size() * piece, 64);
  char *to = blob.getMutableData().data();
  for (const char *at = from.begin(); at != from.end(); at += row)
    for (int64_t place : places) {
      std::memcpy(to, at + place * piece, piece);
      to += piece;
    }
  return makeConstantOf(type, std::move(blob), "taken");
}

ElementsAttr concatConstants(ArrayRef<ElementsAttr> constants, int64_t axis,
                             RankedTensorType type) {
  // The bytes of each behind one place of the axes before.
  SmallVector<ArrayRef<char>> parts;
  size_t pieces = ShapedType::getNumElements(type.getShape().take_front(axis));
  size_t size = 0;
  for (ElementsAttr constant : constants) {
    parts.push_back(getElementBytes(constant));
    if (parts.back().empty())
      return {};
    size += parts.back().size();
  }
  AsmResourceBlob blob = HeapAsmResourceBlob::allocate(size, 64);
  char *to = blob.getMutableData().data();
  for (size_t i = 0; i < pieces; ++i)
    for (ArrayRef<char> part : parts) {
      size_t piece = part.size() / pieces;
      std::memcpy(to, part.data() + i * piece, piece);
      to += piece;
    }
  return makeConstantOf(type, std::move(blob), "joined");
}

} // namespace mlir::relax
