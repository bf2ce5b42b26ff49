// Derivatives of convolutions: by the data a transposed convolution, by the
// weight a convolution of the data with the adjoint, in which batch and
// channels have changed places. A transposed convolution is the same the other
// way round.
//
// Convolution is linear in data and weight. By the data: each output element
// spreads over its window, which is a transposed convolution. By the weight:
// dilation and stride change roles, since neighbours in the weight are
// `dilation` apart in the data and neighbours in the adjoint are `stride`
// apart.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

namespace {
/// A convolution with its numbers axis by axis.
struct Convolution {
  template <typename OpT>
  Convolution(OpT op, Gradient &g, StringRef spatial);

  int64_t getCount() const { return int64_t(strides.size()); }

  SmallVector<int64_t> strides, dilation, padding;
  int64_t groups;
  bool isPlain;
};
} // namespace

/// The numbers of an attribute, `missing` for each if it is absent.
static SmallVector<int64_t> read(std::optional<ArrayRef<int64_t>> numbers,
                                 size_t count, int64_t missing) {
  return numbers ? llvm::to_vector(*numbers)
                 : SmallVector<int64_t>(count, missing);
}

template <typename OpT>
/// A transposed convolution's kernel has input channels first.
Convolution::Convolution(OpT op, Gradient &g, StringRef spatial)
    : strides(read(op.getStrides(), spatial.size(), 1)),
      dilation(read(op.getDilation(), spatial.size(), 1)),
      padding(read(op.getPadding(), 2 * spatial.size(), 0)),
      groups(op.getGroups()) {
  std::string data = ("NC" + spatial).str();
  StringRef order = isa<Conv1dOp, Conv2dOp, Conv3dOp>(op) ? "OI" : "IO";
  std::string kernel = (order + spatial).str();
  StringRef out = op.getOutLayout();
  isPlain = op.getDataLayout() == data && op.getKernelLayout() == kernel &&
            (out.empty() || out == data);
  if (!isPlain)
    g.notifyMatchFailure("only the layouts \"" + data + "\" and \"" + kernel +
                         "\" have one, found \"" + op.getDataLayout() +
                         "\" and \"" + op.getKernelLayout() + "\"");
}

template <typename OpT>
static typename OpT::Properties
getProperties(const Convolution &conv, Gradient &g, ArrayRef<int64_t> strides,
              ArrayRef<int64_t> dilation, int64_t groups) {
  Builder &builder = g.getBuilder();
  typename OpT::Properties properties;
  properties.strides = builder.getDenseI64ArrayAttr(strides);
  properties.dilation = builder.getDenseI64ArrayAttr(dilation);
  properties.padding = builder.getDenseI64ArrayAttr(conv.padding);
  properties.groups = builder.getI64IntegerAttr(groups);
  return properties;
}

/// What of a tensor lies within the sizes that the last axes of `like` have.
/// The forward pass may not have reached the last elements; their derivative is
/// 0 or is cut off.
static Value cropLike(Gradient &g, Value x, Value like) {
  if (!x)
    return x;
  Dims found = Gradient::dimsOf(x), wanted = Gradient::dimsOf(like);
  for (size_t axis = 2; axis < wanted.size(); ++axis)
    if (found[axis] != wanted[axis])
      x = g.slice(x, axis, g.dim(0), wanted[axis]);
  return x;
}

/// The derivative by the data. Up to a stride of elements at the end may have
/// been left out: they are made as padding of the result, then cut to measure.
template <typename TransposeOp>
/// A stride of s leaves up to s - 1 elements at the end unread, so up to s - 1
/// are added.
static Value makeDataAdjoint(const Convolution &conv, Gradient &g,
                             Value adjoint, Value weight, Value data) {
  auto properties = getProperties<TransposeOp>(conv, g, conv.strides,
                                               conv.dilation, conv.groups);
  SmallVector<int64_t> rest;
  for (int64_t stride : conv.strides)
    rest.push_back(stride - 1);
  properties.output_padding = g.getBuilder().getDenseI64ArrayAttr(rest);
  return cropLike(g, g.emit<TransposeOp>({adjoint, weight}, properties), data);
}

