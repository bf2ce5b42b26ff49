// Random operators, by a counter-based generator: a number is a hash of its
// place and of the node's seed, so that each machine and each order of
// computing gives the same ones.
// The hash is two rounds of a 32-bit mixer of xor, shift and multiply, whose
// constants are those of Wellons' search for low bias ("lowbias32").
#include "ElementType.h"
#include "FormerDefinitions.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/ScanOps.h"
#include "TensorMath.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/xxhash.h"

namespace mlir::relax {

namespace {
/// The random numbers of one node.
class Generator {
public:
  explicit Generator(NodeImport &node);
  /// Numbers from 0 on and below 1; another `stream` has others.
  Value getUniform(ArrayRef<SymExprAttr> sizes, uint32_t stream);
  Value getNormal(ArrayRef<SymExprAttr> sizes);

private:
  Value number(uint32_t value) { return node.makeScalar(value, u32); }
  Value mix(Value x);

  NodeImport &node;
  TensorMath math;
  Type u32;
  uint32_t seed;
};
} // namespace

/// Nodes without a seed have one of their own, from the name of their result.
Generator::Generator(NodeImport &node)
    : node(node), math(node),
      u32(node.getBuilder().getIntegerType(32, /*isSigned=*/false)) {
  // Dropout has an integer, the others a float, of which all bits count.
  if (!node.hasAttribute("seed"))
    seed = uint32_t(llvm::xxh3_64bits(node.getOutputName(0)));
  else if (node.getOperator() == "Dropout")
    seed = uint32_t(node.getInt("seed", 0));
  else
    seed = llvm::bit_cast<uint32_t>(float(node.getFloat("seed", 0.0)));
}

Value Generator::mix(Value x) {
  static constexpr std::pair<uint32_t, uint32_t> kRounds[] = {
      {16, 0x7feb352d}, {15, 0x846ca68b}, {16, 1}};
  for (auto [shift, factor] : kRounds) {
    x = math.binary<BitwiseXorOp>(x,
                                  math.binary<RightShiftOp>(x, number(shift)));
    if (factor != 1)
      x = math.mul(x, number(factor));
  }
  return x;
}

// No state goes from call to call or from place to place, so the numbers can be
// computed in parallel and fused into what reads them. A counter beyond 2^32
// begins anew, which no model that is in use reaches.
Value Generator::getUniform(ArrayRef<SymExprAttr> sizes, uint32_t stream) {
  Type i64 = node.getBuilder().getI64Type();
  Type f32 = node.getBuilder().getF32Type();
  SymExprAttr count = SymExprAttr::product(node.getContext(), sizes);
  Value place = node.castTo(math.range(node.makeExpr(0), count, i64), u32);
  Value hash = mix(math.add(place, number(seed)));
  // The second round keeps near seeds and streams apart.
  hash = mix(math.binary<BitwiseXorOp>(
      hash, number(seed * 0x9e3779b9u + stream * 0x85ebca6bu)));
  // 24 bits are all that a float tells apart.
  hash = math.binary<RightShiftOp>(hash, number(8));
  Value unit =
      math.mul(node.castTo(hash, f32), node.makeScalar(1.0 / (1 << 24), f32));
  return math.reshape(unit, sizes);
}

/// By Box and Muller: a radius and an angle.
Value Generator::getNormal(ArrayRef<SymExprAttr> sizes) {
  constexpr double kTurn = 6.283185307179586;
  Value radius = getUniform(sizes, 0), angle = getUniform(sizes, 1);
  // Half a step from 0, where the logarithm has no value.
  radius = math.add(radius, math.number(0.5 / (1 << 24), radius));
  radius = math.unary<SqrtOp>(
      math.mul(math.unary<LogOp>(radius), math.number(-2, radius)));
  angle = math.unary<CosOp>(math.mul(angle, math.number(kTurn, angle)));
  return math.mul(radius, angle);
}

/// The type that attribute `dtype` names, or `otherwise`; null after an error.
static Type getType(NodeImport &node, Type otherwise) {
  int64_t code = node.getInt("dtype", 0);
  if (code == 0)
    return otherwise;
  Type element = getElementType(node.getContext(), int32_t(code));
  if (!element)
    node.error() << "attribute 'dtype' is '"
                 << getElementTypeName(int32_t(code)) << "', expected a number";
  return element;
}

/// The sizes that a random tensor has: those of input 0 or of `shape`.
// Only the sizes of the input count, never its numbers: no kernel reads it.
static SmallVector<SymExprAttr> getSizes(NodeImport &node) {
  TensorMath math(node);
  if (node.getNumInputs() > 0)
    return math.dims(giveSymbols(node, node.getTensor(0)));
  SmallVector<SymExprAttr> sizes;
  std::optional<SmallVector<int64_t>> shape = node.getInts("shape");
  if (!shape || llvm::any_of(*shape, [](int64_t size) { return size < 0; }))
    node.error() << "attribute 'shape' is missing or negative, expected sizes";
  else
    for (int64_t size : *shape)
      sizes.push_back(node.makeExpr(size));
  return sizes;
}

static void importRandom(NodeImport &node) {
  TensorMath math(node);
  bool isNormal = node.getOperator().starts_with("RandomNormal");
  Type f32 = node.getBuilder().getF32Type();
  double shift = node.getFloat(isNormal ? "mean" : "low", 0.0);
  double scale = isNormal ? node.getFloat("scale", 1.0)
                          : node.getFloat("high", 1.0) - shift;
  Type element =
      getType(node, node.getNumInputs() > 0 ? node.getElementType(0) : f32);
  SmallVector<SymExprAttr> sizes = getSizes(node);
  if (node.hasFailed())
    return;
  Generator generator(node);
  Value x =
      isNormal ? generator.getNormal(sizes) : generator.getUniform(sizes, 0);
  x = math.add(math.mul(x, math.number(scale, x)), math.number(shift, x));
  node.setResult(0, node.castTo(x, element));
}

/// 1 with the probability that the input says.
// Below the probability and not at it: 0 must never be drawn as 1, and 1 always
// is, since a uniform number is less than 1.
static void importBernoulli(NodeImport &node) {
  TensorMath math(node);
  Type element = getType(node, node.getElementType(0));
  Value chance = giveSymbols(node, node.getTensor(0));
  if (node.hasFailed())
    return;
  Value drawn = Generator(node).getUniform(math.dims(chance), 0);
  chance = node.castTo(chance, node.getBuilder().getF32Type());
  node.setResult(0, node.castTo(math.less(drawn, chance), element));
}

/// Classes by their unnormalized logarithmic probabilities: how many sums of
/// probabilities lie below a uniform number.
// By sums and not by adding noise to each logarithm (Gumbel), which would need
// a random number for each class and draw.
static void importMultinomial(NodeImport &node) {
  TensorMath math(node);
  Builder &builder = node.getBuilder();
  int64_t count = node.getInt("sample_size", 1);
  Type element = getType(node, builder.getI32Type());
  Value x =
      giveSymbols(node, node.castTo(node.getTensor(0), builder.getF32Type()));
  SmallVector<SymExprAttr> dims = math.dims(x);
  if (dims.size() != 2 || count < 1) {
    node.error() << "expected rows of logarithms and a positive 'sample_size', "
                    "found "
                 << node.getType(0) << " and " << count;
    return;
  }
  SoftmaxOp::Properties softmax;
  softmax.axis = builder.getI64IntegerAttr(1);
  CumsumOp::Properties along;
  along.axis = builder.getI64IntegerAttr(1);
  Value sums = node.emit<CumsumOp>(node.emit<SoftmaxOp>(x, softmax), along);
  Value drawn = Generator(node).getUniform({dims[0], node.makeExpr(count)}, 0);
  Value below =
      math.binary<LessEqualOp>(math.expand(sums, 1), math.expand(drawn, 2));
  SumOp::Properties sum;
  sum.axis = builder.getDenseI64ArrayAttr(2);
  Type i64 = builder.getI64Type();
  Value place = node.emit<SumOp>(node.castTo(below, i64), sum);
  // The last sum may be a little below 1.
  place = math.min(place, node.makeSize(dims[1] - 1, i64));
  node.setResult(0, node.castTo(place, element));
}

//===-- Dropout -----------------------------------------------------------===//

/// The data, of which nothing is dropped.
static void keepAll(NodeImport &node) {
  TensorMath math(node);
  Value x = node.getTensor(0);
  node.setResult(0, x);
  if (!node.hasOutput(1))
    return;
  // Until opset 10 the mask has the data's type. It is full of ones in both
  // versions, since all elements stay.
  Type element = node.getOpset() < 10 ? node.getElementType(0)
                                      : node.getBuilder().getI1Type();
  node.setResult(
      1, node.emit<FullOp>({node.makeShape(math.dims(giveSymbols(node, x))),
                            node.makeScalar(1, element)}));
}

/// Elements are dropped with probability `ratio`, and the others grow, so that
/// the mean stays. `training`, a scalar, may say that none is.
static void dropSome(NodeImport &node, Value ratio, Value training) {
  TensorMath math(node);
  Value x = giveSymbols(node, node.getTensor(0));
  Type element = node.getElementType(0);
  Type f32 = node.getBuilder().getF32Type();
  if (math.rank(ratio) != 0)
    ratio = math.reshape(ratio, {});
  ratio = node.castTo(ratio, f32);
  Value keeps = math.binary<GreaterEqualOp>(
      Generator(node).getUniform(math.dims(x), 0), ratio);
  if (training) {
    if (math.rank(training) != 0)
      training = math.reshape(training, {});
    keeps = math.binary<LogicalOrOp>(keeps, math.unary<LogicalNotOp>(training));
    ratio = math.where(training, ratio, math.number(0, ratio));
  }
  Value scale =
      math.div(math.number(1, ratio), math.sub(math.number(1, ratio), ratio));
  node.setResult(0, math.where(keeps, math.mul(x, node.castTo(scale, element)),
                               math.number(0, x)));
  if (node.hasOutput(1))
    node.setResult(1, keeps);
}

static void importDropout(NodeImport &node) {
  // Read in any case, since `checkAttributes` reports what nobody reads.
  (void)node.getFloat("ratio", 0.5);
  (void)node.getInt("seed", 0);
  checkIsTest(node);
  if (!node.hasInput(2))
    return keepAll(node);
  std::optional<SmallVector<int64_t>> training = node.getIntegers(2);
  std::optional<SmallVector<double>> known =
      node.hasInput(1) ? node.getFloats(1) : std::nullopt;
  // Without a ratio nothing is dropped, whatever the mode is.
  bool isZero = known && known->size() == 1 && known->front() == 0.0;
  bool isKnown = training && training->size() == 1;
  if (isZero || (isKnown && training->front() == 0))
    return keepAll(node);
  Value ratio = node.hasInput(1)
                    ? node.getTensor(1)
                    : node.makeScalar(0.5, node.getBuilder().getF32Type());
  dropSome(node, ratio, isKnown ? Value() : node.getTensor(2));
}

void addRandomOperators(OperatorTable &table) {
  table.add({
      {"Bernoulli", 15, kLastOpset, 1, 1, importBernoulli},
      {"Dropout", 6, 11, 1, 1, importDropout, 2},
      {"Dropout", 12, kLastOpset, 1, 3, importDropout, 2},
      {"Multinomial", 7, kLastOpset, 1, 1, importMultinomial},
      {"RandomNormal", 7, kLastOpset, 0, 0, importRandom},
      {"RandomNormalLike", 7, kLastOpset, 1, 1, importRandom},
      {"RandomUniform", 7, kLastOpset, 0, 0, importRandom},
      {"RandomUniformLike", 7, kLastOpset, 1, 1, importRandom},
  });
}

} // namespace mlir::relax
