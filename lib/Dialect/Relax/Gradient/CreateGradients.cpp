// Derivatives of operators that make tensors.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/CreateOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

/// The number that fills the result gets the sum of all.
template <typename OpT>
static void ruleFull(OpT, Gradient &g) {
  Value d = g.adjoint();
  if (!g.expectRank(d))
    return;
  auto axes = llvm::to_vector(llvm::seq<int64_t>(Gradient::rankOf(d)));
  g.give(1, g.reshapeLike(g.sum(d, axes), g.operand(1)));
}

void attachCreateGradients(MLIRContext &context) {
  attachGradient<FullLikeOp, ruleFull<FullLikeOp>, 1>(context);
  attachGradient<FullOp, ruleFull<FullOp>, 1>(context);
  attachFlatGradients<EyeLikeOp, OnesLikeOp, ZerosLikeOp>(context);
}

} // namespace mlir::relax
