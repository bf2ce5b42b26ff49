// Derivatives of operators that give their operand back.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"

namespace mlir::relax {

template <typename OpT>
static void ruleSame(OpT, GradientBuilder &g) {
  g.give(0, g.adjoint());
}

void attachMarkGradients(MLIRContext &context) {
  attachGradient<EndCheckpointOp, ruleSame<EndCheckpointOp>>(context);
  attachGradient<HintOnDeviceOp, ruleSame<HintOnDeviceOp>>(context);
  attachGradient<MatchCastOp, ruleSame<MatchCastOp>>(context);
  attachGradient<StartCheckpointOp, ruleSame<StartCheckpointOp>>(context);
  attachGradient<StopLiftParamsOp, ruleSame<StopLiftParamsOp>>(context);
  attachFlatGradients<NoGradOp>(context);
}

} // namespace mlir::relax
