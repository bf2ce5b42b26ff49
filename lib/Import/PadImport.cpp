// The operator that puts elements around a tensor, or takes them away.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "TensorMath.h"
#include "llvm/ADT/StringSwitch.h"

#include <limits>

namespace mlir::relax {

namespace {
/// The paddings before and after each axis of the data.
struct Padding {
  SmallVector<int64_t> before, after;
};
} // namespace

/// From attributes before opset 11, then from inputs; from opset 18 on perhaps
/// for some axes only.
static std::optional<Padding> getPadding(NodeImport &node) {
  int64_t rank = node.getRank(0);
  // Pad 11 made pads and value inputs; 18 added axes.
  std::optional<SmallVector<int64_t>> pads = node.getIntsOrInput("pads", 1, 11);
  SmallVector<int64_t> axes;
  if (node.hasInput(3))
    axes = node.normalizeAxes(node.requireIntegers(3, "axes"), rank);
  // Without axes pads has two entries for each axis of the data.
  else
    for (int64_t axis = 0; axis < rank; ++axis)
      axes.push_back(axis);
  if (node.hasFailed())
    return std::nullopt;
  if (!pads || pads->size() != 2 * axes.size()) {
    node.error() << "expected " << 2 * axes.size() << " 'pads', found "
                 << (pads ? pads->size() : 0);
    return std::nullopt;
  }
  // ONNX lists all befores, then all afters. relax has pairs for each axis.
  Padding padding{SmallVector<int64_t>(rank, 0), SmallVector<int64_t>(rank, 0)};
  for (auto [index, axis] : llvm::enumerate(axes)) {
    padding.before[axis] = (*pads)[index];
    padding.after[axis] = (*pads)[index + axes.size()];
  }
  return padding;
}

/// The number that fills a constant padding; none if it is computed.
static std::optional<double> getFill(NodeImport &node) {
  if (node.getOpset() < 11)
    return node.getFloat("value", 0.0);
  if (!node.hasInput(2))
    return 0.0;
  // The fill has the type of the data: floats and integers are read by
  // different accessors.
  if (std::optional<SmallVector<double>> floats = node.getFloats(2))
    if (floats->size() == 1)
      return floats->front();
  if (std::optional<SmallVector<int64_t>> integers = node.getIntegers(2))
    if (integers->size() == 1)
      return double(integers->front());
  return std::nullopt;
}

/// `value` without the elements that negative paddings take away.
/// ONNX allows negative pads, which crop. relax's pad does not, so the crop is
/// an op of its own in front, and the paddings left are not negative.
static Value crop(NodeImport &node, Value value, Padding &padding) {
  Builder &builder = node.getBuilder();
  SmallVector<SymExprAttr> dims = node.getDims(0);
  SmallVector<int64_t> axes;
  SmallVector<Attribute> begin, end;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    int64_t &before = padding.before[axis], &after = padding.after[axis];
    // The least number has no opposite one.
    before = std::max(before, -std::numeric_limits<int64_t>::max());
    if (before >= 0 && after >= 0)
      continue;
    SymExprAttr dim = dims[axis];
    if (!dim) {
      node.error() << "negative padding needs the size of axis " << axis;
      return nullptr;
    }
    axes.push_back(int64_t(axis));
    begin.push_back(node.makeExpr(std::max<int64_t>(-before, 0)));
    // An axis shorter than what is taken away becomes empty. A symbolic size
    // less a number may be negative, of which the op would not know that; a
    // number below 0 counts from the end.
    std::optional<int64_t> size = dim.getConstant();
    if (after >= 0)
      end.push_back(dim);
    else
      end.push_back(
          node.makeExpr(size ? std::max<int64_t>(*size + after, 0) : after));
    // Both signs may meet in one axis, one side cropped and the other padded.
    before = std::max<int64_t>(before, 0);
    after = std::max<int64_t>(after, 0);
  }
  if (axes.empty())
    return value;
  StridedSliceOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(axes);
  properties.begin = builder.getArrayAttr(begin);
  properties.end = builder.getArrayAttr(end);
  return node.emit<StridedSliceOp>(value, properties);
}

namespace {
/// A width that is computed: a number of rank 0, and an expression for it where
/// import knows one. It may be negative.
struct ComputedWidth {
  Value number;
  SymExprAttr expr;
};

/// An axis whose size before or after padding only the run time knows. Its
/// elements are taken one by one, which is right for widths of either sign:
/// joining tensors of these sizes needs to know that none is negative.
class ComputedPadding {
public:
  ComputedPadding(NodeImport &node, StringRef mode, int64_t axis)
      : node(node), math(node), mode(mode), axis(axis) {}

