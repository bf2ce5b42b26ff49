// Recognises operands of products that are 8-bit numbers on a scale.
#include "IntegerFactor.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Support/ConvertConstant.h"

namespace mlir::relax {

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
  auto wide = value.getDefiningOp<AsTypeOp>();
  if (!wide || !wide.getDtype().isSignlessInteger(32) || !isBytes(wide.getX()))
    return std::nullopt;
  return IntegerFactor{wide.getX(), zero, Value(), std::nullopt};
}

bool hasOneElement(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getNumElements() == 1;
}

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

bool isKnownZeroPoint(Value zero, int64_t number) {
  if (!zero)
    return number == 0;
  // Importers convert it, and put axes behind it for channels.
  while (Operation *op = zero.getDefiningOp())
    if (isWidening(op) || isa<ExpandDimsOp, ReshapeOp>(op))
      zero = op->getOperand(0);
    else
      break;
  auto constant = zero.getDefiningOp<ConstantOp>();
  std::optional<SmallVector<float>> numbers;
  if (constant)
    numbers = getAsFloats(cast<ElementsAttr>(constant.getValue()));
  return numbers && llvm::all_of(*numbers, [&](float value) {
           return value == float(number);
         });
}

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

} // namespace mlir::relax
