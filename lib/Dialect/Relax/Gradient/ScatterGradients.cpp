// Derivatives of operators that put elements in: what was written over gets
// nothing, what was put in gets what is there.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ScatterOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

/// Whether a reduction is a sum; other ones than sum and update are rejected.
static bool isSum(StringRef reduction, Gradient &g) {
  if (reduction != "add" && reduction != "update")
    g.notifyMatchFailure(
        "only the reductions \"add\" and \"update\" have one, found \"" +
        reduction + "\"");
  return reduction == "add";
}

/// What is scattered into gets all of the adjoint, without what is overwritten.
template <typename OpT>
static LogicalResult giveTarget(OpT op, Gradient &g) {
  bool sums = isSum(op.getReduction(), g);
  if (g.hasMatchFailure())
    return failure();
  Value adjoint = g.adjoint();
  if (g.needs(0))
    g.give(0, sums ? adjoint
                   : g.emit<OpT>(
                         {adjoint, g.operand(1), g.zerosLike(g.operand(2))},
                         op.getProperties()));
  return success();
}

static void ruleScatterElements(ScatterElementsOp op, Gradient &g) {
  if (failed(giveTarget(op, g)))
    return;
  Value adjoint = g.adjoint(), places = g.operand(1);
  if (!g.needs(2))
    return;
  GatherElementsOp::Properties gather;
  gather.axis = op.getAxisAttr();
  g.give(2, g.emit<GatherElementsOp>({adjoint, places}, gather));
}

static void ruleScatterND(ScatterNDOp op, Gradient &g) {
  if (failed(giveTarget(op, g)))
    return;
  Value adjoint = g.adjoint(), places = g.operand(1);
  if (g.needs(2))
    g.give(2, g.emit<GatherNDOp>({adjoint, places}));
}

static void ruleSliceScatter(SliceScatterOp op, Gradient &g) {
  Value adjoint = g.adjoint();
  if (g.needs(0))
    g.give(0, g.emit<SliceScatterOp>({adjoint, g.zerosLike(g.operand(1))},
                                     op.getProperties()));
  if (g.needs(1))
    g.give(1, g.slice(adjoint, op.getAxis(), op.getStart(), op.getEnd(),
                      op.getStep()));
}

static void ruleIndexPut(IndexPutOp op, Gradient &g) {
  Value adjoint = g.adjoint();
  unsigned values = op->getNumOperands() - 1;
  SmallVector<Value> taken{adjoint}, put{adjoint};
  for (unsigned index = 1; index < values; ++index) {
    taken.push_back(g.operand(index));
    put.push_back(g.operand(index));
  }
  if (g.needs(0) && !op.getAccumulate())
    put.push_back(g.zerosLike(g.operand(values)));
  if (g.needs(0))
    g.give(0, op.getAccumulate() ? adjoint
                                 : g.emit<IndexPutOp>(put, op.getProperties()));
  if (g.needs(values))
    g.giveCollapsed(values, g.emit<IndexTensorOp>(taken));
}

void attachScatterGradients(MLIRContext &context) {
  attachGradient<IndexPutOp, ruleIndexPut>(context);
  attachGradient<ScatterElementsOp, ruleScatterElements>(context);
  attachGradient<ScatterNDOp, ruleScatterND>(context);
  attachGradient<SliceScatterOp, ruleSliceScatter>(context);
}

} // namespace mlir::relax
