// Lowers convolutions of any rank, and transposed ones.
//
// Padding is a copy into a larger buffer of zeros, so that the computation
// itself has no test. A transposed convolution spreads its operand out over
// such a buffer and convolves that with the flipped kernel. Where its windows
// are contiguous, each element of the result has one product a channel: a
// matrix product, and a reordering of its elements.
// A direct form; im2col, packing and tiles are for schedules. So the program
// says what a convolution is: sums of products, with reductions over channels
// and window.
#include "Elementwise.h"
#include "IndexMath.h"
#include "KernelLayout.h"
#include "Padding.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/TensorLayout.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"

namespace mlir::relax {

namespace {
/// One convolution, its layouts resolved to places of axes. Axes of a window
/// are counted from 0.
struct Convolution {
  unsigned numWindowAxes = 0;
  SmallVector<int64_t> strides, dilation, before, after;
  int64_t groups = 1;
  /// Where batch, channels and window axes are; for the kernel where output
  /// channels, input channels and window axes are.
  SmallVector<int64_t> data, kernel, output;
  /// How many output channels the last dimension of the kernel holds, one next
  /// to the other; 0 if they are not split.
  int64_t kernelBlock = 0;
};
} // namespace

/// The places of the axes that `axes` lists in `text`, which the op's verifier
/// accepted and which has no blocks but at its end.
/// Layout letters in any order (NCHW, NHWC) become places once; the loops below
/// are the same for all.
static SmallVector<int64_t> getPlaces(StringRef text, StringRef axes) {
  FailureOr<TensorLayout> layout = TensorLayout::parse(text, axes, EmitError());
  SmallVector<int64_t> places;
  for (size_t axis = 0; axis < axes.size(); ++axis)
    places.push_back(layout->getPlace(axis));
  return places;
}

static SmallVector<int64_t> getOr(std::optional<ArrayRef<int64_t>> numbers,
                                  unsigned count, int64_t missing) {
  if (numbers && !numbers->empty())
    return SmallVector<int64_t>(*numbers);
  return SmallVector<int64_t>(count, missing);
}

/// Reads attributes and layouts; fails, with a rejection, for blocked layouts.
template <typename Op>
static FailureOr<Convolution> readConvolution(Op op, KernelBuilder &kernel,
                                              StringRef window,
                                              StringRef kernelChannels) {
  Convolution conv;
  conv.numWindowAxes = window.size();
  conv.strides = getOr(op.getStrides(), window.size(), 1);
  conv.dilation = getOr(op.getDilation(), window.size(), 1);
  SmallVector<int64_t> padding = getOr(op.getPadding(), 2 * window.size(), 0);
  conv.before.assign(padding.begin(), padding.begin() + window.size());
  conv.after.assign(padding.begin() + window.size(), padding.end());
  conv.groups = op.getGroups();
  StringRef outLayout =
      op.getOutLayout().empty() ? op.getDataLayout() : op.getOutLayout();
  conv.data = getPlaces(op.getDataLayout(), ("NC" + window).str());
  conv.kernel =
      getPlaces(op.getKernelLayout(), (kernelChannels + window).str());
  conv.kernelBlock = getOutputBlock(op.getKernelLayout());
  conv.output = getPlaces(outLayout, ("NC" + window).str());
  return conv;
}

/// The operand in a buffer of zeros whose window axes have the given extents:
/// element `i` is at `i * spread + before`, which is inside.
/// The operand is copied because a test in the innermost loop would keep
/// schedules from vectorizing it, and fusing the copy into the producer is
/// common.
static Value buildInZeros(KernelBuilder &kernel, const Convolution &conv,
                          ArrayRef<OpFoldResult> windowExtents,
                          BorderPlacement window) {
  OpBuilder &builder = kernel.builder();
  Value data = kernel.input(0);
  Type element = getElementType(data);
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, kernel.loc(), data);
  BorderPlacement placement;
  placement.before.assign(extents.size(), 0);
  placement.spread.assign(extents.size(), 1);
  placement.fits = window.fits;
  for (unsigned axis = 0; axis < conv.numWindowAxes; ++axis) {
    int64_t place = conv.data[2 + axis];
    extents[place] = windowExtents[axis];
    placement.before[place] = window.before[axis];
    placement.spread[place] = window.spread[axis];
  }
  Value buffer = tir::allocBuffer(builder, kernel.loc(), extents, element);
  buildPadded(builder, kernel.loc(), data, buffer, placement,
              zeroOf(builder, kernel.loc(), element));
  return buffer;
}

