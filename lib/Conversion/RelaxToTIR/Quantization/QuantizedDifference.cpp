// Numbers of 8 bits less their zero points, straight from floats:
//
//   clamp(round(x / s) + z, low, high) - z
//     = clamp(round(x / s), low - z, high - z)
//
// so that a known zero point is neither added nor subtracted. All of these are
// whole numbers below 2^9, which floats hold. What follows products of 8-bit
// numbers is mostly this, and takes as long as 100 of their steps: of 32
// channels to 64 it is an eighth of the time (EPYC, AVX2). Where the numbers go
// back to floats at once, they are no integers in between.
#include "QuantizedDifference.h"

#include "../BlockMath.h"
#include "../Elementwise.h"
#include "../IntegerFactor.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Support/ConvertConstant.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relax {

namespace {
/// A number of 8 bits that is only used less its zero point.
struct QuantizedDifference {
  QuantizeOp quantize;
  /// What gives the difference, or its product with a scale.
  Operation *last;
  /// i16 or f32.
  Type element;
  int64_t zero;
};
} // namespace

static std::optional<int64_t> getKnownNumber(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || TensorBuilder::rankOf(value) != 0 ||
      !TensorBuilder::elementOf(value).isInteger())
    return std::nullopt;
  std::optional<SmallVector<float>> numbers =
      getAsFloats(cast<ElementsAttr>(constant.getValue()));
  return numbers && numbers->size() == 1
             ? std::optional(int64_t(numbers->front()))
             : std::nullopt;
}

// Other users want the numbers themselves, which would be computed twice.
static QuantizeOp getOwnQuantize(Value numbers) {
  auto quantize = numbers.getDefiningOp<QuantizeOp>();
  bool fits = quantize && quantize->hasOneUse() &&
              TensorBuilder::elementOf(quantize).isInteger(8) &&
              TensorBuilder::elementOf(quantize.getData()).isF32() &&
              TensorBuilder::elementOf(quantize.getScale()).isF32() &&
              TensorBuilder::rankOf(quantize.getScale()) == 0;
  return fits ? quantize : QuantizeOp();
}

static QuantizeOp getWidened(Value value) {
  auto wide = value.getDefiningOp<AsTypeOp>();
  return wide && wide.getDtype().isSignlessInteger(16)
             ? getOwnQuantize(wide.getX())
             : QuantizeOp();
}

// What `last` ends, if it is a difference to the zero point.
static std::optional<QuantizedDifference> matchDifference(Operation *last) {
  QuantizeOp quantize;
  std::optional<int64_t> zero;
  // What an earlier one has replaced is still there.
  if (last->use_empty())
    return std::nullopt;
  if (auto subtract = dyn_cast<SubtractOp>(last)) {
    quantize = getWidened(subtract.getX1());
    zero = getKnownNumber(subtract.getX2());
    if (!subtract.getX1().hasOneUse())
      return std::nullopt;
  } else if (auto wide = dyn_cast<AsTypeOp>(last)) {
    quantize = getWidened(wide);
    zero = 0;
  } else if (auto real = dyn_cast<DequantizeOp>(last)) {
    quantize = getOwnQuantize(real.getData());
    zero = getKnownNumber(real.getZeroPoint());
    if (!TensorBuilder::elementOf(real).isF32() ||
        !TensorBuilder::elementOf(real.getScale()).isF32() ||
        TensorBuilder::rankOf(real.getScale()) != 0)
      return std::nullopt;
  }
  if (!quantize || !zero || getKnownNumber(quantize.getZeroPoint()) != zero)
    return std::nullopt;
  Type element = TensorBuilder::elementOf(last->getResult(0));
  return QuantizedDifference{quantize, last, element, *zero};
}

// One element. NaN is 0 as a number of 8 bits, so it is `-zero` here.
static Value buildDifference(BlockMath math, Value steps, Type type,
                             const QuantizedDifference &found) {
  OpBuilder &b = math.getBuilder();
  Location loc = math.getLoc();
  QuantizeOp quantize = found.quantize;
  bool isUnsigned = TensorBuilder::elementOf(quantize).isUnsignedInteger();
  double low = (isUnsigned ? 0 : -128) - found.zero;
  double high = (isUnsigned ? 255 : 127) - found.zero;
  auto choose = [&](arith::CmpFPredicate predicate, Value value,
                    double otherwise) -> Value {
    Value bound = math.number(otherwise, value.getType());
    Value keeps = arith::CmpFOp::create(b, loc, predicate, value, bound);
    return arith::SelectOp::create(b, loc, keeps, value, bound);
  };
  Value value = math::RoundEvenOp::create(b, loc, steps);
  // Of unsigned numbers that is the bound, which NaN is not above.
  if (!isUnsigned)
    value = choose(arith::CmpFPredicate::ORD, value, -found.zero);
  // LLVM makes two instructions of a bound of 0, and one of any other; what is
  // cut to an integer may have one that is a quarter less.
  bool isCut = type != value.getType();
  value =
      choose(arith::CmpFPredicate::OGT, value, low == 0 && isCut ? -0.25 : low);
  value = choose(arith::CmpFPredicate::OLT, value, high);
  // -0 would be 0 as an integer, and is so here.
  return isCut ? Value(arith::FPToSIOp::create(b, loc, type, value))
               : math.plus(value, math.zero(type));
}

static void joinDifference(const QuantizedDifference &found,
                           DotKernels &kernels) {
  OpBuilder ops(found.last);
  TensorBuilder builder(ops, found.last->getLoc());
  QuantizeOp quantize = found.quantize;
  auto type = cast<RankedTensorType>(found.last->getResult(0).getType());
  // The type of the numbers is no operand's, and part of what the program is.
  Attribute facts =
      ops.getArrayAttr({ops.getI64IntegerAttr(found.zero),
                        TypeAttr::get(TensorBuilder::elementOf(quantize))});
  Value difference = kernels.call(
      builder, {quantize.getData(), quantize.getScale()}, type,
      {"quantized_difference", facts}, [&](KernelBuilder &kernel) {
        (void)buildResult(
            kernel, "quantized_difference",
            [&](OpBuilder &b, Location loc, ValueRange at) -> Value {
              BlockMath math(b, loc);
              Value steps = math.over(math.load(kernel.input(0), at),
                                      math.load(kernel.input(1), {}));
              return buildDifference(math, steps, found.element, found);
            });
      });
  if (auto real = dyn_cast<DequantizeOp>(found.last))
    difference = builder.mul(difference, real.getScale());
  if (!difference || difference.getType() != type)
    return;
  found.last->getResult(0).replaceAllUsesWith(difference);
  found.last->erase();
}

void joinQuantizedDifferences(ModuleOp module, DotKernels &kernels) {
  auto joinAll = [&](auto ops) {
    for (Operation *op : ops)
      if (std::optional<QuantizedDifference> found = matchDifference(op))
        joinDifference(*found, kernels);
  };
  // A widened number is a difference to 0 only where no zero point follows.
  joinAll(collectOps<SubtractOp>(module));
  joinAll(collectOps<DequantizeOp>(module));
  joinAll(collectOps<AsTypeOp>(module));
}

} // namespace mlir::relax
