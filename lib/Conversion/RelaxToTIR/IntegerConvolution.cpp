// Takes scales and zero points out of convolutions of 8-bit numbers with
// constants:
//
//   conv(sx * (x - zx), sw * w) = sx * sw * (conv(x, w) - zx * channels(w))
//
// with zx around x as padding. The layout of images is chosen later. Weights
// with a zero point would need sums of the data's windows in that form. They,
// and all where the CPU has no instruction for bytes, are convolutions of
// i16(x) - zx and i16(w) - zw; zero points cost nothing there, and zeros are
// what stands around. Groups of fewer channels than make words, such as those
// of depthwise convolutions, have short sums, which floats hold exactly.
#include "IntegerFactor.h"
#include "Winograd/WinogradTiles.h"
#include "WordConvolution.h"

#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Support/ConvertConstant.h"

namespace mlir::relax {

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

// The convolution of bytes, corrected by the zero point of the data; null where
// their words do not have what `wanted` says of them.
static Value convolveBytes(TensorBuilder &builder,
                           const ScaledConvolution &scaled, WordForm wanted) {
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
  if (!packed.words ||
      (wanted == WordForm::BytePairs && !doPairsFit(packed.words)))
    return {};
  Value sum = convolveNumbers(builder, scaled);
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

// The convolution of differences to zero points, as floats. A multiplication of
// these adds as well, and takes half the time of one of 32 bits. What is
// written by others stays narrow: the padded copy is where it becomes floats.
static Value convolveFloats(TensorBuilder &builder,
                            const ScaledConvolution &scaled) {
  // 2^24 / 255^2: up to there integers are floats, so sums are exact.
  constexpr int64_t kMaxDepth = 258;
  RankedTensorType type = scaled.weight.getType();
  Conv2dOp conv = scaled.conv;
  int64_t outputs = type.getDimSize(conv.getKernelLayout().find('O'));
  ElementsAttr weight = type.getNumElements() / outputs <= kMaxDepth
                            ? widenConstant(scaled.weight)
                            : ElementsAttr();
  bool isZero = isKnownZeroPoint(scaled.data.zero, 0);
  Value data = scaled.data.numbers;
  if (weight && !isZero)
    data = widenNumbers(builder, scaled.data);
  if (!weight || !data)
    return {};
  Type f32 = builder.getBuilder().getF32Type();
  Conv2dOp::Properties properties = conv.getProperties();
  properties.out_dtype = TypeAttr::get(f32);
  return builder.emit<Conv2dOp>(
      {data, builder.cast(makeConstant(builder, weight), f32)}, properties);
}

// The sum of products of numbers less their zero points; none where it is left
// to the floats on the scale.
static Value convolve(TensorBuilder &builder, const ScaledConvolution &scaled,
                      WordForm form) {
  if (!suitsGroups(scaled.conv, WordForm::Halves))
    return convolveFloats(builder, scaled);
  bool suitsBytes = suitsGroups(scaled.conv, WordForm::Bytes);
  // What tiles of halves compute with fewer products is left to them.
  bool hasPairs = prefersBytePairs(getTarget(scaled.conv)) &&
                  !hasWinogradWindow(scaled.conv);
  // The other form is slower, but either is faster than floats.
  Value sum;
  if (suitsBytes && (form == WordForm::Bytes || hasPairs))
    sum = convolveBytes(builder, scaled,
                        form == WordForm::Bytes ? form : WordForm::BytePairs);
  if (!sum)
    sum = convolveHalves(builder, scaled);
  if (!sum && form != WordForm::Bytes && suitsBytes)
    sum = convolveBytes(builder, scaled, WordForm::Bytes);
  return sum;
}

void takeScalesOut(Conv2dOp conv, WordForm form) {
  std::optional<ScaledConvolution> scaled = matchScaled(conv);
  if (!scaled)
    return;
  OpBuilder ops(conv);
  TensorBuilder builder(ops, conv.getLoc());
  Value sum = convolve(builder, *scaled, form);
  if (!sum)
    return;
  if (scaled->data.scale)
    sum = builder.mul(
        builder.cast(sum, ops.getF32Type()),
        spreadChannels(builder, conv,
                       builder.mul(scaled->data.scale, scaled->weight.scale)));
  else
    sum = builder.cast(sum, ops.getI32Type());
  // Broadcasts of unusual parameters may have made it larger. Nothing is lost
  // then: what was built has no user and no effect.
  if (!sum || sum.getType() != conv.getType())
    return;
  conv.replaceAllUsesWith(sum);
  conv.erase();
}

} // namespace mlir::relax
