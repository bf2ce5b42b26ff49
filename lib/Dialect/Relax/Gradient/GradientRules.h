// How a family of operators gets its derivatives, and which families there are.
#ifndef RELAX_LIB_DIALECT_RELAX_GRADIENT_GRADIENTRULES_H
#define RELAX_LIB_DIALECT_RELAX_GRADIENT_GRADIENTRULES_H

#include "Relax/Dialect/Relax/Gradient/GradientBuilder.h"
#include "Relax/Dialect/Relax/Gradient/GradientInterface.h"

namespace mlir::relax {

/// Makes the adjoints of an op's operands.
template <typename OpT>
using Rule = void (*)(OpT op, GradientBuilder &g);

/// A derivative by the operands `along`, or by all if none is named.
template <typename OpT, Rule<OpT> rule, unsigned... along>
struct GradientModel
    : GradientInterface::ExternalModel<GradientModel<OpT, rule, along...>,
                                       OpT> {
  bool isDifferentiable(Operation *, unsigned operand) const {
    return sizeof...(along) == 0 || ((operand == along) || ...);
  }
  LogicalResult buildAdjoints(Operation *op, GradientBuilder &gradient) const {
    rule(llvm::cast<OpT>(op), gradient);
    return success(!gradient.hasMatchFailure());
  }
};

/// A derivative that is 0 wherever there is one.
template <typename OpT>
struct FlatModel : GradientInterface::ExternalModel<FlatModel<OpT>, OpT> {
  bool isDifferentiable(Operation *, unsigned) const { return false; }
  LogicalResult buildAdjoints(Operation *, GradientBuilder &) const {
    return success();
  }
};

/// Give an operator its derivative.
template <typename OpT, Rule<OpT> rule, unsigned... along>
void attachGradient(MLIRContext &context) {
  OpT::template attachInterface<GradientModel<OpT, rule, along...>>(context);
}

/// Give operators a derivative of 0.
template <typename... OpTs>
void attachFlatGradients(MLIRContext &context) {
  (OpTs::template attachInterface<FlatModel<OpTs>>(context), ...);
}

/// The axes that a reduction works along, counted from the front.
SmallVector<int64_t> getReducedAxes(std::optional<ArrayRef<int64_t>> axes,
                                    int64_t rank);

void attachActivationGradients(MLIRContext &context);
void attachAttentionGradients(MLIRContext &context);
void attachBinaryGradients(MLIRContext &context);
void attachCallGradients(MLIRContext &context);
void attachConvolutionGradients(MLIRContext &context);
void attachCreateGradients(MLIRContext &context);
void attachIndexGradients(MLIRContext &context);
void attachJoinGradients(MLIRContext &context);
void attachLinearAlgebraGradients(MLIRContext &context);
void attachLossGradients(MLIRContext &context);
void attachMarkGradients(MLIRContext &context);
void attachNormalizationGradients(MLIRContext &context);
void attachPoolingGradients(MLIRContext &context);
void attachRearrangeGradients(MLIRContext &context);
void attachReduceGradients(MLIRContext &context);
void attachScatterGradients(MLIRContext &context);
void attachSortGradients(MLIRContext &context);
void attachUnaryGradients(MLIRContext &context);

} // namespace mlir::relax

#endif // RELAX_LIB_DIALECT_RELAX_GRADIENT_GRADIENTRULES_H
