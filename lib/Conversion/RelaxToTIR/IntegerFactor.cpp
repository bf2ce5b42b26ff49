// Recognises operands of products that are 8-bit numbers on a scale.
#include "IntegerFactor.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Support/ConvertConstant.h"
#include "Relax/Support/PermuteConstant.h"
#include "llvm/Support/Endian.h"

namespace mlir::relax {

// A tensor that is placed on a device is left alone: the packed constants have
// no place yet, and would be of the host. An axis of unknown size cannot be
// stated in the type of a kernel's call.
static bool isBytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getElementType().isInteger(8) && !getVDevice(type) &&
         !llvm::is_contained(getDims(type), SymExprAttr());
}

std::optional<IntegerFactor> matchIntegerFactor(Value value) {
  if (auto real = value.getDefiningOp<DequantizeOp>()) {
    if (!isBytes(real.getData()) || !TensorBuilder::elementOf(real).isF32() ||
        !TensorBuilder::elementOf(real.getScale()).isF32() ||
        !TensorBuilder::elementOf(real.getZeroPoint()).isInteger(8))
      return std::nullopt;
    // f16 and bf16 are left out: a scale of fewer than 24 bits rounds the
    // product of the scales once more than the original did, and the sum may
    // exceed 65504, the largest f16. A zero point wider than the data could
    // move them out of the 9 bits that the bound on the depth assumes.
    int64_t rank = cast<RankedTensorType>(real.getData().getType()).getRank();
    return IntegerFactor{real.getData(), real.getZeroPoint(), real.getScale(),
                         TensorBuilder::fromFront(real.getAxis(), rank)};
  }
  Value zero;
  if (auto difference = value.getDefiningOp<SubtractOp>()) {
    value = difference.getX1();
    zero = difference.getX2();
    // A zero point that makes the tensor larger is no zero point.
    if (value.getType() != difference.getType() ||
        !isa<RankedTensorType>(zero.getType()))
      return std::nullopt;
  }
  // The importer of MatMulInteger and ConvInteger writes exactly this, a
  // widening to i32 and a difference. A widening to i16 would wrap around
  // earlier than our sum does.
  auto wide = value.getDefiningOp<AsTypeOp>();
  if (!wide || !wide.getDtype().isSignlessInteger(32) || !isBytes(wide.getX()))
    return std::nullopt;
  return IntegerFactor{wide.getX(), zero, Value(), std::nullopt};
}

bool hasOneElement(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getNumElements() == 1;
}

// The largest difference of two numbers of 8 bits is 255, on both sides: 2^31 /
// 255^2 = 33025 products fit into i32. Layers of language models have depths of
// 4096 to 28672, so that the bound seldom matters.
bool fitsSumOfProducts(int64_t depth) {
  constexpr int64_t kLargestProduct = 255 * 255;
  return depth <= std::numeric_limits<int32_t>::max() / kLargestProduct;
}

Value makeInteger(TensorBuilder &builder, Type element, int64_t value) {
  auto type = RankedTensorType::get({}, element);
  OpBuilder &ops = builder.getBuilder();
  return ConstantOp::create(
      ops, builder.getLoc(), type,
      DenseElementsAttr::get(
          // Truncated on purpose: -128 and 128 are the same byte, and callers
          // pass one of them for i8 and u8 alike.
          type, APInt(element.getIntOrFloatBitWidth(), value, true, true)));
}

// A wider type keeps each number; another of the same width may not.
static bool isWidening(Operation *op) {
  auto cast = dyn_cast<AsTypeOp>(op);
  if (!cast)
    return false;
  auto from = dyn_cast<IntegerType>(TensorBuilder::elementOf(cast.getX()));
  auto to = dyn_cast<IntegerType>(cast.getDtype());
  return from && to && !to.isUnsigned() && to.getWidth() > from.getWidth();
}

// The constant that a zero point is, with its elements in their order.
// Importers convert it, and put axes behind it for channels.
static ConstantOp getZeroConstant(Value zero) {
  while (Operation *op = zero.getDefiningOp())
    if (isWidening(op) || isa<ExpandDimsOp, ReshapeOp>(op))
      zero = op->getOperand(0);
    else
      break;
  return zero.getDefiningOp<ConstantOp>();
}

bool isKnownZeroPoint(Value zero, int64_t number) {
  if (!zero)
    return number == 0;
  ConstantOp constant = getZeroConstant(zero);
  std::optional<SmallVector<float>> numbers;
  if (constant)
    numbers = getAsFloats(cast<ElementsAttr>(constant.getValue()));
  // f32 holds every integer up to 2^24; zero points have 8 bits, so the
  // comparison is exact.
  return numbers && llvm::all_of(*numbers, [&](float value) {
           return value == float(number);
         });
}

