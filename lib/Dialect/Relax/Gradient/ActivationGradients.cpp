// Derivatives of activation functions. Where a function has a corner its slope
// there is that below the corner.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

/// Where `x` is above 0.
static Value isPositive(Gradient &g, Value x) {
  return g.emit<GreaterOp>({x, g.number(0, x)});
}

static void ruleRelu(ReluOp, Gradient &g) {
  g.give(0, g.keepWhere(isPositive(g, g.operand()), g.adjoint()));
}

static void ruleLeakyRelu(LeakyReluOp op, Gradient &g) {
  Value d = g.adjoint();
  g.give(0, g.select(isPositive(g, g.operand()), d,
                     g.mul(d, op.getAlpha().convertToDouble())));
}

/// `(1 + erf(x / sqrt(2))) / 2 + x * exp(-x * x / 2) / sqrt(2 * pi)`.
static void ruleGelu(GeluOp, Gradient &g) {
  Value x = g.operand();
  Value below = g.emit<ErfOp>(g.mul(x, 0.70710678118654752));
  Value bell = g.emit<ExpOp>(g.mul(g.square(x), -0.5));
  Value slope = g.add(g.mul(g.add(below, 1), 0.5),
                      g.mul(g.mul(x, bell), 0.39894228040143268));
  g.give(0, g.mul(g.adjoint(), slope));
}

/// With `t = tanh(c * (x + a * x^3))`:
/// `(1 + t) / 2 + x / 2 * (1 - t * t) * c * (1 + 3 * a * x * x)`.
static void ruleGeluTanh(GeluTanhOp, Gradient &g) {
  constexpr double c = 0.79788456080286536, a = 0.044715;
  Value x = g.operand(), square = g.square(x);
  Value inner = g.mul(g.mul(x, g.add(g.mul(square, a), 1)), c);
  Value t = g.emit<TanhOp>(inner);
  Value rise = g.mul(g.add(g.mul(square, 3 * a), 1), c / 2);
  Value bend = g.mul(g.mul(x, g.subFrom(1, g.square(t))), rise);
  g.give(0, g.mul(g.adjoint(), g.add(g.mul(g.add(t, 1), 0.5), bend)));
}

/// With `s = sigmoid(x)`: `s * (1 + x * (1 - s))`.
static void ruleSilu(SiluOp, Gradient &g) {
  Value s = g.emit<SigmoidOp>(g.operand());
  Value rise = g.add(g.mul(g.operand(), g.subFrom(1, s)), 1);
  g.give(0, g.mul(g.adjoint(), g.mul(s, rise)));
}

/// Below 0 the function is `scale * alpha * (exp(x) - 1)`.
static void ruleSelu(SeluOp, Gradient &g) {
  constexpr double scale = 1.0507009873554805, alpha = 1.6732632423543772;
  Value d = g.adjoint();
  g.give(0, g.select(isPositive(g, g.operand()), g.mul(d, scale),
                     g.mul(d, g.add(g.result(), scale * alpha))));
}

/// Above the threshold the function is `x`.
static void ruleSoftplus(SoftplusOp op, Gradient &g) {
  Value d = g.adjoint();
  Value x = g.mul(g.operand(), op.getBeta().convertToDouble());
  Value isLinear =
      g.emit<GreaterOp>({x, g.number(op.getThreshold().convertToDouble(), x)});
  g.give(0, g.select(isLinear, d, g.mul(d, g.emit<SigmoidOp>(x))));
}

static void rulePRelu(PReluOp op, Gradient &g) {
  Value x = g.operand(0), d = g.adjoint();
  if (!g.expectDims(x) || !g.expectDims(g.operand(1)))
    return;
  int64_t rank = Gradient::rankOf(x);
  int64_t axis = Gradient::fromFront(op.getAxis(), rank);
  Dims slopes(rank, g.dim(1));
  slopes[axis] = Gradient::dimsOf(g.operand(1)).front();
  Value isBelow = g.emit<LessOp>({x, g.number(0, x)});
  if (g.needs(0)) {
    Value alpha = g.reshape(g.operand(1), slopes);
    g.give(0, g.select(isBelow, g.mul(d, alpha), d));
  }
  if (!g.needs(1))
    return;
  SmallVector<int64_t> others;
  for (int64_t other = 0; other < rank; ++other)
    if (other != axis)
      others.push_back(other);
  Value share = g.sum(g.keepWhere(isBelow, g.mul(d, x)), others);
  g.giveCollapsed(1, share);
}

/// `(d - sum(d * y)) * y`.
static void ruleSoftmax(SoftmaxOp op, Gradient &g) {
  Value y = g.result(), d = g.adjoint();
  Value sum = g.sum(g.mul(d, y), op.getAxis(), /*keep=*/true);
  g.give(0, g.mul(g.sub(d, sum), y));
}

/// `d - sum(d) * exp(y)`.
static void ruleLogSoftmax(LogSoftmaxOp op, Gradient &g) {
  Value d = g.adjoint();
  Value sum = g.sum(d, op.getAxis(), /*keep=*/true);
  g.give(0, g.sub(d, g.mul(g.emit<ExpOp>(g.result()), sum)));
}

/// The op keeps all elements, and its mask is one of ones.
static void ruleDropout(DropoutOp, Gradient &g) { g.give(0, g.adjoint(0)); }

void attachActivationGradients(MLIRContext &context) {
  attachGradient<DropoutOp, ruleDropout>(context);
  attachGradient<GeluOp, ruleGelu>(context);
  attachGradient<GeluTanhOp, ruleGeluTanh>(context);
  attachGradient<LeakyReluOp, ruleLeakyRelu>(context);
  attachGradient<LogSoftmaxOp, ruleLogSoftmax>(context);
  attachGradient<PReluOp, rulePRelu>(context);
  attachGradient<ReluOp, ruleRelu>(context);
  attachGradient<SeluOp, ruleSelu>(context);
  attachGradient<SiluOp, ruleSilu>(context);
  attachGradient<SoftmaxOp, ruleSoftmax>(context);
  attachGradient<SoftplusOp, ruleSoftplus>(context);
}

} // namespace mlir::relax
