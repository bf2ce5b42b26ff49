// Activation functions.
#include "Broadcasting.h"
#include "FormerDefinitions.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "RuntimeShape.h"

namespace mlir::relax {

template <typename OpT>
static void importUnary(NodeImport &node) {
  node.setResult(0, node.emit<OpT>(node.getTensor(0)));
}

/// `value` in the type of the first input.
static Value makeLike(NodeImport &node, double value) {
  // Scalars must have the element type of the data: relax's binary ops do not
  // promote, so an f32 constant beside f16 data is a type error.
  return node.makeScalar(value, node.getElementType(0));
}

static Value emitClip(NodeImport &node, Value x, double low, double high) {
  ClipOp::Properties properties;
  properties.min = node.getBuilder().getF64FloatAttr(low);
  properties.max = node.getBuilder().getF64FloatAttr(high);
  return node.emit<ClipOp>(x, properties);
}

/// clip(alpha * x + beta, 0, 1)
static Value emitHardSigmoid(NodeImport &node, double alpha, double beta) {
  Value x = node.emit<MultiplyOp>({node.getTensor(0), makeLike(node, alpha)});
  x = node.emit<AddOp>({x, makeLike(node, beta)});
  return emitClip(node, x, 0.0, 1.0);
}

static void importHardSigmoid(NodeImport &node) {
  // The default is written as a float, since ONNX stores attributes in 32 bits:
  // with 0.2 as a double, a model that says the default would differ in the
  // last bits from one that leaves it out.
  double alpha = node.getFloat("alpha", 0.2f);
  node.setResult(0, emitHardSigmoid(node, alpha, node.getFloat("beta", 0.5f)));
}

static void importHardSwish(NodeImport &node) {
  // HardSwish has no attributes, and the standard fixes 1/6 and 1/2. The
  // default of HardSigmoid (0.2) would be wrong here.
  Value gate = emitHardSigmoid(node, 1.0 / 6.0, 0.5);
  node.setResult(0, node.emit<MultiplyOp>({node.getTensor(0), gate}));
}

/// x where it is not negative, else `negative`.
static Value selectBySign(NodeImport &node, Value x, Value negative) {
  // The test is x < 0, not x > 0: NaN fails both, and it must come out as x.
  // With the operands exchanged, NaN would go through `negative`, and Elu's exp
  // and PRelu's product need not keep its sign and payload.
  Value zero = makeLike(node, 0.0);
  return node.emit<WhereOp>({node.emit<LessOp>({x, zero}), negative, x});
}

/// scale * (exp(x / width) - 1), without overflow for large x.
static Value emitExpMinusOne(NodeImport &node, double scale, double width) {
  // `where` computes both of its values, so exp also sees the positive x. From
  // x = 89 on exp is infinite in f32, and infinity times a scale of 0 is NaN.
  Value x = node.emit<MinimumOp>({node.getTensor(0), makeLike(node, 0.0)});
  // Only Celu divides inside of exp. Elu and Selu spare the division by 1,
  // which f16 would also round.
  if (width != 1.0)
    x = node.emit<DivideOp>({x, makeLike(node, width)});
  x = node.emit<SubtractOp>({node.emit<ExpOp>(x), makeLike(node, 1.0)});
  return node.emit<MultiplyOp>({x, makeLike(node, scale)});
}

static void importElu(NodeImport &node) {
  Value negative = emitExpMinusOne(node, node.getFloat("alpha", 1.0), 1.0);
  node.setResult(0, selectBySign(node, node.getTensor(0), negative));
}

static void importCelu(NodeImport &node) {
  double alpha = node.getFloat("alpha", 1.0);
  Value negative = emitExpMinusOne(node, alpha, alpha);
  node.setResult(0, selectBySign(node, node.getTensor(0), negative));
}

static void importSelu(NodeImport &node) {
  double alpha = node.getFloat("alpha", 1.67326319217681884765625);
  // Both numbers are the exact decimal expansion of the float that the standard
  // names, hence neither is rounded a second time.
  double gamma = node.getFloat("gamma", 1.05070102214813232421875);
  Value negative = emitExpMinusOne(node, alpha, 1.0);
  Value result = selectBySign(node, node.getTensor(0), negative);
  node.setResult(0, node.emit<MultiplyOp>({result, makeLike(node, gamma)}));
}

static void importLeakyRelu(NodeImport &node) {
  LeakyReluOp::Properties properties;
  properties.alpha =
      node.getBuilder().getF64FloatAttr(node.getFloat("alpha", 0.01f));
  node.setResult(0, node.emit<LeakyReluOp>(node.getTensor(0), properties));
}

/// The slope broadcasts to the data in one direction.
static void importPRelu(NodeImport &node) {
  Value x = node.getTensor(0);
  Value scaled = emitBroadcast<MultiplyOp>(node, x, getChannelOperand(node));
  node.setResult(0, selectBySign(node, x, scaled));
}

static void importThresholdedRelu(NodeImport &node) {
  Value x = node.getTensor(0);
  Value bound = makeLike(node, node.getFloat("alpha", 1.0));
  // ThresholdedRelu keeps x only above alpha, and gives 0 at alpha itself.
  // Relu's maximum cannot say this for an alpha other than 0.
  Value above = node.emit<GreaterOp>({x, bound});
  node.setResult(0, node.emit<WhereOp>({above, x, makeLike(node, 0.0)}));
}

static void importShrink(NodeImport &node) {
  double bias = node.getFloat("bias", 0.0);
  double lambda = node.getFloat("lambd", 0.5);
  Value x = node.getTensor(0), zero = makeLike(node, 0.0);
  Value down = node.emit<SubtractOp>({x, makeLike(node, bias)});
  Value up = node.emit<AddOp>({x, makeLike(node, bias)});
  Value isLow = node.emit<LessOp>({x, makeLike(node, -lambda)});
  Value isHigh = node.emit<GreaterOp>({x, makeLike(node, lambda)});
  // Two choices nested instead of one: both bounds are strict, and what lies
  // between -lambd and lambd becomes 0. A negative lambd makes both hold, and
  // then the upper one wins, as in the order of the standard.
  Value low = node.emit<WhereOp>({isLow, up, zero});
  node.setResult(0, node.emit<WhereOp>({isHigh, down, low}));
}

static void importSoftplus(NodeImport &node) {
  node.setResult(0, node.emit<SoftplusOp>(node.getTensor(0)));
}

static void importSoftsign(NodeImport &node) {
  Value x = node.getTensor(0);
  Value size = node.emit<AddOp>({node.emit<AbsOp>(x), makeLike(node, 1.0)});
  node.setResult(0, node.emit<DivideOp>({x, size}));
}

static void importMish(NodeImport &node) {
  Value x = node.getTensor(0);
  Value gate = node.emit<TanhOp>(node.emit<SoftplusOp>(x));
  node.setResult(0, node.emit<MultiplyOp>({x, gate}));
}

static void importGelu(NodeImport &node) {
  StringRef mode = node.getString("approximate", "none");
  if (mode == "tanh")
    return importUnary<GeluTanhOp>(node);
  if (mode == "none")
    return importUnary<GeluOp>(node);
  node.error() << "attribute 'approximate' is " << quote(mode)
               << ", expected \"none\" or \"tanh\"";
}

template <typename OpT>
static Value emitSoftmax(NodeImport &node, Value x, int64_t axis) {
  typename OpT::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  return node.emit<OpT>(x, properties);
}

template <typename OpT>
// From opset 13 on axis -1 is the default, and softmax runs along that axis
// alone.
static void importSoftmax(NodeImport &node) {
  int64_t axis = node.normalizeAxis(node.getInt("axis", -1), node.getRank(0));
  if (!node.hasFailed())
    node.setResult(0, emitSoftmax<OpT>(node, node.getTensor(0), axis));
}

/// Before opset 13 the axes from `axis` on count as one.
template <typename OpT>
static void importSoftmax1(NodeImport &node) {
  int64_t rank = node.getRank(0);
  int64_t axis = node.normalizeAxis(node.getInt("axis", 1), rank);
  if (node.hasFailed())
    return;
  // With the last axis, "one axis" and "all axes from here on" mean the same.
  // That is the common case, and without the reshapes it still matches the
  // rules for attention.
  if (axis == rank - 1)
    return node.setResult(0, emitSoftmax<OpT>(node, node.getTensor(0), axis));
  // The row length is a product of sizes, some of which may be known only at
  // run time. Hence each unknown size gets a symbol before the products are
  // formed.
  Value x = giveSymbols(node, node.getTensor(0));
  SmallVector<SymExprAttr> dims = getKnownDims(node, x);
  ArrayRef<SymExprAttr> all = dims;
  MLIRContext *context = node.getContext();
  Value matrix =
      node.makeShape({SymExprAttr::product(context, all.take_front(axis)),
                      SymExprAttr::product(context, all.drop_front(axis))});
  Value result = emitSoftmax<OpT>(node, node.emit<ReshapeOp>({x, matrix}), 1);
  node.setResult(0, node.emit<ReshapeOp>({result, node.makeShape(dims)}));
}

/// x * sigmoid(alpha * x)
static void importSwish(NodeImport &node) {
  Value x = node.getTensor(0);
  Value alpha =
      node.makeScalar(node.getFloat("alpha", 1.0), node.getElementType(0));
  Value gate = node.emit<SigmoidOp>(node.emit<MultiplyOp>({x, alpha}));
  node.setResult(0, node.emit<MultiplyOp>({x, gate}));
}

void addActivationOperators(OperatorTable &table) {
  table.add({
      {"Celu", 12, kLastOpset, 1, 1, importCelu},
      {"Elu", 7, kLastOpset, 1, 1, importElu},
      {"Gelu", 20, kLastOpset, 1, 1, importGelu},
      {"HardSigmoid", 7, kLastOpset, 1, 1, importHardSigmoid},
      {"HardSwish", 14, kLastOpset, 1, 1, importHardSwish},
      {"LeakyRelu", 7, kLastOpset, 1, 1, importLeakyRelu},
      {"LogSoftmax", 7, 12, 1, 1, importSoftmax1<LogSoftmaxOp>},
      {"LogSoftmax", 13, kLastOpset, 1, 1, importSoftmax<LogSoftmaxOp>},
      {"Mish", 18, kLastOpset, 1, 1, importMish},
      {"PRelu", 6, kLastOpset, 2, 2, importPRelu},
      {"Relu", 7, kLastOpset, 1, 1, importUnary<ReluOp>},
      {"Selu", 7, kLastOpset, 1, 1, importSelu},
      {"Shrink", 9, kLastOpset, 1, 1, importShrink},
      {"Sigmoid", 7, kLastOpset, 1, 1, importUnary<SigmoidOp>},
      {"Softmax", 7, 12, 1, 1, importSoftmax1<SoftmaxOp>},
      {"Softmax", 13, kLastOpset, 1, 1, importSoftmax<SoftmaxOp>},
      {"Softplus", 7, kLastOpset, 1, 1, importSoftplus},
      {"Softsign", 7, kLastOpset, 1, 1, importSoftsign},
      {"Swish", 24, kLastOpset, 1, 1, importSwish},
      {"Tanh", 7, kLastOpset, 1, 1, importUnary<TanhOp>},
      {"ThresholdedRelu", 10, kLastOpset, 1, 1, importThresholdedRelu},
  });
}

} // namespace mlir::relax
