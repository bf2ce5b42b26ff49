// Operators on features, of the domain ai.onnx.ml.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "TensorMath.h"

namespace mlir::relax {

/// The elements of the last axis that the second input lists; of a vector one
/// row.
static void importArrayFeatureExtractor(NodeImport &node) {
  TensorMath math(node);
  Value x = node.getTensor(0);
  // A scalar has no axis to take from; numpy's reference would fail on it as
  // well.
  if (node.getRank(0) == 0) {
    node.error() << "input 0 has rank 0, expected one axis or more";
    return;
  }
  // The standard's result of a vector is a matrix with one row, not a vector.
  if (node.getRank(0) == 1)
    x = math.expand(x, 0);
  // All entries of the second input are one list, whatever its shape, as the
  // standard flattens it.
  SymExprAttr count = SymExprAttr::product(node.getContext(), node.getDims(1));
  Value places = math.reshape(node.getTensor(1), count);
  node.setResult(0, math.take(x, places, math.rank(x) - 1));
}

/// 1 above the threshold, else 0.
static void importBinarizer(NodeImport &node) {
  TensorMath math(node);
  Value x = node.getTensor(0);
  // Strictly above: the threshold itself gives 0.
  Value threshold = math.number(node.getFloat("threshold", 0.0), x);
  node.setResult(0,
                 node.castTo(math.less(threshold, x), node.getElementType(0)));
}

static constexpr Operator kFeatureOperators[] = {
    {"ai.onnx.ml.ArrayFeatureExtractor", 1, 5, 2, 2,
     importArrayFeatureExtractor},
    {"ai.onnx.ml.Binarizer", 1, 5, 1, 1, importBinarizer},
};

void addFeatureOperators(OperatorTable &table) { table.add(kFeatureOperators); }

} // namespace mlir::relax
