// Gives the operators of relax their derivatives.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/IR/DialectRegistry.h"

#include "Relax/Dialect/Relax/Gradient/GradientInterface.cpp.inc"

namespace mlir::relax {

void registerGradients(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, RelaxDialect *) {
    attachActivationGradients(*context);
    attachAttentionGradients(*context);
    attachBinaryGradients(*context);
    attachCallGradients(*context);
    attachConvolutionGradients(*context);
    attachCreateGradients(*context);
    attachIndexGradients(*context);
    attachJoinGradients(*context);
    attachLinearAlgebraGradients(*context);
    attachLossGradients(*context);
    attachMarkGradients(*context);
    attachNormalizationGradients(*context);
    attachPoolingGradients(*context);
    attachRearrangeGradients(*context);
    attachReduceGradients(*context);
    attachScatterGradients(*context);
    attachSortGradients(*context);
    attachUnaryGradients(*context);
  });
}

} // namespace mlir::relax
