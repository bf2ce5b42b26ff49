// Derivatives of operators that combine tensors element by element. What was
// broadcast gets the sum.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

static void ruleAdd(AddOp, Gradient &g) {
  g.giveCollapsed(0, g.adjoint());
  g.giveCollapsed(1, g.adjoint());
}

static void ruleSubtract(SubtractOp, Gradient &g) {
  g.giveCollapsed(0, g.adjoint());
  if (g.needs(1))
    g.giveCollapsed(1, g.negate(g.adjoint()));
}

static void ruleMultiply(MultiplyOp, Gradient &g) {
  for (unsigned index : {0u, 1u})
    if (g.needs(index))
      g.giveCollapsed(index, g.mul(g.adjoint(), g.operand(1 - index)));
}

static void ruleDivide(DivideOp, Gradient &g) {
  Value share = g.div(g.adjoint(), g.operand(1));
  g.giveCollapsed(0, share);
  if (g.needs(1))
    g.giveCollapsed(1, g.negate(g.mul(share, g.result())));
}

/// `x2 * x1 ^ (x2 - 1)` and `x1 ^ x2 * log(x1)`.
static void rulePower(PowerOp, Gradient &g) {
  Value base = g.operand(0), exponent = g.operand(1);
  if (g.needs(0)) {
    Value slope = g.emit<PowerOp>({base, g.add(exponent, -1)});
    g.giveCollapsed(0, g.mul(g.adjoint(), g.mul(exponent, slope)));
  }
  if (g.needs(1))
    g.giveCollapsed(1,
                    g.mul(g.adjoint(), g.mul(g.result(), g.emit<LogOp>(base))));
}

static void ruleAtan2(Atan2Op, Gradient &g) {
  Value y = g.operand(0), x = g.operand(1);
  Value share = g.div(g.adjoint(), g.add(g.square(x), g.square(y)));
  if (g.needs(0))
    g.giveCollapsed(0, g.mul(share, x));
  if (g.needs(1))
    g.giveCollapsed(1, g.negate(g.mul(share, y)));
}

static void ruleLogAddExp(LogAddExpOp, Gradient &g) {
  for (unsigned index : {0u, 1u})
    if (g.needs(index)) {
      Value share = g.emit<ExpOp>(g.sub(g.operand(index), g.result()));
      g.giveCollapsed(index, g.mul(g.adjoint(), share));
    }
}

/// Where both are equal the first one is taken. `CompareOp` holds where the
/// second one is.
template <typename OpT, typename CompareOp>
static void ruleChoice(OpT, Gradient &g) {
  Value second = g.emit<CompareOp>({g.operand(0), g.operand(1)});
  if (g.needs(0))
    g.giveCollapsed(0, g.dropWhere(second, g.adjoint()));
  if (g.needs(1))
    g.giveCollapsed(1, g.keepWhere(second, g.adjoint()));
}

/// `x1 - x2 * RoundOp(x1 / x2)`.
template <typename OpT, typename RoundOp>
static void ruleRemainder(OpT, Gradient &g) {
  g.giveCollapsed(0, g.adjoint());
  if (g.needs(1)) {
    Value times = g.emit<RoundOp>(g.div(g.operand(0), g.operand(1)));
    g.giveCollapsed(1, g.negate(g.mul(g.adjoint(), times)));
  }
}

static void ruleEwiseFMA(EwiseFMAOp, Gradient &g) {
  for (unsigned index : {0u, 1u})
    if (g.needs(index))
      g.giveCollapsed(index, g.mul(g.adjoint(), g.operand(1 - index)));
  g.giveCollapsed(2, g.adjoint());
}

static void ruleWhere(WhereOp, Gradient &g) {
  if (g.needs(1))
    g.giveCollapsed(1, g.keepWhere(g.operand(0), g.adjoint()));
  if (g.needs(2))
    g.giveCollapsed(2, g.dropWhere(g.operand(0), g.adjoint()));
}

void attachBinaryGradients(MLIRContext &context) {
  attachGradient<AddOp, ruleAdd>(context);
  attachGradient<Atan2Op, ruleAtan2>(context);
  attachGradient<DivideOp, ruleDivide>(context);
  attachGradient<EwiseFMAOp, ruleEwiseFMA>(context);
  attachGradient<FloorModOp, ruleRemainder<FloorModOp, FloorOp>>(context);
  attachGradient<LogAddExpOp, ruleLogAddExp>(context);
  attachGradient<MaximumOp, ruleChoice<MaximumOp, LessOp>>(context);
  attachGradient<MinimumOp, ruleChoice<MinimumOp, GreaterOp>>(context);
  attachGradient<ModOp, ruleRemainder<ModOp, TruncOp>>(context);
  attachGradient<MultiplyOp, ruleMultiply>(context);
  attachGradient<PowerOp, rulePower>(context);
  attachGradient<SubtractOp, ruleSubtract>(context);
  attachGradient<WhereOp, ruleWhere, 1, 2>(context);
  attachFlatGradients<FloorDivideOp>(context);
}

} // namespace mlir::relax
