// Operators on features, of the domain ai.onnx.ml.
#include "ElementType.h"
#include "OperatorTable.h"
#include "PostTransform.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "TensorMath.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

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

/// Input 0 as floats.
static Value getFeatures(NodeImport &node) {
  return node.castTo(node.getTensor(0), node.getBuilder().getF32Type());
}

/// Numbers of an attribute, one for each feature or one for all.
static Value getNumbers(NodeImport &node, StringRef name, double otherwise) {
  SmallVector<double> numbers =
      node.getFloatList(name).value_or(SmallVector<double>{otherwise});
  return node.makeNumbers(numbers, {int64_t(numbers.size())},
                          node.getBuilder().getF32Type());
}

// Offset and scale broadcast, since one number may serve all features.
// Subtracted first: scale * x - scale * offset would cancel.
static void importScaler(NodeImport &node) {
  TensorMath math(node);
  Value shifted = math.sub(getFeatures(node), getNumbers(node, "offset", 0.0));
  node.setResult(0, math.mul(shifted, getNumbers(node, "scale", 1.0)));
}

/// Rows by their greatest element or a norm; a row whose divisor is 0 stays.
static void importNormalizer(NodeImport &node) {
  TensorMath math(node);
  // MAX takes the maximum of the numbers and not of their magnitudes, as ONNX
  // Runtime does it: a row of negative numbers is divided by the one nearest to
  // 0.
  StringRef norm = node.getString("norm", "MAX");
  if (norm != "MAX" && norm != "L1" && norm != "L2") {
    node.error() << "attribute 'norm' is " << quote(norm)
                 << ", expected MAX, L1 or L2";
    return;
  }
  Value x = getFeatures(node);
  int64_t last = node.normalizeAxis(-1, node.getRank(0));
  DenseI64ArrayAttr axis = node.getBuilder().getDenseI64ArrayAttr(last);
  BoolAttr keeps = node.getBuilder().getBoolAttr(true);
  MaxOp::Properties most;
  SumOp::Properties sum;
  most.axis = sum.axis = axis;
  most.keepdims = sum.keepdims = keeps;
  Value divisor;
  if (norm == "MAX")
    divisor = node.emit<MaxOp>(x, most);
  else if (norm == "L1")
    divisor = node.emit<SumOp>(math.unary<AbsOp>(x), sum);
  else
    divisor = math.unary<SqrtOp>(node.emit<SumOp>(math.mul(x, x), sum));
  Value isZero = math.binary<EqualOp>(divisor, math.number(0, divisor));
  node.setResult(
      0, math.div(x, math.where(isZero, math.number(1, divisor), divisor)));
}

/// Features that are a given number, or none, become another one.
// NaN stands for what is missing in nearly all models, and equals nothing: it
// is found as what differs from itself.
static void importImputer(NodeImport &node) {
  TensorMath math(node);
  Value x = node.getTensor(0);
  if (isa<FloatType>(node.getElementType(0))) {
    double replaced = node.getFloat("replaced_value_float", 0.0);
    Value is = std::isnan(replaced)
                   ? math.binary<NotEqualOp>(x, x)
                   : math.binary<EqualOp>(x, math.number(replaced, x));
    Value numbers = node.castTo(getNumbers(node, "imputed_value_floats", 0.0),
                                node.getElementType(0));
    node.ignoreAttribute("imputed_value_int64s");
    node.ignoreAttribute("replaced_value_int64");
    return node.setResult(0, math.where(is, numbers, x));
  }
  double replaced = double(node.getInt("replaced_value_int64", 0));
  SmallVector<int64_t> numbers =
      node.getInts("imputed_value_int64s").value_or(SmallVector<int64_t>{0});
  node.ignoreAttribute("imputed_value_floats");
  node.ignoreAttribute("replaced_value_float");
  Value is = math.binary<EqualOp>(x, math.number(replaced, x));
  node.setResult(0, math.where(is,
                               node.castTo(node.makeIntegers(numbers),
                                           node.getElementType(0)),
                               x));
}

/// A new last axis with 1 where the element is the category, and 0 elsewhere:
/// an element of no category has zeros.
// With `zeros` = 0 an unknown category would be an error at run time, for which
// a kernel has no way to stop: it gives zeros in either case.
static void importOneHotEncoder(NodeImport &node) {
  TensorMath math(node);
  SmallVector<int64_t> categories =
      node.getInts("cats_int64s").value_or(SmallVector<int64_t>());
  (void)node.getInt("zeros", 1);
  SmallVector<StringRef> names = node.getStrings("cats_strings");
  if (node.getNarrowCode(0) == kString)
    categories = llvm::map_to_vector(names, hashString);
  if (categories.empty() && !node.hasFailed())
    node.error() << "expected categories of the kind of the input, found "
                 << names.size() << " strings and " << categories.size()
                 << " integers";
  if (node.hasFailed())
    return;
  Value x = node.castTo(node.getTensor(0), node.getBuilder().getI64Type());
  Value same = math.binary<EqualOp>(math.expand(x, math.rank(x)),
                                    node.makeIntegers(categories));
  node.setResult(0, node.castTo(same, node.getBuilder().getF32Type()));
}

