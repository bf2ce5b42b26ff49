// Operators in layouts that their programs do not know: the operands' axes are
// moved to where the programs expect them, and the result's axes back. An axis
// that is split into blocks becomes whole in between.
// Kernels are written for one plain layout of each operator. Others become
// permutations and reshapes around it, which layout passes may move or cancel;
// a kernel for each of TVM's layouts would be dozens.
#include "Decomposition.h"
#include "KernelLayout.h"

#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/ImageOps.h"
#include "Relax/Dialect/Relax/IR/PoolingOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/VisionOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

using Values = SmallVector<Value>;

namespace {
/// A dimension of a layout: the letter of an axis and 0, or the size of a
/// block of it.
struct Part {
  char axis;
  int64_t block;
};
} // namespace

/// The dimensions of a layout that is known to be one.
static SmallVector<Part> readLayout(StringRef layout) {
  SmallVector<Part> parts;
  while (!layout.empty()) {
    int64_t block = 0;
    // The layout was verified, so characters are not checked again.
    (void)layout.consumeInteger(10, block);
    parts.push_back({llvm::toUpper(layout.front()), block});
    layout = layout.drop_front();
  }
  return parts;
}

/// The places in a layout of the parts of each of `axes`, in this order, a
/// block behind its axis.
static SmallVector<int64_t> getOrder(ArrayRef<Part> parts, StringRef axes) {
  SmallVector<int64_t> order;
  for (char axis : axes)
    for (bool isBlock : {false, true})
      for (auto [place, part] : llvm::enumerate(parts))
        if (part.axis == axis && (part.block != 0) == isBlock)
          order.push_back(place);
  return order;
}

/// A tensor in a layout as one whose dimensions are `axes`.
static Value toPlain(Decomposition &rules, Value value, StringRef layout,
                     StringRef axes) {
  if (layout == axes)
    return value;
  SmallVector<Part> parts = readLayout(layout);
  SmallVector<int64_t> order = getOrder(parts, axes);
  Dims dims = Decomposition::dimsOf(value), whole;
  // A block multiplies with its axis: (C / 8, H, W, 8) becomes C, H, W.
  for (int64_t place : order) {
    if (parts[place].block == 0)
      whole.push_back(dims[place]);
    else
      whole.back() = whole.back() * parts[place].block;
  }
  Value moved = rules.permute(value, order);
  return parts.size() == axes.size() ? moved : rules.reshape(moved, whole);
}

/// A tensor whose dimensions are `axes` in a layout; null, and a rejection,
/// where an axis is not known to be made of whole blocks.
static Value fromPlain(Decomposition &rules, Value value, StringRef layout,
                       StringRef axes) {
  if (!value || layout == axes)
    return value;
  SmallVector<Part> parts = readLayout(layout);
  SmallVector<int64_t> order = getOrder(parts, axes), back(order.size());
  Dims apart;
  Dims sizes = Decomposition::dimsOf(value);
  auto size = sizes.begin();
  for (auto [at, place] : llvm::enumerate(order)) {
    back[place] = at;
    int64_t block = parts[place].block;
    if (block == 0) {
      apart.push_back(*size++);
      continue;
    }
    // Whole blocks only: a size that the block does not divide would need
    // padding that the result's type does not have.
    SymExprAttr outer = floorDiv(apart.back(), block);
    if (compareDims(outer * block, apart.back()) != Proof::Equal) {
      rules.notifyMatchFailure("expected axis " + Twine(parts[place].axis) +
                               " of the " + "result to be made of blocks of " +
                               Twine(block) + ", but its size is " +
                               toString(apart.back()));
      return {};
    }
    apart.back() = outer;
    apart.push_back(getDim(rules.getContext(), block));
  }
  if (parts.size() != axes.size())
    value = rules.reshape(value, apart);
  return rules.permute(value, back);
}

static bool hasBlocks(StringRef layout) {
  return llvm::any_of(layout, llvm::isLower);
}

