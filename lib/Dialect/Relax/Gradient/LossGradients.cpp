// Derivatives of losses.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/LossOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

/// Minus the other operand, divided by the size of the batch.
static void ruleCrossEntropy(CrossEntropyWithLogitsOp, Gradient &g) {
  Value d = g.negate(g.adjoint());
  Value predictions = g.operand(0);
  if (!g.expectDims(predictions))
    return;
  Dims dims = Gradient::dimsOf(predictions);
  if (dims.size() > 1)
    d = g.div(d, g.count(dims.front(), d));
  for (unsigned index : {0u, 1u})
    if (g.needs(index))
      g.give(index, g.mul(d, g.operand(1 - index)));
}

static void ruleNLLLoss(NLLLossOp op, Gradient &g) {
  NLLLossBackwardOp::Properties properties;
  properties.reduction = op.getReductionAttr();
  properties.ignore_index = op.getIgnoreIndexAttr();
  SmallVector<Value> operands{g.adjoint()};
  for (unsigned index = 0; index < op->getNumOperands(); ++index)
    operands.push_back(g.operand(index));
  g.give(0, g.emit<NLLLossBackwardOp>(operands, properties));
}

void attachLossGradients(MLIRContext &context) {
  attachGradient<CrossEntropyWithLogitsOp, ruleCrossEntropy>(context);
  attachGradient<NLLLossOp, ruleNLLLoss, 0>(context);
}

} // namespace mlir::relax
