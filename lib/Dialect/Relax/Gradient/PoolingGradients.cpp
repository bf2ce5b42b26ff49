// Derivatives of poolings: those over one axis are poolings over two, of which
// one has size 1.
#include "GradientRules.h"

#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/PoolingOps.h"

namespace mlir::relax {

using Gradient = GradientBuilder;

template <typename OpT, typename BackwardOp>
static void rulePool2d(OpT op, Gradient &g) {
  typename BackwardOp::Properties properties;
  properties.pool_size = op.getPoolSizeAttr();
  properties.strides = op.getStridesAttr();
  properties.dilation = op.getDilationAttr();
  properties.padding = op.getPaddingAttr();
  properties.ceil_mode = op.getCeilModeAttr();
  properties.count_include_pad = op.getCountIncludePadAttr();
  properties.layout = op.getLayoutAttr();
  properties.out_layout = op.getOutLayoutAttr();
  g.give(0, g.emit<BackwardOp>({g.adjoint(), g.operand()}, properties));
}

template <typename OpT, typename BackwardOp>
static void rulePool1d(OpT op, Gradient &g) {
  if (op.getLayout() != "NCW" ||
      !(op.getOutLayout().empty() || op.getOutLayout() == "NCW"))
    return g.notifyMatchFailure("only the layout \"NCW\" has one, found \"" +
                                op.getLayout() + "\"");
  Builder &builder = g.getBuilder();
  auto widen = [&](std::optional<ArrayRef<int64_t>> numbers) {
    return numbers ? builder.getDenseI64ArrayAttr({1, numbers->front()})
                   : DenseI64ArrayAttr();
  };
  typename BackwardOp::Properties properties;
  properties.pool_size = widen(op.getPoolSize());
  properties.strides = widen(op.getStrides());
  properties.dilation = widen(op.getDilation());
  if (op.getPadding())
    properties.padding = builder.getDenseI64ArrayAttr(
        {0, op.getPadding()->front(), 0, op.getPadding()->back()});
  properties.ceil_mode = op.getCeilModeAttr();
  properties.count_include_pad = op.getCountIncludePadAttr();
  Value sums = g.emit<BackwardOp>(
      {g.expand(g.adjoint(), 2), g.expand(g.operand(), 2)}, properties);
  g.give(0, g.reshapeLike(sums, g.operand()));
}

void attachPoolingGradients(MLIRContext &context) {
  attachGradient<AvgPool1dOp, rulePool1d<AvgPool1dOp, AvgPool2dBackwardOp>>(
      context);
  attachGradient<AvgPool2dOp, rulePool2d<AvgPool2dOp, AvgPool2dBackwardOp>>(
      context);
  attachGradient<MaxPool1dOp, rulePool1d<MaxPool1dOp, MaxPool2dBackwardOp>>(
      context);
  attachGradient<MaxPool2dOp, rulePool2d<MaxPool2dOp, MaxPool2dBackwardOp>>(
      context);
}

} // namespace mlir::relax
