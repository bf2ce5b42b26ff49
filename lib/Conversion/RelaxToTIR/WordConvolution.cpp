// Convolutions of 8-bit numbers and bf16 with constants, as words. Those of 8
// bits in two steps:
//
//   conv(sx * (x - zx), sw * w) = sx * sw * (conv(x, w) - zx * channels(w))
//
// with zx around x as padding, then conv(x, w) as sums of four products. In
// between the layout of images is chosen, which the first form leaves open and
// the second one does not. Weights with a zero point would need sums of the
// data's windows in that form. They, and all where the CPU has no instruction
// for bytes, are convolutions of i16(x) - zx and i16(w) - zw, two products a
// word; zero points cost nothing there, and zeros are what stands around. Those
// of bf16 have no scales, and are sums of two products from the start.
#include "WordConvolution.h"

#include "IndexMath.h"
#include "IntegerFactor.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Support/ConstantTensor.h"
#include "Relax/Support/ConvertConstant.h"
#include "Relax/Support/PermuteConstant.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static bool isChannelsLast(Conv2dOp conv) {
  return conv.getDataLayout() == "NHWC";
}

// One group, a constant of integers of 8 or 16 bits or of bf16, of its own
// letters, and sizes that are known.
// Layouts such as `OIHW4o` have a letter in lower case: their blocks would have
// to be undone first. Groups would need a sum of four products that never
// crosses a group, which channels of 1 (depthwise) cannot fill. Sizes without a
// name cannot be stated in the type of the kernel's call.
static ConstantOp getPlainWeight(Conv2dOp conv, Value weight) {
  auto constant = weight.getDefiningOp<ConstantOp>();
  auto type = dyn_cast<RankedTensorType>(weight.getType());
  auto result = dyn_cast<RankedTensorType>(conv.getType());
  StringRef layout = conv.getKernelLayout(), out = conv.getOutLayout();
  bool isPlain = layout.size() == 4 && llvm::all_of(layout, llvm::isUpper) &&
                 (conv.getDataLayout() == "NCHW" || isChannelsLast(conv)) &&
                 (out.empty() || out == conv.getDataLayout());
  if (!constant || !isPlain || conv.getGroups() != 1 || !result ||
      getVDevice(result) || llvm::is_contained(getDims(result), SymExprAttr()))
    return {};
  Type element = type.getElementType();
  bool isThere =
      (element.isInteger(8) || element.isSignlessInteger(16) ||
       element.isBF16()) &&
      !type.getEncoding() && type.getNumElements() != 0 &&
      !getElementBytes(cast<ElementsAttr>(constant.getValue())).empty();
  return isThere ? constant : ConstantOp();
}

// `[HWI, O]`, with input channels up to a multiple of a word's.
// Neighbours along I must be one word, since the instruction sums neighbours;
// HWI as rows lets packWords do that without knowing windows. Zeros
// behind the channels add nothing, whatever the data have there. Rows of HWI
// would cross from one pixel to the next without them.
static ElementsAttr getMatrix(Conv2dOp conv, ElementsAttr weight) {
  SmallVector<int64_t> order;
  for (char axis : StringRef("HWIO"))
    order.push_back(conv.getKernelLayout().find(axis));
  weight = permuteConstant(weight, order);
  if (!weight)
    return {};
  WordForm form = getWordForm(weight.getShapedType().getElementType());
  int64_t channels = weight.getShapedType().getDimSize(2);
  if (channels % getWordSize(form) != 0)
    weight =
        padConstant(weight, 2, getWordSize(form) * getNumWords(form, channels));
  if (!weight)
    return {};
  auto type = cast<RankedTensorType>(weight.getShapedType());
  int64_t outputs = type.getShape().back();
  return reshapeConstant(
      weight, RankedTensorType::get({type.getNumElements() / outputs, outputs},
                                    type.getElementType()));
}

