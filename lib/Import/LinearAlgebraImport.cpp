// Matrix products.
#include "Broadcasting.h"
#include "Domains/EliminationImport.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "RuntimeShape.h"
#include "TensorMath.h"

namespace mlir::relax {

static void importMatMul(NodeImport &node) {
  node.setResult(0, emitMatmul(node, node.getTensor(0), node.getTensor(1)));
}

static Value transposeIf(NodeImport &node, bool wanted, Value matrix) {
  if (!wanted)
    return matrix;
  PermuteDimsOp::Properties properties;
  properties.axes = node.getBuilder().getDenseI64ArrayAttr({1, 0});
  return node.emit<PermuteDimsOp>(matrix, properties);
}

static Value scale(NodeImport &node, Value value, double factor) {
  // alpha and beta are 1 in nearly all exported models. A multiplication by 1
  // would keep the bias from being fused with the product.
  if (factor == 1.0)
    return value;
  return node.emit<MultiplyOp>(
      {value, node.makeScalar(factor, node.getElementType(0))});
}

/// alpha * A * B + beta * C
static void importGemm(NodeImport &node) {
  bool transposeA = node.getInt("transA", 0) != 0;
  bool transposeB = node.getInt("transB", 0) != 0;
  double alpha = node.getFloat("alpha", 1.0);
  double beta = node.getFloat("beta", 1.0);
  // Until opset 6 it allowed what is always allowed since.
  if (node.getOpset() < kFirstOpset)
    (void)node.getInt("broadcast", 0);
  if (node.getRank(0) != 2 || node.getRank(1) != 2) {
    node.error() << "expected two matrices, found " << node.getType(0)
                 << " and " << node.getType(1);
    return;
  }
  Value a = transposeIf(node, transposeA, node.getTensor(0));
  Value b = transposeIf(node, transposeB, node.getTensor(1));
  Value result = scale(node, emitMatmul(node, a, b), alpha);
  // beta = 0 drops C, as BLAS does: 0 times NaN in C must not reach the result.
  if (node.hasInput(2) && beta != 0.0)
    result = emitBroadcast<AddOp>(node, result,
                                  scale(node, node.getTensor(2), beta));
  node.setResult(0, result);
}

static void importEinsum(NodeImport &node) {
  EinsumOp::Properties properties;
  std::string subscripts = node.getString("equation", "").str();
  // ONNX allows blanks anywhere in the equation, the op's grammar does not.
  llvm::erase(subscripts, ' ');
  properties.subscripts = node.getBuilder().getStringAttr(subscripts);
  SmallVector<Value> operands =
      alignLetters(node, node.getTensors(), subscripts);
  node.setResult(0, nameLetters(node, node.emit<EinsumOp>(operands, properties),
                                operands, subscripts));
}

/// The determinant of the rows from `row` on and of `columns`, by the minors of
/// the first of these rows.
/// By minors n! products: 24 for size 4. Elimination would need comparisons and
/// exchanges of rows, for no gain at these sizes.
static Value expandMinors(TensorMath &math, Value x, int64_t row,
                          ArrayRef<int64_t> columns) {
  int64_t rank = math.rank(x);
  Value result;
  for (auto [index, column] : llvm::enumerate(columns)) {
    Value entry =
        math.element(math.element(x, rank - 1, column), rank - 2, row);
    if (columns.size() == 1)
      return entry;
    SmallVector<int64_t> rest(columns);
    rest.erase(rest.begin() + index);
    Value term = math.mul(entry, expandMinors(math, x, row + 1, rest));
    // Signs alternate along the row.
    result = !result          ? term
             : index % 2 == 0 ? math.add(result, term)
                              : math.sub(result, term);
  }
  return result;
}

static void importDet(NodeImport &node) {
  // 5! would already be 120 products for each matrix; models use 2 x 2 and 3 x
  // 3. Others need pivots, and take a loop.
  constexpr int64_t kLargest = 4;
  TensorMath math(node);
  RankedTensorType type = node.getType(0);
  int64_t size = type.getRank() < 2 ? 0 : type.getShape().back();
  if (size < 1 || size > kLargest ||
      type.getDimSize(type.getRank() - 2) != size)
    return importDetByElimination(node);
  SmallVector<int64_t> columns;
  for (int64_t column = 0; column < size; ++column)
    columns.push_back(column);
  node.setResult(0, expandMinors(math, node.getTensor(0), 0, columns));
}

void addLinearAlgebraOperators(OperatorTable &table) {
  table.add({
      {"Det", 11, kLastOpset, 1, 1, importDet},
      {"Einsum", 12, kLastOpset, 1, kAny, importEinsum},
      {"Gemm", 1, 10, 3, 3, importGemm},
      {"Gemm", 11, kLastOpset, 2, 3, importGemm},
      {"MatMul", 7, kLastOpset, 2, 2, importMatMul},
  });
}

} // namespace mlir::relax
