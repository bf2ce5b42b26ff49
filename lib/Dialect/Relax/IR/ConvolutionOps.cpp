// Convolutions and transposed convolutions: types.
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SizeClaims.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorLayout.h"

namespace mlir::relax {

namespace {

/// What the two kinds of convolution have in common, checked step by step.
struct Convolution {
  template <typename Adaptor>
  Convolution(Adaptor op, StringRef spatial)
      : spatial(spatial), data(TensorInfo::of(op.getData())),
        weight(TensorInfo::of(op.getWeight())), groups(op.getGroups()),
        context(op.getData().getContext()) {}

  template <typename Adaptor>
  LogicalResult read(Adaptor op, EmitError emitError);
  template <typename Adaptor>
  LogicalResult readLayouts(Adaptor op, EmitError emitError);
  LogicalResult checkChannels(SymExprAttr perGroup, SymExprAttr split,
                              StringRef what, EmitError emitError) const;
  LogicalResult append(ArrayRef<SymExprAttr> axes, EmitError emitError,
                       SmallVectorImpl<Type> &types) const;

  StringRef spatial;
  TensorInfo data, weight, result;
  int64_t groups;
  MLIRContext *context;
  SmallVector<int64_t> strides, padding, dilation;
  /// The sizes N C and spatial; O I, or I O, and spatial.
  Dims dataAxes, weightAxes;
  TensorLayout outLayout;
};

} // namespace

template <typename Adaptor>
LogicalResult Convolution::readLayouts(Adaptor op, EmitError emitError) {
  std::string dataLetters = ("NC" + spatial).str();
  std::string weightLetters = ("OI" + spatial).str();
  StringRef outText =
      op.getOutLayout().empty() ? op.getDataLayout() : op.getOutLayout();
  // R3: layouts that name the right axes.
  FailureOr<TensorLayout> dataLayout =
      TensorLayout::parse(op.getDataLayout(), dataLetters, emitError.rule(3));
  FailureOr<TensorLayout> kernelLayout = TensorLayout::parse(
      op.getKernelLayout(), weightLetters, emitError.rule(3));
  FailureOr<TensorLayout> resultLayout =
      TensorLayout::parse(outText, dataLetters, emitError.rule(3));
  if (failed(dataLayout) || failed(kernelLayout) || failed(resultLayout))
    return failure();
  outLayout = *resultLayout;
  // R4: ranks as the layouts say.
  FailureOr<Dims> sizes = dataLayout->getAxes(data, "data", emitError.rule(4));
  if (failed(sizes))
    return failure();
  dataAxes = *sizes;
  sizes = kernelLayout->getAxes(weight, "weight", emitError.rule(4));
  if (failed(sizes))
    return failure();
  weightAxes = *sizes;
  return success();
}

template <typename Adaptor>
LogicalResult Convolution::read(Adaptor op, EmitError emitError) {
  size_t count = spatial.size();
  // R2: one number an axis.
  FailureOr<SmallVector<int64_t>> numbers =
      getPerAxis(op.getStrides(), count, 1, 1, "strides", emitError.rule(2));
  if (failed(numbers))
    return failure();
  strides = *numbers;
  numbers =
      getPerAxis(op.getDilation(), count, 1, 1, "dilation", emitError.rule(2));
  if (failed(numbers))
    return failure();
  dilation = *numbers;
  numbers = getPerAxis(op.getPadding(), 2 * count, 0, 0, "padding",
                       emitError.rule(2));
  if (failed(numbers))
    return failure();
  padding = *numbers;

  // R1: one element type, or one to accumulate in.
  if (op.getOutDtype()) {
    result.element = *op.getOutDtype();
  } else {
    FailureOr<Type> element =
        getCommonElement({data, weight}, emitError.rule(1));
    if (failed(element))
      return failure();
    result.element = *element;
  }
  // R7: one device.
  FailureOr<VDeviceAttr> vdevice =
      getCommonVDevice({data, weight}, emitError.rule(7));
  if (failed(vdevice))
    return failure();
  result.vdevice = *vdevice;
  return readLayouts(op, emitError);
}

LogicalResult Convolution::checkChannels(SymExprAttr perGroup,
                                         SymExprAttr split, StringRef what,
                                         EmitError emitError) const {
  SymExprAttr found = dataAxes[1], expected = perGroup * groups;
  Proof equal = compareDims(found, expected);
  if (equal == Proof::Unknown)
    claimEqual(expected, found);
  if (equal == Proof::Different)
    return emitError() << "expects " << toString(expected)
                       << " input channels, as weight and groups say, but "
                          "found "
                       << toString(found);
  std::optional<int64_t> count =
      split ? split.getConstant() : std::optional<int64_t>();
  if (count && *count % groups != 0)
    return emitError() << "expects " << what << " that divide into " << groups
                       << " groups, but found " << *count;
  return success();
}

LogicalResult Convolution::append(ArrayRef<SymExprAttr> axes,
                                  EmitError emitError,
                                  SmallVectorImpl<Type> &types) const {
  TensorInfo info = result;
  info.dims = outLayout.fromAxes(axes);
  return appendType(info, emitError, types);
}

template <typename Adaptor>
static LogicalResult inferConvolution(Adaptor op, StringRef spatial,
                                      EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  Convolution conv(op, spatial);
  if (failed(conv.read(op, emitError)))
    return failure();
  SymExprAttr outputs = conv.weightAxes[0];
  // R5: channels in equal groups.
  if (failed(conv.checkChannels(conv.weightAxes[1], outputs, "output channels",
                                emitError.rule(5))) ||
      failed(conv.checkChannels({}, conv.dataAxes[1], "input channels",
                                emitError.rule(5))))
    return failure();
  Dims sizes = {conv.dataAxes[0], outputs};
  size_t count = spatial.size();
  for (size_t axis = 0; axis < count; ++axis) {
    Window window{conv.weightAxes[axis + 2], conv.strides[axis],
                  conv.dilation[axis], conv.padding[axis],
                  conv.padding[axis + count]};
    // R6: a window that fits.
    FailureOr<SymExprAttr> places =
        getWindowCount(conv.dataAxes[axis + 2], window, emitError.rule(6));
    if (failed(places))
      return failure();
    sizes.push_back(*places);
  }
  return conv.append(sizes, emitError.rule(6), types);
}

template <typename Adaptor>
static LogicalResult inferConvTranspose(Adaptor op, StringRef spatial,
                                        EmitError emitError,
                                        SmallVectorImpl<Type> &types) {
  Convolution conv(op, spatial);
  if (failed(conv.read(op, emitError)))
    return failure();
  // R5: channels in equal groups; here the weight has all input channels and
  // the output channels of one group.
  SymExprAttr inputs = conv.weightAxes[1];
  if (failed(verifySameDim(inputs, conv.dataAxes[1],
                           "the number of input channels",
                           emitError.rule(5))) ||
      failed(conv.checkChannels({}, pickKnown(inputs, conv.dataAxes[1]),
                                "input channels", emitError.rule(5))))
    return failure();
  size_t count = spatial.size();
  // R8: output padding within one step of the window.
  FailureOr<SmallVector<int64_t>> extra = getPerAxis(
      op.getOutputPadding(), count, 0, 0, "output_padding", emitError.rule(8));
  if (failed(extra))
    return failure();
  Dims sizes = {conv.dataAxes[0], conv.weightAxes[0] * conv.groups};
  for (size_t axis = 0; axis < count; ++axis) {
    int64_t limit = std::max(conv.strides[axis], conv.dilation[axis]);
    if ((*extra)[axis] >= limit)
      return emitError(8) << "expects entries of 'output_padding' below "
                          << limit << ", but found " << (*extra)[axis];
    SymExprAttr moved = (conv.dataAxes[axis + 2] - 1) * conv.strides[axis];
    SymExprAttr extent =
        (conv.weightAxes[axis + 2] - 1) * conv.dilation[axis] + 1;
    sizes.push_back(moved + extent - conv.padding[axis] -
                    conv.padding[axis + count] + (*extra)[axis]);
  }
  // R6: some of the result is left without the padding.
  return conv.append(sizes, emitError.rule(6), types);
}

void RelaxDialect::registerConvolutionOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ConvolutionOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ConvolutionOps.cpp.inc"