// Null rather than a constant 0, so that the caller leaves the whole correction
// away: otherwise a multiplication and a subtraction of whole tensors would
// depend on a folder behind.
Value moveZeroPoint(TensorBuilder &builder, Value zero, int64_t shift) {
  if (isKnownZeroPoint(zero, -shift))
    return {};
  Type i32 = builder.getBuilder().getI32Type();
  if (!zero)
    return makeInteger(builder, i32, shift);
  zero = builder.cast(zero, i32);
  return shift == 0 ? zero
                    : builder.add(zero, makeInteger(builder, i32, shift));
}

// A conversion is looked through: the bytes are what can be padded, or widened
// to something else than the i32 of the importer.
Value getByteZero(const IntegerFactor &factor) {
  Value zero = factor.zero;
  if (auto wide = zero ? zero.getDefiningOp<AsTypeOp>() : AsTypeOp())
    zero = wide.getX();
  return zero && TensorBuilder::elementOf(zero) ==
                     factor.getType().getElementType()
             ? zero
             : Value();
}

Value widenNumbers(TensorBuilder &builder, const IntegerFactor &factor) {
  Type i16 = builder.getBuilder().getI16Type();
  bool isZero = isKnownZeroPoint(factor.zero, 0);
  Value zero = getByteZero(factor);
  if (!isZero && !zero)
    return {};
  Value wide = builder.cast(factor.numbers, i16);
  if (isZero)
    return wide;
  Value less = builder.sub(wide, builder.cast(zero, i16));
  return less && less.getType() == wide.getType() ? less : Value();
}

// The axis of the numbers that each of several zero points belongs to.
static std::optional<int64_t> getZeroAxis(const IntegerFactor &factor) {
  auto type = cast<RankedTensorType>(factor.zero.getType());
  int64_t place = 0, rank = type.getRank();
  if (!type.hasStaticShape())
    return std::nullopt;
  // What broadcasts is aligned at the last axis.
  std::optional<int64_t> axis = factor.axis;
  while (place < rank && type.getDimSize(place) == 1)
    ++place;
  if (!axis)
    axis = factor.getType().getRank() - rank + place;
  bool isOneAxis = place < rank && *axis >= 0 &&
                   type.getNumElements() == type.getDimSize(place) &&
                   type.getNumElements() == factor.getType().getDimSize(*axis);
  return isOneAxis ? axis : std::nullopt;
}

// As floats, which hold all numbers of 8 bits. Those of wider types may be no
// zero points of bytes, and are not read.
static SmallVector<float> getZeroPoints(const IntegerFactor &factor) {
  if (isKnownZeroPoint(factor.zero, 0))
    return {0};
  ConstantOp constant = getZeroConstant(factor.zero);
  if (!constant || !TensorBuilder::elementOf(constant).isInteger(8))
    return {};
  return getAsFloats(cast<ElementsAttr>(constant.getValue()))
      .value_or(SmallVector<float>());
}

ElementsAttr widenConstant(const IntegerFactor &factor) {
  auto constant = factor.numbers.getDefiningOp<ConstantOp>();
  SmallVector<float> zeros = getZeroPoints(factor);
  std::optional<int64_t> axis = 0;
  if (zeros.size() > 1)
    axis = getZeroAxis(factor);
  if (!constant || zeros.empty() || !axis)
    return {};
  RankedTensorType type = factor.getType();
  ArrayRef<char> from =
      getElementBytes(cast<ElementsAttr>(constant.getValue()));
  if (from.empty())
    return {};
  AsmResourceBlob blob =
      HeapAsmResourceBlob::allocate(from.size() * sizeof(int16_t), 64);
  char *to = blob.getMutableData().data();
  // Elements of one place of the axis are contiguous.
  int64_t run =
      ShapedType::getNumElements(type.getShape().drop_front(*axis + 1));
  for (auto [place, byte] : llvm::enumerate(from)) {
    int16_t number = factor.isUnsigned() ? uint8_t(byte) : int8_t(byte);
    number -= int16_t(zeros[place / run % zeros.size()]);
    llvm::support::endian::write16le(to + place * sizeof(int16_t), number);
  }
  return makeConstantOf(type.clone(IntegerType::get(type.getContext(), 16)),
                        std::move(blob), "widened");
}

} // namespace mlir::relax