  /// `x`, whose sizes have names, padded.
  Value pad(Value x, ComputedWidth before, ComputedWidth after, Value fill);
  /// The same for constant fill and sizes none of which is negative: tensors
  /// are joined.
  Value join(Value x, SymExprAttr before, SymExprAttr after, Value fill);

private:
  Value integer(int64_t value) {
    return node.makeScalar(double(value), node.getBuilder().getI64Type());
  }
  SymExprAttr getPaddedSize(SymExprAttr size, ComputedWidth before,
                            ComputedWidth after);
  Value getSource(Value place, Value kept);

  NodeImport &node;
  TensorMath math;
  StringRef mode;
  int64_t axis;
};
} // namespace

SymExprAttr ComputedPadding::getPaddedSize(SymExprAttr size,
                                           ComputedWidth before,
                                           ComputedWidth after) {
  if (before.expr && after.expr)
    return size + before.expr + after.expr;
  Value total = math.add(node.makeSize(size, node.getBuilder().getI64Type()),
                         math.add(before.number, after.number));
  Value shape = readShape(node, math.reshape(total, {node.makeExpr(1)}));
  return shape ? cast<ShapeType>(shape.getType()).getDims().front()
               : SymExprAttr();
}

/// The element, of `kept` ones, that stands at `place`, which counts from the
/// first kept one. -1 if none does.
Value ComputedPadding::getSource(Value place, Value kept) {
  Value zero = integer(0), one = integer(1);
  if (mode == "edge")
    return math.max(math.min(place, math.sub(kept, one)), zero);
  // Nothing is kept of an empty axis; a remainder of 0 would be a trap.
  if (mode == "wrap")
    return math.binary<FloorModOp>(place, math.max(kept, one));
  if (mode == "reflect") {
    // Both ends are passed once in each turn.
    Value turn = math.max(math.mul(integer(2), math.sub(kept, one)), one);
    Value rest = math.binary<FloorModOp>(place, turn);
    return math.min(rest, math.sub(turn, rest));
  }
  Value none = integer(-1);
  return math.where(math.less(place, zero), none,
                    math.where(math.less(place, kept), place, none));
}

Value ComputedPadding::pad(Value x, ComputedWidth before, ComputedWidth after,
                           Value fill) {
  if (!x)
    return x;
  Type i64 = node.getBuilder().getI64Type();
  SmallVector<SymExprAttr> dims = math.dims(x);
  SymExprAttr padded = getPaddedSize(dims[axis], before, after);
  if (!padded)
    return nullptr;
  Value zero = integer(0), size = node.makeSize(dims[axis], i64);
  // Negative widths take elements away first, as Pad's reference does.
  Value first = math.max(math.sub(zero, before.number), zero);
  Value kept = math.sub(math.add(size, math.min(after.number, zero)), first);
  Value place = math.sub(math.range(node.makeExpr(0), padded, i64),
                         math.max(before.number, zero));
  Value source = getSource(place, kept);
  bool isFilled = mode == "constant";
  if (isFilled) {
    // The fill stands behind the last element.
    SmallVector<SymExprAttr> one = dims;
    one[axis] = node.makeExpr(1);
    x = math.concat({x, node.emit<FullOp>({node.makeShape(one), fill})}, axis);
  }
  Value index = math.add(source, first);
  if (isFilled)
    index = math.where(math.less(source, zero), size, index);
  return math.take(x, index, axis);
}

/// The widths as they are computed; empty after an error.
static SmallVector<ComputedWidth> getComputedWidths(NodeImport &node,
                                                    size_t count) {
  TensorMath math(node);
  Type i64 = node.getBuilder().getI64Type();
  SmallVector<ComputedWidth> widths;
  if (std::optional<SymbolicTensor> known = node.getSymbolic(1)) {
    for (SymExprAttr expr : known->elements)
      widths.push_back({node.makeSize(expr, i64), expr});
    return widths;
  }
  RankedTensorType type = node.getType(1);
  // A length that a file claims is compared before there is an op for each.
  if (type.getRank() != 1 || type.getDimSize(0) != int64_t(count))
    return widths;
  Value list = node.castTo(node.getTensor(1), i64);
  for (int64_t index = 0; index < int64_t(count); ++index)
    widths.push_back({math.element(list, 0, index), SymExprAttr()});
  return widths;
}

