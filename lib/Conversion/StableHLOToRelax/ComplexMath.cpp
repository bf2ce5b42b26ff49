// Functions of complex numbers by those of their parts.
#include "ComplexMath.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

//===-- Real numbers ------------------------------------------------------===//

Value RealMath::number(double value, Value like) {
  auto type = cast<RankedTensorType>(like.getType());
  return hlo::ConstantOp::create(
      builder, loc, type,
      DenseElementsAttr::get(
          type, builder.getFloatAttr(type.getElementType(), value)));
}

Value RealMath::compare(hlo::Direction direction, Value lhs, Value rhs) {
  auto type = cast<RankedTensorType>(lhs.getType()).clone(builder.getI1Type());
  return hlo::CompareOp::create(builder, loc, type, lhs, rhs, direction,
                                hlo::CompareKindAttr());
}

Value RealMath::select(Value condition, Value yes, Value no) {
  return hlo::SelectOp::create(builder, loc, yes.getType(), condition, yes, no);
}

//===-- Arithmetic --------------------------------------------------------===//

Complex ComplexMath::one(Complex like) {
  return {number(1, like.real), number(0, like.real)};
}

Complex ComplexMath::mul(Complex x, Complex y) {
  return {sub(mul(x.real, y.real), mul(x.imaginary, y.imaginary)),
          add(mul(x.real, y.imaginary), mul(x.imaginary, y.real))};
}

/// The divisor is brought to a size of about 1, and the quotient divided by its
/// size at the end: the square of 1e30 is no number of f32.
Complex ComplexMath::div(Complex x, Complex y) {
  Value size = binary<hlo::MaxOp>(unary<hlo::AbsOp>(y.real),
                                  unary<hlo::AbsOp>(y.imaginary));
  Value real = div(y.real, size), imaginary = div(y.imaginary, size);
  Value square = add(mul(real, real), mul(imaginary, imaginary));
  Complex product = mul(x, Complex{real, neg(imaginary)});
  return {div(div(product.real, square), size),
          div(div(product.imaginary, square), size)};
}

Value ComplexMath::abs(Complex x) {
  Value real = unary<hlo::AbsOp>(x.real),
        imaginary = unary<hlo::AbsOp>(x.imaginary);
  Value larger = binary<hlo::MaxOp>(real, imaginary);
  Value smaller = binary<hlo::MinOp>(real, imaginary);
  Value zero = number(0, larger), ratio = div(smaller, larger);
  Value size = mul(
      larger, unary<hlo::SqrtOp>(add(number(1, larger), mul(ratio, ratio))));
  // 0 / 0 and infinity / infinity are NaN, the sizes are not.
  return select(
      compare(hlo::Direction::EQ, larger, smaller),
      scale(larger, 1.4142135623730951),
      select(compare(hlo::Direction::EQ, smaller, zero), larger, size));
}

Complex ComplexMath::sign(Complex x) {
  Value size = abs(x), zero = number(0, size);
  Value isZero = compare(hlo::Direction::EQ, size, zero);
  return {select(isZero, zero, div(x.real, size)),
          select(isZero, zero, div(x.imaginary, size))};
}

//===-- Exponentials and logarithms ---------------------------------------===//

Complex ComplexMath::exp(Complex x) {
  Value size = unary<hlo::ExpOp>(x.real);
  return {mul(size, unary<hlo::CosineOp>(x.imaginary)),
          mul(size, unary<hlo::SineOp>(x.imaginary))};
}

/// exp(a) cos(b) - 1 = expm1(a) cos(b) - 2 sin(b / 2)^2, where nothing is lost
/// near 0.
Complex ComplexMath::expm1(Complex x) {
  Value half = unary<hlo::SineOp>(scale(x.imaginary, 0.5));
  Value grown =
      mul(unary<hlo::Expm1Op>(x.real), unary<hlo::CosineOp>(x.imaginary));
  return {sub(grown, scale(mul(half, half), 2)), exp(x).imaginary};
}

Complex ComplexMath::log(Complex x) {
  return {unary<hlo::LogOp>(abs(x)), binary<hlo::Atan2Op>(x.imaginary, x.real)};
}