/// The operand with its padding.
static Value buildPadding(KernelBuilder &kernel, const Convolution &conv) {
  OpBuilder &builder = kernel.builder();
  Value data = kernel.input(0);
  // No padding, no copy.
  if (llvm::all_of(conv.before, [](int64_t pad) { return pad == 0; }) &&
      llvm::all_of(conv.after, [](int64_t pad) { return pad == 0; }))
    return data;
  SmallVector<OpFoldResult> from = tir::getExtents(builder, kernel.loc(), data);
  SmallVector<OpFoldResult> extents;
  for (unsigned axis = 0; axis < conv.numWindowAxes; ++axis)
    extents.push_back(IndexMath(builder, kernel.loc())
                          .addExtents(from[conv.data[2 + axis]],
                                      builder.getIndexAttr(conv.before[axis] +
                                                           conv.after[axis])));
  // Padding is not negative, so no bounds check is made.
  return buildInZeros(kernel, conv, extents,
                      {SmallVector<int64_t>(conv.before),
                       SmallVector<int64_t>(conv.numWindowAxes, 1),
                       /*fits=*/true});
}

/// Fills in where a step of the window reads the operand and the kernel; a
/// `flippedKernel`, if there is one, is read from its end.
static void setWindowIndices(const Convolution &conv, IndexMath math,
                             ValueRange spatial, ValueRange reduce,
                             ArrayRef<int64_t> strides,
                             MemRefType flippedKernel,
                             MutableArrayRef<Value> dataIndices,
                             MutableArrayRef<Value> weightIndices) {
  for (unsigned axis = 0; axis < conv.numWindowAxes; ++axis) {
    Value step = reduce[1 + axis];
    dataIndices[conv.data[2 + axis]] =
        math.add(math.mul(spatial[conv.output[2 + axis]], strides[axis]),
                 math.mul(step, conv.dilation[axis]));
    int64_t place = conv.kernel[2 + axis];
    weightIndices[place] =
        flippedKernel
            // A transposed convolution reads the kernel backwards, as a
            // convolution (not a correlation) does.
            ? math.sub(math.constant(flippedKernel.getDimSize(place) - 1), step)
            : step;
  }
}

/// How many channels one group has.
static OpFoldResult divide(OpBuilder &builder, Location loc,
                           OpFoldResult channels, int64_t groups) {
  if (std::optional<int64_t> known = getConstantIntValue(channels))
    return builder.getIndexAttr(*known / groups);
  IndexMath math(builder, loc);
  return math.div(math.value(channels), math.constant(groups));
}

/// The axes of the kernel that are summed over, 0 for the input channels, then
/// those of the window; in the order in which the kernel has them.
/// The reduction follows the kernel's memory order: its innermost loop then
/// reads consecutive weights.
static SmallVector<unsigned> getReducedAxes(const Convolution &conv) {
  SmallVector<unsigned> axes =
      llvm::to_vector(llvm::seq<unsigned>(0, 1 + conv.numWindowAxes));
  llvm::sort(axes, [&](unsigned left, unsigned right) {
    return conv.kernel[1 + left] < conv.kernel[1 + right];
  });
  return axes;
}

/// Where the kernel has an output channel of those of one group.
static void setOutputChannel(const Convolution &conv, IndexMath math,
                             Value channel,
                             MutableArrayRef<Value> weightIndices) {
  // Blocks of output channels in the kernel's last dimension (OIHW8o) are what
  // CPU schedules want.
  if (conv.kernelBlock == 0) {
    weightIndices[conv.kernel[0]] = channel;
    return;
  }
  Value block = math.constant(conv.kernelBlock);
  weightIndices[conv.kernel[0]] = math.div(channel, block);
  weightIndices.back() = math.rem(channel, block);
}