/// All features side by side.
static void importFeatureVectorizer(NodeImport &node) {
  TensorMath math(node);
  SmallVector<int64_t> sizes =
      node.getInts("inputdimensions").value_or(SmallVector<int64_t>());
  SmallVector<Value> parts;
  for (unsigned i = 0; i < node.getNumInputs(); ++i) {
    Value part = giveSymbols(
        node, node.castTo(node.getTensor(i), node.getBuilder().getF32Type()));
    if (node.getRank(i) == 1)
      part = math.expand(part, int64_t(0));
    if (math.rank(part) != 2 || i >= sizes.size()) {
      node.error() << "input " << i << " has type " << node.getType(i)
                   << ", expected rows of features and a number in "
                      "'inputdimensions'";
      return;
    }
    parts.push_back(castDims(
        node, part, {getKnownDim(node, part, 0), node.makeExpr(sizes[i])}));
  }
  node.setResult(0, math.concat(parts, 1));
}

/// What a LabelEncoder maps, as constants: keys, values and what others become.
static bool readLabels(NodeImport &node, Value &keys, Value &values,
                       Value &otherwise) {
  Builder &builder = node.getBuilder();
  bool isText = node.getNarrowCode(0) == kString;
  auto read = [&](StringRef side, Value &list) {
    std::string name = side.str();
    bool takesStrings = isText && side == "keys";
    SmallVector<StringRef> strings = node.getStrings(name + "_strings");
    if (!strings.empty() && takesStrings)
      list = node.makeIntegers(llvm::map_to_vector(strings, hashString));
    else if (!strings.empty())
      node.error() << "attribute '" << name
                   << "_strings' has strings, which are no numbers; number the "
                      "labels before the model";
    else if (auto integers = node.getInts(name + "_int64s");
             integers && !takesStrings)
      list = node.makeIntegers(*integers);
    else if (auto floats = node.getFloatList(name + "_floats"))
      list = node.makeNumbers(*floats, {int64_t(floats->size())},
                              builder.getF32Type());
    else if (node.hasAttribute(name + "_tensor"))
      if (DenseElementsAttr dense =
              node.getDense(name + "_tensor", int64_t(1) << 20, takesStrings))
        list = node.makeConstant(dense);
  };
  read("keys", keys);
  read("values", values);
  node.ignoreAttribute("default_string");
  int64_t integer = node.getInt("default_int64", -1);
  double number = node.getFloat("default_float", -0.0);
  if (!node.hasFailed() && (!keys || !values))
    node.error() << "expected attributes of numbers as keys and values";
  if (node.hasFailed())
    return false;
  Type element = getElementTypeOrSelf(values.getType());
  otherwise = isa<FloatType>(element) ? node.makeScalar(number, element)
                                      : node.makeScalar(integer, element);
  if (node.hasAttribute("default_tensor"))
    if (DenseElementsAttr dense = node.getDense("default_tensor"))
      otherwise = TensorMath(node).reshape(node.makeConstant(dense), {});
  return !node.hasFailed();
}

/// Each element is compared with all keys: the place of the one that it is.
static void importLabelEncoder(NodeImport &node) {
  TensorMath math(node);
  Value keys, values, otherwise;
  if (!readLabels(node, keys, values, otherwise))
    return;
  Value x = math.expand(node.getTensor(0), node.getRank(0));
  if (getElementTypeOrSelf(keys.getType()) != node.getElementType(0) ||
      math.rank(keys) != 1 || math.dims(keys) != math.dims(values)) {
    node.error() << "keys have type " << keys.getType() << ", values "
                 << values.getType()
                 << ", expected as many of both and keys of "
                 << node.getType(0);
    return;
  }
  // All keys are compared: relax has no hash table, and encoders of models have
  // few labels. The first of equal keys wins, as argmax takes the first
  // maximum.
  Value same = math.binary<EqualOp>(x, keys);
  // A key that is no number is that of all such elements.
  if (isa<FloatType>(node.getElementType(0)))
    same = math.binary<LogicalOrOp>(
        same, math.binary<LogicalAndOp>(math.binary<NotEqualOp>(x, x),
                                        math.binary<NotEqualOp>(keys, keys)));
  Type i64 = node.getBuilder().getI64Type();
  ArgmaxOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(node.getRank(0));
  Value flags = node.castTo(same, i64);
  Value place = node.emit<ArgmaxOp>(flags, properties);
  MaxOp::Properties most;
  most.axis = node.getBuilder().getDenseI64ArrayAttr(node.getRank(0));
  Value any = node.emit<MaxOp>(flags, most);
  node.setResult(0, math.where(math.less(node.makeScalar(0, i64), any),
                               math.take(values, place, 0), otherwise));
}

/// A map from labels to scores is the scores, whose columns the labels name.
static void importZipMap(NodeImport &node) {
  node.ignoreAttribute("classlabels_strings");
  node.ignoreAttribute("classlabels_int64s");
  node.setResult(0, node.getTensor(0));
}

void addFeatureOperators(OperatorTable &table) {
  table.add({
      {"ai.onnx.ml.ArrayFeatureExtractor", 1, 5, 2, 2,
       importArrayFeatureExtractor},
      {"ai.onnx.ml.Binarizer", 1, 5, 1, 1, importBinarizer},
      {"ai.onnx.ml.FeatureVectorizer", 1, 5, 1, kAny, importFeatureVectorizer},
      {"ai.onnx.ml.Imputer", 1, 5, 1, 1, importImputer},
      {"ai.onnx.ml.LabelEncoder", 2, 5, 1, 1, importLabelEncoder},
      {"ai.onnx.ml.Normalizer", 1, 5, 1, 1, importNormalizer},
      {"ai.onnx.ml.OneHotEncoder", 1, 5, 1, 1, importOneHotEncoder},
      {"ai.onnx.ml.Scaler", 1, 5, 1, 1, importScaler},
      {"ai.onnx.ml.ZipMap", 1, 5, 1, 1, importZipMap},
  });
}

} // namespace mlir::relax
