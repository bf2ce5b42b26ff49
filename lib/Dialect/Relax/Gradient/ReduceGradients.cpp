// Derivatives of reductions and running sums.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/ScanOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

SmallVector<int64_t> getReducedAxes(std::optional<ArrayRef<int64_t>> axes,
                                    int64_t rank) {
  if (!axes)
    return llvm::to_vector(llvm::seq(rank));
  SmallVector<int64_t> result = llvm::map_to_vector(
      *axes, [&](int64_t axis) { return Gradient::fromFront(axis, rank); });
  // Sorted, since `expand` puts axes back in ascending order.
  llvm::sort(result);
  return result;
}

namespace {
/// A reduction of operand 0: what it went along, and its results as tensors
/// that broadcast to the operand.
template <typename OpT>
struct Reduced {
  Reduced(OpT op, Gradient &g)
      : op(op), g(g), x(g.operand()), known(g.expectRank(x)) {
    if (!known)
      return;
    dims = Gradient::dimsOf(x);
    axes = getReducedAxes(op.getAxis(), dims.size());
    for (int64_t axis : axes)
      along.push_back(dims[axis]);
  }

  /// Axes of size 1 where they were reduced.
  Value spread(Value y) { return op.getKeepdims() ? y : g.expand(y, axes); }
  Value count() { return g.count(along, x); }

  OpT op;
  Gradient &g;
  Value x;
  bool known;
  Dims dims, along;
  SmallVector<int64_t> axes;
};
} // namespace

static void ruleSum(SumOp op, Gradient &g) {
  Reduced<SumOp> reduced(op, g);
  if (reduced.known)
    g.give(0, g.broadcastLike(reduced.spread(g.adjoint()), reduced.x));
}

static void ruleMean(MeanOp op, Gradient &g) {
  Reduced<MeanOp> reduced(op, g);
  if (!reduced.known)
    return;
  Value share = g.div(g.adjoint(), reduced.count());
  g.give(0, g.broadcastLike(reduced.spread(share), reduced.x));
}

/// Elements that are equal share. As PyTorch's amax does. Equality with the
/// result finds them; a NaN equals nothing, and then no element has a share.
template <typename OpT>
static void ruleExtreme(OpT op, Gradient &g) {
  Reduced<OpT> reduced(op, g);
  if (!reduced.known)
    return;
  Value hit = g.emit<EqualOp>({reduced.x, reduced.spread(g.result())});
  Value mask = g.cast(hit, Gradient::elementOf(reduced.x));
  Value share = g.div(reduced.spread(g.adjoint()),
                      g.sum(mask, reduced.axes, /*keep=*/true));
  g.give(0, g.mul(mask, share));
}

static void ruleVariance(VarianceOp op, Gradient &g) {
  Reduced<VarianceOp> reduced(op, g);
  if (!reduced.known)
    return;
  Value off = g.sub(reduced.x, g.mean(reduced.x, reduced.axes));
  Value share = g.div(g.mul(g.adjoint(), 2), reduced.count());
  g.give(0, g.mul(off, reduced.spread(share)));
}

/// The division is by the result: a spread of 0 has no derivative, and gives
/// NaN or infinity.
static void ruleStd(StdOp op, Gradient &g) {
  Reduced<StdOp> reduced(op, g);
  if (!reduced.known)
    return;
  Value off = g.sub(reduced.x, g.mean(reduced.x, reduced.axes));
  Value share = g.div(g.div(g.adjoint(), reduced.count()), g.result());
  g.give(0, g.mul(off, reduced.spread(share)));
}

/// The product of all elements before each one along the last axis.
static Value productBefore(Gradient &g, Value x, int64_t axis) {
  CumprodOp::Properties properties;
  properties.axis = g.getBuilder().getI64IntegerAttr(axis);
  properties.exclusive = g.getBuilder().getBoolAttr(true);
  return g.emit<CumprodOp>(x, properties);
}

/// The product of all others, which is right where some are 0, too. product / x
/// would be 0 / 0 where an element is 0. Products of all before and all behind
/// are right everywhere, in two scans.
static void ruleProd(ProdOp op, Gradient &g) {
  Reduced<ProdOp> reduced(op, g);
  if (!reduced.known || !g.expectDims(reduced.x))
    return;
  SmallVector<int64_t> order, back(reduced.dims.size());
  Dims moved, flat;
  for (int64_t axis = 0; axis < int64_t(reduced.dims.size()); ++axis)
    if (!llvm::is_contained(reduced.axes, axis)) {
      order.push_back(axis);
      flat.push_back(reduced.dims[axis]);
    }
  llvm::append_range(order, reduced.axes);
  flat.push_back(relax::getNumElements(g.getContext(), reduced.along));
  for (auto [place, axis] : llvm::enumerate(order)) {
    back[axis] = place;
    moved.push_back(reduced.dims[axis]);
  }
  int64_t last = int64_t(flat.size()) - 1;
  Value x = g.reshape(g.permute(reduced.x, order), flat);
  Value after = g.flip(productBefore(g, g.flip(x, last), last), last);
  Value others = g.mul(productBefore(g, x, last), after);
  others = g.permute(g.reshape(others, moved), back);
  g.give(0, g.mul(others, reduced.spread(g.adjoint())));
}

/// The running sum from the other end. Each element is in all sums from its
/// place on, so its derivative is the sum of their adjoints.
static void ruleCumsum(CumsumOp op, Gradient &g) {
  int64_t axis = op.getAxis().value_or(0);
  CumsumOp::Properties properties;
  properties.axis = g.getBuilder().getI64IntegerAttr(axis);
  properties.exclusive = op.getExclusiveAttr();
  Value sums = g.emit<CumsumOp>(g.flip(g.adjoint(), axis), properties);
  g.give(0, g.reshapeLike(g.flip(sums, axis), g.operand()));
}

void attachReduceGradients(MLIRContext &context) {
  attachGradient<CumsumOp, ruleCumsum>(context);
  attachGradient<MaxOp, ruleExtreme<MaxOp>>(context);
  attachGradient<MeanOp, ruleMean>(context);
  attachGradient<MinOp, ruleExtreme<MinOp>>(context);
  attachGradient<ProdOp, ruleProd>(context);
  attachGradient<StdOp, ruleStd>(context);
  attachGradient<SumOp, ruleSum>(context);
  attachGradient<VarianceOp, ruleVariance>(context);
}

} // namespace mlir::relax
