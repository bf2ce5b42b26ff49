// Operators on boxes.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/VisionOps.h"
#include "TensorMath.h"
#include <limits>

namespace mlir::relax {

/// Two opposite corners, from centres and sizes.
static Value getCorners(NodeImport &node, Value boxes) {
  TensorMath math(node);
  auto part = [&](int64_t index) {
    return math.slice(boxes, 2, index, index + 1);
  };
  Value half = math.number(0.5, boxes);
  Value width = math.mul(part(2), half), height = math.mul(part(3), half);
  // ONNX's centre format is (x, y, width, height), but corners are (y1, x1, y2,
  // x2): the two axes swap.
  return math.concat({math.sub(part(1), height), math.sub(part(0), width),
                      math.add(part(1), height), math.add(part(0), width)},
                     2);
}

static void importNonMaxSuppression(NodeImport &node) {
  TensorMath math(node);
  Builder &builder = node.getBuilder();
  bool hasCentres = node.getInt("center_point_box", 0) != 0;
  Value boxes = giveSymbols(node, node.getTensor(0));
  SmallVector<SymExprAttr> dims = math.dims(boxes);
  if (dims.size() != 3 || node.getRank(1) != 3) {
    node.error() << "expected boxes and scores of rank 3, found "
                 << node.getType(0) << " and " << node.getType(1);
    return;
  }
  SymExprAttr classes =
      getKnownDim(node, giveSymbols(node, node.getTensor(1)), 1);
  // Scores are [batch, class, box]. Batch and boxes must agree with those of
  // `boxes`, which nothing else compares.
  Value scores = castDims(node, node.getTensor(1), {dims[0], classes, dims[1]});
  if (hasCentres)
    boxes = getCorners(node, boxes);
  // Missing inputs have values that restrict nothing, except the count: ONNX's
  // default max_output_boxes_per_class is 0, hence no box at all.
  auto limit = [&](unsigned input, double otherwise, Type element) {
    Value value = node.hasInput(input) ? node.getTensor(input)
                                       : node.makeScalar(otherwise, element);
    return math.reshape(value, {node.makeExpr(1)});
  };
  Type f32 = builder.getF32Type();
  AllClassNonMaxSuppressionOp op = node.emitOp<AllClassNonMaxSuppressionOp>(
      {boxes, scores, limit(2, 0, builder.getI64Type()), limit(3, 0, f32),
       // Without a threshold every finite score counts, and comparing with the
       // least float says that without a second form of the operator.
       limit(4, -double(std::numeric_limits<float>::max()), f32)});
  if (!op)
    return;
  // The rows of boxes that remain come first.
  // The operator gives a tensor as long as the worst case and the number of
  // valid rows. ONNX's result has exactly these rows, so its length is a
  // run-time size.
  Value count =
      readShape(node, math.reshape(op->getResult(1), {node.makeExpr(1)}));
  if (!count)
    return;
  SymExprAttr number = cast<ShapeType>(count.getType()).getDims().front();
  node.setResult(0, math.slice(op->getResult(0), 0, node.makeExpr(0), number));
}

void addDetectionOperators(OperatorTable &table) {
  table.add({
      {"NonMaxSuppression", 10, kLastOpset, 2, 5, importNonMaxSuppression},
  });
}

} // namespace mlir::relax