/// The input channel that is `step` of the group of an output channel.
static Value getInputChannel(IndexMath math, Value channel,
                             OpFoldResult outPerGroup, OpFoldResult inPerGroup,
                             Value step) {
  Value group = math.div(channel, math.value(outPerGroup));
  // Depthwise: one input channel for each group.
  return isConstantIntValue(inPerGroup, 1)
             ? group
             : math.add(math.mul(group, math.value(inPerGroup)), step);
}

/// The steps by the number of their axis; `axes` says which axis each is of.
static SmallVector<Value> sortByAxis(ArrayRef<unsigned> axes,
                                     ValueRange steps) {
  SmallVector<Value> sorted(steps.size());
  for (auto [axis, step] : llvm::zip_equal(axes, steps))
    sorted[axis] = step;
  return sorted;
}

/// What a block computes: sums of products over the window and the channels of
/// a group. `flipped` reads the kernel from its end.
static void buildProducts(KernelBuilder &kernel, const Convolution &conv,
                          Value data, ArrayRef<int64_t> strides, bool flipped,
                          Value sums) {
  OpBuilder &builder = kernel.builder();
  Value weight = kernel.input(1);
  auto weightType = cast<MemRefType>(weight.getType());
  Type wide = getElementType(sums);
  SmallVector<OpFoldResult> weightExtents =
      tir::getExtents(builder, kernel.loc(), weight);
  // The kernel's channels: those of one group on one side, all on the other.
  int64_t inPlace = conv.kernel[1];
  OpFoldResult outPerGroup = weightExtents[conv.kernel[0]];
  OpFoldResult inPerGroup = weightExtents[inPlace];
  OpFoldResult &shared = flipped ? inPerGroup : outPerGroup;
  if (conv.groups > 1)
    shared = divide(builder, kernel.loc(), shared, conv.groups);
  weightExtents[inPlace] = inPerGroup;
  SmallVector<unsigned> axes = getReducedAxes(conv);
  auto reduced = llvm::map_to_vector(axes, [&](unsigned axis) {
    return weightExtents[conv.kernel[1 + axis]];
  });
  tir::buildReduceBlock(
      builder, kernel.loc(), "conv",
      tir::getExtents(builder, kernel.loc(), sums), reduced,
      zeroOf(builder, kernel.loc(), wide),
      [&](OpBuilder &inner, Location loc, ValueRange spatial,
          ValueRange inOrder, Value acc) {
        IndexMath math(inner, loc);
        SmallVector<Value> reduce = sortByAxis(axes, inOrder);
        Value channel = spatial[conv.output[1]];
        SmallVector<Value> dataIndices(spatial.size());
        SmallVector<Value> weightIndices(weightType.getRank());
        dataIndices[conv.data[0]] = spatial[conv.output[0]];
        Value inChannel = conv.groups == 1
                              ? reduce[0]
                              : getInputChannel(math, channel, outPerGroup,
                                                inPerGroup, reduce[0]);
        dataIndices[conv.data[1]] = inChannel;
        // A transposed kernel has all input channels, an ordinary one all
        // output channels.
        weightIndices[inPlace] = flipped ? inChannel : reduce[0];
        setOutputChannel(conv, math,
                         flipped && conv.groups > 1
                             ? math.rem(channel, math.value(outPerGroup))
                             : channel,
                         weightIndices);
        setWindowIndices(conv, math, spatial, reduce, strides,
                         flipped ? weightType : MemRefType(), dataIndices,
                         weightIndices);
        Value lhs = castScalar(
            inner, loc, memref::LoadOp::create(inner, loc, data, dataIndices),
            wide);
        Value rhs = castScalar(
            inner, loc,
            memref::LoadOp::create(inner, loc, weight, weightIndices), wide);
        return addScalar(inner, loc, acc, mulScalar(inner, loc, lhs, rhs));
      },
      sums);
}

/// A kernel that is read from its end has to be known when the program is
/// built.
/// Reading from the end needs the size in the index; with a symbol every index
/// would be an expression of it.
static LogicalResult checkKernelShape(KernelBuilder &kernel) {
  auto weight = cast<MemRefType>(kernel.input(1).getType());
  if (!weight.hasStaticShape())
    return kernel.notifyMatchFailure("expected a kernel of static shape");
  return success();
}

