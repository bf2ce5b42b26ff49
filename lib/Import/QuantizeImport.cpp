// Operators between floats and integers on a scale, and products of the latter.
#include "Broadcasting.h"
#include "Convolution.h"
#include "DynamicProduct.h"
#include "ElementType.h"
#include "NarrowElement.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "TensorMath.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

namespace mlir::relax {

/// The zero point, or zero in the type of input `like`.
static Value getZeroPoint(NodeImport &node, unsigned index, unsigned like,
                          Type element) {
  // Quantize ops have a zero point operand always. Without the input it is
  // zero, in the shape of the scale, so that both broadcast alike.
  if (node.hasInput(index))
    return node.getTensor(index);
  SmallVector<int64_t> shape;
  RankedTensorType type = node.getType(like);
  if (type.hasStaticShape())
    shape.assign(type.getShape().begin(), type.getShape().end());
  return node.makeFilled(0, shape, element);
}

/// Whether one scale holds for the whole tensor.
/// A scale of shape [1] means "for the whole tensor" in ONNX, also for an axis
/// of another size.
static bool hasOneScale(NodeImport &node) {
  RankedTensorType type = node.getType(1);
  return type.getRank() == 0 ||
         (type.getRank() == 1 && type.getDimSize(0) == 1);
}

/// A scale or zero point; one with one element holds for the whole tensor.
static Value squeezeOne(NodeImport &node, Value value) {
  auto type =
      value ? cast<RankedTensorType>(value.getType()) : RankedTensorType();
  if (!type || type.getRank() != 1 || type.getDimSize(0) != 1)
    return value;
  return node.emit<ReshapeOp>({value, node.makeShape({})});
}

/// A scale or zero point with an entry a block of elements of an axis, so that
/// it has one an element; others stay as they are.
/// Blocked quantization, opset 21: each entry serves `block` consecutive
/// elements of the axis. `repeat` is then exact except for a last, shorter
/// block, which the slice cuts.
static Value repeatBlocks(NodeImport &node, Value value, int64_t axis,
                          int64_t block) {
  TensorMath math(node);
  SymExprAttr size = node.getDims(0)[axis];
  RepeatOp::Properties properties;
  properties.repeats = node.getBuilder().getI64IntegerAttr(block);
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  value = node.emit<RepeatOp>(value, properties);
  if (!value || getKnownDim(node, value, axis) == size)
    return value;
  return math.slice(value, axis, node.makeExpr(0), size);
}

/// Whether the scale has numbers to compute with; an error if not.
/// Scales may be float8e8m0 from opset 23 on, which has exponents only.
static bool hasNumbers(NodeImport &node) {
  if (isa<FloatType>(node.getElementType(1)) && node.getNarrowCode(1) == 0)
    return true;
  node.error() << "scale has other elements than floats of 16 bits or more";
  return false;
}

/// The axis of blocks, if scales are those of blocks: they have the rank of the
/// data. An error where they do not.
/// The scale's rank tells blocks from axes; for blocks all other axes of the
/// scale are those of the data.
static std::optional<int64_t> getBlockAxis(NodeImport &node, int64_t block) {
  int64_t rank = node.getRank(0);
  int64_t axis = node.normalizeAxis(node.getInt("axis", 1), rank);
  bool fits = block > 0 && node.getRank(1) == rank && !node.hasFailed() &&
              node.getDims(0)[axis] &&
              (!node.hasInput(2) || node.getRank(2) == rank);
  if (fits)
    return axis;
  if (!node.hasFailed())
    node.error() << "scales of blocks of " << block << " have type "
                 << node.getType(1) << ", expected the rank of the data "
                 << node.getType(0) << ", one an axis of known size";
  return std::nullopt;
}

/// The greatest and the least number that quantized elements have.
static std::pair<double, double> getRange(Type element, int32_t narrowCode) {
  unsigned bits =
      narrowCode ? getNarrowBits(narrowCode) : element.getIntOrFloatBitWidth();
  // 2^bits in a double: for 32 bits the range fits exactly.
  double count = std::ldexp(1.0, int(bits));
  if (element.isUnsignedInteger())
    return {0, count - 1};
  return {-count / 2, count / 2 - 1};
}

/// Quantize by the steps one by one, with scales of any shape.
/// The op in relax takes a scale for the tensor or for one axis. Blocks and
/// floats of 4 bits need the steps: x / scale, round half to even, plus zero
/// point, saturate (QuantizeLinear 10 to 25).
static Value quantizeBySteps(NodeImport &node, Value x, Value scale, Value zero,
                             Type element, int32_t narrowCode) {
  TensorMath math(node);
  Value real = math.div(x, scale);
  if (!real)
    return nullptr;
  Type type = getElementTypeOrSelf(real.getType());
  bool isInteger = isa<IntegerType>(element);
  // Rounding is only for integers: a float result is rounded by its own cast.
  if (isInteger)
    real = math.unary<RoundOp>(real);
  if (zero)
    real = math.add(real, node.castTo(zero, type));
  if (!isInteger)
    return narrowCode ? castToNarrow(node, real, narrowCode)
                      : node.castTo(real, element);
  // Clamped before the cast, because casting a float outside of an integer's
  // range is undefined.
  auto [least, greatest] = getRange(element, narrowCode);
  real = math.min(math.max(real, math.number(least, real)),
                  math.number(greatest, real));
  return node.castTo(real, element);
}

/// What type a QuantizeLinear node gives: that of the zero point, or what an
/// attribute says; and its number if it has fewer than 8 bits.
static std::pair<Type, int32_t> getQuantizedType(NodeImport &node) {
  constexpr int64_t kUInt8 = 2;
  int64_t wanted = node.getInt("output_dtype", 0);
  if (node.hasInput(2))
    // A zero point has the type of the result and decides before the attribute;
    // both must agree in a valid model.
    return {node.getElementType(2), node.getNarrowCode(2)};
  int32_t code = int32_t(wanted != 0 ? wanted : kUInt8);
  Type element = getElementType(node.getContext(), code);
  if (!element)
    node.error() << "attribute 'output_dtype' is '" << getElementTypeName(code)
                 << "', expected a number";
  return {element, isNarrow(code) ? code : 0};
}

/// A scale or zero point so that it broadcasts to the data: of blocks if
/// `block` is not 0, one an entry of `axis`, or one for all.
static Value spread(NodeImport &node, unsigned input, int64_t axis,
                    int64_t block) {
  if (block != 0)
    return repeatBlocks(node, node.getTensor(input), axis, block);
  // One entry for each place of `axis`: behind it come as many axes of 1 as the
  // data have, or broadcasting would align the entries with the last axis.
  Value value = squeezeOne(node, node.getTensor(input));
  SmallVector<int64_t> behind;
  for (int64_t i = axis + 1; i < node.getRank(0); ++i)
    behind.push_back(i - axis);
  TensorMath math(node);
  if (math.rank(value) != 1 || behind.empty())
    return value;
  return math.expand(value, behind);
}

static void importQuantizeLinear(NodeImport &node) {
  Builder &builder = node.getBuilder();
  // `saturate` and `precision` concern floats of 8 bits and the inner type.
  // relax saturates, and divides in the type of the scale.
  (void)node.getInt("saturate", 1);
  (void)node.getInt("precision", 0);
  int64_t axis = node.getInt("axis", 1);
  int64_t block = node.getInt("block_size", 0);
  auto [element, narrowCode] = getQuantizedType(node);
  // An exponent-only scale would be divided as its bits.
  if (!hasNumbers(node))
    return;
  bool isOne = hasOneScale(node);
  bool bySteps = block != 0 || (narrowCode && isa<FloatType>(element));
  if (block != 0)
    axis = getBlockAxis(node, block).value_or(0);
  // For a scale of the whole tensor the axis is ignored, even if it is out of
  // range: the default 1 is, for vectors.
  else if (bySteps && !isOne)
    axis = node.normalizeAxis(axis, node.getRank(0));
  if (node.hasFailed())
    return;
  // x may be i32 (opset 13) or f16 with an f32 scale; the division is in the
  // scale's type.
  Value x = node.castTo(node.getTensor(0), node.getElementType(1));
  Value result;
  if (bySteps) {
    Value zero = node.hasInput(2) ? spread(node, 2, axis, block) : Value();
    result = quantizeBySteps(node, x, spread(node, 1, axis, block), zero,
                             element, narrowCode);
  } else {
    QuantizeOp::Properties properties;
    properties.out_dtype = TypeAttr::get(element);
    // -1 is the last axis. A scalar scale has no axis to compare, so any does.
    properties.axis = builder.getI64IntegerAttr(isOne ? -1 : axis);
    Value scale = squeezeOne(node, node.getTensor(1));
    Value zero = squeezeOne(node, getZeroPoint(node, 2, 1, element));
    result = node.emit<QuantizeOp>({x, scale, zero}, properties);
    // The op saturates to the 8 bits that hold the value; int4 needs a clamp to
    // its own range behind that.
    if (narrowCode && result)
      result = clampToNarrow(node, result, narrowCode);
  }
  node.setResult(0, result);
  node.setNarrowCode(0, narrowCode);
}

/// The numbers less their zero points, times scales of blocks.
static void dequantizeBlocks(NodeImport &node, int64_t axis, int64_t block) {
  TensorMath math(node);
  Type element = node.getElementType(1);
  Value x = node.castTo(node.getTensor(0), element);
  // The zero point is subtracted in floats: u8 minus u8 may be negative.
  if (node.hasInput(2))
    x = math.sub(x,
                 node.castTo(repeatBlocks(node, node.getTensor(2), axis, block),
                             element));
  node.setResult(
      0, math.mul(x, repeatBlocks(node, node.getTensor(1), axis, block)));
}

static void importDequantizeLinear(NodeImport &node) {
  Builder &builder = node.getBuilder();
  (void)node.getInt("output_dtype", 0);
  int64_t axis = node.getInt("axis", 1);
  if (!hasNumbers(node))
    return;
  if (int64_t block = node.getInt("block_size", 0)) {
    if (std::optional<int64_t> blockAxis = getBlockAxis(node, block))
      dequantizeBlocks(node, *blockAxis, block);
    return;
  }
  DequantizeOp::Properties properties;
  // The result has the scale's type in all opsets before output_dtype; that
  // attribute can only repeat it.
  properties.out_dtype = TypeAttr::get(node.getElementType(1));
  properties.axis = builder.getI64IntegerAttr(hasOneScale(node) ? -1 : axis);
  Value zero = getZeroPoint(node, 2, 1, node.getElementType(0));
  node.setResult(0, node.emit<DequantizeOp>(
                        {node.getTensor(0), squeezeOne(node, node.getTensor(1)),
                         squeezeOne(node, zero)},
                        properties));
}

/// An operand as i32, less its zero point, which goes along the rows of the
/// left side and the columns of the right one.
/// The exact product of integers: i32 holds K up to 2^15 products of 8 bits
/// with their zero points removed, 2^31 / (2^8 * 2^8).
static Value centre(NodeImport &node, unsigned index, unsigned zeroIndex,
                    bool isLeft) {
  Type i32 = node.getBuilder().getI32Type();
  Value x = node.castTo(node.getTensor(index), i32);
  if (!node.hasInput(zeroIndex))
    return x;
  Value zero = node.castTo(node.getTensor(zeroIndex), i32);
  // Zero points per row of A are a column; those of B per column broadcast at
  // the end as they are.
  if (node.getRank(zeroIndex) == 1 && isLeft && node.getRank(index) > 1) {
    ExpandDimsOp::Properties expand;
    expand.axis = node.getBuilder().getDenseI64ArrayAttr(1);
    zero = node.emit<ExpandDimsOp>(zero, expand);
  }
  return emitBroadcast<SubtractOp>(node, x, zero);
}

static void importMatMulInteger(NodeImport &node) {
  node.setResult(0, emitMatmul(node, centre(node, 0, 2, /*isLeft=*/true),
                               centre(node, 1, 3, false)));
}

/// A product on scales: of the numbers less their zero points, as floats, which
/// is put on the scale of the result.
static void requantize(NodeImport &node, Value product) {
  TensorMath math(node);
  Type f32 = node.getBuilder().getF32Type();
  // Scales are f32 or, since opset 21, 16-bit floats; the reference computes in
  // f32.
  auto parameter = [&](unsigned input) {
    return squeezeOne(node, node.castTo(node.getTensor(input), f32));
  };
  Type element = node.getElementType(7);
  Value scale = parameter(1);
  Value other = parameter(4);
  // A scale for each row of the left side is a column, as its zero point is.
  if (node.getOperator() == "QLinearMatMul" && math.rank(scale) == 1 &&
      node.getRank(0) > 1)
    scale = math.expand(scale, {1});
  // A scale for each channel of the weight is one for each of the result.
  if (node.getOperator() == "QLinearConv" && math.rank(other) == 1) {
    SmallVector<int64_t> behind;
    for (int64_t axis = 1; axis + 1 < node.getRank(0); ++axis)
      behind.push_back(axis);
    other = math.expand(other, behind);
  }
  // One multiplication by the product of both scales, not two: each rounds.
  Value real = math.mul(node.castTo(product, f32), math.mul(scale, other));
  QuantizeOp::Properties properties;
  properties.out_dtype = TypeAttr::get(element);
  // y_scale is one number for the tensor here.
  properties.axis = node.getBuilder().getI64IntegerAttr(-1);
  node.setResult(0, node.emit<QuantizeOp>({real, parameter(6),
                                           squeezeOne(node, node.getTensor(7))},
                                          properties));
}

static void importQLinearMatMul(NodeImport &node) {
  requantize(node, emitMatmul(node, centre(node, 0, 2, /*isLeft=*/true),
                              centre(node, 3, 5, false)));
}

/// Inputs of an integer convolution, less their zero points: that of a weight
/// may differ by channel.
static Value convolve(NodeImport &node, unsigned weight, unsigned zero,
                      unsigned weightZero) {
  TensorMath math(node);
  Type i32 = node.getBuilder().getI32Type();
  // Convolution in i32: the zero point must be subtracted before padding, so
  // that padded zeros mean real zeros.
  Value x = node.castTo(node.getTensor(0), i32);
  Value w = node.castTo(node.getTensor(weight), i32);
  if (node.hasInput(zero))
    x = math.sub(x, squeezeOne(node, node.castTo(node.getTensor(zero), i32)));
  if (node.hasInput(weightZero)) {
    Value shift =
        squeezeOne(node, node.castTo(node.getTensor(weightZero), i32));
    // One for each output channel, which is the weight's first axis.
    if (math.rank(shift) == 1) {
      SmallVector<int64_t> behind;
      for (int64_t axis = 1; axis < node.getRank(weight); ++axis)
        behind.push_back(axis);
      shift = math.expand(shift, behind);
    }
    w = math.sub(w, shift);
  }
  return emitConvolution(node, x, w, weight);
}

static void importConvInteger(NodeImport &node) {
  node.setResult(0, convolve(node, 1, 2, 3));
}

static void importQLinearConv(NodeImport &node) {
  // The order of inputs: x, x_scale, x_zero, w, w_scale, w_zero, y_scale,
  // y_zero, bias.
  Value product = convolve(node, 3, 2, 5);
  // The bias is i32 on the scale x_scale * w_scale, with zero point 0. So it is
  // added before the product is scaled.
  if (product && node.hasInput(8)) {
    TensorMath math(node);
    SmallVector<int64_t> behind;
    for (int64_t axis = 1; axis + 1 < node.getRank(0); ++axis)
      behind.push_back(axis);
    product = math.add(product, math.expand(node.getTensor(8), behind));
  }
  requantize(node, product);
}

/// Not by the function of the standard, which divides by the range: of zeros
/// alone it gives no zero point.
static void importDynamicQuantizeLinear(NodeImport &node) {
  Weight found = quantizeByRange(node, node.getTensor(0));
  node.setResult(0, found.value);
  node.setResult(1, found.scale);
  node.setResult(2, found.zero);
}

void addQuantizeOperators(OperatorTable &table) {
  table.add({
      {"ConvInteger", 10, kLastOpset, 2, 4, importConvInteger},
      {"DequantizeLinear", 10, kLastOpset, 2, 3, importDequantizeLinear},
      {"DynamicQuantizeLinear", 11, kLastOpset, 1, 1,
       importDynamicQuantizeLinear, 3},
      {"MatMulInteger", 10, kLastOpset, 2, 4, importMatMulInteger},
      {"QLinearConv", 10, kLastOpset, 8, 9, importQLinearConv},
      {"QLinearMatMul", 10, kLastOpset, 8, 8, importQLinearMatMul},
      {"QuantizeLinear", 10, kLastOpset, 2, 3, importQuantizeLinear},
  });
}

} // namespace mlir::relax
