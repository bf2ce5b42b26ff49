// Convolutions and transposed convolutions.
#include "Convolution.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "SlidingWindow.h"

namespace mlir::relax {

/// The sizes of the weight behind its two channel axes.
static std::optional<SmallVector<int64_t>> getKernelSizes(NodeImport &node,
                                                          unsigned input = 1) {
  RankedTensorType type = node.getType(input);
  if (type.getRank() == node.getRank(0) && type.getRank() > 2 &&
      // The kernel must be static: relax's window attributes, and the padding
      // for SAME, are numbers.
      llvm::none_of(type.getShape().drop_front(2), ShapedType::isDynamic))
    return SmallVector<int64_t>(type.getShape().drop_front(2));
  // An unknown but consistent weight falls back to the attribute
  // `kernel_shape`. Only a wrong rank is an error.
  if (type.getRank() != node.getRank(0)) {
    node.error() << "weight is " << type << ", expected rank "
                 << node.getRank(0) << " like the data";
  }
  return std::nullopt;
}

/// `value` plus the bias, one number a channel, if the node has one.
static Value addBias(NodeImport &node, Value value) {
  // The bias has rank 1 and belongs to axis 1. Broadcasting aligns at the end,
  // so it needs one axis in front and one for each spatial axis behind; without
  // them a bias of length W would be added to the columns.
  if (!value || !node.hasInput(2))
    return value;
  if (node.getRank(2) != 1) {
    node.error() << "bias is " << node.getType(2) << ", expected rank 1";
    return nullptr;
  }
  SmallVector<int64_t> axes = {0};
  for (int64_t axis = 2; axis < node.getRank(0); ++axis)
    axes.push_back(axis);
  ExpandDimsOp::Properties properties;
  properties.axis = node.getBuilder().getDenseI64ArrayAttr(axes);
  Value bias = node.emit<ExpandDimsOp>(node.getTensor(2), properties);
  return node.emit<AddOp>({value, bias});
}

template <typename OpT>
static Value emitConv(NodeImport &node, Value x, Value weight,
                      const SlidingWindow &window, int64_t groups) {
  typename OpT::Properties properties;
  properties.strides = window.getStridesAttr(node);
  properties.padding = window.getPaddingAttr(node);
  properties.dilation = window.getDilationsAttr(node);
  properties.groups = node.getBuilder().getI64IntegerAttr(groups);
  return node.emit<OpT>({x, weight}, properties);
}

static int64_t getGroups(NodeImport &node) {
  int64_t groups = node.getInt("group", 1);
  if (groups < 1)
    node.error() << "attribute 'group' is " << groups
                 << ", expected at least 1";
  return groups;
}

Value emitConvolution(NodeImport &node, Value x, Value weight,
                      unsigned weightInput) {
  int64_t groups = getGroups(node);
  AutoPad mode = getAutoPad(node);
  std::optional<SlidingWindow> window =
      getSlidingWindow(node, getKernelSizes(node, weightInput));
  // SAME depends on the size of the data, so it is resolved here. Explicit pads
  // and VALID need nothing.
  if (window && (mode == AutoPad::SameUpper || mode == AutoPad::SameLower))
    padToSame(node, *window, mode);
  if (!window || node.hasFailed())
    return nullptr;
  if (window->getAxes() == 1)
    return emitConv<Conv1dOp>(node, x, weight, *window, groups);
  if (window->getAxes() == 2)
    return emitConv<Conv2dOp>(node, x, weight, *window, groups);
  return emitConv<Conv3dOp>(node, x, weight, *window, groups);
}

static void importConv(NodeImport &node) {
  node.setResult(0, addBias(node, emitConvolution(node, node.getTensor(0),
                                                  node.getTensor(1), 1)));
}

/// Padding that makes axis `axis` of the result `size` long; what is missing
/// goes to `extra`, at the end.
static void padToSize(NodeImport &node, SlidingWindow &window, size_t axis,
                      int64_t &extra, int64_t size, AutoPad mode) {
  SymExprAttr dim = node.getDims(0)[axis + 2];
  std::optional<int64_t> from = dim ? dim.getConstant() : std::nullopt;
  if (!from) {
    node.error() << "attribute 'output_shape' needs the size of axis "
                 << axis + 2 << "; give it with --input-shape";
    return;
  }
  // Inverse of the transposed convolution's size: out = stride * (in - 1) +
  // extra + span - padding (ConvTranspose, output_shape).
  int64_t total =
      window.strides[axis] * (*from - 1) + extra + window.getSpan(axis) - size;
  // A negative total cannot be padding. The result is then longer than the
  // formula gives, so that many rows are added at the end.
  if (total < 0)
    extra -= total;
  // Here an odd one goes in front, unless the upper end is asked for.
  bool isUpper = mode == AutoPad::SameUpper;
  distributePadding(window, axis, std::max<int64_t>(total, 0),
                    isUpper ? AutoPad::SameUpper : AutoPad::SameLower);
}

/// The padding of a transposed convolution, where it is not simply given.
static void padTransposed(NodeImport &node, SlidingWindow &window,
                          MutableArrayRef<int64_t> extra, AutoPad mode) {
  size_t axes = window.getAxes();
  std::optional<SmallVector<int64_t>> sizes = node.getInts("output_shape");
  // Old exporters put batch and channels into output_shape, too. Later opsets
  // say that it has spatial sizes only; both occur.
  if (sizes && sizes->size() == axes + 2)
    sizes->erase(sizes->begin(), sizes->begin() + 2);
  if (sizes && sizes->size() != axes) {
    node.error() << "attribute 'output_shape' has " << sizes->size()
                 << " entries, expected " << axes;
    return;
  }
  for (size_t axis = 0; axis < axes; ++axis) {
    if (sizes) {
      padToSize(node, window, axis, extra[axis], (*sizes)[axis], mode);
    } else if (mode == AutoPad::SameUpper || mode == AutoPad::SameLower) {
      // The result is the data's size times the stride.
      // For SAME, ONNX defines the output as input * stride. Put into the
      // formula, the input's size cancels, hence no size needs to be known.
      int64_t total = window.getSpan(axis) + extra[axis] - window.strides[axis];
      if (total < 0)
        extra[axis] -= total;
      distributePadding(window, axis, std::max<int64_t>(total, 0), mode);
    }
  }
}

template <typename OpT>
static Value emitConvTranspose(NodeImport &node, const SlidingWindow &window,
                               ArrayRef<int64_t> extra, int64_t groups) {
  typename OpT::Properties properties;
  properties.strides = window.getStridesAttr(node);
  properties.padding = window.getPaddingAttr(node);
  properties.dilation = window.getDilationsAttr(node);
  properties.groups = node.getBuilder().getI64IntegerAttr(groups);
  properties.output_padding = node.getBuilder().getDenseI64ArrayAttr(extra);
  return node.emit<OpT>({node.getTensor(0), node.getTensor(1)}, properties);
}

static void importConvTranspose(NodeImport &node) {
  int64_t groups = getGroups(node);
  AutoPad mode = getAutoPad(node);
  std::optional<SmallVector<int64_t>> extra = node.getInts("output_padding");
  std::optional<SlidingWindow> window =
      getSlidingWindow(node, getKernelSizes(node));
  if (!window)
    return;
  // The default of output_padding needs the number of axes, which the window
  // knows only now.
  if (!extra)
    extra.emplace(window->getAxes(), 0);
  if (extra->size() != window->getAxes()) {
    node.error() << "attribute 'output_padding' has " << extra->size()
                 << " entries, expected " << window->getAxes();
    return;
  }
  padTransposed(node, *window, *extra, mode);
  if (node.hasFailed())
    return;
  Value result;
  if (window->getAxes() == 1)
    result =
        emitConvTranspose<Conv1dTransposeOp>(node, *window, *extra, groups);
  else if (window->getAxes() == 2)
    result =
        emitConvTranspose<Conv2dTransposeOp>(node, *window, *extra, groups);
  else
    result =
        emitConvTranspose<Conv3dTransposeOp>(node, *window, *extra, groups);
  node.setResult(0, addBias(node, result));
}

void addConvolutionOperators(OperatorTable &table) {
  table.add({
      {"Conv", 7, kLastOpset, 2, 3, importConv},
      {"ConvTranspose", 7, kLastOpset, 2, 3, importConvTranspose},
  });
}

} // namespace mlir::relax
