// Convolutions of 8-bit numbers, halves and bf16 with constants, as sums of
// words: IntegerConvolution.cpp has taken scales and zero points out before,
// and in between the layout of images was chosen, which this form leaves no
// choice of.
#include "WordConvolution.h"

#include "IndexMath.h"
#include "IntegerFactor.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Support/ConstantTensor.h"
#include "Relax/Support/PermuteConstant.h"
#include "Relax/Support/WeightBlock.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// What convolutions of constants are
//===----------------------------------------------------------------------===//

bool isChannelsLast(Conv2dOp conv) { return conv.getDataLayout() == "NHWC"; }

// Layouts such as `OIHW4o` have a letter in lower case: their blocks would have
// to be undone first.
bool hasPlainLayouts(Conv2dOp conv) {
  StringRef layout = conv.getKernelLayout(), out = conv.getOutLayout();
  return layout.size() == 4 && llvm::all_of(layout, llvm::isUpper) &&
         (conv.getDataLayout() == "NCHW" || isChannelsLast(conv)) &&
         (out.empty() || out == conv.getDataLayout());
}

// Sizes without a name cannot be stated in the type of the kernel's call.
ConstantOp getPlainWeight(Conv2dOp conv, Value weight) {
  auto constant = weight.getDefiningOp<ConstantOp>();
  auto type = dyn_cast<RankedTensorType>(weight.getType());
  auto result = dyn_cast<RankedTensorType>(conv.getType());
  if (!constant || !hasPlainLayouts(conv) || !result || getVDevice(result) ||
      llvm::is_contained(getDims(result), SymExprAttr()))
    return {};
  Type element = type.getElementType();
  bool isThere =
      (element.isInteger(8) || element.isSignlessInteger(16) ||
       element.isBF16()) &&
      !type.getEncoding() && type.getNumElements() != 0 &&
      !getElementBytes(cast<ElementsAttr>(constant.getValue())).empty();
  return isThere ? constant : ConstantOp();
}