template <typename Op>
static LogicalResult lowerConvolution(Op op, KernelBuilder &kernel,
                                      StringRef window) {
  FailureOr<Convolution> conv = readConvolution(op, kernel, window, "OI");
  if (failed(conv))
    return failure();
  Value data = buildPadding(kernel, *conv);
  buildSums(kernel, [&](Value sums) {
    buildProducts(kernel, *conv, data, conv->strides, /*flipped=*/false, sums);
  });
  return success();
}

/// The operand spread out by the strides over zeros, so that the flipped kernel
/// finds what it needs.
/// The spread operand begins `reach - before` behind the start. A padding
/// larger than the reach crops it; TVM's gradient of a convolution, whose
/// kernel is smaller than its padding, makes such ones.
static Value buildSpread(KernelBuilder &kernel, const Convolution &conv,
                         ArrayRef<int64_t> outputPadding) {
  OpBuilder &builder = kernel.builder();
  auto weight = cast<MemRefType>(kernel.input(1).getType());
  SmallVector<OpFoldResult> outExtents =
      tir::getExtents(builder, kernel.loc(), kernel.output());
  SmallVector<OpFoldResult> extents;
  // Spread elements end inside, unless cropped: no bounds check is made then.
  BorderPlacement window;
  window.spread.assign(conv.strides.begin(), conv.strides.end());
  window.fits = true;
  for (unsigned axis = 0; axis < conv.numWindowAxes; ++axis) {
    int64_t reach =
        conv.dilation[axis] * (weight.getDimSize(conv.kernel[2 + axis]) - 1);
    window.fits &= conv.before[axis] <= reach &&
                   conv.after[axis] <= reach + outputPadding[axis];
    window.before.push_back(reach - conv.before[axis]);
    extents.push_back(IndexMath(builder, kernel.loc())
                          .addExtents(outExtents[conv.output[2 + axis]],
                                      builder.getIndexAttr(reach)));
  }
  return buildInZeros(kernel, conv, extents, std::move(window));
}

// Whether each element of the result of a transposed convolution is in one
// window, and all of the result is in windows.
// Patch-wise upsampling (kernel = stride), common in decoders: no window
// overlaps, so nothing is accumulated, and the general form would multiply
// zeros for stride^2 - 1 of stride^2 elements.
static bool hasTiles(const Convolution &conv, MemRefType weight,
                     ArrayRef<int64_t> outputPadding) {
  if (conv.groups != 1)
    return false;
  for (unsigned axis = 0; axis < conv.numWindowAxes; ++axis) {
    int64_t size = weight.getDimSize(conv.kernel[2 + axis]);
    if (size != conv.strides[axis] || (size != 1 && conv.dilation[axis] != 1) ||
        conv.before[axis] != 0 || conv.after[axis] != 0 ||
        outputPadding[axis] != 0)
      return false;
  }
  return true;
}

// `products[batch, channel, place in a window ..., window ...]`: sums over the
// input channels. Both operands are contiguous where they are in the layouts
// with the channels first.
// The reduction is over channels only: this is a matrix product, which has the
// best schedules here.
static Value buildTiles(KernelBuilder &kernel, const Convolution &conv,
                        Type wide) {
  OpBuilder &builder = kernel.builder();
  Value data = kernel.input(0), weight = kernel.input(1);
  SmallVector<OpFoldResult> from = tir::getExtents(builder, kernel.loc(), data);
  SmallVector<OpFoldResult> sizes =
      tir::getExtents(builder, kernel.loc(), weight);
  unsigned axes = conv.numWindowAxes;
  SmallVector<OpFoldResult> extents = {from[conv.data[0]],
                                       sizes[conv.kernel[0]]};
  for (unsigned axis = 0; axis < axes; ++axis)
    extents.push_back(sizes[conv.kernel[2 + axis]]);
  for (unsigned axis = 0; axis < axes; ++axis)
    extents.push_back(from[conv.data[2 + axis]]);
  Value products = tir::allocBuffer(builder, kernel.loc(), extents, wide);
  tir::buildReduceBlock(
      builder, kernel.loc(), "conv", extents, {sizes[conv.kernel[1]]},
      zeroOf(builder, kernel.loc(), wide),
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange channel,
          Value acc) {
        SmallVector<Value> dataIndices(2 + axes), weightIndices(2 + axes);
        dataIndices[conv.data[0]] = at[0];
        dataIndices[conv.data[1]] = channel.front();
        weightIndices[conv.kernel[0]] = at[1];
        weightIndices[conv.kernel[1]] = channel.front();
        for (unsigned axis = 0; axis < axes; ++axis) {
          weightIndices[conv.kernel[2 + axis]] = at[2 + axis];
          dataIndices[conv.data[2 + axis]] = at[2 + axes + axis];
        }
        Value lhs = memref::LoadOp::create(b, loc, data, dataIndices);
        Value rhs = memref::LoadOp::create(b, loc, weight, weightIndices);
        return addScalar(b, loc, acc,
                         mulScalar(b, loc, castScalar(b, loc, lhs, wide),
                                   castScalar(b, loc, rhs, wide)));
      },
      products);
  return products;
}