/// Whether a layout splits an axis that windows move along.
/// Windows over a split axis would step between blocks; no kernel here does.
static bool splitsSpatial(StringRef layout) {
  return layout.find_first_of("dhw") != StringRef::npos;
}

template <typename Op>
static StringAttr getName(Op op, StringRef layout) {
  return StringAttr::get(op.getContext(), layout);
}

/// The axes of an operator with this many spatial ones, behind `channels`.
static std::string getAxes(StringRef channels, StringRef layout) {
  std::string axes = channels.str();
  for (char axis : {'D', 'H', 'W'})
    if (layout.contains(axis))
      axes.push_back(axis);
  return axes;
}

static StringRef getOutLayout(StringRef layout, StringRef outLayout) {
  return outLayout.empty() ? layout : outLayout;
}

/// Whether a vector of channels pays for moving them behind the pixels: it has
/// the places of samples and their weights once. Most sizes may be unknown.
static bool wantsChannelsLast(ROIAlignOp op) {
  constexpr int64_t kVector = 8, kPixels = 4;
  // An op without operands stands for all of its name.
  if (op->getNumOperands() == 0)
    return false;
  auto data = dyn_cast<RankedTensorType>(op.getData().getType());
  auto rois = dyn_cast<RankedTensorType>(op.getRois().getType());
  if (op.getLayout() != "NCHW" || !data || !rois ||
      (!data.isDynamicDim(1) && data.getDimSize(1) < kVector))
    return false;
  if (rois.isDynamicDim(0) || data.isDynamicDim(2) || data.isDynamicDim(3))
    return true;
  int64_t ratio = std::max<int64_t>(op.getSampleRatio(), 1);
  double samples = double(rois.getDimSize(0)) * op.getPooledSize()[0] *
                   op.getPooledSize()[1] * ratio * ratio;
  return samples * kPixels >= double(data.getDimSize(2)) * data.getDimSize(3);
}

/// The layout that the program of an operator is written for.
template <typename Op>
static std::string getProgramLayout(Op op) {
  return getAxes("NC", op.getLayout());
}
static std::string getProgramLayout(ROIAlignOp op) {
  bool isLast = op.getLayout() == "NHWC" || wantsChannelsLast(op);
  return isLast ? "NHWC" : "NCHW";
}

/// One with a single layout, of its first operand and its result.
/// Properties are copied, so attributes that this rule does not know keep their
/// values.
template <typename Op>
static Values moveImage(Op op, Decomposition &rules) {
  std::string axes = getProgramLayout(op);
  typename Op::Properties properties = op.getProperties();
  properties.layout = getName(op, axes);
  Values operands(op->getOperands());
  operands[0] = toPlain(rules, operands[0], op.getLayout(), axes);
  return {fromPlain(rules, rules.emit<Op>(operands, properties), op.getLayout(),
                    axes)};
}

template <typename Op>
static Values movePool(Op op, Decomposition &rules) {
  std::string axes = getAxes("NC", op.getLayout());
  StringRef out = getOutLayout(op.getLayout(), op.getOutLayout());
  typename Op::Properties properties = op.getProperties();
  properties.layout = properties.out_layout = getName(op, axes);
  Value data = toPlain(rules, op.getData(), op.getLayout(), axes);
  return {fromPlain(rules, rules.emit<Op>(data, properties), out, axes)};
}

template <typename Op>
static Values movePoolBackward(Op op, Decomposition &rules) {
  std::string axes = getAxes("NC", op.getLayout());
  StringRef out = getOutLayout(op.getLayout(), op.getOutLayout());
  typename Op::Properties properties = op.getProperties();
  properties.layout = properties.out_layout = getName(op, axes);
  Value gradient = toPlain(rules, op.getOutputGrad(), out, axes);
  Value data = toPlain(rules, op.getData(), op.getLayout(), axes);
  return {fromPlain(rules, rules.emit<Op>({gradient, data}, properties),
                    op.getLayout(), axes)};
}

