// What operators meant until opset 6, where later ones mean another thing.
// Files of Caffe2 and of PyTorch before 1.0 are of such operator sets.
#include "FormerDefinitions.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

static bool isFormer(NodeImport &node) { return node.getOpset() < kFirstOpset; }

/// `value` with `number` axes of size 1 behind its own.
static Value appendAxes(NodeImport &node, Value value, int64_t number) {
  if (number == 0)
    return value;
  ExpandDimsOp::Properties properties;
  SmallVector<int64_t> axes;
  for (int64_t axis = -number; axis < 0; ++axis)
    axes.push_back(axis);
  properties.axis = node.getBuilder().getDenseI64ArrayAttr(axes);
  return node.emit<ExpandDimsOp>(value, properties);
}

Value getBroadcastOperand(NodeImport &node) {
  Value operand = node.getTensor(1);
  if (!isFormer(node))
    return operand;
  // A hint about memory of opset 5 and older, without a meaning.
  (void)node.getInts("consumed_inputs");
  int64_t rank = node.getRank(0), own = node.getRank(1);
  int64_t axis = node.getInt("axis", rank - own);
  if (node.getInt("broadcast", 0) == 0)
    return operand;
  if (axis < 0)
    axis += rank;
  if (axis < 0 || axis > rank - own) {
    node.error() << "input 1 has type " << node.getType(1)
                 << ", expected axes of input 0, " << node.getType(0)
                 << ", from axis " << axis << " on";
    return operand;
  }
  return appendAxes(node, operand, rank - own - axis);
}

Value getChannelOperand(NodeImport &node) {
  Value operand = node.getTensor(1);
  int64_t rank = node.getRank(0);
  if (!isFormer(node) || node.getRank(1) != 1 || rank < 3 ||
      getDims(node.getType(1)).front().getConstant() == 1)
    return operand;
  return appendAxes(node, operand, rank - 2);
}

void checkIsTest(NodeImport &node) {
  if (isFormer(node) && node.getInt("is_test", 0) == 0)
    node.error()
        << "attribute 'is_test' is 0, expected 1; export the model for "
           "inference";
}

} // namespace mlir::relax
