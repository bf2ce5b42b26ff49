// Operators between floats and integers on a scale, and products of the latter.
#include "Broadcasting.h"
#include "Convolution.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "TensorMath.h"

namespace mlir::relax {

/// The zero point, or zero in the type of input `like`.
static Value getZeroPoint(NodeImport &node, unsigned index, unsigned like,
                          Type element) {
  if (node.hasInput(index))
    return node.getTensor(index);
  SmallVector<int64_t> shape;
  RankedTensorType type = node.getType(like);
  if (type.hasStaticShape())
    shape.assign(type.getShape().begin(), type.getShape().end());
  return node.makeFilled(0, shape, element);
}

/// Whether one scale holds for the whole tensor.
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

/// Scales of blocks have the rank of the data.
static bool hasBlocks(NodeImport &node) {
  if (node.getInt("block_size", 0) == 0)
    return false;
  node.error() << "scales of blocks are not supported, expected one for the "
                  "tensor or one an axis";
  return true;
}

static void importQuantizeLinear(NodeImport &node) {
  if (hasBlocks(node))
    return;
  Builder &builder = node.getBuilder();
  (void)node.getInt("saturate", 1);
  (void)node.getInt("output_dtype", 0);
  (void)node.getInt("precision", 0);
  int64_t axis = node.getInt("axis", 1);
  Type element =
      node.hasInput(2)
          ? node.getElementType(2)
          : Type(IntegerType::get(node.getContext(), 8, IntegerType::Unsigned));
  QuantizeOp::Properties properties;
  properties.out_dtype = TypeAttr::get(element);
  properties.axis = builder.getI64IntegerAttr(hasOneScale(node) ? -1 : axis);
  Value x = node.castTo(node.getTensor(0), node.getElementType(1));
  node.setResult(0, node.emit<QuantizeOp>(
                        {x, squeezeOne(node, node.getTensor(1)),
                         squeezeOne(node, getZeroPoint(node, 2, 1, element))},
                        properties));
}

static void importDequantizeLinear(NodeImport &node) {
  if (hasBlocks(node))
    return;
  Builder &builder = node.getBuilder();
  (void)node.getInt("output_dtype", 0);
  int64_t axis = node.getInt("axis", 1);
  DequantizeOp::Properties properties;
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
static Value centre(NodeImport &node, unsigned index, unsigned zeroIndex,
                    bool isLeft) {
  Type i32 = node.getBuilder().getI32Type();
  Value x = node.castTo(node.getTensor(index), i32);
  if (!node.hasInput(zeroIndex))
    return x;
  Value zero = node.castTo(node.getTensor(zeroIndex), i32);
  if (node.getRank(zeroIndex) == 1 && isLeft && node.getRank(index) > 1) {
    ExpandDimsOp::Properties expand;
    expand.axis = node.getBuilder().getDenseI64ArrayAttr(1);
    zero = node.emit<ExpandDimsOp>(zero, expand);
  }
  return emitBroadcast<SubtractOp>(node, x, zero);
}

static void importMatMulInteger(NodeImport &node) {
  node.setResult(0, node.emit<MatmulOp>({centre(node, 0, 2, /*isLeft=*/true),
                                         centre(node, 1, 3, false)}));
}

/// A product on scales: of the numbers less their zero points, as floats, which
/// is put on the scale of the result.
static void requantize(NodeImport &node, Value product) {
  TensorMath math(node);
  Type f32 = node.getBuilder().getF32Type();
  auto parameter = [&](unsigned input) {
    return squeezeOne(node, node.castTo(node.getTensor(input), f32));
  };
  Type element = node.getElementType(7);
  Value scale = parameter(1);
  Value other = parameter(4);
  // A scale for each channel of the weight is one for each of the result.
  if (node.getOperator() == "QLinearConv" && math.rank(other) == 1) {
    SmallVector<int64_t> behind;
    for (int64_t axis = 1; axis + 1 < node.getRank(0); ++axis)
      behind.push_back(axis);
    other = math.expand(other, behind);
  }
  Value real = math.mul(node.castTo(product, f32), math.mul(scale, other));
  QuantizeOp::Properties properties;
  properties.out_dtype = TypeAttr::get(element);
  properties.axis = node.getBuilder().getI64IntegerAttr(-1);
  node.setResult(0, node.emit<QuantizeOp>({real, parameter(6),
                                           squeezeOne(node, node.getTensor(7))},
                                          properties));
}

static void importQLinearMatMul(NodeImport &node) {
  requantize(node, node.emit<MatmulOp>({centre(node, 0, 2, /*isLeft=*/true),
                                        centre(node, 3, 5, false)}));
}

/// Inputs of an integer convolution, less their zero points: that of a weight
/// may differ by channel.
static Value convolve(NodeImport &node, unsigned weight, unsigned zero,
                      unsigned weightZero) {
  TensorMath math(node);
  Type i32 = node.getBuilder().getI32Type();
  Value x = node.castTo(node.getTensor(0), i32);
  Value w = node.castTo(node.getTensor(weight), i32);
  if (node.hasInput(zero))
    x = math.sub(x, squeezeOne(node, node.castTo(node.getTensor(zero), i32)));
  if (node.hasInput(weightZero)) {
    Value shift =
        squeezeOne(node, node.castTo(node.getTensor(weightZero), i32));
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
  Value product = convolve(node, 3, 2, 5);
  if (product && node.hasInput(8)) {
    TensorMath math(node);
    SmallVector<int64_t> behind;
    for (int64_t axis = 1; axis + 1 < node.getRank(0); ++axis)
      behind.push_back(axis);
    product = math.add(product, math.expand(node.getTensor(8), behind));
  }
  requantize(node, product);
}

static const Operator kOperators[] = {
    {"ConvInteger", 10, kLastOpset, 2, 4, importConvInteger},
    {"DequantizeLinear", 10, kLastOpset, 2, 3, importDequantizeLinear},
    {"MatMulInteger", 10, kLastOpset, 2, 4, importMatMulInteger},
    {"QLinearConv", 10, kLastOpset, 8, 9, importQLinearConv},
    {"QLinearMatMul", 10, kLastOpset, 8, 8, importQLinearMatMul},
    {"QuantizeLinear", 10, kLastOpset, 2, 3, importQuantizeLinear},
};

void addQuantizeOperators(OperatorTable &table) { table.add(kOperators); }

} // namespace mlir::relax
