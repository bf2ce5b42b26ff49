// Operators that reduce axes, or sum along them.
#include "Broadcasting.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/ScanOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

namespace {
/// What a Reduce node reduces.
struct Reduction {
  /// Absent: all axes; empty: none.
  std::optional<SmallVector<int64_t>> axes;
  bool keepdims = true;
};
} // namespace

/// The axes became an input in opset 13 for ReduceSum, in 18 for the others.
static Reduction getReduction(NodeImport &node) {
  // ReduceSum alone changed in 13.
  int64_t since = node.getOperator() == "ReduceSum" ? 13 : 18;
  Reduction result;
  result.axes = node.getIntsOrInput("axes", 1, since);
  result.keepdims = node.getInt("keepdims", 1) != 0;
  bool isNoop = node.getInt("noop_with_empty_axes", 0) != 0;
  // An empty list means all axes, unless noop_with_empty_axes says none.
  if (!result.axes || result.axes->empty()) {
    if (isNoop)
      result.axes.emplace();
    else
      result.axes.reset();
  }
  return result;
}

template <typename OpT>
static Value reduce(NodeImport &node, Value x, const Reduction &reduction,
                    bool keepdims) {
  Builder &builder = node.getBuilder();
  typename OpT::Properties properties;
  if (reduction.axes)
    properties.axis = builder.getDenseI64ArrayAttr(*reduction.axes);
  properties.keepdims = builder.getBoolAttr(keepdims);
  return node.emit<OpT>(x, properties);
}

// "No axes" cannot be written in relax, whose missing axis list means all.
template <typename OpT>
static Value reduce(NodeImport &node, Value x, const Reduction &reduction) {
  if (reduction.axes && reduction.axes->empty())
    return x;
  return reduce<OpT>(node, x, reduction, reduction.keepdims);
}

template <typename OpT>
static void importReduce(NodeImport &node) {
  Reduction reduction = getReduction(node);
  node.setResult(0, reduce<OpT>(node, node.getTensor(0), reduction));
}

static void importReduceL1(NodeImport &node) {
  Reduction reduction = getReduction(node);
  // L1, L2 and SumSquare also apply their function to each element if no axis
  // is reduced.
  Value x = node.emit<AbsOp>(node.getTensor(0));
  node.setResult(0, reduce<SumOp>(node, x, reduction));
}

static Value sumSquares(NodeImport &node) {
  Reduction reduction = getReduction(node);
  Value x = node.getTensor(0);
  return reduce<SumOp>(node, node.emit<MultiplyOp>({x, x}), reduction);
}

static void importReduceL2(NodeImport &node) {
  node.setResult(0, node.emit<SqrtOp>(sumSquares(node)));
}

static void importReduceSumSquare(NodeImport &node) {
  node.setResult(0, sumSquares(node));
}

static void importReduceLogSum(NodeImport &node) {
  Reduction reduction = getReduction(node);
  Value sum = reduce<SumOp>(node, node.getTensor(0), reduction);
  node.setResult(0, node.emit<LogOp>(sum));
}

/// Shifted by the greatest element, so that the exponential does not overflow.
static void importReduceLogSumExp(NodeImport &node) {
  // The attributes are read before the early return, or they would be reported.
  Reduction reduction = getReduction(node);
  Value x = node.getTensor(0);
  // log(exp(x)) is x, without rounding twice.
  if (reduction.axes && reduction.axes->empty())
    return node.setResult(0, x);
  // log(sum(exp(x - m))) + m: the largest exponent is 0, so the sum is at least
  // 1 and its log finite. A direct exp overflows in f32 from x = 89 on. A row
  // of -inf gives NaN by -inf - -inf.
  Value shift = reduce<MaxOp>(node, x, reduction, /*keepdims=*/true);
  Value shifted = node.emit<ExpOp>(node.emit<SubtractOp>({x, shift}));
  Value sum = reduce<SumOp>(node, shifted, reduction);
  // The shift with its axes serves the subtraction, without them the addition.
  Value back = reduction.keepdims
                   ? shift
                   : reduce<MaxOp>(node, x, reduction, /*keepdims=*/false);
  node.setResult(0, node.emit<AddOp>({node.emit<LogOp>(sum), back}));
}

/// In reverse: the running result of the flipped tensor, flipped back.
/// exclusive and reverse are independent: flipping first makes both the forward
/// case.
template <typename OpT>
static void importScan(NodeImport &node) {
  Builder &builder = node.getBuilder();
  bool isReverse = node.getInt("reverse", 0) != 0;
  typename OpT::Properties properties;
  properties.exclusive = builder.getBoolAttr(node.getInt("exclusive", 0) != 0);
  // The axis is an input of CumSum, but decides the kernel's loops. It must be
  // constant.
  SmallVector<int64_t> axis = node.requireIntegers(1, "axis");
  if (!node.hasFailed() && axis.size() != 1)
    node.error() << "expected one axis, found " << axis.size();
  if (node.hasFailed())
    return;
  int64_t normal = node.normalizeAxis(axis.front(), node.getRank(0));
  properties.axis = builder.getI64IntegerAttr(normal);
  FlipOp::Properties flip;
  flip.axis = properties.axis;
  Value x = node.getTensor(0);
  if (isReverse)
    x = node.emit<FlipOp>(x, flip);
  x = node.emit<OpT>(x, properties);
  node.setResult(0, isReverse ? node.emit<FlipOp>(x, flip) : x);
}

void addReduceOperators(OperatorTable &table) {
  table.add({
      {"CumProd", 26, kLastOpset, 2, 2, importScan<CumprodOp>},
      {"CumSum", 11, kLastOpset, 2, 2, importScan<CumsumOp>},
      {"ReduceL1", 7, kLastOpset, 1, 2, importReduceL1},
      {"ReduceL2", 7, kLastOpset, 1, 2, importReduceL2},
      {"ReduceLogSum", 7, kLastOpset, 1, 2, importReduceLogSum},
      {"ReduceLogSumExp", 7, kLastOpset, 1, 2, importReduceLogSumExp},
      {"ReduceMax", 7, kLastOpset, 1, 2, importReduce<MaxOp>},
      {"ReduceMean", 7, kLastOpset, 1, 2, importReduce<MeanOp>},
      {"ReduceMin", 7, kLastOpset, 1, 2, importReduce<MinOp>},
      {"ReduceProd", 7, kLastOpset, 1, 2, importReduce<ProdOp>},
      {"ReduceSum", 7, kLastOpset, 1, 2, importReduce<SumOp>},
      {"ReduceSumSquare", 7, kLastOpset, 1, 2, importReduceSumSquare},
  });
}

} // namespace mlir::relax