// The elements of the windows, contiguous.
// The reordering is elementwise and fuses with what follows.
static void buildJoined(KernelBuilder &kernel, const Convolution &conv,
                        Value products, Value sums) {
  OpBuilder &builder = kernel.builder();
  unsigned axes = conv.numWindowAxes;
  tir::buildComputeBlock(
      builder, kernel.loc(), "join",
      tir::getExtents(builder, kernel.loc(), sums),
      [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
        IndexMath math(b, loc);
        SmallVector<Value> at(2 + 2 * axes);
        at[0] = place[conv.output[0]];
        at[1] = place[conv.output[1]];
        for (unsigned axis = 0; axis < axes; ++axis) {
          Value index = place[conv.output[2 + axis]];
          Value stride = math.constant(conv.strides[axis]);
          at[2 + axis] = math.rem(index, stride);
          at[2 + axes + axis] = math.div(index, stride);
        }
        return memref::LoadOp::create(b, loc, products, at);
      },
      sums);
}

template <typename Op>
static LogicalResult lowerTransposed(Op op, KernelBuilder &kernel,
                                     StringRef window) {
  FailureOr<Convolution> conv = readConvolution(op, kernel, window, "OI");
  if (failed(conv) || failed(checkKernelShape(kernel)))
    return failure();
  SmallVector<int64_t> padding = getOr(op.getOutputPadding(), window.size(), 0);
  if (hasTiles(*conv, cast<MemRefType>(kernel.input(1).getType()), padding)) {
    buildSums(kernel, [&](Value sums) {
      Value products = buildTiles(kernel, *conv, getElementType(sums));
      buildJoined(kernel, *conv, products, sums);
    });
    return success();
  }
  Value spread = buildSpread(kernel, *conv, padding);
  SmallVector<int64_t> ones(window.size(), 1);
  buildSums(kernel, [&](Value sums) {
    buildProducts(kernel, *conv, spread, ones, /*flipped=*/true, sums);
  });
  return success();
}

void populateConvolutionLegalizations(LegalizationTable &table) {
  table.add<Conv1dOp>([](Conv1dOp op, KernelBuilder &kernel) {
    return lowerConvolution(op, kernel, "W");
  });
  table.add<Conv2dOp>([](Conv2dOp op, KernelBuilder &kernel) {
    return lowerConvolution(op, kernel, "HW");
  });
  table.add<Conv3dOp>([](Conv3dOp op, KernelBuilder &kernel) {
    return lowerConvolution(op, kernel, "DHW");
  });
  table.add<Conv1dTransposeOp>([](Conv1dTransposeOp op, KernelBuilder &kernel) {
    return lowerTransposed(op, kernel, "W");
  });
  table.add<Conv2dTransposeOp>([](Conv2dTransposeOp op, KernelBuilder &kernel) {
    return lowerTransposed(op, kernel, "HW");
  });
  table.add<Conv3dTransposeOp>([](Conv3dTransposeOp op, KernelBuilder &kernel) {
    return lowerTransposed(op, kernel, "DHW");
  });
}

} // namespace mlir::relax
