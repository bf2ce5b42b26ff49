// Compute exp, tanh and erf by approximations of fewer steps.
//
// Those of TVM's pass of this name, in the same order of operations:
//
//   exp    2^n, as bits, times a polynomial of what is left of the exponent
//          (Cephes)
//   tanh   a quotient of polynomials on [-9, 9] (Eigen)
//   erf    the same on [-4, 4] (Eigen)
//
// What is compiled without this pass is closer to the exact value, and takes
// more steps: docs/OperatorAccuracy.md has its errors, the pass's text those of
// these forms.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_FASTMATHTRANSFORMPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

namespace {

/// Writes an approximation for numbers, or vectors of them, of f32.
class Approximation {
public:
  explicit Approximation(Operation *op)
      : b(op->getLoc(), op), x(op->getOperand(0)), type(x.getType()) {}

  Value exp();
  Value tanh();
  Value erf();

private:
  Value number(double value) { return constant(b.getF32FloatAttr(value)); }
  Value constant(TypedAttr value);
  Type withElements(Type element) const;
  Value choose(arith::CmpFPredicate condition, Value x, Value y);
  Value clamp(double lowest, double highest);
  Value evaluate(Value of, ArrayRef<double> coefficients);
  Value divide(Value of, ArrayRef<double> numerator,
               ArrayRef<double> denominator);

  ImplicitLocOpBuilder b;
  Value x;
  Type type;
};

struct FastMathTransformPass
    : impl::FastMathTransformPassBase<FastMathTransformPass> {
  using Base::Base;

  void runOnOperation() override;
};

} // namespace

/// A type like that of the operand, of other elements.
Type Approximation::withElements(Type element) const {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(element)) : element;
}

Value Approximation::constant(TypedAttr value) {
  if (auto vector = dyn_cast<VectorType>(withElements(value.getType())))
    value = DenseElementsAttr::get(vector, Attribute(value));
  return arith::ConstantOp::create(b, value);
}

/// `condition ? x : y`, which for these two is one instruction of x86: it gives
/// its second operand where one is a NaN.
Value Approximation::choose(arith::CmpFPredicate condition, Value x, Value y) {
  Value holds = arith::CmpFOp::create(b, condition, x, y);
  return arith::SelectOp::create(b, holds, x, y);
}

/// The operand within bounds, beyond which the result does not change. A NaN
/// stays one.
Value Approximation::clamp(double lowest, double highest) {
  Value below = choose(arith::CmpFPredicate::OLT, number(highest), x);
  return choose(arith::CmpFPredicate::OGT, number(lowest), below);
}

/// A polynomial, by Horner's scheme; the coefficient of the highest power is
/// first.
Value Approximation::evaluate(Value of, ArrayRef<double> coefficients) {
  Value sum = number(coefficients.front());
  for (double coefficient : coefficients.drop_front())
    sum = arith::AddFOp::create(b, arith::MulFOp::create(b, sum, of),
                                number(coefficient));
  return sum;
}

/// An odd function: `of` times a polynomial of its square, by another one.
Value Approximation::divide(Value of, ArrayRef<double> numerator,
                            ArrayRef<double> denominator) {
  Value square = arith::MulFOp::create(b, of, of);
  Value odd = arith::MulFOp::create(b, of, evaluate(square, numerator));
  return arith::DivFOp::create(b, odd, evaluate(square, denominator));
}

/// The polynomial is of degree 5 around 0, for what is at most half of ln 2.
/// Beyond the bounds e^x is no normal number of f32; the choice at the end
/// gives what is larger, and a NaN, as it came. Inside a NaN is a bound, as no
/// integer stands for it.
Value Approximation::exp() {
  Value below = choose(arith::CmpFPredicate::OLT, x, number(88.3762626647950));
  Value inside =
      choose(arith::CmpFPredicate::OGT, below, number(-88.3762626647949));
  Value scaled = arith::MulFOp::create(b, inside, number(1.44269504088896341));
  Value power =
      math::FloorOp::create(b, arith::AddFOp::create(b, scaled, number(0.5)));
  Value rest = arith::SubFOp::create(
      b, inside, arith::MulFOp::create(b, power, number(0.6931471805599453)));
  Value sum =
      evaluate(rest, {1.9875691500E-4, 1.3981999507E-3, 8.3334519073E-3,
                      4.1665795894E-2, 1.6666665459E-1, 5.0000001201E-1});
  sum = arith::MulFOp::create(b, arith::MulFOp::create(b, sum, rest), rest);
  sum = arith::AddFOp::create(b, arith::AddFOp::create(b, sum, rest),
                              number(1.0));
  // The exponent of a number is its bits from 23 on, with 127 added.
  Value biased =
      arith::FPToSIOp::create(b, withElements(b.getI32Type()),
                              arith::AddFOp::create(b, power, number(127.0)));
  Value bits =
      arith::ShLIOp::create(b, biased, constant(b.getI32IntegerAttr(23)));
  Value scale = arith::BitcastOp::create(b, type, bits);
  return choose(arith::CmpFPredicate::OGE, arith::MulFOp::create(b, scale, sum),
                x);
}

Value Approximation::tanh() {
  return divide(clamp(-9.0, 9.0),
                {-2.76076847742355e-16, 2.00018790482477e-13,
                 -8.60467152213735e-11, 5.12229709037114e-08,
                 1.48572235717979e-05, 6.37261928875436e-04,
                 4.89352455891786e-03},
                {1.19825839466702e-06, 1.18534705686654e-04,
                 2.26843463243900e-03, 4.89352518554385e-03});
}

Value Approximation::erf() {
  return divide(
      clamp(-4.0, 4.0),
      {-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06,
       -5.69250639462346e-05, -7.34990630326855e-04, -2.95459980854025e-03,
       -1.60960333262415e-02},
      {-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03,
       -7.37332916720468e-03, -1.42647390514189e-02});
}

void FastMathTransformPass::runOnOperation() {
  // Collected first: what is written would be met by the walk.
  SmallVector<Operation *> ops;
  getOperation().walk([&](Operation *op) {
    if (isa<math::ExpOp, math::TanhOp, math::ErfOp>(op) &&
        getElementTypeOrSelf(op->getResult(0).getType()).isF32())
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    Approximation approximation(op);
    Value result = TypeSwitch<Operation *, Value>(op)
                       .Case([&](math::ExpOp) { return approximation.exp(); })
                       .Case([&](math::TanhOp) { return approximation.tanh(); })
                       .Case([&](math::ErfOp) { return approximation.erf(); });
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }
}

} // namespace mlir::relax