Value ComputedPadding::join(Value x, SymExprAttr before, SymExprAttr after,
                            Value fill) {
  auto makeSide = [&](SymExprAttr width) {
    SmallVector<SymExprAttr> dims = math.dims(x);
    dims[axis] = width;
    return node.emit<FullOp>({node.makeShape(dims), fill});
  };
  SmallVector<Value> parts;
  if (before.getConstant() != 0)
    parts.push_back(makeSide(before));
  parts.push_back(x);
  if (after.getConstant() != 0)
    parts.push_back(makeSide(after));
  return math.concat(parts, axis);
}

/// Paddings whose widths are computed.
static void importComputedPad(NodeImport &node, StringRef mode) {
  TensorMath math(node);
  int64_t rank = node.getRank(0);
  SmallVector<int64_t> axes;
  if (node.hasInput(3))
    axes = node.normalizeAxes(node.requireIntegers(3, "axes"), rank);
  else
    llvm::append_range(axes, llvm::seq<int64_t>(0, rank));
  SmallVector<ComputedWidth> widths = getComputedWidths(node, 2 * axes.size());
  if (!node.hasFailed() && widths.size() != 2 * axes.size())
    node.error() << "expected " << 2 * axes.size() << " 'pads', found "
                 << node.getType(1);
  if (node.hasFailed())
    return;
  Value x = giveSymbols(node, node.getTensor(0));
  // Input 2 may have rank 1; `full` wants rank 0.
  Value fill = node.hasInput(2) ? math.reshape(node.getTensor(2), {})
                                : math.number(0, x);
  auto isSize = [](SymExprAttr width) {
    return width && width.getLowerBound().value_or(-1) >= 0;
  };
  for (size_t index = 0; x && index < axes.size(); ++index) {
    ComputedWidth before = widths[index], after = widths[index + axes.size()];
    ComputedPadding padding(node, mode, axes[index]);
    if (mode == "constant" && isSize(before.expr) && isSize(after.expr))
      x = padding.join(x, before.expr, after.expr, fill);
    else
      x = padding.pad(x, before, after, fill);
  }
  node.setResult(0, x);
}

static void importPad(NodeImport &node) {
  Builder &builder = node.getBuilder();
  StringRef mode = node.getString("mode", "constant");
  // The names are numpy's; relax has TVM's and PyTorch's.
  StringRef word = llvm::StringSwitch<StringRef>(mode)
                       .Cases({"constant", "reflect"}, mode)
                       .Case("edge", "replicate")
                       .Case("wrap", "circular")
                       .Default("");
  if (word.empty())
    node.error() << "attribute 'mode' is " << quote(mode)
                 << ", expected \"constant\", \"edge\", \"reflect\" or "
                    "\"wrap\"";
  if (!node.hasFailed() && node.getOpset() >= 11 && !node.getIntegers(1))
    return importComputedPad(node, mode);
  std::optional<double> fill = getFill(node);
  std::optional<Padding> padding = getPadding(node);
  if (!padding || node.hasFailed())
    return;
  // Cropped first: "reflect" and "edge" must see the remaining elements only.
  Value x = crop(node, node.getTensor(0), *padding);
  SmallVector<int64_t> widths;
  for (auto [before, after] : llvm::zip(padding->before, padding->after))
    widths.append({before, after});
  // After cropping nothing may be left to add.
  if (llvm::all_of(widths, [](int64_t width) { return width == 0; }))
    return node.setResult(0, x);
  auto pad = [&](Value value, double filled) {
    PadOp::Properties properties;
    properties.pad_width = builder.getDenseI64ArrayAttr(widths);
    properties.pad_value = builder.getF64FloatAttr(filled);
    properties.pad_mode = builder.getStringAttr(word);
    return node.emit<PadOp>(value, properties);
  };
  if (fill)
    return node.setResult(0, pad(x, *fill));
  // Where a tensor of ones is padded with zeros, the computed number goes.
  // A fill that only the run time knows cannot be an attribute. Padding a mask
  // of ones with 0 marks the places; then one `where` fills them, for each mode
  // alike.
  TensorMath math(node);
  x = giveSymbols(node, x);
  Value ones = node.emit<FullOp>(
      {node.makeShape(math.dims(x)), node.makeScalar(1, builder.getI1Type())});
  node.setResult(0, math.where(pad(ones, 0.0), pad(x, 0.0),
                               math.reshape(node.getTensor(2), {})));
}

void addPadOperators(OperatorTable &table) {
  table.add({
      {"Pad", 7, 10, 1, 1, importPad},
      {"Pad", 11, 17, 2, 3, importPad},
      {"Pad", 18, kLastOpset, 2, 4, importPad},
  });
}

} // namespace mlir::relax
