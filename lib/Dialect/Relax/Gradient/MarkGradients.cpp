// Derivatives of operators that give their operand back.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"

namespace mlir::relax {

template <typename OpT>
static void ruleSame(OpT, GradientBuilder &g) {
  g.give(0, g.adjoint());
}

/// The derivative is spread as the tensor is, so that a worker that has a part
/// of a weight has the derivative by this part.
static void ruleAnnotateSharding(AnnotateShardingOp op, GradientBuilder &g) {
  g.give(0, g.emit<AnnotateShardingOp>(g.adjoint(), op.getProperties()));
}

void attachMarkGradients(MLIRContext &context) {
  attachGradient<AnnotateShardingOp, ruleAnnotateSharding>(context);
  attachGradient<EndCheckpointOp, ruleSame<EndCheckpointOp>>(context);
  attachGradient<HintOnDeviceOp, ruleSame<HintOnDeviceOp>>(context);
  attachGradient<MatchCastOp, ruleSame<MatchCastOp>>(context);
  attachGradient<StartCheckpointOp, ruleSame<StartCheckpointOp>>(context);
  attachGradient<StopLiftParamsOp, ruleSame<StopLiftParamsOp>>(context);
  attachFlatGradients<NoGradOp>(context);
}

} // namespace mlir::relax