// What goes before and behind each axis of the data.
// `padding` is top, left, bottom, right, while `pad_width` has both sides of an
// axis next to each other, hence the step of two.
static SmallVector<int64_t> getWidths(Conv2dOp conv, int64_t behindChannels) {
  SmallVector<int64_t> widths(8, 0);
  size_t channel = conv.getDataLayout().find('C');
  size_t row = conv.getDataLayout().find('H');
  widths[2 * channel + 1] = behindChannels;
  if (std::optional<ArrayRef<int64_t>> padding = conv.getPadding())
    for (size_t axis = 0; axis < 2; ++axis) {
      widths[2 * (row + axis)] = (*padding)[axis];
      widths[2 * (row + axis) + 1] = (*padding)[2 + axis];
    }
  return widths;
}

static bool isPadded(ArrayRef<int64_t> widths) {
  return llvm::any_of(widths, [](int64_t width) { return width != 0; });
}

// One number a channel, so that it broadcasts to the result.
// A scalar broadcasts as it is; a vector would be matched with the columns of
// NCHW instead of its channels.
static Value spreadChannels(TensorBuilder &builder, Conv2dOp conv, Value x) {
  return isChannelsLast(conv) || !x || TensorBuilder::rankOf(x) == 0
             ? x
             : builder.expand(x, {1, 2});
}

//===----------------------------------------------------------------------===//
// Scales and zero points
//===----------------------------------------------------------------------===//

namespace {
struct ScaledConvolution {
  Conv2dOp conv;
  IntegerFactor data, weight;
  ConstantOp constant;
};
} // namespace

// A scale is one number, or one a channel of the result.
// One scale for each input channel cannot be taken out of a sum over these
// channels. The bound on the depth is asked for only where the result is f32:
// ConvInteger's sum in i32 wraps around by definition, that of f32 must not.
static std::optional<ScaledConvolution> matchScaled(Conv2dOp conv) {
  std::optional<IntegerFactor> data = matchIntegerFactor(conv.getData());
  std::optional<IntegerFactor> weight = matchIntegerFactor(conv.getWeight());
  if (!data || !weight || !data->scale != !weight->scale)
    return std::nullopt;
  ConstantOp constant = getPlainWeight(conv, weight->numbers);
  Type element = TensorBuilder::elementOf(conv);
  if (!constant || !constant.getType().getElementType().isInteger(8) ||
      !(data->scale ? element.isF32() : element.isSignlessInteger(32)))
    return std::nullopt;
  auto type = weight->getType();
  int64_t outputs = conv.getKernelLayout().find('O');
  if (data->scale &&
      (!hasOneElement(data->scale) ||
       !fitsSumOfProducts(type.getNumElements() / type.getDimSize(outputs)) ||
       (!hasOneElement(weight->scale) && weight->axis != outputs)))
    return std::nullopt;
  if (data->zero && !hasOneElement(data->zero))
    return std::nullopt;
  return ScaledConvolution{conv, *data, *weight, constant};
}

// The data with the zero point around it: what is no number but 0 on the scale.
// Where it is known at run time only, zeros are put around what differs from
// it.
static Value padWithZeroPoint(TensorBuilder &builder, const IntegerFactor &data,
                              ArrayRef<int64_t> widths) {
  Value zero = getByteZero(data);
  if (!isPadded(widths))
    return data.numbers;
  if (!zero)
    return {};
  if (auto constant = zero.getDefiningOp<ConstantOp>())
    if (std::optional<SmallVector<float>> numbers =
            getAsFloats(cast<ElementsAttr>(constant.getValue())))
      return pad(builder, data.numbers, widths, numbers->front());
  // `nn.pad` takes its value as an attribute, so a number of run time cannot be
  // one. XOR is its own inverse, and maps the zero point to 0 and back without
  // a carry; a difference would need 9 bits.
  if (TensorBuilder::rankOf(zero) != 0)
    zero = builder.reshape(zero, {});
  Value differs = builder.emit<BitwiseXorOp>({data.numbers, zero});
  return builder.emit<BitwiseXorOp>({pad(builder, differs, widths, 0), zero});
}

static Value makeConstant(TensorBuilder &builder, ElementsAttr value) {
  return ConstantOp::create(builder.getBuilder(), builder.getLoc(),
                            value.getShapedType(), value);
}

