// Lowers convolutions of any rank.
//
// Padding is a copy into a larger buffer of zeros, so that the computation
// itself has no test. A direct form; im2col, packing and tiles are for
// schedules. So the program says what a convolution is: sums of products, with
// reductions over channels and window.
#include "Convolution.h"
#include "IndexMath.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/TensorLayout.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"

namespace mlir::relax {

/// The places of the axes that `axes` lists in `text`, which the op's verifier
/// accepted and which has no blocks but at its end.
/// Layout letters in any order (NCHW, NHWC) become places once; the loops below
/// are the same for all.
SmallVector<int64_t> getPlaces(StringRef text, StringRef axes) {
  FailureOr<TensorLayout> layout = TensorLayout::parse(text, axes, EmitError());
  SmallVector<int64_t> places;
  for (size_t axis = 0; axis < axes.size(); ++axis)
    places.push_back(layout->getPlace(axis));
  return places;
}

SmallVector<int64_t> getOr(std::optional<ArrayRef<int64_t>> numbers,
                           unsigned count, int64_t missing) {
  if (numbers && !numbers->empty())
    return SmallVector<int64_t>(*numbers);
  return SmallVector<int64_t>(count, missing);
}

/// The operand in a buffer of zeros whose window axes have the given extents:
/// element `i` is at `i * spread + before`, which is inside.
/// The operand is copied because a test in the innermost loop would keep
/// schedules from vectorizing it, and fusing the copy into the producer is
/// common. Integers of which sums are floats become floats there, once each.
Value buildInZeros(KernelBuilder &kernel, const Convolution &conv,
                   ArrayRef<OpFoldResult> windowExtents,
                   BorderPlacement window) {
  OpBuilder &builder = kernel.builder();
  Value data = kernel.input(0);
  Type element = getElementType(data);
  Type result = getElementType(kernel.output());
  if (isa<IntegerType>(element) && isa<FloatType>(result))
    element = result;
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
void buildProducts(KernelBuilder &kernel, const Convolution &conv, Value data,
                   ArrayRef<int64_t> strides, bool flipped, Value sums) {
  OpBuilder &builder = kernel.builder();
  Value weight = kernel.input(1);
  auto weightType = cast<MemRefType>(weight.getType());
  Type wide = getElementType(sums);
  SmallVector<OpFoldResult> weightExtents =
      tir::getExtents(builder, kernel.loc(), weight);
  // The kernel's channels: those of one group on one side, all on the other.
  int64_t inPlace = conv.kernel[1];
  OpFoldResult outPerGroup = weightExtents[conv.kernel[0]];
  // Blocks are counted there; those of a kernel have a known size.
  if (conv.kernelBlock != 0)
    outPerGroup = builder.getIndexAttr(weightType.getDimSize(conv.kernel[0]) *
                                       conv.kernelBlock);
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
        return addProduct(
            inner, loc, acc,
            memref::LoadOp::create(inner, loc, data, dataIndices),
            memref::LoadOp::create(inner, loc, weight, weightIndices));
      },
      sums);
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
}

} // namespace mlir::relax
