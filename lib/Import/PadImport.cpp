// The operator that puts elements around a tensor, or takes them away.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "TensorMath.h"
#include "llvm/ADT/StringSwitch.h"

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
    if (before >= 0 && after >= 0)
      continue;
    // The end of the slice is size + after, hence the size must be an
    // expression.
    SymExprAttr dim = dims[axis];
    if (!dim) {
      node.error() << "negative padding needs the size of axis " << axis;
      return nullptr;
    }
    axes.push_back(int64_t(axis));
    begin.push_back(node.makeExpr(std::max<int64_t>(-before, 0)));
    end.push_back(after < 0 ? dim + after : dim);
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

/// Paddings whose widths are computed: tensors are joined on both sides.
/// `pad` in relax has constant widths. A concatenation with filled blocks does
/// the same for constant mode, and only for that.
static void importComputedPad(NodeImport &node) {
  TensorMath math(node);
  int64_t rank = node.getRank(0);
  SmallVector<SymExprAttr> widths = readSizes(node, 1);
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < rank; ++axis)
    axes.push_back(axis);
  if (node.hasInput(3))
    axes = node.normalizeAxes(node.requireIntegers(3, "axes"), rank);
  auto isNegative = [](SymExprAttr width) {
    // A width that may be negative would crop. Without a lower bound nothing
    // can be said, so it counts as negative.
    return width.getLowerBound().value_or(-1) < 0;
  };
  if (!node.hasFailed() &&
      (node.getString("mode", "constant") != "constant" ||
       widths.size() != 2 * axes.size() || llvm::any_of(widths, isNegative)))
    node.error() << "expected constant integers as pads, or " << 2 * axes.size()
                 << " computed ones that are not negative and mode "
                    "\"constant\", found "
                 << node.getType(1);
  if (node.hasFailed())
    return;
  Value x = giveSymbols(node, node.getTensor(0));
  // Input 2 may have rank 1; `full` wants rank 0.
  Value fill = node.hasInput(2) ? math.reshape(node.getTensor(2), {})
                                : math.number(0, x);
  for (size_t index = 0; index < axes.size(); ++index) {
    int64_t axis = axes[index];
    auto makeSide = [&](SymExprAttr width) {
      // Sizes are read from x as it is now: the second axis pads the blocks of
      // the first as well, which fills the corners.
      SmallVector<SymExprAttr> dims = math.dims(x);
      dims[axis] = width;
      return node.emit<FullOp>({node.makeShape(dims), fill});
    };
    SmallVector<Value> parts = {x};
    if (SymExprAttr before = widths[index]; before.getConstant() != 0)
      parts.insert(parts.begin(), makeSide(before));
    if (SymExprAttr after = widths[index + axes.size()];
        after.getConstant() != 0)
      parts.push_back(makeSide(after));
    x = math.concat(parts, axis);
  }
  node.setResult(0, x);
}

static void importPad(NodeImport &node) {
  if (node.getOpset() >= 11 && !node.getIntegers(1))
    return importComputedPad(node);
  Builder &builder = node.getBuilder();
  StringRef mode = node.getString("mode", "constant");
  // The names are numpy's, except that relax calls numpy's wrap circular.
  StringRef word = llvm::StringSwitch<StringRef>(mode)
                       .Cases({"constant", "edge", "reflect"}, mode)
                       .Case("wrap", "circular")
                       .Default("");
  if (word.empty())
    node.error() << "attribute 'mode' is " << quote(mode)
                 << ", expected \"constant\", \"edge\", \"reflect\" or "
                    "\"wrap\"";
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

static const Operator kOperators[] = {
    {"Pad", 7, 10, 1, 1, importPad},
    {"Pad", 11, 17, 2, 3, importPad},
    {"Pad", 18, kLastOpset, 2, 4, importPad},
};

void addPadOperators(OperatorTable &table) { table.add(kOperators); }

} // namespace mlir::relax