// The convolution's properties, with a result of i32: without a dtype it would
// be of 8 or 16 bits, as the operands are.
static Conv2dOp::Properties getIntegerProperties(Conv2dOp conv) {
  Conv2dOp::Properties properties = conv.getProperties();
  properties.out_dtype = TypeAttr::get(IntegerType::get(conv.getContext(), 32));
  return properties;
}

// The convolution of differences to zero points, in 16 bits.
static Value convolveHalves(TensorBuilder &builder,
                            const ScaledConvolution &scaled) {
  // The weight first, which makes no op where it is not taken.
  ElementsAttr weight = widenConstant(scaled.weight);
  Value data = weight ? widenNumbers(builder, scaled.data) : Value();
  if (!data)
    return {};
  return builder.emit<Conv2dOp>({data, makeConstant(builder, weight)},
                                getIntegerProperties(scaled.conv));
}

// The convolution of the numbers as they are. Zeros around them are left to it:
// its layout may still change, that of `nn.pad` does not.
static Value convolveNumbers(TensorBuilder &builder,
                             const ScaledConvolution &scaled) {
  Conv2dOp conv = scaled.conv;
  Conv2dOp::Properties properties = getIntegerProperties(conv);
  Value data = scaled.data.numbers;
  if (!isKnownZeroPoint(scaled.data.zero, 0)) {
    data = padWithZeroPoint(builder, scaled.data, getWidths(conv, 0));
    // What is padded already must not be padded by the convolution, too: its
    // zeros would stand for -zx on the scale.
    properties.padding = {};
  }
  return builder.emit<Conv2dOp>({data, scaled.weight.numbers}, properties);
}

// The convolution of bytes, corrected by the zero point of the data.
static Value convolveBytes(TensorBuilder &builder,
                           const ScaledConvolution &scaled) {
  ConstantOp constant = scaled.constant;
  auto weight = cast<ElementsAttr>(constant.getValue());
  // Only a weight without zero point: the others need the sums of windows. That
  // of u8 has one, but for 128, which is not written.
  if (!weight.getShapedType().getElementType().isSignlessInteger(8) ||
      !isKnownZeroPoint(scaled.weight.zero, 0))
    return {};
  ElementsAttr matrix = getMatrix(scaled.conv, weight);
  PackedWords packed =
      matrix ? packWords(matrix, /*isTransposed=*/false) : PackedWords();
  Value sum = packed.words ? convolveNumbers(builder, scaled) : Value();
  if (!sum)
    return {};
  // Every window has all weights, as the border is filled with the zero point:
  // so one sum for each output channel corrects all pixels. With zeros as the
  // border, pixels at the edges would need sums of their own.
  if (Value zero = moveZeroPoint(builder, scaled.data.zero, 0)) {
    Value sums = makeConstant(builder, packed.columnSums);
    sum = builder.sub(
        sum, spreadChannels(builder, scaled.conv, builder.mul(zero, sums)));
  }
  return sum;
}

void takeScalesOut(Conv2dOp conv, WordForm form) {
  std::optional<ScaledConvolution> scaled = matchScaled(conv);
  if (!scaled)
    return;
  OpBuilder ops(conv);
  TensorBuilder builder(ops, conv.getLoc());
  // The other form is slower, but either is faster than floats.
  Value sum = form == WordForm::Bytes ? convolveBytes(builder, *scaled)
                                      : convolveHalves(builder, *scaled);
  if (!sum)
    sum = form == WordForm::Bytes ? convolveHalves(builder, *scaled)
                                  : convolveBytes(builder, *scaled);
  if (!sum)
    return;
  if (scaled->data.scale)
    sum = builder.mul(
        builder.cast(sum, ops.getF32Type()),
        spreadChannels(builder, conv,
                       builder.mul(scaled->data.scale, scaled->weight.scale)));
  // Broadcasts of unusual parameters may have made it larger. Nothing is lost
  // then: what was built has no user and no effect.
  if (!sum || sum.getType() != conv.getType())
    return;
  conv.replaceAllUsesWith(sum);
  conv.erase();
}

