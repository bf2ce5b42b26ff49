// How the window of a convolution or pooling node moves.
#include "SlidingWindow.h"

namespace mlir::relax {

// Larger numbers are a mistake and would overflow later.
// Sizes below 2^31 keep stride * index + dilation * offset below 2^63.
static constexpr int64_t kLargest = int64_t(1) << 31;

static DenseI64ArrayAttr toAttr(NodeImport &node, ArrayRef<int64_t> values) {
  return node.getBuilder().getDenseI64ArrayAttr(values);
}

DenseI64ArrayAttr SlidingWindow::getKernelAttr(NodeImport &node) const {
  return toAttr(node, kernel);
}
DenseI64ArrayAttr SlidingWindow::getStridesAttr(NodeImport &node) const {
  return toAttr(node, strides);
}
DenseI64ArrayAttr SlidingWindow::getDilationsAttr(NodeImport &node) const {
  return toAttr(node, dilations);
}
DenseI64ArrayAttr SlidingWindow::getPaddingAttr(NodeImport &node) const {
  return toAttr(node, padding);
}

AutoPad getAutoPad(NodeImport &node) {
  StringRef mode = node.getString("auto_pad", "NOTSET");
  if (mode == "SAME_UPPER")
    return AutoPad::SameUpper;
  if (mode == "SAME_LOWER")
    return AutoPad::SameLower;
  if (mode == "VALID")
    return AutoPad::Valid;
  // An empty string occurs in exported files and means the default.
  if (mode != "NOTSET" && !mode.empty())
    node.error() << "attribute 'auto_pad' is " << quote(mode)
                 << ", expected \"NOTSET\", \"SAME_UPPER\", \"SAME_LOWER\" or "
                    "\"VALID\"";
  return AutoPad::NotSet;
}

/// A list with `count` entries of at least `least`, `otherwise` each if the
/// attribute is not there.
static SmallVector<int64_t> getList(NodeImport &node, StringRef name,
                                    size_t count, int64_t least,
                                    int64_t otherwise) {
  SmallVector<int64_t> fallback(count, otherwise);
  std::optional<SmallVector<int64_t>> given = node.getInts(name);
  if (!given)
    return fallback;
  if (given->size() != count) {
    node.error() << "attribute '" << name << "' has " << given->size()
                 << " entries, expected " << count;
    return fallback;
  }
  for (int64_t value : *given)
    if (value < least || value > kLargest) {
      node.error() << "attribute '" << name << "' has entry " << value
                   << ", expected at least " << least;
      return fallback;
    }
  return *given;
}

std::optional<SlidingWindow>
getSlidingWindow(NodeImport &node, std::optional<SmallVector<int64_t>> kernel) {
  int64_t axes = node.getRank(0) - 2;
  // relax has windows over 1 to 3 axes.
  if (axes < 1 || axes > 3) {
    node.error() << "expected data of rank 3, 4 or 5, found "
                 << node.getType(0);
    return std::nullopt;
  }
  size_t count = axes;
  SlidingWindow window;
  // 0 is below the least entry and thus marks a missing attribute; for
  // convolutions the weight has the sizes.
  window.kernel = getList(node, "kernel_shape", count, 1, 0);
  // A contradiction means that one of both is damaged. The weight would decide,
  // silently.
  if (kernel && node.hasAttribute("kernel_shape") && window.kernel != *kernel &&
      !node.hasFailed())
    node.error() << "attribute 'kernel_shape' differs from the sizes of the "
                    "weight";
  if (kernel)
    window.kernel = *kernel;
  else if (!node.hasAttribute("kernel_shape"))
    node.error() << "expected attribute 'kernel_shape', found none";
  window.strides = getList(node, "strides", count, 1, 1);
  window.dilations = getList(node, "dilations", count, 1, 1);
  window.padding = getList(node, "pads", count * 2, 0, 0);
  if (node.hasFailed())
    return std::nullopt;
  return window;
}

// SAME_UPPER puts the odd element at the end, SAME_LOWER in front.
void distributePadding(SlidingWindow &window, size_t axis, int64_t total,
                       AutoPad mode) {
  int64_t less = total / 2, more = total - less;
  bool moreBefore = mode == AutoPad::SameLower;
  window.padding[axis] = moreBefore ? more : less;
  window.padding[axis + window.getAxes()] = moreBefore ? less : more;
}

void padToSame(NodeImport &node, SlidingWindow &window, AutoPad mode) {
  SmallVector<SymExprAttr> dims = node.getDims(0);
  for (size_t axis = 0; axis < window.getAxes(); ++axis) {
    int64_t span = window.getSpan(axis), stride = window.strides[axis];
    // For stride 1 the result is as long as the data, whatever their size, so
    // that symbols work.
    int64_t total = span - 1;
    if (stride != 1) {
      SymExprAttr dim = dims[axis + 2];
      std::optional<int64_t> size = dim ? dim.getConstant() : std::nullopt;
      if (!size) {
        node.error() << "automatic padding with stride " << stride
                     << " needs the size of axis " << axis + 2
                     << "; give it with --input-shape";
        return;
      }
      // SAME: ceil(size / stride) windows. What they need beyond the data is
      // padding.
      int64_t windows = (*size + stride - 1) / stride;
      total = (windows - 1) * stride + span - *size;
    }
    // A stride larger than the kernel leaves elements out; the padding is 0
    // then and not negative.
    distributePadding(window, axis, std::max<int64_t>(total, 0), mode);
  }
}

} // namespace mlir::relax