/// log|1 + x| = log1p(a * (2 + a) + b * b) / 2.
Complex ComplexMath::log1p(Complex x) {
  Value more = add(mul(x.real, add(x.real, number(2, x.real))),
                   mul(x.imaginary, x.imaginary));
  return {scale(unary<hlo::Log1pOp>(more), 0.5),
          binary<hlo::Atan2Op>(x.imaginary, add(x.real, number(1, x.real)))};
}

/// The root with a real part that is not negative. The part of the larger size
/// comes first, since the other one follows from it by a division that loses
/// nothing.
Complex ComplexMath::sqrt(Complex x) {
  Value zero = number(0, x.real);
  Value sum = add(unary<hlo::AbsOp>(x.real), abs(x));
  Value large = unary<hlo::SqrtOp>(scale(sum, 0.5));
  Value small = div(unary<hlo::AbsOp>(x.imaginary), scale(large, 2));
  small = select(compare(hlo::Direction::EQ, large, zero), zero, small);
  Value isRight = compare(hlo::Direction::GE, x.real, zero);
  Value size = select(isRight, small, large);
  Value isBelow = compare(hlo::Direction::LT, x.imaginary, zero);
  return {select(isRight, large, small), select(isBelow, neg(size), size)};
}

Complex ComplexMath::rsqrt(Complex x) { return div(one(x), sqrt(x)); }

/// 0 to the power of anything is 0, and to that of 0 is 1; the logarithm would
/// give NaN for both.
Complex ComplexMath::pow(Complex x, Complex y) {
  auto isZero = [&](Complex z) {
    Value size = abs(z);
    return compare(hlo::Direction::EQ, size, number(0, size));
  };
  Complex power = exp(mul(y, log(x))), unit = one(x);
  Value zero = unit.imaginary, isBase = isZero(x), isExponent = isZero(y);
  Complex atZero = {select(isExponent, unit.real, zero), zero};
  return {select(isBase, atZero.real, power.real),
          select(isBase, atZero.imaginary, power.imaginary)};
}

Complex ComplexMath::cbrt(Complex x) {
  return pow(x, {number(1.0 / 3, x.real), number(0, x.real)});
}

//===-- Circular and hyperbolic functions ---------------------------------===//

/// sin(a + ib) = sin(a) cosh(b) + i cos(a) sinh(b).
Complex ComplexMath::sin(Complex x) {
  Value up = unary<hlo::ExpOp>(x.imaginary),
        down = unary<hlo::ExpOp>(neg(x.imaginary));
  // Near 0 the difference of the exponentials would keep no digits.
  Value sinh = scale(sub(unary<hlo::Expm1Op>(x.imaginary),
                         unary<hlo::Expm1Op>(neg(x.imaginary))),
                     0.5);
  return {mul(unary<hlo::SineOp>(x.real), scale(add(up, down), 0.5)),
          mul(unary<hlo::CosineOp>(x.real), sinh)};
}

Complex ComplexMath::cos(Complex x) {
  Value quarter = number(1.5707963267948966, x.real);
  // cos(a + ib) = cos(a) cosh(b) - i sin(a) sinh(b), by the sine's two factors.
  Complex shifted = sin({add(x.real, quarter), x.imaginary});
  return {shifted.real, shifted.imaginary};
}

/// With t = tanh(a) and u = tan(b) it is (t + iu) / (1 + itu), which grows
/// nowhere but at the poles.
Complex ComplexMath::tanh(Complex x) {
  Value t = unary<hlo::TanhOp>(x.real), u = unary<hlo::TanOp>(x.imaginary);
  return div(Complex{t, u}, Complex{number(1, t), mul(t, u)});
}

/// tan(x) = -i tanh(ix).
Complex ComplexMath::tan(Complex x) {
  Complex turned = tanh({neg(x.imaginary), x.real});
  return {turned.imaginary, neg(turned.real)};
}

Complex ComplexMath::logistic(Complex x) {
  Complex grown = exp(neg(x));
  return div(one(x),
             Complex{add(grown.real, number(1, x.real)), grown.imaginary});
}

} // namespace mlir::relax
