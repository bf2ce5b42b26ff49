// What models of features do with their scores.
#include "PostTransform.h"
#include "ElementType.h"
#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "TensorMath.h"

namespace mlir::relax {

PostTransform getPostTransform(NodeImport &node) {
  StringRef word = node.getString("post_transform", "NONE");
  if (word == "SOFTMAX")
    return PostTransform::Softmax;
  if (word == "LOGISTIC")
    return PostTransform::Logistic;
  if (word == "SOFTMAX_ZERO")
    return PostTransform::SoftmaxZero;
  if (word != "NONE")
    node.error() << "attribute 'post_transform' is " << quote(word)
                 << ", expected NONE, SOFTMAX, LOGISTIC or SOFTMAX_ZERO";
  return PostTransform::None;
}

Value transformScores(NodeImport &node, Value scores, PostTransform transform) {
  TensorMath math(node);
  if (transform == PostTransform::None || !scores)
    return scores;
  if (transform == PostTransform::Logistic)
    return math.unary<SigmoidOp>(scores);
  SoftmaxOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(1);
  if (transform == PostTransform::Softmax)
    return node.emit<SoftmaxOp>(scores, properties);
  // Scores of 0 stay 0 and take no part in the sum.
  Value zero = math.number(0, scores);
  Value isZero = math.binary<EqualOp>(scores, zero);
  // The maximum is subtracted, otherwise exp would overflow for scores
  // above 88. It may be that of a score of 0, which takes no part but cannot be
  // lower than what makes the sum finite.
  MaxOp::Properties most;
  most.axis = node.getBuilder().getDenseI64ArrayAttr(1);
  most.keepdims = node.getBuilder().getBoolAttr(true);
  Value power =
      math.unary<ExpOp>(math.sub(scores, node.emit<MaxOp>(scores, most)));
  power = math.where(isZero, zero, power);
  SumOp::Properties sum;
  sum.axis = most.axis;
  sum.keepdims = most.keepdims;
  Value total = node.emit<SumOp>(power, sum);
  // A row of zeros is one.
  return math.where(isZero, zero, math.div(power, total));
}

Value findGreatest(NodeImport &node, Value scores) {
  ArgmaxOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(1);
  return node.emit<ArgmaxOp>(scores, properties);
}

Value splitBinary(NodeImport &node, Value score, FirstClass first,
                  PostTransform transform) {
  TensorMath math(node);
  Value zero = math.number(0, score);
  if (first == FirstClass::Zero)
    return transformScores(node, math.concat({math.mul(score, zero), score}, 1),
                           transform);
  if (transform == PostTransform::Logistic)
    return math.unary<SigmoidOp>(
        math.concat({math.unary<NegativeOp>(score), score}, 1));
  Value other = first == FirstClass::Rest
                    ? math.sub(math.number(1, score), score)
                    : math.unary<NegativeOp>(score);
  return math.concat({other, score}, 1);
}

Value findBinary(NodeImport &node, Value score, double limit) {
  TensorMath math(node);
  Value isSecond =
      math.squeeze(math.less(math.number(limit, score), score), int64_t(1));
  return node.castTo(isSecond, node.getBuilder().getI64Type());
}

SmallVector<int64_t> getLabels(NodeImport &node, StringRef integers) {
  SmallVector<int64_t> labels;
  size_t numStrings = node.getStrings("classlabels_strings").size();
  llvm::append_range(labels, llvm::seq<int64_t>(0, int64_t(numStrings)));
  return labels.empty() ? node.getInts(integers).value_or(labels) : labels;
}

// A model that was trained with names of classes is used for its scores or for
// the class of each row. To reject it for want of strings would keep both from
// its user, who can look the names up.
void setClasses(NodeImport &node, ArrayRef<int64_t> labels, Value places) {
  constexpr size_t kMaxShown = 20;
  SmallVector<StringRef> names = node.getStrings("classlabels_strings");
  if (names.empty())
    return node.setResult(
        0, TensorMath(node).take(node.makeIntegers(labels), places, 0));
  node.setResult(0, places);
  node.setNarrowCode(0, kClassName);
  InFlightDiagnostic warning =
      emitWarning(node.getLoc())
      << "expected numbers as class labels, found strings; the result has "
         "their places:";
  for (auto [place, name] :
       llvm::enumerate(ArrayRef(names).take_front(kMaxShown)))
    warning << (place == 0 ? " " : ", ") << place << " " << quote(name);
  if (names.size() > kMaxShown)
    warning << " and " << names.size() - kMaxShown << " more";
}

} // namespace mlir::relax
