// Operators that work on each element: arithmetic, comparison, logic, casts.
#include "Broadcasting.h"
#include "ElementType.h"
#include "FormerDefinitions.h"
#include "NarrowElement.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "RuntimeShape.h"
#include "mlir/IR/TypeUtilities.h"
#include <limits>

namespace mlir::relax {

template <typename OpT>
static void importUnary(NodeImport &node) {
  node.setResult(0, node.emit<OpT>(node.getTensor(0)));
}

template <typename OpT>
static void importBinary(NodeImport &node) {
  node.setResult(0, emitBroadcast<OpT>(node, node.getTensor(0),
                                       getBroadcastOperand(node)));
}

template <typename OpT>
static Value foldInputs(NodeImport &node) {
  // Left to right, as the reference implementation accumulates. Rounding of
  // floats depends on the order, and numbers are compared with it.
  Value result = node.getTensor(0);
  for (unsigned i = 1; i < node.getNumInputs(); ++i)
    result = emitBroadcast<OpT>(node, result, node.getTensor(i));
  return result;
}

template <typename OpT>
static void importVariadic(NodeImport &node) {
  node.setResult(0, foldInputs<OpT>(node));
}

static void importMean(NodeImport &node) {
  // The sum may overflow in integers or f16 where the mean would not. The
  // reference does the same, so this is not avoided.
  Value count =
      node.makeScalar(double(node.getNumInputs()), node.getElementType(0));
  node.setResult(0, node.emit<DivideOp>({foldInputs<AddOp>(node), count}));
}

static void importIdentity(NodeImport &node) {
  // Identity also hands on sequences and optional values (opset 14 and 16),
  // which have no tensor to read.
  ValueTable::Item item = node.getItem(0);
  if (item.isTensor())
    node.setResult(0, node.getTensor(0));
  else
    node.setResult(0, item);
}

static void importReciprocal(NodeImport &node) {
  Value one = node.makeScalar(1.0, node.getElementType(0));
  node.setResult(0, node.emit<DivideOp>({one, node.getTensor(0)}));
}

static void importIsInf(NodeImport &node) {
  bool negative = node.getInt("detect_negative", 1) != 0;
  bool positive = node.getInt("detect_positive", 1) != 0;
  // Comparing with infinity of one sign is exact: infinity equals only itself.
  // Both signs have an op of their own.
  Value x = node.getTensor(0);
  if (negative && positive)
    return node.setResult(0, node.emit<IsInfOp>(x));
  double limit = std::numeric_limits<double>::infinity();
  // With neither sign asked for, compare with NaN, which nothing equals.
  if (!negative && !positive)
    limit = std::numeric_limits<double>::quiet_NaN();
  Value bound =
      node.makeScalar(negative ? -limit : limit, node.getElementType(0));
  node.setResult(0, node.emit<EqualOp>({x, bound}));
}

/// The base decides the type of the result, the exponent may have another.
static void importPow(NodeImport &node) {
  Value base = node.getTensor(0), exponent = getBroadcastOperand(node);
  Type element = node.getElementType(0);
  Type exponentElement = node.getElementType(1);
  // A fraction must not be cut off before it is used.
  // Pow 12 lets the types differ, and the result has the base's. 4 ** 0.5 with
  // the exponent cast to integers would be 1 instead of 2.
  bool widen = isa<IntegerType>(element) && isa<FloatType>(exponentElement);
  if (widen)
    base = node.castTo(base, exponentElement);
  else
    exponent = node.castTo(exponent, element);
  Value power = emitBroadcast<PowerOp>(node, base, exponent);
  node.setResult(0, widen ? node.castTo(power, element) : power);
}

static void importMod(NodeImport &node) {
  // fmod follows the sign of the dividend, the default that of the divisor.
  if (node.getInt("fmod", 0) != 0)
    return importBinary<ModOp>(node);
  // Mod 10 demands fmod = 1 for floats. From opset 28 on the standard defines
  // the other sign rule for them, too.
  if (isa<FloatType>(node.getElementType(0)) && node.getOpset() < 28) {
    node.error() << "expected fmod = 1 for elements " << node.getElementType(0)
                 << ", found 0";
    return;
  }
  importBinary<FloorModOp>(node);
}

static void importBitShift(NodeImport &node) {
  // The direction has no default in the standard. A missing one must be an
  // error, and an empty string is none of the two.
  StringRef direction = node.getString("direction", "");
  if (direction == "LEFT")
    return importBinary<LeftShiftOp>(node);
  if (direction == "RIGHT")
    return importBinary<RightShiftOp>(node);
  node.error() << "attribute 'direction' is " << quote(direction)
               << ", expected \"LEFT\" or \"RIGHT\"";
}

static void importWhere(NodeImport &node) {
  // All three operands broadcast to one another, the condition included.
  node.setResult(
      0, emitBroadcast<WhereOp>(
             node, {node.getTensor(0), node.getTensor(1), node.getTensor(2)}));
}

/// A cast to a float of 8 bits that does not saturate: numbers that would be
/// rounded beyond the greatest one are infinite, or NaN where nothing is.
static Value castWithOverflow(NodeImport &node, Value x, FloatType element) {
  // Relax's conversion saturates, as ONNX's default does. Only saturate = 0
  // asks for infinity (e5m2) or NaN (e4m3fn, which has no infinity), and the
  // limit depends on rounding: 464 still rounds to 448, e4m3fn's maximum.
  const llvm::fltSemantics &semantics = element.getFloatSemantics();
  APFloat greatest = APFloat::getLargest(semantics), below = greatest;
  below.next(/*nextDown=*/true);
  // The middle between the greatest number and what would come next rounds to
  // the even one.
  double limit = greatest.convertToDouble();
  limit += (limit - below.convertToDouble()) / 2;
  // At exactly the middle, ties go to even. If the maximum has an odd mantissa
  // (e5m2: 57344), the tie goes up and overflows; if it is even (e4m3fn: 448),
  // it stays.
  bool isOdd = greatest.bitcastToAPInt()[0];
  double beyond = APFloat::semanticsHasInf(semantics)
                      ? std::numeric_limits<double>::infinity()
                      : std::numeric_limits<double>::quiet_NaN();
  Value result = node.castTo(x, element);
  // The comparison is done in the type of the source, before it is rounded:
  // afterwards everything beyond is the maximum already.
  Type from = getElementTypeOrSelf(x.getType());
  for (double sign : {1.0, -1.0}) {
    Value magnitude = sign < 0 ? node.emit<NegativeOp>(x) : x;
    Value bound = node.makeScalar(limit, from);
    Value isBeyond = isOdd ? node.emit<GreaterEqualOp>({magnitude, bound})
                           : node.emit<GreaterOp>({magnitude, bound});
    result = node.emit<WhereOp>(
        {isBeyond, node.makeScalar(sign * beyond, element), result});
  }
  return result;
}

/// Only floats of 8 bits saturate, which relax does on its own.
static Value castAs(NodeImport &node, Value x, Type element) {
  bool saturates = node.getInt("saturate", 1) != 0;
  // `saturate` is defined for floats of 8 bits. For others the attribute is
  // read, since it may be there, and has no effect.
  bool isShort = isa<FloatType>(element) && getStorageBytes(element) == 1;
  if (saturates || !isShort || !x ||
      !isa<FloatType>(getElementTypeOrSelf(x.getType())))
    return node.castTo(x, element);
  return castWithOverflow(node, x, cast<FloatType>(element));
}

/// The same bytes with another meaning.
static void importBitCast(NodeImport &node) {
  Type element =
      getElementType(node.getContext(), int32_t(node.getInt("to", 0)));
  Type from = node.getElementType(0);
  // A view cannot change the number of bytes. ONNX's BitCast has the same rule,
  // with an error instead of a longer last axis.
  if (!element || getStorageBytes(element) != getStorageBytes(from)) {
    node.error() << "attribute 'to' names no type as wide as " << from;
    return;
  }
  Value x = giveSymbols(node, node.getTensor(0));
  if (element == from)
    return node.setResult(0, x);
  node.setResult(
      0, MemoryViewOp::create(node.getBuilder(), node.getLoc(),
                              getTensorType(getKnownDims(node, x), element), x,
                              node.makeExpr(0)));
}

/// The first input as elements of the type numbered `code`.
static void castToCode(NodeImport &node, int32_t code) {
  // Both attributes are read for every type, although most ignore them: an
  // attribute that nobody reads is an error.
  (void)node.getString("round_mode", "up");
  int32_t from = node.getNarrowCode(0);
  Value x = node.getTensor(0);
  // Names of classes: skl2onnx ends classifiers with a cast to what they are.
  if (from == kClassName) {
    if (code != kString)
      node.error() << "expected a cast of names of classes to 'string', found "
                      "one to '"
                   << getElementTypeName(code)
                   << "'; number the classes before the export";
    node.setResult(0, x);
    return node.setNarrowCode(0, from);
  }
  // From one narrow type to itself the bits stay. Otherwise an exponent type
  // must become the number that it stands for.
  if (from != code || code == 0)
    x = getNumbers(node, x, from);
  if (!isNarrow(code)) {
    node.setResult(0, castAs(node, x, getElementType(node.getContext(), code)));
    return;
  }
  (void)node.getInt("saturate", 1);
  node.setResult(0, from == code ? x : castToNarrow(node, x, code));
  // The result is held as 8 bits. The code goes with it, or the next Cast would
  // read an int4 as an int8.
  node.setNarrowCode(0, code);
}

static void importCast(NodeImport &node) {
  int32_t code = int32_t(node.getInt("to", 0));
  if (getElementType(node.getContext(), code) ||
      node.getNarrowCode(0) == kClassName)
    return castToCode(node, code);
  (void)node.getString("round_mode", "up");
  node.error() << "attribute 'to' is '" << getElementTypeName(code)
               << "', expected a number or bool";
}

static void importCastLike(NodeImport &node) {
  // The second input may be of a narrow type, which its tensor type does not
  // show.
  int32_t narrow = node.getNarrowCode(1);
  castToCode(node,
             narrow ? narrow : getElementTypeCode(node.getElementType(1)));
}

/// A bound of Clip as a number; none if it is known only at run time.
static std::optional<double> getBound(NodeImport &node, unsigned index,
                                      double otherwise) {
  if (!node.hasInput(index))
    return otherwise;
  // A bound that is an integer constant gives none here: integers clip by
  // maximum and minimum below, since i64 does not fit into the f64 attributes
  // of `clip`.
  if (std::optional<SmallVector<double>> floats = node.getFloats(index))
    return floats->size() == 1 ? std::optional(floats->front()) : std::nullopt;
  return std::nullopt;
}

static void emitClip(NodeImport &node, double low, double high) {
  Builder &builder = node.getBuilder();
  ClipOp::Properties properties;
  properties.min = builder.getF64FloatAttr(low);
  properties.max = builder.getF64FloatAttr(high);
  node.setResult(0, node.emit<ClipOp>(node.getTensor(0), properties));
}

/// Before opset 11 the bounds are attributes.
static void importClip6(NodeImport &node) {
  // The defaults of Clip 6 are the least and the greatest float, not
  // infinities, so an infinite element is clipped as in the reference.
  double limit = double(std::numeric_limits<float>::max());
  double low = node.getFloat("min", -limit);
  emitClip(node, low, node.getFloat("max", limit));
}

static void importClip(NodeImport &node) {
  double limit = std::numeric_limits<double>::infinity();
  std::optional<double> low = getBound(node, 1, -limit);
  std::optional<double> high = getBound(node, 2, limit);
  if (low && high && isa<FloatType>(node.getElementType(0)))
    return emitClip(node, *low, *high);
  // Integers, and bounds that are computed.
  // Maximum first, then minimum: Clip 13 says that all elements become `max` if
  // min > max, and this order gives that.
  Value result = node.getTensor(0);
  if (node.hasInput(1))
    result = emitBroadcast<MaximumOp>(node, result, node.getTensor(1));
  if (node.hasInput(2))
    result = emitBroadcast<MinimumOp>(node, result, node.getTensor(2));
  node.setResult(0, result);
}

void addElementwiseOperators(OperatorTable &table) {
  table.add({
      {"Abs", 7, kLastOpset, 1, 1, importUnary<AbsOp>},
      {"Acos", 7, kLastOpset, 1, 1, importUnary<AcosOp>},
      {"Acosh", 9, kLastOpset, 1, 1, importUnary<AcoshOp>},
      {"Add", 1, kLastOpset, 2, 2, importBinary<AddOp>},
      {"And", 1, kLastOpset, 2, 2, importBinary<LogicalAndOp>},
      {"Asin", 7, kLastOpset, 1, 1, importUnary<AsinOp>},
      {"Asinh", 9, kLastOpset, 1, 1, importUnary<AsinhOp>},
      {"Atan", 7, kLastOpset, 1, 1, importUnary<AtanOp>},
      {"Atanh", 9, kLastOpset, 1, 1, importUnary<AtanhOp>},
      {"BitCast", 26, kLastOpset, 1, 1, importBitCast},
      {"BitShift", 11, kLastOpset, 2, 2, importBitShift},
      {"BitwiseAnd", 18, kLastOpset, 2, 2, importBinary<BitwiseAndOp>},
      {"BitwiseNot", 18, kLastOpset, 1, 1, importUnary<BitwiseNotOp>},
      {"BitwiseOr", 18, kLastOpset, 2, 2, importBinary<BitwiseOrOp>},
      {"BitwiseXor", 18, kLastOpset, 2, 2, importBinary<BitwiseXorOp>},
      {"Cast", 7, kLastOpset, 1, 1, importCast},
      {"CastLike", 15, kLastOpset, 2, 2, importCastLike},
      {"Ceil", 7, kLastOpset, 1, 1, importUnary<CeilOp>},
      {"Clip", 7, 10, 1, 1, importClip6},
      {"Clip", 11, kLastOpset, 1, 3, importClip},
      {"Cos", 7, kLastOpset, 1, 1, importUnary<CosOp>},
      {"Cosh", 9, kLastOpset, 1, 1, importUnary<CoshOp>},
      {"Div", 1, kLastOpset, 2, 2, importBinary<DivideOp>},
      {"Equal", 1, kLastOpset, 2, 2, importBinary<EqualOp>},
      {"Erf", 9, kLastOpset, 1, 1, importUnary<ErfOp>},
      {"Exp", 7, kLastOpset, 1, 1, importUnary<ExpOp>},
      {"Floor", 7, kLastOpset, 1, 1, importUnary<FloorOp>},
      {"Greater", 1, kLastOpset, 2, 2, importBinary<GreaterOp>},
      {"GreaterOrEqual", 12, kLastOpset, 2, 2, importBinary<GreaterEqualOp>},
      {"Identity", 7, kLastOpset, 1, 1, importIdentity, 1, true},
      {"IsInf", 10, kLastOpset, 1, 1, importIsInf},
      {"IsNaN", 9, kLastOpset, 1, 1, importUnary<IsNanOp>},
      {"Less", 1, kLastOpset, 2, 2, importBinary<LessOp>},
      {"LessOrEqual", 12, kLastOpset, 2, 2, importBinary<LessEqualOp>},
      {"Log", 7, kLastOpset, 1, 1, importUnary<LogOp>},
      {"Max", 7, kLastOpset, 1, kAny, importVariadic<MaximumOp>},
      {"Mean", 7, kLastOpset, 1, kAny, importMean},
      {"Min", 7, kLastOpset, 1, kAny, importVariadic<MinimumOp>},
      {"Mod", 10, kLastOpset, 2, 2, importMod},
      {"Mul", 1, kLastOpset, 2, 2, importBinary<MultiplyOp>},
      {"Neg", 7, kLastOpset, 1, 1, importUnary<NegativeOp>},
      {"Not", 7, kLastOpset, 1, 1, importUnary<LogicalNotOp>},
      {"Or", 1, kLastOpset, 2, 2, importBinary<LogicalOrOp>},
      {"Pow", 1, kLastOpset, 2, 2, importPow},
      {"Reciprocal", 7, kLastOpset, 1, 1, importReciprocal},
      {"Round", 11, kLastOpset, 1, 1, importUnary<RoundOp>},
      {"Sign", 9, kLastOpset, 1, 1, importUnary<SignOp>},
      {"Sin", 7, kLastOpset, 1, 1, importUnary<SinOp>},
      {"Sinh", 9, kLastOpset, 1, 1, importUnary<SinhOp>},
      {"Sqrt", 7, kLastOpset, 1, 1, importUnary<SqrtOp>},
      {"Sub", 1, kLastOpset, 2, 2, importBinary<SubtractOp>},
      {"Sum", 7, kLastOpset, 1, kAny, importVariadic<AddOp>},
      {"Tan", 7, kLastOpset, 1, 1, importUnary<TanOp>},
      {"Where", 9, kLastOpset, 3, 3, importWhere},
      {"Xor", 1, kLastOpset, 2, 2, importBinary<LogicalXorOp>},
  });
}

} // namespace mlir::relax
