// Derivatives of operators that bring mean and spread to given values.
//
// With n = (x - mean(x)) * r, r = 1 / sqrt(var + eps): moving x along the mean
// or along n itself changes n not at all. So both directions are taken out of
// the adjoint, which is the formula of `backwards`.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/NormalizationOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

namespace {
/// A norm `(x - mean) * factor * gamma + beta`: what it averages over, and
/// where the parameters stand.
struct Norm {
  Gradient &g;
  Value x;
  SmallVector<int64_t> averaged, along;
  double epsilon;
  bool hasMean;

  /// The data without its mean, times one over its spread.
  Value factor, normal;

  void compute();
  /// A parameter, as it is broadcast to the data.
  Value spread(Value parameter) const;
  void giveParameter(unsigned operand, Value adjoint) const;
  /// The derivative by the data, from that by the normal form.
  Value backwards(Value d) const;
};
} // namespace

/// The variance is the mean of squares of what is centered already: E(x^2) -
/// E(x)^2 cancels for a large mean.
void Norm::compute() {
  Value centered = hasMean ? g.sub(x, g.mean(x, averaged)) : x;
  Value spread = g.mean(g.square(centered), averaged);
  factor = g.emit<RsqrtOp>(g.add(spread, epsilon));
  normal = g.mul(centered, factor);
}

Value Norm::spread(Value parameter) const {
  Dims dims(Gradient::rankOf(x), g.dim(1));
  for (int64_t axis : along)
    dims[axis] = Gradient::dimsOf(x)[axis];
  return g.reshape(parameter, dims);
}

/// Null is the adjoint of a parameter that does not count.
void Norm::giveParameter(unsigned operand, Value adjoint) const {
  if (!g.needs(operand) || !adjoint)
    return;
  SmallVector<int64_t> others;
  for (int64_t axis = 0; axis < Gradient::rankOf(x); ++axis)
    if (!llvm::is_contained(along, axis))
      others.push_back(axis);
  g.give(operand, g.reshapeLike(g.sum(adjoint, others), g.operand(operand)));
}

/// `factor * (d - mean(d) - normal * mean(d * normal))`. RMS norm has no mean,
/// so nothing is taken out along it.
Value Norm::backwards(Value d) const {
  Value lean = g.mul(normal, g.mean(g.mul(d, normal), averaged));
  Value rest = g.sub(d, lean);
  if (hasMean)
    rest = g.sub(rest, g.mean(d, averaged));
  return g.mul(rest, factor);
}

/// Parameters stand in the order of the data's axes, or there is no rule.
/// Parameters have the order of `axes`; a reshape to the data's axes would mix
/// them up.
static bool expectOrder(Gradient &g, ArrayRef<int64_t> axes) {
  if (!llvm::is_sorted(axes))
    g.notifyMatchFailure("only one with axes in ascending order has one");
  return llvm::is_sorted(axes);
}

static SmallVector<int64_t> fromFront(ArrayRef<int64_t> axes, Value x) {
  return llvm::map_to_vector(axes, [&](int64_t axis) {
    return Gradient::fromFront(axis, Gradient::rankOf(x));
  });
}

/// The rest of a rule: gamma and beta count only if the op says so.
template <typename OpT>
static void finishNorm(OpT op, Norm &norm) {
  Gradient &g = norm.g;
  Value d = g.adjoint();
  norm.compute();
  norm.giveParameter(1, op.getScale() ? g.mul(d, norm.normal) : Value());
  norm.giveParameter(2, op.getCenter() ? d : Value());
  if (g.needs(0))
    g.give(0, norm.backwards(op.getScale() ? g.mul(d, norm.spread(g.operand(1)))
                                           : d));
}

static void ruleLayerNorm(LayerNormOp op, Gradient &g) {
  Value x = g.operand();
  if (!g.expectDims(x))
    return;
  SmallVector<int64_t> axes = fromFront(op.getAxes(), x);
  if (!expectOrder(g, axes))
    return;
  Norm norm{g, x, axes, axes, op.getEpsilon().convertToDouble(), true, {}, {}};
  finishNorm(op, norm);
}

static void ruleInstanceNorm(InstanceNormOp op, Gradient &g) {
  Value x = g.operand();
  if (!g.expectDims(x))
    return;
  Norm norm{g,
            x,
            fromFront(op.getAxes(), x),
            fromFront(int64_t(op.getChannelAxis()), x),
            op.getEpsilon().convertToDouble(),
            true,
            {},
            {}};
  finishNorm(op, norm);
}

static void ruleRMSNorm(RMSNormOp op, Gradient &g) {
  Value x = g.operand(), d = g.adjoint();
  if (!g.expectDims(x))
    return;
  SmallVector<int64_t> axes = fromFront(op.getAxes(), x);
  if (!expectOrder(g, axes))
    return;
  Norm norm{g, x, axes, axes, op.getEpsilon().convertToDouble(), false, {}, {}};
  norm.compute();
  norm.giveParameter(1, g.mul(d, norm.normal));
  if (g.needs(0))
    g.give(0, norm.backwards(g.mul(d, norm.spread(g.operand(1)))));
}

