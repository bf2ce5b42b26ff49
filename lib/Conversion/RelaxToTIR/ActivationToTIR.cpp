// Lowers activation functions of one element.
#include "Elementwise.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

// Accuracy: bounds are in ulp against a reference in f64
// (docs/OperatorAccuracy.md). Narrow floats are computed in f32 and rounded
// once.
namespace mlir::relax {

/// Emits an activation of a float element; narrow floats are in f32.
using Activation =
    llvm::function_ref<Value(ImplicitLocOpBuilder &, Value element)>;

static LogicalResult buildActivation(KernelBuilder &kernel, StringRef label,
                                     Activation activation) {
  return buildElementwise(
      kernel, label,
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        Type type = elements[0].getType();
        ImplicitLocOpBuilder inner(loc, builder);
        Value wide =
            // f16 and bf16 have 11 and 8 bits: erf or exp computed in them
            // would lose half of these.
            castScalar(builder, loc, elements[0], getAccumulatorType(type));
        return castScalar(builder, loc, activation(inner, wide), type);
      });
}

static Value number(ImplicitLocOpBuilder &builder, Value like, double value) {
  return constantScalar(builder, builder.getLoc(), like.getType(), value);
}

/// x * factor
static Value scale(ImplicitLocOpBuilder &builder, Value x, double factor) {
  return arith::MulFOp::create(builder, x, number(builder, x, factor));
}

// Ordered: NaN is not positive, so it takes the other branch, where arithmetic
// keeps it NaN.
static Value isPositive(ImplicitLocOpBuilder &builder, Value x,
                        double above = 0) {
  return arith::CmpFOp::create(builder, arith::CmpFPredicate::OGT, x,
                               number(builder, x, above));
}

static LogicalResult lowerRelu(ReluOp, KernelBuilder &kernel) {
  return buildElementwise(
      kernel, "relu",
      [](OpBuilder &builder, Location loc, ValueRange elements) {
        // maximum with 0 that propagates NaN; arith.maxnumf would turn NaN
        // into 0.
        return maxScalar(builder, loc, elements[0],
                         zeroOf(builder, loc, elements[0].getType()));
      });
}

/// x / 2 * (1 + erf(x / sqrt(2)))
static LogicalResult lowerGelu(GeluOp, KernelBuilder &kernel) {
  return buildActivation(
      // erf and not tanh: "gelu" in TVM and PyTorch is exact.
      kernel, "gelu", [](ImplicitLocOpBuilder &builder, Value x) -> Value {
        Value erf = erfScalar(builder, builder.getLoc(),
                              scale(builder, x, 0.70710678118654752));
        Value sum = arith::AddFOp::create(builder, number(builder, x, 1), erf);
        return arith::MulFOp::create(builder, scale(builder, x, 0.5), sum);
      });
}

/// x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))
static LogicalResult lowerGeluTanh(GeluTanhOp, KernelBuilder &kernel) {
  return buildActivation(
      kernel, "gelu_tanh", [](ImplicitLocOpBuilder &builder, Value x) -> Value {
        // x * (1 + c x^2) has one multiplication less than x + c x^3 and the
        // same value.
        Value square = arith::MulFOp::create(builder, x, x);
        Value factor = arith::AddFOp::create(builder, number(builder, x, 1),
                                             scale(builder, square, 0.044715));
        Value inner = arith::MulFOp::create(builder, x, factor);
        Value tanh = math::TanhOp::create(
            builder, scale(builder, inner, 0.79788456080286536));
        Value sum = arith::AddFOp::create(builder, number(builder, x, 1), tanh);
        return arith::MulFOp::create(builder, scale(builder, x, 0.5), sum);
      });
}

/// x / (1 + exp(-x))
static LogicalResult lowerSilu(SiluOp, KernelBuilder &kernel) {
  return buildActivation(
      kernel, "silu", [](ImplicitLocOpBuilder &builder, Value x) -> Value {
        // For x = -100 exp(100) is infinite in f32 and x / inf is -0, which is
        // right to the last bit.
        Value power =
            math::ExpOp::create(builder, arith::NegFOp::create(builder, x));
        Value sum =
            arith::AddFOp::create(builder, number(builder, x, 1), power);
        return arith::DivFOp::create(builder, x, sum);
      });
}

/// scale * (x, or alpha * (exp(x) - 1) below 0); constants of Klambauer et al.,
/// "Self-Normalizing Neural Networks".
static LogicalResult lowerSelu(SeluOp, KernelBuilder &kernel) {
  return buildActivation(
      kernel, "selu", [](ImplicitLocOpBuilder &builder, Value x) -> Value {
        // expm1: exp(x) - 1 near 0 loses all digits of x.
        Value below = scale(builder, math::ExpM1Op::create(builder, x),
                            1.6732632423543772848);
        Value either =
            arith::SelectOp::create(builder, isPositive(builder, x), x, below);
        return scale(builder, either, 1.0507009873554804934);
      });
}

static LogicalResult lowerLeakyRelu(LeakyReluOp op, KernelBuilder &kernel) {
  double alpha = op.getAlpha().convertToDouble();
  return buildActivation(kernel, "leakyrelu",
                         [&](ImplicitLocOpBuilder &builder, Value x) -> Value {
                           return arith::SelectOp::create(
                               builder, isPositive(builder, x), x,
                               scale(builder, x, alpha));
                         });
}

/// log(1 + exp(beta * x)) / beta, or x where beta * x is over the threshold.
static LogicalResult lowerSoftplus(SoftplusOp op, KernelBuilder &kernel) {
  double beta = op.getBeta().convertToDouble();
  double threshold = op.getThreshold().convertToDouble();
  return buildActivation(
      kernel, "softplus", [&](ImplicitLocOpBuilder &builder, Value x) -> Value {
        Value scaled = scale(builder, x, beta);
        // log1p and exp: for small results log(1 + e) would round 1 + e first.
        // Above the threshold exp may overflow; the select drops it, and it
        // cannot trap.
        Value log = math::Log1pOp::create(builder,
                                          math::ExpOp::create(builder, scaled));
        Value soft =
            arith::DivFOp::create(builder, log, number(builder, x, beta));
        return arith::SelectOp::create(
            builder, isPositive(builder, scaled, threshold), x, soft);
      });
}

void populateActivationLegalizations(LegalizationTable &table) {
  table.add(lowerGelu);
  table.add(lowerGeluTanh);
  table.add(lowerLeakyRelu);
  table.add(lowerRelu);
  table.add(lowerSelu);
  table.add(lowerSilu);
  table.add(lowerSoftplus);
}

} // namespace mlir::relax
