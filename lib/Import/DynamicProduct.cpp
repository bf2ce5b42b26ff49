// Products of floats with weights of integers.
#include "DynamicProduct.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "TensorMath.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

/// 8 bits without a sign, whose range has 0 and all elements of `x`.
Weight quantizeByRange(NodeImport &node, Value x) {
  TensorMath math(node);
  Value zero = math.number(0, x);
  Value most = math.max(node.emit<MaxOp>(x), zero);
  Value least = math.min(node.emit<MinOp>(x), zero);
  Value range = math.sub(most, least);
  // Zeros alone, such as the first state of a recurrent network, would divide
  // by 0. Any scale does there; ONNX Runtime takes 1 as well.
  Value scale = math.where(math.binary<EqualOp>(range, zero), math.number(1, x),
                           math.div(range, math.number(255, x)));
  Value offset =
      math.unary<RoundOp>(math.div(math.unary<NegativeOp>(least), scale));
  // The quotient is in 0 ... 255 by the above, up to a rounding error that
  // cannot reach the next integer.
  Type ui8 = node.getBuilder().getIntegerType(8, /*isSigned=*/false);
  Value offset8 = node.castTo(offset, ui8);
  QuantizeOp::Properties properties;
  properties.out_dtype = TypeAttr::get(ui8);
  properties.axis = node.getBuilder().getI64IntegerAttr(-1);
  return {node.emit<QuantizeOp>({x, scale, offset8}, properties), scale,
          offset8};
}

/// The integers less their zero point, in 32 bits: a product of rows of up to
/// 2^15 elements is exact in these.
static Value centre(NodeImport &node, const Weight &weight) {
  TensorMath math(node);
  Type i32 = node.getBuilder().getI32Type();
  return math.sub(node.castTo(weight.value, i32),
                  node.castTo(weight.zero, i32));
}

Value multiply(NodeImport &node, Value x, const Weight &weight) {
  TensorMath math(node);
  if (!weight.scale)
    return math.matmul(x, weight.value);
  Weight left = quantizeByRange(node, x);
  Value product =
      node.emit<MatmulOp>({centre(node, left), centre(node, weight)});
  // The product of both scales is computed first, so that each sum is
  // multiplied once and rounds once.
  return math.mul(node.castTo(product, getElementTypeOrSelf(x.getType())),
                  math.mul(left.scale, weight.scale));
}

} // namespace mlir::relax
