// Arithmetic of which elementary functions are made.
#ifndef RELAX_LIB_CONVERSION_SCFTORUNTIME_FLOATBUILDER_H
#define RELAX_LIB_CONVERSION_SCFTORUNTIME_FLOATBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

/// Whether `op` is of f32 or of vectors of it.
inline bool isOfF32(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0).getType()).isF32();
}

/// Whether the condition holds, in any lane of a vector.
inline Value isAny(OpBuilder &builder, Location loc, Value condition) {
  if (!isa<VectorType>(condition.getType()))
    return condition;
  auto vector = cast<VectorType>(condition.getType());
  if (vector.getRank() != 1) {
    vector = VectorType::get(vector.getNumElements(), vector.getElementType());
    condition = vector::ShapeCastOp::create(builder, loc, vector, condition);
  }
  return vector::ReductionOp::create(builder, loc, vector::CombiningKind::OR,
                                     condition);
}

/// Arithmetic on f32 or f64, or on vectors of one of them, at one place.
class FloatBuilder {
public:
  FloatBuilder(Operation *op, PatternRewriter &rewriter)
      : FloatBuilder(op, rewriter, op->getResult(0).getType()) {}
  FloatBuilder(Operation *op, PatternRewriter &rewriter, Type type)
      : builder(op->getLoc(), rewriter), type(type) {}

  Value number(double value) {
    Type element = getElementTypeOrSelf(type);
    return constant(type, builder.getFloatAttr(element, value));
  }
  /// Of integers as wide as the floats.
  Value integer(int64_t value) {
    Type integers = getIntegers();
    return constant(integers, builder.getIntegerAttr(
                                  getElementTypeOrSelf(integers), value));
  }
  Type getIntegers() {
    Type element = getElementTypeOrSelf(type);
    return withElements(
        builder.getIntegerType(element.getIntOrFloatBitWidth()));
  }
  /// The type, with other elements.
  Type withElements(Type element) {
    auto vector = dyn_cast<VectorType>(type);
    return vector ? Type(vector.clone(element)) : element;
  }
  Value add(Value x, Value y) { return arith::AddFOp::create(builder, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(builder, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(builder, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(builder, x, y); }
  /// x * y + z, rounded once.
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(builder, x, y, z);
  }
  Value abs(Value x) { return math::AbsFOp::create(builder, x); }
  Value withSignOf(Value x, Value sign) {
    return math::CopySignOp::create(builder, x, sign);
  }
  Value isLess(Value x, Value y) {
    return arith::CmpFOp::create(builder, arith::CmpFPredicate::OLT, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(builder, condition, x, y);
  }
  /// The polynomial of `x` with these coefficients, that of the highest power
  /// first.
  Value polynomial(Value x, ArrayRef<double> coefficients) {
    Value result = number(coefficients.front());
    for (double coefficient : coefficients.drop_front())
      result = fma(result, x, number(coefficient));
    return result;
  }

  /// The same of many coefficients, by Estrin's scheme: neighbours first, then
  /// pairs of these, and so on. The steps of a level do not wait for each
  /// other, and a processor has room for a few vectors of waiting ones only.
  Value polynomialByPairs(Value x, ArrayRef<double> coefficients) {
    SmallVector<Value> terms;
    for (double coefficient : llvm::reverse(coefficients))
      terms.push_back(number(coefficient));
    for (Value power = x; terms.size() > 1; power = mul(power, power)) {
      size_t numPairs = terms.size() / 2;
      for (size_t i = 0; i != numPairs; ++i)
        terms[i] = fma(terms[2 * i + 1], power, terms[2 * i]);
      if (terms.size() % 2 != 0)
        terms[numPairs++] = terms.back();
      terms.truncate(numPairs);
    }
    return terms.front();
  }

  ImplicitLocOpBuilder builder;
  Type type;

private:
  Value constant(Type type, Attribute element) {
    if (auto vector = dyn_cast<VectorType>(type))
      return arith::ConstantOp::create(builder,
                                       DenseElementsAttr::get(vector, element));
    return arith::ConstantOp::create(builder, cast<TypedAttr>(element));
  }
};

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_SCFTORUNTIME_FLOATBUILDER_H