/// `x` with axis 1 split into groups, put at the front of what becomes the
/// axis `into`, and axis 0 at the other of the first two. With groups, each
/// group correlates its own channels. The group moves beside the batch in the
/// data and beside the channels in the kernel, so that one grouped convolution
/// does all of them.
static Value groupChannels(Gradient &g, Value x, int64_t groups, int64_t into) {
  Dims dims = Gradient::dimsOf(x);
  SymExprAttr batch = dims[0], each = floorDiv(dims[1], groups);
  Dims apart(dims), together(dims);
  apart[0] = batch;
  apart[1] = g.dim(groups);
  apart.insert(apart.begin() + 2, each);
  // From N G C: to C (G N) for the data, to (G C) N for the kernel.
  SmallVector<int64_t> axes =
      into == 1 ? SmallVector<int64_t>{2, 1, 0} : SmallVector<int64_t>{1, 2, 0};
  for (size_t axis = 3; axis < apart.size(); ++axis)
    axes.push_back(axis);
  together[0] = into == 1 ? each : dims[1];
  together[1] = into == 1 ? batch * groups : batch;
  return g.reshape(g.permute(g.reshape(x, apart), axes), together);
}

/// The derivative by the weight of a convolution of `data` whose result has the
/// adjoint `adjoint`.
template <typename ConvOp>
static Value makeWeightAdjoint(const Convolution &conv, Gradient &g, Value data,
                               Value adjoint, Value weight) {
  Value x = groupChannels(g, data, conv.groups, /*into=*/1);
  Value kernel = groupChannels(g, adjoint, conv.groups, /*into=*/0);
  if (!x || !kernel)
    return {};
  Value sums = g.emit<ConvOp>(
      {x, kernel},
      getProperties<ConvOp>(conv, g, conv.dilation, conv.strides, conv.groups));
  if (!sums)
    return {};
  // The result has input channels first, the weight output channels.
  auto axes = llvm::to_vector(llvm::seq<int64_t>(Gradient::rankOf(sums)));
  std::swap(axes[0], axes[1]);
  return cropLike(g, g.permute(sums, axes), weight);
}

static bool expectKnown(Gradient &g) {
  return g.expectDims(g.operand(0)) && g.expectDims(g.operand(1)) &&
         g.expectDims(g.result());
}

template <typename OpT, typename TransposeOp>
static void ruleConvolution(OpT op, Gradient &g) {
  StringRef spatial =
      StringRef("DHW").take_back(Gradient::rankOf(g.adjoint()) - 2);
  Convolution conv(op, g, spatial);
  if (!conv.isPlain || !expectKnown(g))
    return;
  Value data = g.operand(0), weight = g.operand(1);
  Value adjoint = g.cast(g.adjoint(), Gradient::elementOf(data));
  if (g.needs(0))
    g.give(0, makeDataAdjoint<TransposeOp>(conv, g, adjoint, weight, data));
  if (g.needs(1))
    g.give(1, makeWeightAdjoint<OpT>(conv, g, data, adjoint, weight));
}

template <typename OpT, typename ConvOp>
static void ruleConvTranspose(OpT op, Gradient &g) {
  StringRef spatial =
      StringRef("DHW").take_back(Gradient::rankOf(g.adjoint()) - 2);
  Convolution conv(op, g, spatial);
  if (!conv.isPlain || !expectKnown(g))
    return;
  Value data = g.operand(0), weight = g.operand(1);
  Value adjoint = g.cast(g.adjoint(), Gradient::elementOf(data));
  if (g.needs(0))
    g.give(0, cropLike(g,
                       g.emit<ConvOp>(
                           {adjoint, weight},
                           getProperties<ConvOp>(conv, g, conv.strides,
                                                 conv.dilation, conv.groups)),
                       data));
  if (g.needs(1))
    g.give(1, makeWeightAdjoint<ConvOp>(conv, g, adjoint, data, weight));
}

void attachConvolutionGradients(MLIRContext &context) {
  attachGradient<Conv1dOp, ruleConvolution<Conv1dOp, Conv1dTransposeOp>>(
      context);
  attachGradient<Conv2dOp, ruleConvolution<Conv2dOp, Conv2dTransposeOp>>(
      context);
  attachGradient<Conv3dOp, ruleConvolution<Conv3dOp, Conv3dTransposeOp>>(
      context);
  attachGradient<Conv1dTransposeOp,
                 ruleConvTranspose<Conv1dTransposeOp, Conv1dOp>>(context);
  attachGradient<Conv2dTransposeOp,
                 ruleConvTranspose<Conv2dTransposeOp, Conv2dOp>>(context);
  attachGradient<Conv3dTransposeOp,
                 ruleConvTranspose<Conv3dTransposeOp, Conv3dOp>>(context);
}

} // namespace mlir::relax
