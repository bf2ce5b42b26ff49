// Lowers transposed convolutions of any rank.
//
// One whose stride is more than 1 is computed by phases. Others spread their
// operand out over a buffer of zeros and convolve that with the flipped kernel.
#include "Convolution.h"
#include "IndexMath.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"

namespace mlir::relax {

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

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

namespace {
/// A transposed convolution by phases: with stride s, the element at o of an
/// axis is of phase r = (o + before) mod s, and only each s-th element of the
/// kernel, from r on, meets an element of the operand there. So it is a
/// convolution of stride 1 with s times as many results, of `taps` elements of
/// the kernel for each; nothing is multiplied by the zeros of `buildSpread`
/// (W. Shi and others, "Is the deconvolution layer the same as a convolutional
/// layer?", 2016).
class PhaseBuilder {
public:
  PhaseBuilder(KernelBuilder &kernel, const Convolution &conv,
               ArrayRef<int64_t> outputPadding);

  static bool suits(const Convolution &conv, MemRefType weight);
  void build(Value sums);

private:
  Value buildOperand();
  Value buildWeight();
  Value buildSteps(Value data, Value weight, Type wide);
  void buildJoined(Value products, Value sums);
  unsigned getNumAxes() const { return conv.numWindowAxes; }

  KernelBuilder &kernel;
  const Convolution &conv;
  IndexMath math;
  /// Of each axis: elements of the kernel for one of the result; the first step
  /// of the phases, and how many steps there are.
  SmallVector<int64_t> taps, first;
  SmallVector<OpFoldResult> steps;
  /// Whether the operand is inside of what the phases read.
  bool fits = true;
};
} // namespace

// Elements of a kernel that is dilated are in few phases, and of groups the
// kernel has other channels.
bool PhaseBuilder::suits(const Convolution &conv, MemRefType weight) {
  if (conv.groups != 1)
    return false;
  for (unsigned axis = 0; axis < conv.numWindowAxes; ++axis)
    if (weight.getDimSize(conv.kernel[2 + axis]) != 1 &&
        conv.dilation[axis] != 1)
      return false;
  return llvm::any_of(conv.strides, [](int64_t stride) { return stride > 1; });
}

PhaseBuilder::PhaseBuilder(KernelBuilder &kernel, const Convolution &conv,
                           ArrayRef<int64_t> outputPadding)
    : kernel(kernel), conv(conv), math(kernel.builder(), kernel.loc()) {
  auto weight = cast<MemRefType>(kernel.input(1).getType());
  SmallVector<OpFoldResult> out =
      tir::getExtents(kernel.builder(), kernel.loc(), kernel.output());
  for (unsigned axis = 0; axis < getNumAxes(); ++axis) {
    int64_t size = weight.getDimSize(conv.kernel[2 + axis]);
    int64_t stride = conv.strides[axis], before = conv.before[axis];
    taps.push_back(llvm::divideCeil(size, stride));
    first.push_back(before / stride);
    // Rounded up: the last of no elements would be in front of the first, and
    // divisions are of sizes, which have no sign.
    Value end =
        math.add(math.value(out[conv.output[2 + axis]]), before + stride - 1);
    Value count = math.div(end, math.constant(stride));
    steps.push_back(math.toExtent(math.add(count, -first.back())));
    // As in `buildSpread`.
    fits &= before < size && conv.after[axis] < size + outputPadding[axis];
  }
}

/// The operand with zeros for the steps whose kernel sticks out.
Value PhaseBuilder::buildOperand() {
  SmallVector<OpFoldResult> extents;
  BorderPlacement window;
  window.fits = fits;
  window.spread.assign(getNumAxes(), 1);
  bool isWhole = true;
  for (unsigned axis = 0; axis < getNumAxes(); ++axis) {
    window.before.push_back(taps[axis] - 1 - first[axis]);
    extents.push_back(
        math.toExtent(math.add(math.value(steps[axis]), taps[axis] - 1)));
    OpFoldResult own = tir::getExtents(kernel.builder(), kernel.loc(),
                                       kernel.input(0))[conv.data[2 + axis]];
    isWhole &= window.before.back() == 0 && getConstantIntValue(own) &&
               own == extents.back();
  }
  return isWhole ? kernel.input(0)
                 : buildInZeros(kernel, conv, extents, std::move(window));
}

/// The kernel, with zeros where the last of its taps are no whole phases.
Value PhaseBuilder::buildWeight() {
  Value weight = kernel.input(1);
  auto type = cast<MemRefType>(weight.getType());
  SmallVector<int64_t> shape(type.getShape());
  for (unsigned axis = 0; axis < getNumAxes(); ++axis)
    shape[conv.kernel[2 + axis]] = taps[axis] * conv.strides[axis];
  if (ArrayRef<int64_t>(shape) == type.getShape())
    return weight;
  OpBuilder &builder = kernel.builder();
  Value whole = tir::allocBuffer(
      builder, kernel.loc(), getAsIndexOpFoldResult(type.getContext(), shape),
      type.getElementType());
  BorderPlacement placement;
  placement.before.assign(shape.size(), 0);
  placement.fits = true;
  buildPadded(builder, kernel.loc(), weight, whole, placement,
              zeroOf(builder, kernel.loc(), type.getElementType()));
  return whole;
}

/// `products[batch, channel, phase ..., step ...]`: sums over the input
/// channels and the taps. Steps are contiguous where the operand has its
/// channels first.
Value PhaseBuilder::buildSteps(Value data, Value weight, Type wide) {
  OpBuilder &builder = kernel.builder();
  unsigned axes = getNumAxes();
  SmallVector<OpFoldResult> sizes =
      tir::getExtents(builder, kernel.loc(), weight);
  SmallVector<OpFoldResult> extents = {
      tir::getExtents(builder, kernel.loc(), data)[conv.data[0]],
      sizes[conv.kernel[0]]};
  for (int64_t stride : conv.strides)
    extents.push_back(builder.getIndexAttr(stride));
  llvm::append_range(extents, steps);
  SmallVector<OpFoldResult> reduced = {sizes[conv.kernel[1]]};
  for (int64_t number : taps)
    reduced.push_back(builder.getIndexAttr(number));
  Value products = tir::allocBuffer(builder, kernel.loc(), extents, wide);
  tir::buildReduceBlock(
      builder, kernel.loc(), "conv", extents, reduced,
      zeroOf(builder, kernel.loc(), wide),
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange reduce,
          Value acc) {
        IndexMath math(b, loc);
        SmallVector<Value> dataIndices(2 + axes), weightIndices(2 + axes);
        dataIndices[conv.data[0]] = at[0];
        dataIndices[conv.data[1]] = weightIndices[conv.kernel[1]] = reduce[0];
        weightIndices[conv.kernel[0]] = at[1];
        for (unsigned axis = 0; axis < axes; ++axis) {
          // The kernel is read from its end, as a convolution does.
          Value tap = reduce[1 + axis];
          Value back = math.sub(math.constant(taps[axis] - 1), tap);
          weightIndices[conv.kernel[2 + axis]] =
              math.add(math.mul(back, conv.strides[axis]), at[2 + axis]);
          dataIndices[conv.data[2 + axis]] = math.add(at[2 + axes + axis], tap);
        }
        return addProduct(
            b, loc, acc, memref::LoadOp::create(b, loc, data, dataIndices),
            memref::LoadOp::create(b, loc, weight, weightIndices));
      },
      products);
  return products;
}

