// Complex numbers as pairs of tensors, computed with ops of StableHLO.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_COMPLEXMATH_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_COMPLEXMATH_H

#include "Relax/Dialect/StableHLO/IR/StableHLO.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// The parts of a complex tensor; no imaginary part stands for zeros.
struct Complex {
  Value real, imaginary;
};

/// Ops of StableHLO on tensors of one type each.
class RealMath {
public:
  RealMath(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  template <typename OpT>
  Value unary(Value x) {
    return OpT::create(builder, loc, x.getType(), x);
  }
  template <typename OpT>
  Value binary(Value lhs, Value rhs) {
    return OpT::create(builder, loc, lhs.getType(), lhs, rhs);
  }
  Value add(Value x, Value y) { return binary<hlo::AddOp>(x, y); }
  Value sub(Value x, Value y) { return binary<hlo::SubtractOp>(x, y); }
  Value mul(Value x, Value y) { return binary<hlo::MulOp>(x, y); }
  Value div(Value x, Value y) { return binary<hlo::DivOp>(x, y); }
  Value neg(Value x) { return unary<hlo::NegOp>(x); }
  Value scale(Value x, double by) { return mul(x, number(by, x)); }
  /// A tensor of one number, of the type of `like`.
  Value number(double value, Value like);
  Value compare(hlo::Direction direction, Value lhs, Value rhs);
  Value select(Value condition, Value yes, Value no);

protected:
  OpBuilder &builder;
  Location loc;
};

/// Functions of complex numbers. They scale before they square, so that numbers
/// near the ends of the range do not become infinite or zero on the way.
class ComplexMath : public RealMath {
public:
  using RealMath::neg, RealMath::sub, RealMath::mul, RealMath::div;
  using RealMath::RealMath;

  Complex neg(Complex x) { return {neg(x.real), neg(x.imaginary)}; }
  Complex mul(Complex x, Complex y);
  Complex div(Complex x, Complex y);
  Value abs(Complex x);
  Complex sign(Complex x);
  Complex exp(Complex x);
  Complex expm1(Complex x);
  Complex log(Complex x);
  Complex log1p(Complex x);
  Complex sqrt(Complex x);
  Complex rsqrt(Complex x);
  Complex pow(Complex x, Complex y);
  Complex cbrt(Complex x);
  Complex sin(Complex x);
  Complex cos(Complex x);
  Complex tan(Complex x);
  Complex tanh(Complex x);
  Complex logistic(Complex x);

private:
  Complex one(Complex like);
};

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_COMPLEXMATH_H