template <typename Op>
static Values moveConvolution(Op op, Decomposition &rules,
                              StringRef kernelChannels) {
  std::string axes = getAxes("NC", op.getDataLayout());
  std::string kernelAxes = getAxes(kernelChannels, op.getDataLayout());
  StringRef out = getOutLayout(op.getDataLayout(), op.getOutLayout());
  typename Op::Properties properties = op.getProperties();
  properties.data_layout = properties.out_layout = getName(op, axes);
  properties.kernel_layout = getName(op, kernelAxes);
  Value data = toPlain(rules, op.getData(), op.getDataLayout(), axes);
  Value weight =
      toPlain(rules, op.getWeight(), op.getKernelLayout(), kernelAxes);
  return {
      fromPlain(rules, rules.emit<Op>({data, weight}, properties), out, axes)};
}

bool isInOtherLayout(Operation *op) {
  auto splits = [](auto op) {
    StringRef layout = op.getLayout(), out = op.getOutLayout();
    return splitsSpatial(layout) || splitsSpatial(out) ||
           (!out.empty() && out != layout &&
            (hasBlocks(layout) || hasBlocks(out)));
  };
  auto hasBlocked = [](auto op) {
    return hasBlocks(op.getDataLayout()) || hasBlocks(op.getKernelLayout()) ||
           hasBlocks(op.getOutLayout());
  };
  auto hasBlockedConv = [&](auto op) {
    // Kernels in blocks of output channels are known to the lowering itself.
    bool isKnown = getOutputBlock(op.getKernelLayout()) != 0;
    return hasBlocks(op.getDataLayout()) || hasBlocks(op.getOutLayout()) ||
           (hasBlocks(op.getKernelLayout()) && !isKnown);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      // Programs of these are written for NCHW only.
      .Case<GridSampleOp, ROIPoolOp>(
          [](auto op) { return op.getLayout() != "NCHW"; })
      .Case(
          [](ROIAlignOp op) { return op.getLayout() != getProgramLayout(op); })
      .Case<Resize2dOp, Resize3dOp>(
          [](auto op) { return splitsSpatial(op.getLayout()); })
      .Case<AdaptiveAvgPool1dOp, AdaptiveAvgPool2dOp, AdaptiveAvgPool3dOp,
            AvgPool1dOp, AvgPool2dOp, AvgPool3dOp, MaxPool1dOp, MaxPool2dOp,
            MaxPool3dOp, AvgPool2dBackwardOp, MaxPool2dBackwardOp>(splits)
      .Case<Conv1dOp, Conv2dOp, Conv3dOp>(hasBlockedConv)
      .Case<Conv1dTransposeOp, Conv2dTransposeOp, Conv3dTransposeOp>(hasBlocked)
      .Default(false);
}

SmallVector<Value> decomposeLayout(Operation *op, Decomposition &rules) {
  return llvm::TypeSwitch<Operation *, Values>(op)
      .Case<GridSampleOp, ROIAlignOp, ROIPoolOp, Resize2dOp, Resize3dOp>(
          [&](auto op) { return moveImage(op, rules); })
      .Case<AdaptiveAvgPool1dOp, AdaptiveAvgPool2dOp, AdaptiveAvgPool3dOp,
            AvgPool1dOp, AvgPool2dOp, AvgPool3dOp, MaxPool1dOp, MaxPool2dOp,
            MaxPool3dOp>([&](auto op) { return movePool(op, rules); })
      .Case<AvgPool2dBackwardOp, MaxPool2dBackwardOp>(
          [&](auto op) { return movePoolBackward(op, rules); })
      .Case<Conv1dOp, Conv2dOp, Conv3dOp>(
          [&](auto op) { return moveConvolution(op, rules, "OI"); })
      .Case<Conv1dTransposeOp, Conv2dTransposeOp, Conv3dTransposeOp>(
          [&](auto op) { return moveConvolution(op, rules, "IO"); })
      .Default(Values());
}

} // namespace mlir::relax