//===----------------------------------------------------------------------===//
// The tensor program
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> getSteps(std::optional<ArrayRef<int64_t>> numbers) {
  return numbers && !numbers->empty() ? SmallVector<int64_t>(*numbers)
                                      : SmallVector<int64_t>(2, 1);
}

// out[n, y, x, o] = sum over h, w, g of
//   dot(data[n, y * stride + h * dilation, .., g], weight[h, w, g, o])
// The packed channel is the innermost loop of the sum, and the output channel
// that of the result: neighbouring input channels are in one word, and
// neighbouring outputs have one address of the data and neighbouring words of
// the weight, as a vector instruction needs them. No im2col: it would copy each
// byte as often as there are places in the window.
static void buildConvolution(KernelBuilder &kernel, WordForm form,
                             ArrayRef<int64_t> strides,
                             ArrayRef<int64_t> dilation) {
  SmallVector<OpFoldResult> window =
      tir::getExtents(kernel.builder(), kernel.loc(), kernel.input(1));
  buildDotBlock(kernel, form, ArrayRef(window).drop_back(),
                [&](OpBuilder &inner, Location loc, ValueRange spatial,
                    ValueRange reduce) {
                  IndexMath math(inner, loc);
                  DotPlaces places{{spatial[0]}, SmallVector<Value>(reduce)};
                  for (unsigned axis = 0; axis < 2; ++axis)
                    places.lhs.push_back(
                        math.add(math.mul(spatial[1 + axis], strides[axis]),
                                 math.mul(reduce[axis], dilation[axis])));
                  places.lhs.push_back(reduce[2]);
                  places.rhs.push_back(spatial[3]);
                  return places;
                });
}

// The constant as words of input channels, and the sums of its channels.
static PackedWords packWeight(Conv2dOp conv, ElementsAttr weight) {
  ElementsAttr matrix = getMatrix(conv, weight);
  PackedWords packed =
      matrix ? packWords(matrix, /*isTransposed=*/false) : PackedWords();
  if (!packed.words)
    return {};
  auto type = cast<RankedTensorType>(weight.getShapedType());
  SmallVector<int64_t> shape;
  for (char axis : StringRef("HWIO"))
    shape.push_back(type.getDimSize(conv.getKernelLayout().find(axis)));
  shape[2] = getNumWords(getWordForm(type.getElementType()), shape[2]);
  packed.words = reshapeConstant(
      packed.words,
      RankedTensorType::get(shape, packed.words.getElementType()));
  return packed;
}

// permute(pad(x)) -> pad(permute(x)): what was padded before the layout was
// chosen is often a permutation itself, which then cancels this one.
static Value padLast(TensorBuilder &builder, Value data) {
  auto permute = data.getDefiningOp<PermuteDimsOp>();
  auto padded = permute ? permute.getX().getDefiningOp<PadOp>() : PadOp();
  std::optional<ArrayRef<int64_t>> order =
      permute ? permute.getAxes() : std::nullopt;
  if (!padded || !order || padded.getPadMode() != "constant")
    return data;
  SmallVector<int64_t> axes, widths;
  for (int64_t axis : *order) {
    axes.push_back(TensorBuilder::fromFront(axis, 4));
    widths.push_back(padded.getPadWidth()[2 * axes.back()]);
    widths.push_back(padded.getPadWidth()[2 * axes.back() + 1]);
  }
  Value moved = pad(builder, builder.permute(padded.getData(), axes), widths,
                    padded.getPadValue().convertToDouble());
  return moved && moved.getType() == data.getType() ? moved : data;
}

// The data as the program reads them: padded, channels last, several in one.
static Value packChannels(TensorBuilder &builder, Conv2dOp conv,
                          int64_t channels) {
  // Padding is done in the layout that the data have and before the flip of the
  // sign: 0 becomes 128 then, which the sums of the channels subtract again.
  // Flipped first, 0 would stand for -128.
  WordForm form = getWordForm(TensorBuilder::elementOf(conv.getData()));
  int64_t behind = getWordSize(form) * getNumWords(form, channels) - channels;
  Value data = pad(builder, padLast(builder, conv.getData()),
                   getWidths(conv, behind), 0);
  data = makeUnsigned(builder, data);
  if (!isChannelsLast(conv) && data)
    data = builder.permute(data, {0, 2, 3, 1});
  return viewAsWords(builder, data);
}

