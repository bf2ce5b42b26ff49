// Lowers the negative log likelihood and its derivative.
#include "BlockMath.h"
#include "Elementwise.h"

#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/LossOps.h"

// A target that does not count (ignored, or out of range) has weight 0 and
// loads class 0: no condition around the load.
namespace mlir::relax {

namespace {
/// What both rules read, as an operand each.
struct Likelihood {
  Value predictions, targets, weights;
  int64_t ignored;

  Type getWide() const {
    return getAccumulatorType(getElementType(predictions));
  }
  /// The classes are on axis 1, or on the only one.
  int64_t getClassAxis() const {
    return cast<MemRefType>(predictions.getType()).getRank() == 1 ? 0 : 1;
  }
  Value getClasses(OpBuilder &builder, Location loc) const {
    return IndexMath(builder, loc)
        .value(tir::getExtents(builder, loc, predictions)[getClassAxis()]);
  }
};

/// One target: its class, kept inside, and the class' weight, which is 0 where
/// the target does not count.
struct Target {
  Value index, weight;
};
} // namespace

static Target loadTarget(BlockMath math, const Likelihood &likelihood,
                         Value classes, ValueRange at) {
  Value index = math.loadIndex(likelihood.targets, at);
  Type wide = likelihood.getWide();
  // Targets come from data; reading at one that is out of range would leave
  // the buffer.
  Value counts =
      math.both(math.isWithin(index, math.constant(0), classes),
                math.isUnequal(index, math.constant(likelihood.ignored)));
  index = math.choose(counts, index, math.constant(0));
  Value weight = likelihood.weights
                     ? math.loadAs(wide, likelihood.weights, index)
                     : math.one(wide);
  return {index, math.choose(counts, weight, math.zero(wide))};
}

/// Minus the prediction for the target, times its weight.
static Value getLoss(BlockMath math, const Likelihood &likelihood,
                     const Target &target, ValueRange at) {
  auto place = insertAxis(at, likelihood.getClassAxis(), target.index);
  Type wide = likelihood.getWide();
  Value x = math.loadAs(wide, likelihood.predictions, place);
  Value loss = math.minus(math.zero(wide), math.times(x, target.weight));
  // A prediction that does not count may be infinite.
  // -inf * 0 is NaN: log probabilities of impossible classes are -inf.
  return math.choose(math.isEqual(target.weight, math.zero(wide)),
                     math.zero(wide), loss);
}

/// Buffers of rank 0: the sum of losses and that of weights.
static std::pair<Value, Value> buildTotals(KernelBuilder &kernel,
                                           const Likelihood &likelihood) {
  OpBuilder &builder = kernel.builder();
  // Two reductions over the same targets rather than one of a pair, for the
  // schedules know sums.
  Location loc = kernel.loc();
  Type wide = likelihood.getWide();
  Value classes = likelihood.getClasses(builder, loc);
  Value losses = tir::allocBuffer(builder, loc, {}, wide);
  Value weights = tir::allocBuffer(builder, loc, {}, wide);
  auto buildTotal = [&](StringRef label, Value total, bool ofLosses) {
    tir::buildReduceBlock(
        builder, loc, label, {},
        tir::getExtents(builder, loc, likelihood.targets),
        zeroOf(builder, loc, wide),
        [&](OpBuilder &b, Location loc, ValueRange, ValueRange at, Value acc) {
          BlockMath math(b, loc);
          Target target = loadTarget(math, likelihood, classes, at);
          return math.plus(acc, ofLosses ? getLoss(math, likelihood, target, at)
                                         : target.weight);
        },
        total);
  };
  buildTotal("loss", losses, /*ofLosses=*/true);
  buildTotal("weight", weights, /*ofLosses=*/false);
  return {losses, weights};
}

static LogicalResult legalizeNLLLoss(NLLLossOp op, KernelBuilder &kernel) {
  Likelihood likelihood{kernel.input(0), kernel.input(1),
                        op.getWeights() ? kernel.input(2) : Value(),
                        int64_t(op.getIgnoreIndex())};
  assertReadable(kernel, likelihood.predictions, likelihood.getClassAxis(),
                 "expected at least one class");
  Value classes = likelihood.getClasses(kernel.builder(), kernel.loc());
  if (op.getReduction() == "none")
    // Without a reduction each element is its own result.
    return buildResult(
        kernel, "loss", [&](OpBuilder &b, Location loc, ValueRange at) {
          BlockMath math(b, loc);
          return getLoss(math, likelihood,
                         loadTarget(math, likelihood, classes, at), at);
        });
  auto [losses, weights] = buildTotals(kernel, likelihood);
  return buildResult(kernel, "total",
                     [&, losses = losses, weights = weights](
                         OpBuilder &b, Location loc, ValueRange) {
                       BlockMath math(b, loc);
                       Value total = math.load(losses, {});
                       // "mean" divides by the sum of weights, and not by the
                       // number (PyTorch's definition, ONNX's also).
                       return op.getReduction() == "sum"
                                  ? total
                                  : math.over(total, math.load(weights, {}));
                     });
}

static LogicalResult legalizeNLLLossBackward(NLLLossBackwardOp op,
                                             KernelBuilder &kernel) {
  Likelihood likelihood{kernel.input(1), kernel.input(2),
                        op.getWeights() ? kernel.input(3) : Value(),
                        int64_t(op.getIgnoreIndex())};
  Value classes = likelihood.getClasses(kernel.builder(), kernel.loc());
  Value weights;
  // The derivative of a mean needs the same sum of weights.
  if (op.getReduction() == "mean")
    weights = buildTotals(kernel, likelihood).second;
  int64_t axis = likelihood.getClassAxis();
  Type wide = likelihood.getWide();
  return buildResult(
      kernel, "derivative", [&](OpBuilder &b, Location loc, ValueRange place) {
        BlockMath math(b, loc);
        SmallVector<Value> at = dropAxis(place, axis);
        Target target = loadTarget(math, likelihood, classes, at);
        Value gradient = math.loadAs(
            wide, kernel.input(0),
            op.getReduction() == "none" ? ValueRange(at) : ValueRange());
        Value x =
            math.minus(math.zero(wide), math.times(gradient, target.weight));
        if (weights)
          x = math.over(x, math.load(weights, {}));
        // Only the target's class has a derivative.
        Value counts =
            math.both(math.isEqual(place[axis], target.index),
                      math.isUnequal(target.weight, math.zero(wide)));
        return math.choose(counts, x, math.zero(wide));
      });
}

void populateLossLegalizations(LegalizationTable &table) {
  table.add(legalizeNLLLoss);
  table.add(legalizeNLLLossBackward);
}

} // namespace mlir::relax
