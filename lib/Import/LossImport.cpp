// Losses.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/LossOps.h"

namespace mlir::relax {

/// The loss of log probabilities.
static Value emitLoss(NodeImport &node, Value predictions) {
  Builder &builder = node.getBuilder();
  NLLLossOp::Properties properties;
  properties.reduction =
      // ONNX takes log probabilities in NegativeLogLikelihoodLoss, and logits
      // in SoftmaxCrossEntropyLoss. relax has the first; the second is it
      // behind log_softmax, which is stable where log(softmax) gives -inf.
      builder.getStringAttr(node.getString("reduction", "mean"));
  // Without the attribute each target counts.
  properties.ignore_index = builder.getI64IntegerAttr(
      // The least i64 can be no class. TVM's default of -100 would drop targets
      // of a model that has none to ignore.
      node.getInt("ignore_index", std::numeric_limits<int64_t>::min()));
  SmallVector<Value> operands = {predictions, node.getTensor(1)};
  if (node.hasInput(2))
    operands.push_back(node.getTensor(2));
  return node.emit<NLLLossOp>(operands, properties);
}

static void importNegativeLogLikelihood(NodeImport &node) {
  node.setResult(0, emitLoss(node, node.getTensor(0)));
}

static void importSoftmaxCrossEntropy(NodeImport &node) {
  LogSoftmaxOp::Properties properties;
  // ONNX has the classes in axis 1, also for images: (N, C, d1, d2, ...).
  properties.axis = node.getBuilder().getI64IntegerAttr(1);
  Value probabilities = node.emit<LogSoftmaxOp>(node.getTensor(0), properties);
  node.setResult(0, emitLoss(node, probabilities));
  if (node.hasOutput(1))
    node.setResult(1, probabilities);
}

void addLossOperators(OperatorTable &table) {
  table.add({
      {"NegativeLogLikelihoodLoss", 12, kLastOpset, 2, 3,
       importNegativeLogLikelihood},
      {"SoftmaxCrossEntropyLoss", 12, kLastOpset, 2, 3,
       importSoftmaxCrossEntropy, 2},
  });
}

} // namespace mlir::relax
