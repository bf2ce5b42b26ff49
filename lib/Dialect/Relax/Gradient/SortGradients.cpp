// Derivatives of orders: each element goes back to where it came from.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/ScatterOps.h"
#include "Relax/Dialect/Relax/IR/SortOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

/// Zeros like operand 0, with the adjoint of result 0 at `places`.
static Value putBack(Gradient &g, Value places, int64_t axis) {
  ScatterElementsOp::Properties properties;
  properties.axis = g.getBuilder().getI64IntegerAttr(axis);
  properties.reduction = g.getBuilder().getStringAttr("add");
  return g.emit<ScatterElementsOp>(
      {g.zerosLike(g.operand()), places, g.adjoint(0)}, properties);
}

static void ruleSort(SortOp op, Gradient &g) {
  ArgsortOp::Properties properties;
  properties.axis = op.getAxisAttr();
  properties.descending = op.getDescendingAttr();
  properties.dtype = TypeAttr::get(g.getBuilder().getI64Type());
  Value places = g.emit<ArgsortOp>(g.operand(), properties);
  g.give(0, putBack(g, places, op.getAxis()));
}

static void ruleTopK(TopKOp op, Gradient &g) {
  TopKOp::Properties properties = op.getProperties();
  properties.ret_type = g.getBuilder().getStringAttr("indices");
  Value places = op.getRetType() == "both"
                     ? g.result(1)
                     : g.emit<TopKOp>(g.operand(), properties);
  g.give(0, putBack(g, places, op.getAxis()));
}

void attachSortGradients(MLIRContext &context) {
  attachGradient<SortOp, ruleSort>(context);
  attachGradient<TopKOp, ruleTopK>(context);
}

} // namespace mlir::relax
