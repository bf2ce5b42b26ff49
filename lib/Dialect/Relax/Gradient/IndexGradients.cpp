// Derivatives of operators that take elements out: added where they came from.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ScatterOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

static void ruleTake(TakeOp op, Gradient &g) {
  TakeBackwardOp::Properties properties;
  properties.axis = op.getAxisAttr();
  properties.mode = op.getModeAttr();
  g.give(0, g.emit<TakeBackwardOp>({g.adjoint(), g.operand(0), g.operand(1)},
                                   properties));
}

/// Zeros with `part` in the places that a slice along an axis took.
static Value placeSlice(Gradient &g, Value part, int64_t axis,
                        const SliceRange &range, SymExprAttr dim) {
  if (!part || !range.start || !range.length)
    return {};
  Dims dims = Gradient::dimsOf(part);
  dims[axis] = dim;
  ZerosOp::Properties zeros;
  zeros.dtype = TypeAttr::get(Gradient::elementOf(part));
  SliceRange forward = range;
  if (range.stride < 0) {
    part = g.flip(part, axis);
    forward.stride = -range.stride;
    forward.start = range.start + (range.length - 1) * range.stride;
  }
  SliceScatterOp::Properties place;
  place.start = forward.start;
  place.end = forward.start + forward.length * forward.stride;
  place.step = g.getBuilder().getI64IntegerAttr(forward.stride);
  place.axis = g.getBuilder().getI64IntegerAttr(axis);
  return g.emit<SliceScatterOp>({g.emit<ZerosOp>(g.shape(dims), zeros), part},
                                place);
}

static void ruleStridedSlice(StridedSliceOp op, Gradient &g) {
  Value x = g.operand(), part = g.adjoint();
  if (!g.expectDims(x) || !g.expectDims(part))
    return;
  Dims dims = Gradient::dimsOf(x);
  for (auto [index, listed] : llvm::enumerate(op.getAxes())) {
    int64_t axis = Gradient::fromFront(listed, dims.size());
    auto begin = cast<SymExprAttr>(op.getBegin()[index]);
    auto end = cast<SymExprAttr>(op.getEnd()[index]);
    int64_t stride = op.getStrides() ? (*op.getStrides())[index] : 1;
    SliceRange range =
        resolveSlice(dims[axis], begin, end, stride, op.getAssumeInbound());
    part = placeSlice(g, part, axis, range, dims[axis]);
  }
  g.give(0, part);
}

static void ruleGatherElements(GatherElementsOp op, Gradient &g) {
  ScatterElementsOp::Properties properties;
  properties.axis = op.getAxisAttr();
  properties.reduction = g.getBuilder().getStringAttr("add");
  g.give(0, g.emit<ScatterElementsOp>(
                {g.zerosLike(g.operand(0)), g.operand(1), g.adjoint()},
                properties));
}

static void ruleGatherND(GatherNDOp op, Gradient &g) {
  if (op.getBatchDims() != 0)
    return g.notifyMatchFailure(
        "only one without batch_dims has one, found batch_dims " +
        Twine(op.getBatchDims()));
  ScatterNDOp::Properties properties;
  properties.reduction = g.getBuilder().getStringAttr("add");
  g.give(0, g.emit<ScatterNDOp>(
                {g.zerosLike(g.operand(0)), g.operand(1), g.adjoint()},
                properties));
}

static void ruleIndexTensor(IndexTensorOp op, Gradient &g) {
  SmallVector<Value> operands{g.zerosLike(g.operand(0))};
  for (unsigned index = 1; index < op->getNumOperands(); ++index)
    operands.push_back(g.operand(index));
  operands.push_back(g.adjoint());
  IndexPutOp::Properties properties;
  properties.accumulate = g.getBuilder().getBoolAttr(true);
  g.give(0, g.emit<IndexPutOp>(operands, properties));
}

void attachIndexGradients(MLIRContext &context) {
  attachGradient<GatherElementsOp, ruleGatherElements>(context);
  attachGradient<GatherNDOp, ruleGatherND>(context);
  attachGradient<IndexTensorOp, ruleIndexTensor, 0>(context);
  attachGradient<StridedSliceOp, ruleStridedSlice>(context);
  attachGradient<TakeOp, ruleTake, 0>(context);
}

} // namespace mlir::relax