/// The same with the channels apart: groups, and the channels of a group.
static void ruleGroupNorm(GroupNormOp op, Gradient &g) {
  Value x = g.operand(), d = g.adjoint();
  if (!g.expectDims(x))
    return;
  Dims dims = Gradient::dimsOf(x), apart = dims;
  int64_t channel = Gradient::fromFront(op.getChannelAxis(), dims.size());
  int64_t groups = op.getNumGroups();
  apart[channel] = g.dim(groups);
  apart.insert(apart.begin() + channel + 1, floorDiv(dims[channel], groups));
  SmallVector<int64_t> averaged{channel + 1};
  for (int64_t axis : fromFront(op.getAxes(), x))
    averaged.push_back(axis > channel ? axis + 1 : axis);
  Norm norm{g,
            g.reshape(x, apart),
            averaged,
            {channel, channel + 1},
            op.getEpsilon().convertToDouble(),
            true,
            {},
            {}};
  norm.compute();
  d = g.reshape(d, apart);
  norm.giveParameter(1, op.getScale() ? g.mul(d, norm.normal) : Value());
  norm.giveParameter(2, op.getCenter() ? d : Value());
  if (op.getScale())
    d = g.mul(d, norm.spread(g.operand(1)));
  if (g.needs(0))
    g.give(0, g.reshape(norm.backwards(d), dims));
}

//===-- Batch norm --------------------------------------------------------===//

namespace {
/// What the adjoints of a batch norm's three results are made of.
struct BatchNormRule {
  BatchNormOp op;
  Norm norm;
  SmallVector<int64_t> others;

  void inTraining();
  void inUse();
};
} // namespace

/// The statistics are those of the data, which the moving ones lean to. The
/// derivative by the data has a part through the running statistics, which are
/// results as well: `momentum` of the batch's mean and variance.
void BatchNormRule::inTraining() {
  Gradient &g = norm.g;
  finishNorm(op, norm);
  double momentum = op.getMomentum().convertToDouble();
  for (unsigned index : {0u, 1u})
    if (g.hasAdjoint(1 + index) && g.needs(3 + index))
      g.give(3 + index, g.mul(g.adjoint(1 + index), 1 - momentum));
  if (!g.needs(0) || (!g.hasAdjoint(1) && !g.hasAdjoint(2)))
    return;
  Dims averaged;
  for (int64_t axis : others)
    averaged.push_back(Gradient::dimsOf(norm.x)[axis]);
  Value share = g.div(g.number(momentum, norm.x), g.count(averaged, norm.x));
  Value byMean = norm.spread(g.mul(g.adjoint(1), share));
  // The variance's derivative by its mean is 0, so `2 * (x - mean) / count` is
  // all.
  Value bySpread = norm.spread(g.mul(g.mul(g.adjoint(2), share), 2));
  Value centered = g.sub(norm.x, g.mean(norm.x, others));
  Value sum = g.add(byMean, g.mul(centered, bySpread));
  g.give(0, g.add(g.getGiven()[0], sum));
}

/// The statistics are operands, which also are results.
void BatchNormRule::inUse() {
  Gradient &g = norm.g;
  Value d = g.adjoint(), mean = g.operand(3), variance = g.operand(4);
  Value factor =
      g.emit<RsqrtOp>(g.add(variance, op.getEpsilon().convertToDouble()));
  Value normal = g.mul(g.sub(norm.x, norm.spread(mean)), norm.spread(factor));
  norm.giveParameter(1, op.getScale() ? g.mul(d, normal) : Value());
  norm.giveParameter(2, op.getCenter() ? d : Value());
  Value scaled = op.getScale() ? g.mul(d, norm.spread(g.operand(1))) : d;
  Value byData = g.mul(scaled, norm.spread(factor));
  g.give(0, byData);
  if (g.needs(3))
    g.give(3, g.sub(g.adjoint(1), g.sum(byData, others)));
  if (g.needs(4)) {
    // d/dv of (v + eps)^(-1/2) is -1/2 (v + eps)^(-3/2); one factor is in
    // `normal` already.
    Value slope = g.mul(g.square(factor), -0.5);
    Value share = g.sum(g.mul(scaled, normal), others);
    g.give(4, g.add(g.adjoint(2), g.mul(share, slope)));
  }
}

static void ruleBatchNorm(BatchNormOp op, Gradient &g) {
  Value x = g.operand();
  if (!g.expectDims(x))
    return;
  int64_t axis = Gradient::fromFront(op.getAxis(), Gradient::rankOf(x));
  SmallVector<int64_t> others;
  for (int64_t other = 0; other < Gradient::rankOf(x); ++other)
    if (other != axis)
      others.push_back(other);
  BatchNormRule rule{
      op,
      {g, x, others, {axis}, op.getEpsilon().convertToDouble(), true, {}, {}},
      others};
  if (op.getTraining())
    rule.inTraining();
  else
    rule.inUse();
}

void attachNormalizationGradients(MLIRContext &context) {
  attachGradient<BatchNormOp, ruleBatchNorm>(context);
  attachGradient<GroupNormOp, ruleGroupNorm>(context);
  attachGradient<InstanceNormOp, ruleInstanceNorm>(context);
  attachGradient<LayerNormOp, ruleLayerNorm>(context);
  attachGradient<RMSNormOp, ruleRMSNorm>(context);
}

} // namespace mlir::relax