// Neighbours along I must be one word, since the instruction sums neighbours;
// HWI as rows lets packWords do that without knowing windows. Zeros
// behind the channels add nothing, whatever the data have there. Rows of HWI
// would cross from one pixel to the next without them.
ElementsAttr getMatrix(Conv2dOp conv, ElementsAttr weight) {
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

// `padding` is top, left, bottom, right, while `pad_width` has both sides of an
// axis next to each other, hence the step of two.
SmallVector<int64_t> getWidths(Conv2dOp conv, int64_t behindChannels) {
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

int64_t getBlock(Conv2dOp conv) {
  constexpr int64_t kBlock = 16;
  auto type = cast<RankedTensorType>(conv.getWeight().getType());
  int64_t groups = conv.getGroups();
  int64_t outputs = type.getDimSize(conv.getKernelLayout().find('O'));
  return getWeightBlock(outputs / groups, groups, kBlock);
}

bool suitsGroups(Conv2dOp conv, WordForm form) {
  auto type = cast<RankedTensorType>(conv.getWeight().getType());
  int64_t channels = type.getDimSize(conv.getKernelLayout().find('I'));
  return conv.getGroups() == 1 ||
         (channels % getWordSize(form) == 0 && getBlock(conv) != 0);
}

//===----------------------------------------------------------------------===//
// The tensor program
//===----------------------------------------------------------------------===//

namespace {
/// How a window goes over the data.
struct WindowSteps {
  SmallVector<int64_t> strides, dilation;
  int64_t groups;
};
} // namespace

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
// byte as often as there are places in the window. With groups the weight is
// [o / block, h, w, g, o % block], and g is one of those of the group of o.
static void buildConvolution(KernelBuilder &kernel, WordForm form,
                             const WindowSteps &steps) {
  SmallVector<OpFoldResult> window =
      tir::getExtents(kernel.builder(), kernel.loc(), kernel.input(1));
  ArrayRef<OpFoldResult> reduced = ArrayRef(window).slice(steps.groups != 1, 3);
  buildDotBlock(
      kernel, form, reduced,
      [&](OpBuilder &inner, Location loc, ValueRange spatial,
          ValueRange reduce) {
        IndexMath math(inner, loc);
        DotPlaces places{{spatial[0]}, SmallVector<Value>(reduce)};
        for (unsigned axis = 0; axis < 2; ++axis)
          places.lhs.push_back(
              math.add(math.mul(spatial[1 + axis], steps.strides[axis]),
                       math.mul(reduce[axis], steps.dilation[axis])));
        Value output = spatial[3], word = reduce[2];
        if (steps.groups != 1) {
          // The blocks of a constant that is of one type only.
          auto type = cast<MemRefType>(kernel.input(1).getType());
          Value block = math.constant(type.getDimSize(4));
          places.rhs.insert(places.rhs.begin(), math.div(output, block));
          int64_t outputs = type.getDimSize(0) * type.getDimSize(4);
          Value group = math.div(output, math.constant(outputs / steps.groups));
          word = math.add(math.mul(group, type.getDimSize(3)), word);
          output = math.rem(output, block);
        }
        places.lhs.push_back(word);
        places.rhs.push_back(output);
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
  Type i32 = packed.words.getElementType();
  int64_t block = getBlock(conv);
  if (conv.getGroups() != 1) {
    shape.back() /= block;
    shape.push_back(block);
  }
  packed.words =
      reshapeConstant(packed.words, RankedTensorType::get(shape, i32));
  if (packed.words && conv.getGroups() != 1)
    packed.words = permuteConstant(packed.words, {3, 0, 1, 2, 4});
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

// Bytes by words that fit are pairs, where the CPU multiplies these.
static WordForm choosePackedForm(Conv2dOp conv, const PackedWords &packed) {
  WordForm form = getWordForm(TensorBuilder::elementOf(conv.getData()));
  bool arePairs = form == WordForm::Bytes &&
                  prefersBytePairs(getTarget(conv)) && doPairsFit(packed.words);
  return arePairs ? WordForm::BytePairs : form;
}

void packConvolution(Conv2dOp conv, bool permutes, DotKernels &kernels) {
  ConstantOp constant = getPlainWeight(conv, conv.getWeight());
  auto dataType = dyn_cast<RankedTensorType>(conv.getData().getType());
  if (!constant || !dataType ||
      !areOfOneForm(dataType.getElementType(),
                    TensorBuilder::elementOf(constant)) ||
      !givesSum(conv, getWordForm(dataType.getElementType())) ||
      llvm::is_contained(getDims(dataType), SymExprAttr()) ||
      !suitsGroups(conv, getWordForm(dataType.getElementType())) ||
      // Groups that are not last by now gain nothing where they are.
      (!isChannelsLast(conv) && (!permutes || conv.getGroups() != 1)))
    return;
  auto weight = cast<ElementsAttr>(constant.getValue());
  int64_t channels =
      weight.getShapedType().getDimSize(conv.getKernelLayout().find('I'));
  // The verifier accepts an unknown number of channels. A view in words needs
  // to know that it is a multiple of four.
  if (dataType.getDimSize(conv.getDataLayout().find('C')) !=
      channels * int64_t(conv.getGroups()))
    return;
  PackedWords packed = packWeight(conv, weight);
  OpBuilder ops(conv);
  TensorBuilder builder(ops, conv.getLoc());
  Value data = packed.words ? packChannels(builder, conv, channels) : Value();
  if (!data)
    return;
  WindowSteps steps{getSteps(conv.getStrides()), getSteps(conv.getDilation()),
                    int64_t(conv.getGroups())};
  Dims dims = getDims(cast<RankedTensorType>(conv.getType()));
  // The kernel's result is NHWC in either case. Permuting the image and the
  // result costs two copies, which is why `permute` has to ask for it: the
  // layout pass before usually leaves nothing to permute.
  if (!isChannelsLast(conv))
    std::rotate(dims.begin() + 1, dims.begin() + 2, dims.end());
  WordForm form = choosePackedForm(conv, packed);
  Attribute facts = ops.getArrayAttr({ops.getDenseI64ArrayAttr(steps.strides),
                                      ops.getDenseI64ArrayAttr(steps.dilation),
                                      ops.getI64IntegerAttr(steps.groups)});
  Value sum =
      kernels.call(builder, {data, makeConstant(builder, packed.words)},
                   getTensorType(dims, getSumType(ops.getContext(), form)),
                   {getKernelName(form), facts}, [&](KernelBuilder &kernel) {
                     buildConvolution(kernel, form, steps);
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
