// What losses of classes need, for the loss and for its derivative.
#ifndef RELAX_LIB_DIALECT_RELAX_IR_CLASSLOSSES_H
#define RELAX_LIB_DIALECT_RELAX_IR_CLASSLOSSES_H

#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

/// The numbers of an op's rules about the shapes of its operands.
struct LossRules {
  unsigned predictions, targets, weights;
};

/// The dimensions of the losses before they are accumulated, which are those of
/// the targets; nothing where the rank is not known.
template <typename Adaptor>
FailureOr<std::optional<Dims>> inferLosses(Adaptor op, LossRules rules,
                                           EmitError emitError) {
  TensorInfo info = TensorInfo::of(op.getPredictions());
  TensorInfo targets = TensorInfo::of(op.getTargets());
  if (info.dims && info.dims->empty())
    return emitError(rules.predictions)
           << "expects predictions of rank 1 or more, but found rank 0";
  // Weights have rank 1 whatever is known of the predictions.
  int64_t axis = info.dims && info.getRank() == 1 ? 0 : 1;
  SymExprAttr classes = info.dims ? (*info.dims)[axis] : SymExprAttr();
  if (op.getWeights() &&
      failed(verifyDims(TensorInfo::of(op.getWeights()), "weights", classes,
                        emitError.rule(rules.weights))))
    return failure();
  if (!info.dims)
    return targets.dims;
  Dims expected = *info.dims;
  expected.erase(expected.begin() + axis);
  if (failed(verifyDims(targets, "targets", expected,
                        emitError.rule(rules.targets))))
    return failure();
  return std::optional<Dims>(expected);
}

} // namespace mlir::relax

#endif // RELAX_LIB_DIALECT_RELAX_IR_CLASSLOSSES_H
