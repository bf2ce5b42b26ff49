// Derivatives of attention, head by head, from the weights computed anew.
//
// Nothing of the forward kernel is kept: it never has all scores
// (FlashAttention), and here they are made once. That takes n * m elements of
// memory for n queries and m keys, which the forward pass avoids.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/AttentionOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include <limits>

namespace mlir::relax {

using Gradient = GradientBuilder;

namespace {
/// Attention with heads before places, in the type that it is computed in.
/// Heads in front of places make the products batched matmuls.
struct Heads {
  template <typename OpT>
  Heads(OpT op, Gradient &g);

  Value transpose(Value x) { return g.permute(x, {0, 1, 3, 2}); }
  /// The tensor of a batch, of places, of heads and depths.
  Value widen(Value x) { return g.cast(g.permute(x, {0, 2, 1, 3}), wide); }
  /// Heads of keys, each as often as heads of queries share it.
  Value share(Value keys);
  /// The sum over those that shared a head. Grouped queries: a key is repeated
  /// for each head of queries that shares it, so its adjoint is the sum over
  /// them.
  Value gather(Value x, Value keys);
  Value range(SymExprAttr from, SymExprAttr to);
  Value makeMask(Dims queries, Dims keys, bool fromEnd,
                 std::optional<uint64_t> window);
  void run(Value bias);

  Gradient &g;
  Type wide;
  double scale = 1;
  int64_t shared = 1;
  Value mask;
};
} // namespace

Value Heads::share(Value keys) {
  if (shared == 1)
    return keys;
  RepeatOp::Properties properties;
  properties.repeats = g.getBuilder().getI64IntegerAttr(shared);
  properties.axis = g.getBuilder().getI64IntegerAttr(2);
  return g.emit<RepeatOp>(keys, properties);
}

Value Heads::gather(Value x, Value keys) {
  x = g.permute(x, {0, 2, 1, 3});
  if (shared == 1)
    return x;
  Dims dims = Gradient::dimsOf(keys);
  dims.insert(dims.begin() + 3, g.dim(shared));
  return g.sum(g.reshape(x, dims), 3);
}

Value Heads::range(SymExprAttr from, SymExprAttr to) {
  ArangeOp::Properties properties;
  properties.start = from;
  properties.end = to;
  properties.step = g.dim(1);
  properties.dtype = TypeAttr::get(wide);
  return g.emit<ArangeOp>({}, properties);
}

/// Which keys each query sees: those up to its own place, `window` of them.
/// Places are compared as numbers of the type computed in; f32 is exact up to
/// 2^24 places.
Value Heads::makeMask(Dims queries, Dims keys, bool fromEnd,
                      std::optional<uint64_t> window) {
  SymExprAttr shift = fromEnd ? keys[1] - queries[1] : g.dim(0);
  Value rows =
      g.reshape(range(shift, shift + queries[1]), {queries[1], g.dim(1)});
  Value columns = g.reshape(range(g.dim(0), keys[1]), {g.dim(1), keys[1]});
  Value seen = g.emit<LessEqualOp>({columns, rows});
  if (!window)
    return seen;
  Value inside = g.emit<GreaterOp>({columns, g.add(rows, -double(*window))});
  return g.emit<LogicalAndOp>({seen, inside});
}

template <typename OpT>
Heads::Heads(OpT op, Gradient &g) : g(g) {
  for (unsigned index = 0; index < 3; ++index)
    if (!g.expectDims(g.operand(index)))
      return;
  // Narrow floats are computed in f32, as the operator does.
  Type element = Gradient::elementOf(g.operand());
  wide = element.isF64() ? element : g.getBuilder().getF32Type();
  Dims queries = Gradient::dimsOf(g.operand(0));
  Dims keys = Gradient::dimsOf(g.operand(1));
  std::optional<int64_t> depth = queries[3].getConstant();
  SymExprAttr times = floorDiv(queries[2], keys[2]);
  if (!times || !times.getConstant() || (!depth && !op.getScale())) {
    // The scale 1 / sqrt(depth) is a number in the operator.
    g.notifyMatchFailure(
        "only attention of known heads, and of a known depth or 'scale', "
        "has one");
    return;
  }
  shared = *times.getConstant();
  scale = op.getScale() ? op.getScale()->convertToDouble()
                        : 1 / std::sqrt(double(*depth));
  if (op.getCausalMask())
    mask = makeMask(queries, keys, *op.getCausalMask() == "BottomRight",
                    op.getWindowSize());
}

/// With the weights `p = softmax(scale * q * k^T + bias)`, of which the result
/// is `p * v`: the scores' adjoint is `p * (d - sum(d * p))` for the adjoint
/// `d` of the weights.
void Heads::run(Value bias) {
  if (g.hasMatchFailure())
    return;
  Value q = widen(g.operand(0)), k = widen(share(g.operand(1)));
  Value v = widen(share(g.operand(2))), adjoint = widen(g.adjoint());
  Value scores = g.matmul(g.mul(q, scale), transpose(k));
  if (bias)
    scores = g.add(scores, g.cast(bias, wide));
  if (mask)
    scores =
        g.select(mask, scores,
                 g.number(-std::numeric_limits<double>::infinity(), scores));
  SoftmaxOp::Properties properties;
  properties.axis = g.getBuilder().getI64IntegerAttr(3);
  Value weights = g.emit<SoftmaxOp>(scores, properties);
  // A query that the mask lets see no key has the result 0, as FlashAttention
  // gives it, and so no slope. The softmax of -infinity alone is NaN, which the
  // products below would carry to all keys and values.
  if (mask)
    weights = g.keepWhere(mask, weights);
  if (bias) {
    Value wideBias = g.cast(bias, wide);
    Value shown = g.emit<NotEqualOp>(
        {wideBias,
         g.number(-std::numeric_limits<double>::infinity(), wideBias)});
    weights = g.keepWhere(shown, weights);
  }
  if (g.needs(2))
    g.give(2, gather(g.matmul(transpose(weights), adjoint), g.operand(2)));
  Value d = g.matmul(adjoint, transpose(v));
  Value sum = g.sum(g.mul(d, weights), 3, /*keep=*/true);
  Value byScores = g.mul(g.sub(d, sum), weights);
  if (bias)
    g.giveCollapsed(3, byScores);
  Value scaled = g.mul(byScores, scale);
  if (g.needs(0))
    g.give(0, g.permute(g.matmul(scaled, k), {0, 2, 1, 3}));
  if (g.needs(1))
    g.give(1, gather(g.matmul(transpose(scaled), q), g.operand(1)));
}

static void ruleAttention(AttentionOp op, Gradient &g) {
  Heads(op, g).run(Value());
}

static void ruleAttentionBias(AttentionBiasOp op, Gradient &g) {
  Heads(op, g).run(g.operand(3));
}

void attachAttentionGradients(MLIRContext &context) {
  attachGradient<AttentionBiasOp, ruleAttentionBias>(context);
  attachGradient<AttentionOp, ruleAttention>(context);
}

} // namespace mlir::relax
