// Converts the elements of constants, as compiled code would: each source type
// has a loop of its own, so that it is vectorised.
#include "Relax/Support/ConvertConstant.h"

#include "Relax/Support/FloatBits.h"
#include "Relax/Support/PermuteConstant.h"
#include "mlir/IR/BuiltinTypes.h"
#include <cmath>
#include <cstring>

namespace mlir::relax {

namespace {

/// An f16 and a bf16 as their bits.
struct Half {
  uint16_t bits;
};
struct Brain {
  uint16_t bits;
};

} // namespace

static float widen(Brain value) { return fromBF16Bits(value.bits); }
static float widen(Half value) { return fromF16Bits(value.bits); }

static void narrow(float value, Half &to) { to.bits = toF16Bits(value); }
static void narrow(float value, Brain &to) { to.bits = toBF16Bits(value); }

// `static_cast` wraps integers around and rounds to nearest, as the casts of
// compiled code do. Floats never become integers here, since that may have no
// value in C++.
template <typename To, typename From>
static To convert(From value) {
  if constexpr (std::is_same_v<From, Half> || std::is_same_v<From, Brain>)
    return static_cast<To>(widen(value));
  else if constexpr (std::is_same_v<To, Half> || std::is_same_v<To, Brain>) {
    To result;
    narrow(value, result);
    return result;
  } else
    return static_cast<To>(value);
}

// Calls `body` with a value of the C++ type of `type`; false where it has none
// here.
template <typename Body>
static bool withIntegerType(Type type, Body body) {
  bool hasSign = !type.isUnsignedInteger();
  if (!isa<IntegerType>(type))
    return false;
  switch (type.getIntOrFloatBitWidth()) {
  case 8:
    return hasSign ? body(int8_t()) : body(uint8_t());
  case 16:
    return hasSign ? body(int16_t()) : body(uint16_t());
  case 32:
    return hasSign ? body(int32_t()) : body(uint32_t());
  case 64:
    return hasSign ? body(int64_t()) : body(uint64_t());
  default:
    return false;
  }
}

template <typename Body>
static bool withNumberType(Type type, Body body) {
  if (type.isF32())
    return body(float());
  if (type.isF16())
    return body(Half());
  if (type.isBF16())
    return body(Brain());
  return withIntegerType(type, body);
}

// Blobs of files may begin anywhere.
template <typename T>
static T load(const char *from, int64_t index) {
  T value;
  std::memcpy(&value, from + index * sizeof(T), sizeof(T));
  return value;
}

// `memcpy` instead of pointers of the element's type, since a blob may lie at
// an odd address; the compiler makes vector loads of both.
template <typename To, typename From>
static void convertAll(ArrayRef<char> from, MutableArrayRef<char> to) {
  int64_t count = from.size() / sizeof(From);
  for (int64_t i = 0; i < count; ++i) {
    To value = convert<To>(load<From>(from.data(), i));
    std::memcpy(to.data() + i * sizeof(To), &value, sizeof(To));
  }
}

// A NaN has many narrow ones, of which the program chooses.
static bool hasNaN(ArrayRef<char> floats) {
  bool found = false;
  for (int64_t i = 0, count = floats.size() / sizeof(float); i < count; ++i)
    found |= std::isnan(load<float>(floats.data(), i));
  return found;
}

ElementsAttr convertConstant(ElementsAttr constant, Type element) {
  auto type = cast<RankedTensorType>(constant.getShapedType());
  ArrayRef<char> from = getElementBytes(constant);
  // Floats become integers by a rule for what no integer has, which is not done
  // here.
  bool fromF32 = type.getElementType().isF32();
  bool fromFloat = isa<FloatType>(type.getElementType());
  bool isNarrow = element.isF16() || element.isBF16();
  if (from.empty() || type.getElementType() == element ||
      (fromF32 && (!isNarrow || hasNaN(from))) ||
      (fromFloat && !fromF32 && !element.isF32()))
    return {};
  auto result = RankedTensorType::get(type.getShape(), element);
  AsmResourceBlob blob;
  auto fill = [&](auto source, auto target) {
    using From = decltype(source);
    using To = decltype(target);
    blob = HeapAsmResourceBlob::allocate(
        from.size() / sizeof(From) * sizeof(To), 64);
    convertAll<To, From>(from, blob.getMutableData());
    return true;
  };
  bool isDone = withNumberType(type.getElementType(), [&](auto source) {
    if constexpr (std::is_same_v<decltype(source), float>)
      return element.isF16() ? fill(source, Half()) : fill(source, Brain());
    else if (element.isF32())
      return fill(source, float());
    else if constexpr (std::is_integral_v<decltype(source)>)
      return withIntegerType(element,
                             [&](auto target) { return fill(source, target); });
    return false;
  });
  return isDone ? makeConstantOf(result, std::move(blob), "converted")
                : ElementsAttr();
}

std::optional<SmallVector<float>> getAsFloats(ElementsAttr constant) {
  auto type = cast<RankedTensorType>(constant.getShapedType());
  // A splat is one element for all.
  auto dense = dyn_cast<DenseElementsAttr>(constant);
  bool isSplat = dense && dense.isSplat();
  ArrayRef<char> bytes =
      isSplat ? dense.getRawData() : getElementBytes(constant);
  if (bytes.empty())
    return std::nullopt;
  SmallVector<float> floats(type.getNumElements());
  bool isDone = withNumberType(type.getElementType(), [&](auto source) {
    for (auto [place, value] : llvm::enumerate(floats))
      value = convert<float>(
          load<decltype(source)>(bytes.data(), isSplat ? 0 : place));
    return true;
  });
  if (!isDone)
    return std::nullopt;
  return floats;
}

/// Runs, not single elements, are the inner loop: scale and zero point are then
/// the same for all of it, which is what lets it be vectorised. A scale for
/// each element of the last axis has runs of one and is slower, but still
/// linear. Subtraction in f32 as in the kernel: u8 less u8 may be negative.
ElementsAttr dequantizeConstant(ElementsAttr constant, ArrayRef<float> scale,
                                ArrayRef<float> zeroPoint, int64_t axis) {
  auto type = cast<RankedTensorType>(constant.getShapedType());
  ArrayRef<char> from = getElementBytes(constant);
  if (from.empty() || !isa<IntegerType>(type.getElementType()))
    return {};
  // Elements of one place of the axis are contiguous.
  int64_t size = 1, run = type.getNumElements();
  if (scale.size() > 1 || zeroPoint.size() > 1) {
    size = type.getDimSize(axis);
    run = ShapedType::getNumElements(type.getShape().drop_front(axis + 1));
  }
  AsmResourceBlob blob =
      HeapAsmResourceBlob::allocate(type.getNumElements() * sizeof(float), 64);
  char *to = blob.getMutableData().data();
  bool isDone = withIntegerType(type.getElementType(), [&](auto source) {
    using From = decltype(source);
    int64_t runs = type.getNumElements() / std::max<int64_t>(run, 1);
    for (int64_t i = 0; i < runs; ++i) {
      float factor = scale[scale.size() > 1 ? i % size : 0];
      float zero = zeroPoint[zeroPoint.size() > 1 ? i % size : 0];
      for (int64_t at = i * run; at < (i + 1) * run; ++at) {
        float value =
            (static_cast<float>(load<From>(from.data(), at)) - zero) * factor;
        std::memcpy(to + at * sizeof(float), &value, sizeof(float));
      }
    }
    return true;
  });
  auto result = RankedTensorType::get(type.getShape(),
                                      Float32Type::get(type.getContext()));
  return isDone ? makeConstantOf(result, std::move(blob), "dequantized")
                : ElementsAttr();
}

} // namespace mlir::relax
