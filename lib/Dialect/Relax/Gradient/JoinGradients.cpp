// Derivatives of operators that join tensors or cut them apart.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

/// Each operand gets its part.
static void ruleConcat(ConcatOp op, Gradient &g) {
  Value adjoint = g.adjoint();
  SymExprAttr begin = g.dim(0);
  for (auto [index, tensor] : llvm::enumerate(op->getOperands())) {
    if (!g.expectDims(tensor))
      return;
    Dims dims = Gradient::dimsOf(tensor);
    int64_t axis = Gradient::fromFront(op.getAxis().value_or(0), dims.size());
    SymExprAttr end = begin + dims[axis];
    if (g.needs(index))
      g.give(index, g.slice(adjoint, axis, begin, end));
    begin = end;
  }
}

static void ruleStack(StackOp op, Gradient &g) {
  Value adjoint = g.adjoint();
  if (!g.expectRank(adjoint))
    return;
  int64_t axis = Gradient::fromFront(op.getAxis(), Gradient::rankOf(adjoint));
  for (unsigned index = 0; index < op->getNumOperands(); ++index)
    if (g.needs(index)) {
      Value part = g.slice(adjoint, axis, g.dim(index), g.dim(index + 1));
      g.give(index, g.reshapeLike(part, g.operand(index)));
    }
}

static void ruleSplit(SplitOp op, Gradient &g) {
  SmallVector<Value> parts;
  for (unsigned index = 0; index < op->getNumResults(); ++index)
    parts.push_back(g.adjoint(index));
  g.give(0, g.concat(parts, op.getAxis()));
}

/// Each operand gets the sum over all axes but its own.
static void ruleMeshgrid(MeshgridOp op, Gradient &g) {
  int64_t rank = int64_t(op->getNumOperands());
  for (int64_t index = 0; index < rank; ++index) {
    if (!g.needs(index) || !g.hasAdjoint(index))
      continue;
    int64_t own = index;
    if (op.getIndexing() == "xy" && rank > 1 && index < 2)
      own = 1 - index;
    SmallVector<int64_t> others;
    for (int64_t axis = 0; axis < rank; ++axis)
      if (axis != own)
        others.push_back(axis);
    g.give(index,
           g.reshapeLike(g.sum(g.adjoint(index), others), g.operand(index)));
  }
}

void attachJoinGradients(MLIRContext &context) {
  attachGradient<ConcatOp, ruleConcat>(context);
  attachGradient<MeshgridOp, ruleMeshgrid>(context);
  attachGradient<SplitOp, ruleSplit>(context);
  attachGradient<StackOp, ruleStack>(context);
}

} // namespace mlir::relax
