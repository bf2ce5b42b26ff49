// Lowers the change between floats and integers on a scale. It is computed in
// f32, of f64 in f64.
// The formula of ONNX QuantizeLinear, x / scale, rounded half to even, plus
// zero point, saturated. Multiplying by 1 / scale instead would round
// differently.
#include "BlockMath.h"
#include "Elementwise.h"

#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relax {

namespace {
/// The operands' elements that one element of the result follows from.
struct QuantizedElement {
  Value data, scale, zeroPoint;
};
} // namespace

/// Parameters of rank 0 or with one element hold for the whole tensor.
template <typename Op>
static QuantizedElement loadElement(BlockMath math, Op op,
                                    KernelBuilder &kernel, ValueRange at) {
  int64_t axis = op.getAxis();
  if (axis < 0)
    axis += at.size();
  Type wide = getAccumulatorType(getElementType(kernel.input(1)));
  auto loadParameter = [&](Value buffer) {
    auto type = cast<MemRefType>(buffer.getType());
    if (type.getRank() == 0)
      return math.loadAs(wide, buffer, {});
    return math.loadAs(wide, buffer,
                       type.getDimSize(0) == 1 ? math.constant(0) : at[axis]);
  };
  return {math.loadAs(wide, kernel.input(0), at),
          loadParameter(kernel.input(1)), loadParameter(kernel.input(2))};
}

static LogicalResult legalizeQuantize(QuantizeOp op, KernelBuilder &kernel) {
  return buildResult(
      kernel, "quantize", [&](OpBuilder &b, Location loc, ValueRange at) {
        BlockMath math(b, loc);
        QuantizedElement element = loadElement(math, op, kernel, at);
        Value steps = math.over(element.data, element.scale);
        // Floats are rounded by the cast to the result's type.
        // Rounding first and casting to f8 would round twice.
        Type type = getElementType(kernel.output());
        if (!isa<FloatType>(type))
          steps = math::RoundEvenOp::create(b, loc, steps);
        return castScalar(b, loc, math.plus(steps, element.zeroPoint), type,
                          OutOfRange::Saturate);
      });
}

static LogicalResult legalizeDequantize(DequantizeOp op,
                                        KernelBuilder &kernel) {
  return buildResult(
      kernel, "dequantize", [&](OpBuilder &b, Location loc, ValueRange at) {
        BlockMath math(b, loc);
        QuantizedElement element = loadElement(math, op, kernel, at);
        return math.times(math.minus(element.data, element.zeroPoint),
                          element.scale);
      });
}

void populateQuantizeLegalizations(LegalizationTable &table) {
  table.add(legalizeDequantize);
  table.add(legalizeQuantize);
}

} // namespace mlir::relax
