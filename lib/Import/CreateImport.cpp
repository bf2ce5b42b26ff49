// Operators that make tensors out of shapes and numbers.
#include "ElementType.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "TensorMath.h"
#include <cmath>

namespace mlir::relax {

// A one-hot of a larger depth has millions of columns: it is a mistake in the
// model, or hostile input that would exhaust memory at compile time.
static constexpr int64_t kLargestDepth = 1 << 20;

/// Element `index` of the list that is input `input`, as a scalar.
static Value takeElement(NodeImport &node, unsigned input, int64_t index) {
  Builder &builder = node.getBuilder();
  StridedSliceOp::Properties slice;
  slice.axes = builder.getDenseI64ArrayAttr({0});
  slice.begin = builder.getArrayAttr(node.makeExpr(index));
  slice.end = builder.getArrayAttr(node.makeExpr(index + 1));
  SqueezeOp::Properties squeeze;
  squeeze.axis = slice.axes;
  Value element = node.emit<StridedSliceOp>(node.getTensor(input), slice);
  return node.emit<SqueezeOp>(element, squeeze);
}

/// One value everywhere; zeros of type f32 if none is given.
/// The fill keeps the type of the attribute. `full` broadcasts it, so no tensor
/// of the whole size gets into the module as a constant.
static void importConstantOfShape(NodeImport &node) {
  Builder &builder = node.getBuilder();
  DenseElementsAttr value = node.getDense("value");
  if (node.hasFailed())
    return;
  if (value && value.getNumElements() != 1) {
    node.error() << "attribute 'value' has " << value.getNumElements()
                 << " elements, expected 1";
    return;
  }
  Attribute element = value ? Attribute(*value.getValues<Attribute>().begin())
                            : builder.getF32FloatAttr(0.0f);
  Value fill = node.makeConstant(DenseElementsAttr::get(
      RankedTensorType::get({}, cast<TypedAttr>(element).getType()), element));
  Value shape;
  if (std::optional<SymbolicTensor> known = node.getSymbolic(0))
    shape = node.makeShape(known->elements);
  else
    shape = readShape(node, node.getTensor(0));
  node.setResult(0, node.emit<FullOp>({shape, fill}));
}

/// The numbers between bounds that follow from sizes: so does how many they
/// are, and what they meet has the size that they come from. Null where bounds
/// do not, or may be negative.
static Value importSizedRange(NodeImport &node) {
  SmallVector<SymExprAttr> bounds;
  for (unsigned i = 0; i < 3; ++i) {
    std::optional<SymbolicTensor> known = node.getSymbolic(i);
    if (!known || known->elements.size() != 1 || !known->elements.front())
      return nullptr;
    bounds.push_back(known->elements.front());
  }
  SymExprAttr start = bounds[0], step = bounds[2];
  std::optional<int64_t> each = step.getConstant();
  if (!node.getElementType(0).isInteger() || each.value_or(0) < 1 ||
      start.getLowerBound().value_or(-1) < 0)
    return nullptr;
  TensorMath math(node);
  SymExprAttr count = ceilDiv(bounds[1] - start, step);
  if (count && count.getLowerBound().value_or(-1) < 0)
    count = max(count, node.makeExpr(0));
  if (!count)
    return nullptr;
  Type i64 = node.getBuilder().getI64Type();
  Value numbers = math.range(node.makeExpr(0), count, i64);
  if (each != 1)
    numbers = math.mul(numbers, node.makeScalar(double(*each), i64));
  if (start.getConstant() != 0)
    numbers = math.add(numbers, node.makeSize(start, i64));
  return node.castTo(numbers, node.getElementType(0));
}

/// The same where the bounds are computed: so is the number of elements.
static void importOpenRange(NodeImport &node) {
  TensorMath math(node);
  Type i64 = node.getBuilder().getI64Type();
  Value bounds[3];
  for (unsigned i = 0; i < 3; ++i)
    // Range's inputs are scalars, but exporters also write lists of one
    // element.
    bounds[i] = math.reshape(node.getTensor(i), {});
  Type element = node.getElementType(0);
  // The count is computed in f64: in f32, (limit - start) / step may round up
  // to the next integer, and give one element too many. Integers stay integers,
  // which are exact.
  Type wide =
      isa<FloatType>(element) ? Type(node.getBuilder().getF64Type()) : element;
  auto [start, limit, step] = bounds;
  Value span = math.sub(node.castTo(limit, wide), node.castTo(start, wide));
  Value each = node.castTo(step, wide), count;
  if (isa<FloatType>(wide)) {
    count = math.unary<CeilOp>(math.div(span, each));
  } else {
    // The quotient rounded up.
    // -floor(-a / b) is the ceiling for either sign of the step. A truncating
    // division would lose an element when the signs differ.
    count = math.unary<NegativeOp>(
        math.binary<FloorDivideOp>(math.unary<NegativeOp>(span), each));
  }
  // An empty range is no error in ONNX: a limit behind the start gives 0
  // elements, and a negative count must not become a size.
  count = math.max(node.castTo(count, i64), node.makeScalar(0, i64));
  Value shape = readShape(node, math.reshape(count, {node.makeExpr(1)}));
  if (!shape)
    return;
  SymExprAttr size = cast<ShapeType>(shape.getType()).getDims().front();
  Value places = math.range(node.makeExpr(0), size, i64);
  node.setResult(
      // start + i * step, not a running sum: rounding errors of a sum would
      // grow with the length.
      0, node.castTo(math.add(node.castTo(start, wide),
                              math.mul(node.castTo(places, wide), each)),
                     element));
}

/// A list of numbers `step` apart, as long as the bounds are numbers.
static void importRange(NodeImport &node) {
  constexpr int64_t kLongest = 1 << 24;
  double bounds[3];
  // Beyond 2^53 a double has not every integer: 2^53 + 1 would become 2^53.
  auto isExact = [](int64_t number) {
    constexpr int64_t kLast = int64_t(1) << 53;
    return number >= -kLast && number <= kLast;
  };
  for (unsigned i = 0; i < 3; ++i) {
    std::optional<SmallVector<double>> floats = node.getFloats(i);
    std::optional<SmallVector<int64_t>> integers = node.getIntegers(i);
    if (floats && floats->size() == 1)
      bounds[i] = floats->front();
    else if (integers && integers->size() == 1 && isExact(integers->front()))
      bounds[i] = double(integers->front());
    else if (Value sized = importSizedRange(node))
      return node.setResult(0, sized);
    else
      return importOpenRange(node);
  }
  auto [start, limit, step] = bounds;
  double count = std::max(std::ceil((limit - start) / step), 0.0);
  // Written as !(<=), so that NaN is an error, too: a step of 0 with equal
  // bounds gives 0/0.
  if (!(count <= double(kLongest))) {
    node.error() << "range has more than " << kLongest
                 << " elements, expected a shorter one";
    return;
  }
  Type element = node.getElementType(0);
  SmallVector<double> numbers;
  for (double i = 0; i < count; ++i)
    numbers.push_back(start + i * step);
  node.setResult(0, node.makeNumbers(numbers, {int64_t(count)}, element));
}

/// The depth of a OneHot node, any number.
/// ONNX lets the depth have a float type, though it is a count.
static SymExprAttr getDepth(NodeImport &node) {
  if (std::optional<SmallVector<double>> floats = node.getFloats(1))
    return node.makeExpr(floats->size() == 1 ? int64_t(floats->front()) : 0);
  SmallVector<SymExprAttr> sizes = readSizes(node, 1);
  return sizes.size() == 1 ? sizes.front() : node.makeExpr(0);
}

/// Ones at the places that `indices` name along a new axis: those places are
/// compared with the numbers from 0 up to the depth.
static void importOneHot(NodeImport &node) {
  TensorMath math(node);
  SymExprAttr depth = getDepth(node);
  // A depth that is an expression passes this check as 1: the run time
  // allocates it, and there it fails cleanly.
  int64_t known = depth.getConstant().value_or(1);
  int64_t rank = node.getRank(0) + 1;
  int64_t axis = node.normalizeAxis(node.getInt("axis", -1), rank);
  if (!node.hasFailed() && (known < 1 || known > kLargestDepth))
    node.error() << "depth is " << known << ", expected 1 to " << kLargestDepth;
  if (node.hasFailed())
    return;
  Type element = node.getElementType(0);
  // The new axis has the depth, all others 1, so that comparing with the
  // expanded indices broadcasts to the result.
  SmallVector<SymExprAttr> shape(rank, node.makeExpr(1));
  shape[axis] = depth;
  Value numbers = math.reshape(
      math.range(node.makeExpr(0), depth, node.getBuilder().getI64Type()),
      shape);
  Value places = math.expand(node.getTensor(0), axis);
  // Places may count from the end.
  // OneHot 9 and 11: indices in [-depth, -1] count from the end. Anything else
  // outside the range matches no number and gives a row of `off` values, as the
  // standard asks for, so nothing is clamped.
  Value size = node.castTo(node.makeSize(depth, node.getBuilder().getI64Type()),
                           element);
  places = math.where(math.less(places, math.number(0, places)),
                      math.add(places, size), places);
  Value isHot = math.binary<EqualOp>(places, node.castTo(numbers, element));
  // `values` is [off, on], thus element 1 is the hot one.
  node.setResult(
      0, math.where(isHot, takeElement(node, 2, 1), takeElement(node, 2, 0)));
}

/// The elements on one side of a diagonal, zeros on the other: the numbers of
/// rows and columns are compared.
static void importTrilu(NodeImport &node) {
  TensorMath math(node);
  Type i64 = node.getBuilder().getI64Type();
  bool isUpper = node.getInt("upper", 1) != 0;
  Value x = giveSymbols(node, node.getTensor(0));
  SmallVector<SymExprAttr> dims = math.dims(x);
  if (dims.size() < 2) {
    node.error() << "expected matrices, found " << node.getType(0);
    return;
  }
  SymExprAttr zero = node.makeExpr(0), one = node.makeExpr(1);
  // Row and column numbers are compared instead of building a mask constant:
  // the sizes may be symbols.
  SymExprAttr height = dims[dims.size() - 2], width = dims.back();
  Value rows = math.reshape(math.range(zero, height, i64), {height, one});
  Value columns = math.range(zero, width, i64);
  if (node.hasInput(1))
    // k > 0 moves the diagonal up. It may be computed at run time, hence it is
    // added to the row numbers and is not an attribute.
    rows =
        math.add(rows, math.reshape(node.castTo(node.getTensor(1), i64), {}));
  Value keep = isUpper ? math.binary<GreaterEqualOp>(columns, rows)
                       : math.binary<LessEqualOp>(columns, rows);
  // Selecting, and not multiplying by 0 and 1: 0 times infinity or NaN in the
  // dropped half would be NaN.
  node.setResult(0, math.where(keep, x, math.number(0, x)));
}

static void importEyeLike(NodeImport &node) {
  Builder &builder = node.getBuilder();
  EyeLikeOp::Properties properties;
  properties.k = builder.getI64IntegerAttr(node.getInt("k", 0));
  Type element = node.getElementType(0);
  if (int64_t code = node.getInt("dtype", 0))
    element = getElementType(node.getContext(), int32_t(code));
  if (!element) {
    node.error() << "attribute 'dtype' names no type of numbers";
    return;
  }
  properties.dtype = TypeAttr::get(element);
  node.setResult(0, node.emit<EyeLikeOp>(giveSymbols(node, node.getTensor(0)),
                                         properties));
}

void addCreateOperators(OperatorTable &table) {
  table.add({
      {"ConstantOfShape", 9, kLastOpset, 1, 1, importConstantOfShape},
      {"EyeLike", 9, kLastOpset, 1, 1, importEyeLike},
      {"OneHot", 9, kLastOpset, 3, 3, importOneHot},
      {"Range", 11, kLastOpset, 3, 3, importRange},
      {"Trilu", 14, kLastOpset, 1, 2, importTrilu},
  });
}

} // namespace mlir::relax
