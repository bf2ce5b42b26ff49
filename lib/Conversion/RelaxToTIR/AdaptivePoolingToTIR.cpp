// Means over equal parts of axes as tensor programs.
#include "Elementwise.h"
#include "IndexMath.h"
#include "ScalarMath.h"
#include "SpatialLayout.h"

#include "Relax/Dialect/Relax/IR/PoolingOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

namespace {
/// How one axis of size `size` is cut into `parts` parts.
/// PyTorch's rule: part i of `parts` covers [floor(i * size / parts), ceil((i +
/// 1) * size / parts)). Parts may overlap and differ by one element.
struct PartedAxis {
  /// The axis' place among the operand's and the result's dimensions.
  int64_t in, out;
  Value size, parts;
  /// The most elements that a part has, and whether each part has as many.
  /// Loops need one extent. Uneven parts get the largest, and elements beyond a
  /// part's end count as 0.
  Value most;
  bool isEven;

  /// The first element of a part, and how many it has.
  Value getStart(IndexMath math, Value part) const {
    return isEven ? math.mul(part, most)
                  : math.div(math.mul(part, size), parts);
  }
  // For even parts the division disappears, and the loop is an ordinary pool
  // that schedules vectorize.
  Value getCount(IndexMath math, Value part) const {
    if (isEven)
      return most;
    Value end = math.ceilDiv(math.mul(math.add(part, 1), size), parts);
    return math.sub(end, getStart(math, part));
  }
};
} // namespace

static PartedAxis getPartedAxis(IndexMath math, int64_t in, int64_t out,
                                OpFoldResult inExtent, OpFoldResult outExtent,
                                bool keepsSizes) {
  PartedAxis axis{in, out, math.value(inExtent), math.value(outExtent),
                  {}, true};
  std::optional<int64_t> size = getConstantIntValue(inExtent);
  std::optional<int64_t> parts = getConstantIntValue(outExtent);
  // Without output_size each axis keeps its size: parts of one element.
  if (keepsSizes)
    axis.most = math.constant(1);
  // One part is the whole axis, of whatever size.
  else if (parts == 1 || (size && parts && *parts != 0 && *size % *parts == 0))
    axis.most = math.div(axis.size, axis.parts);
  else {
    axis.isEven = false;
    // ceil(size / parts) + 1: a part may begin and end inside of an element's
    // share. An empty axis has nothing to read, not even beyond a part's end.
    axis.most =
        math.min(math.add(math.ceilDiv(axis.size, axis.parts), 1), axis.size);
  }
  return axis;
}

/// The element at `along` of the part at `place`, 0 beyond its end.
static Value loadOfPart(OpBuilder &b, Location loc, Value data,
                        const SpatialLayout &layout, ArrayRef<PartedAxis> axes,
                        ValueRange place, ValueRange along) {
  IndexMath math(b, loc);
  SmallVector<Value> source = layout.toOperand(place);
  Value isInside;
  for (auto [axis, offset] : llvm::zip_equal(axes, along)) {
    Value part = place[axis.out];
    source[axis.in] = math.add(axis.getStart(math, part), offset);
    if (axis.isEven)
      continue;
    // The load happens before the select; it must stay in bounds.
    source[axis.in] = math.min(source[axis.in], math.add(axis.size, -1));
    Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                         offset, axis.getCount(math, part));
    isInside = isInside ? Value(arith::AndIOp::create(b, loc, isInside, inside))
                        : inside;
  }
  Value x = memref::LoadOp::create(b, loc, data, source);
  return isInside ? Value(arith::SelectOp::create(b, loc, isInside, x,
                                                  zeroOf(b, loc, x.getType())))
                  : x;
}

static void buildMeans(KernelBuilder &kernel, const SpatialLayout &layout,
                       ArrayRef<PartedAxis> axes) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value data = kernel.input(0);
  Type wide = getAccumulatorType(getElementType(data));
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, loc, kernel.output());
  SmallVector<OpFoldResult> window;
  for (const PartedAxis &axis : axes)
    window.push_back(getAsOpFoldResult(axis.most));
  // The sum is in f32 for narrow elements: 49 values of f16 may exceed 65504.
  Value sums = tir::allocBuffer(builder, loc, extents, wide);
  tir::buildReduceBlock(
      builder, loc, "pool", extents, window, zeroOf(builder, loc, wide),
      [&](OpBuilder &b, Location loc, ValueRange place, ValueRange along,
          Value acc) {
        Value x = loadOfPart(b, loc, data, layout, axes, place, along);
        return addScalar(b, loc, acc, castScalar(b, loc, x, wide));
      },
      sums);
  (void)buildResult(
      kernel, "mean", [&](OpBuilder &b, Location loc, ValueRange place) {
        IndexMath math(b, loc);
        // The divisor is the part's own count, not the loop's extent.
        Value count = math.constant(1);
        for (const PartedAxis &axis : axes)
          count = math.mul(count, axis.getCount(math, place[axis.out]));
        Value sum = memref::LoadOp::create(b, loc, sums, place);
        Value divisor = math.toScalar(count, wide);
        return divScalar(b, loc, sum, divisor);
      });
}

template <typename Op>
static LogicalResult legalizeAdaptivePool(Op op, KernelBuilder &kernel) {
  SpatialLayout layout = SpatialLayout::read(op);
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  SmallVector<OpFoldResult> from =
      tir::getExtents(builder, loc, kernel.input(0));
  SmallVector<OpFoldResult> to = tir::getExtents(builder, loc, kernel.output());
  SmallVector<PartedAxis> axes;
  for (int64_t i = 0; i < layout.getNumSpatial(); ++i) {
    int64_t in = layout.getInPlace(i), out = layout.getOutPlace(i);
    // Sizes of both sides come from the buffers, so symbols need no case of
    // their own.
    axes.push_back(getPartedAxis(IndexMath(builder, loc), in, out, from[in],
                                 to[out], !op.getOutputSize()));
  }
  buildMeans(kernel, layout, axes);
  return success();
}

void populateAdaptivePoolingLegalizations(LegalizationTable &table) {
  table.add(legalizeAdaptivePool<AdaptiveAvgPool1dOp>);
  table.add(legalizeAdaptivePool<AdaptiveAvgPool2dOp>);
  table.add(legalizeAdaptivePool<AdaptiveAvgPool3dOp>);
}

} // namespace mlir::relax
