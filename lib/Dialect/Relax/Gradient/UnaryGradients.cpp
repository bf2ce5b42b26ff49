// Derivatives of operators that map each element of one tensor.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

/// `1 - x * x`.
static Value oneMinusSquare(Gradient &g, Value x) {
  return g.subFrom(1, g.square(x));
}

static void ruleAbs(AbsOp, Gradient &g) {
  g.give(0, g.mul(g.adjoint(), g.emit<SignOp>(g.operand())));
}
static void ruleAcos(AcosOp, Gradient &g) {
  Value slope = g.emit<RsqrtOp>(oneMinusSquare(g, g.operand()));
  g.give(0, g.negate(g.mul(g.adjoint(), slope)));
}
static void ruleAcosh(AcoshOp, Gradient &g) {
  Value square = g.add(g.square(g.operand()), -1);
  g.give(0, g.mul(g.adjoint(), g.emit<RsqrtOp>(square)));
}
static void ruleAsin(AsinOp, Gradient &g) {
  g.give(0,
         g.mul(g.adjoint(), g.emit<RsqrtOp>(oneMinusSquare(g, g.operand()))));
}
static void ruleAsinh(AsinhOp, Gradient &g) {
  Value square = g.add(g.square(g.operand()), 1);
  g.give(0, g.mul(g.adjoint(), g.emit<RsqrtOp>(square)));
}
static void ruleAtan(AtanOp, Gradient &g) {
  g.give(0, g.div(g.adjoint(), g.add(g.square(g.operand()), 1)));
}
static void ruleAtanh(AtanhOp, Gradient &g) {
  g.give(0, g.div(g.adjoint(), oneMinusSquare(g, g.operand())));
}
static void ruleCos(CosOp, Gradient &g) {
  g.give(0, g.negate(g.mul(g.adjoint(), g.emit<SinOp>(g.operand()))));
}
static void ruleCosh(CoshOp, Gradient &g) {
  g.give(0, g.mul(g.adjoint(), g.emit<SinhOp>(g.operand())));
}
/// `2 / sqrt(pi) * exp(-x * x)`.
static void ruleErf(ErfOp, Gradient &g) {
  Value bell = g.emit<ExpOp>(g.negate(g.square(g.operand())));
  g.give(0, g.mul(g.adjoint(), g.mul(bell, 1.1283791670955126)));
}
static void ruleExp(ExpOp, Gradient &g) {
  g.give(0, g.mul(g.adjoint(), g.result()));
}
static void ruleLog(LogOp, Gradient &g) {
  g.give(0, g.div(g.adjoint(), g.operand()));
}
static void ruleNegative(NegativeOp, Gradient &g) {
  g.give(0, g.negate(g.adjoint()));
}
static void ruleRsqrt(RsqrtOp, Gradient &g) {
  Value y = g.result();
  g.give(0, g.mul(g.mul(g.adjoint(), g.mul(y, g.square(y))), -0.5));
}
static void ruleSigmoid(SigmoidOp, Gradient &g) {
  Value y = g.result();
  g.give(0, g.mul(g.adjoint(), g.mul(y, g.subFrom(1, y))));
}
static void ruleSin(SinOp, Gradient &g) {
  g.give(0, g.mul(g.adjoint(), g.emit<CosOp>(g.operand())));
}
static void ruleSinh(SinhOp, Gradient &g) {
  g.give(0, g.mul(g.adjoint(), g.emit<CoshOp>(g.operand())));
}
static void ruleSqrt(SqrtOp, Gradient &g) {
  g.give(0, g.div(g.mul(g.adjoint(), 0.5), g.result()));
}
static void ruleSquare(SquareOp, Gradient &g) {
  g.give(0, g.mul(g.mul(g.adjoint(), g.operand()), 2));
}
static void ruleTan(TanOp, Gradient &g) {
  g.give(0, g.mul(g.adjoint(), g.add(g.square(g.result()), 1)));
}
static void ruleTanh(TanhOp, Gradient &g) {
  g.give(0, g.mul(g.adjoint(), oneMinusSquare(g, g.result())));
}

/// Where the bounds change nothing.
static void ruleClip(ClipOp, Gradient &g) {
  Value kept = g.emit<EqualOp>({g.operand(), g.result()});
  g.give(0, g.keepWhere(kept, g.adjoint()));
}

template <typename OpT>
static void ruleCast(OpT, Gradient &g) {
  g.give(0, g.adjoint());
}

void attachUnaryGradients(MLIRContext &context) {
  attachGradient<AbsOp, ruleAbs>(context);
  attachGradient<AcosOp, ruleAcos>(context);
  attachGradient<AcoshOp, ruleAcosh>(context);
  attachGradient<AsinOp, ruleAsin>(context);
  attachGradient<AsinhOp, ruleAsinh>(context);
  attachGradient<AsTypeOp, ruleCast<AsTypeOp>>(context);
  attachGradient<AtanOp, ruleAtan>(context);
  attachGradient<AtanhOp, ruleAtanh>(context);
  attachGradient<ClipOp, ruleClip>(context);
  attachGradient<CosOp, ruleCos>(context);
  attachGradient<CoshOp, ruleCosh>(context);
  attachGradient<ErfOp, ruleErf>(context);
  attachGradient<ExpOp, ruleExp>(context);
  attachGradient<LogOp, ruleLog>(context);
  attachGradient<NegativeOp, ruleNegative>(context);
  attachGradient<RsqrtOp, ruleRsqrt>(context);
  attachGradient<SigmoidOp, ruleSigmoid>(context);
  attachGradient<SinOp, ruleSin>(context);
  attachGradient<SinhOp, ruleSinh>(context);
  attachGradient<SqrtOp, ruleSqrt>(context);
  attachGradient<SquareOp, ruleSquare>(context);
  attachGradient<TanOp, ruleTan>(context);
  attachGradient<TanhOp, ruleTanh>(context);
  attachGradient<WrapParamOp, ruleCast<WrapParamOp>>(context);
  attachFlatGradients<CeilOp, FloorOp, RoundOp, SignOp, TruncOp>(context);
}

} // namespace mlir::relax