// Bytes of either sign by those of i8, halves by halves, or bf16.
static bool areOfOneForm(Type data, Type weight) {
  return (data.isInteger(8) && weight.isSignlessInteger(8)) ||
         (data.isSignlessInteger(16) && weight.isSignlessInteger(16)) ||
         (data.isBF16() && weight.isBF16());
}

// Whether sums of words have the type that a convolution gives, or are rounded
// to it.
static bool givesSum(Conv2dOp conv, WordForm form) {
  Type element = TensorBuilder::elementOf(conv);
  return form == WordForm::BFloats ? element.isF32() || element.isBF16()
                                   : element.isSignlessInteger(32);
}

void packConvolution(Conv2dOp conv, bool permutes, DotKernels &kernels) {
  ConstantOp constant = getPlainWeight(conv, conv.getWeight());
  auto dataType = dyn_cast<RankedTensorType>(conv.getData().getType());
  if (!constant || !dataType ||
      !areOfOneForm(dataType.getElementType(),
                    TensorBuilder::elementOf(constant)) ||
      !givesSum(conv, getWordForm(dataType.getElementType())) ||
      llvm::is_contained(getDims(dataType), SymExprAttr()) ||
      !(isChannelsLast(conv) || permutes))
    return;
  auto weight = cast<ElementsAttr>(constant.getValue());
  int64_t channels =
      weight.getShapedType().getDimSize(conv.getKernelLayout().find('I'));
  // The verifier accepts an unknown number of channels. A view in words needs
  // to know that it is a multiple of four.
  if (dataType.getDimSize(conv.getDataLayout().find('C')) != channels)
    return;
  PackedWords packed = packWeight(conv, weight);
  OpBuilder ops(conv);
  TensorBuilder builder(ops, conv.getLoc());
  Value data = packed.words ? packChannels(builder, conv, channels) : Value();
  if (!data)
    return;
  SmallVector<int64_t> strides = getSteps(conv.getStrides());
  SmallVector<int64_t> dilation = getSteps(conv.getDilation());
  Dims dims = getDims(cast<RankedTensorType>(conv.getType()));
  // The kernel's result is NHWC in either case. Permuting the image and the
  // result costs two copies, which is why `permute` has to ask for it: the
  // layout pass before usually leaves nothing to permute.
  if (!isChannelsLast(conv))
    std::rotate(dims.begin() + 1, dims.begin() + 2, dims.end());
  WordForm form = getWordForm(dataType.getElementType());
  Attribute steps = ops.getArrayAttr(
      {ops.getDenseI64ArrayAttr(strides), ops.getDenseI64ArrayAttr(dilation)});
  Value sum =
      kernels.call(builder, {data, makeConstant(builder, packed.words)},
                   getTensorType(dims, getSumType(ops.getContext(), form)),
                   {form, steps}, [&](KernelBuilder &kernel) {
                     buildConvolution(kernel, form, strides, dilation);
                   });
  // vpdpbusd takes u8 on the left only. Signed data were moved up by 128, which
  // adds 128 times each channel's sum.
  if (dataType.getElementType().isSignlessInteger(8))
    sum = builder.sub(sum,
                      builder.mul(makeInteger(builder, ops.getI32Type(), 128),
                                  makeConstant(builder, packed.columnSums)));
  if (!isChannelsLast(conv))
    sum = builder.permute(sum, {0, 3, 1, 2});
  // Sums of bf16 are rounded once, behind the last one.
  if (TensorBuilder::elementOf(conv).isBF16())
    sum = builder.cast(sum, ops.getBF16Type());
  if (!sum || sum.getType() != conv.getType())
    return;
  conv.replaceAllUsesWith(sum);
  conv.erase();
}

} // namespace mlir::relax