// The elements of all phases, one beside the other. This is elementwise, and
// fuses with what follows.
void PhaseBuilder::buildJoined(Value products, Value sums) {
  OpBuilder &builder = kernel.builder();
  unsigned axes = getNumAxes();
  tir::buildComputeBlock(
      builder, kernel.loc(), "join",
      tir::getExtents(builder, kernel.loc(), sums),
      [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
        IndexMath math(b, loc);
        SmallVector<Value> at(2 + 2 * axes);
        at[0] = place[conv.output[0]];
        at[1] = place[conv.output[1]];
        for (unsigned axis = 0; axis < axes; ++axis) {
          Value index =
              math.add(place[conv.output[2 + axis]], conv.before[axis]);
          Value stride = math.constant(conv.strides[axis]);
          at[2 + axis] = math.rem(index, stride);
          at[2 + axes + axis] = math.add(math.div(index, stride), -first[axis]);
        }
        return memref::LoadOp::create(b, loc, products, at);
      },
      sums);
}

void PhaseBuilder::build(Value sums) {
  Value products =
      buildSteps(buildOperand(), buildWeight(), getElementType(sums));
  buildJoined(products, sums);
}

//===----------------------------------------------------------------------===//
// Legalization
//===----------------------------------------------------------------------===//

template <typename Op>
static LogicalResult lowerTransposed(Op op, KernelBuilder &kernel,
                                     StringRef window) {
  FailureOr<Convolution> conv = readConvolution(op, kernel, window, "OI");
  if (failed(conv) || failed(checkKernelShape(kernel)))
    return failure();
  SmallVector<int64_t> padding = getOr(op.getOutputPadding(), window.size(), 0);
  if (PhaseBuilder::suits(*conv, cast<MemRefType>(kernel.input(1).getType()))) {
    buildSums(kernel, [&](Value sums) {
      PhaseBuilder(kernel, *conv, padding).build(sums);
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

void populateTransposedConvolutionLegalizations(LegalizationTable &table) {
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
