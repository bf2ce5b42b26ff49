// Resizing by interpolation as tensor programs. An axis is done in two steps:
// a table says for each place in the result which places of the operand it
// blends ("taps") and how much of each; then every element reads the tables of
// its axes.
// Weights depend on one axis each. Tables of n + m entries replace n * m
// computations of coordinates, and the inner loop only loads.
#include "Elementwise.h"
#include "IndexMath.h"
#include "Legalization.h"
#include "ResizeAxis.h"
#include "ScalarMath.h"
#include "SpatialLayout.h"

#include "Relax/Dialect/Relax/IR/ImageOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

namespace {
/// The taps of one axis.
struct AxisTable {
  /// The axis' place among the dimensions.
  int64_t dim;
  /// How many result places one operand place fills, if each is copied to as
  /// many; then there are no tables.
  /// Nearest by a whole factor is a division of the index: no table.
  std::optional<int64_t> repeats;
  /// For each tap the place in the operand and the weight; no weight is 1.
  SmallVector<Value> places, weights;
};

/// A resize under construction.
class Resize {
public:
  Resize(ResizeSettings settings, KernelBuilder &kernel)
      : settings(settings), builder(kernel.builder()), loc(kernel.loc()),
        data(kernel.input(0)), out(kernel.output()) {
    Type element = cast<MemRefType>(data.getType()).getElementType();
    // Integers are blended in f32.
    compute = element.isF64() ? element : Type(builder.getF32Type());
    inExtents = tir::getExtents(builder, loc, data);
    outExtents = tir::getExtents(builder, loc, out);
  }

  void addAxis(int64_t index, int64_t dim);
  void build();

private:
  void buildTable(AxisTable &table, const ResizeAxis &axis);
  Value blend(OpBuilder &b, Location loc, ArrayRef<AxisTable> rest,
              ValueRange place, SmallVector<Value> &source) const;

  ResizeSettings settings;
  OpBuilder &builder;
  Location loc;
  Value data, out;
  Type compute;
  SmallVector<OpFoldResult> inExtents, outExtents;
  SmallVector<AxisTable> tables;
  SmallVector<ResizeAxis> axes;
};
} // namespace

void Resize::addAxis(int64_t index, int64_t dim) {
  IndexMath math(builder, loc);
  ResizeAxis axis(settings, index, math.value(inExtents[dim]),
                  math.value(outExtents[dim]));
  AxisTable table{dim, axis.getRepeats(), {}, {}};
  if (!table.repeats)
    buildTable(table, axis);
  tables.push_back(table);
  axes.push_back(axis);
}

/// Fill the tables of an axis.
void Resize::buildTable(AxisTable &table, const ResizeAxis &axis) {
  OpFoldResult extent = outExtents[table.dim];
  for (unsigned tap = 0; tap < axis.getNumTaps(); ++tap) {
    table.places.push_back(
        tir::allocBuffer(builder, loc, extent, builder.getIndexType()));
    // Nearest has one tap of weight 1.
    if (axis.getNumTaps() > 1)
      table.weights.push_back(tir::allocBuffer(builder, loc, extent, compute));
  }
  tir::buildBlock(
      builder, loc, "taps", tir::Iter{extent},
      [&](OpBuilder &b, Location loc, ValueRange place) {
        SmallVector<ResizeTap> taps = axis.getTaps(b, loc, place.front());
        for (auto [tap, buffer] : llvm::zip_equal(taps, table.places))
          memref::StoreOp::create(b, loc, tap.place, buffer, place);
        for (auto [index, buffer] : llvm::enumerate(table.weights))
          memref::StoreOp::create(
              b, loc, castScalar(b, loc, taps[index].weight, compute), buffer,
              place);
      });
}

/// The element that the taps of `rest` give; `source` has the places of the
/// axes before.
/// Recursion over axes: the product of weights is formed by nesting, with
/// taps^axes loads.
Value Resize::blend(OpBuilder &b, Location loc, ArrayRef<AxisTable> rest,
                    ValueRange place, SmallVector<Value> &source) const {
  if (rest.empty()) {
    Value x = memref::LoadOp::create(b, loc, data, source);
    return settings.isNearest() ? x : castScalar(b, loc, x, compute);
  }
  const AxisTable &table = rest.front();
  Value at = place[table.dim];
  auto blendRest = [&] {
    return blend(b, loc, rest.drop_front(), place, source);
  };
  if (table.repeats) {
    IndexMath math(b, loc);
    source[table.dim] = math.div(at, math.constant(*table.repeats));
    return blendRest();
  }
  if (table.weights.empty()) {
    source[table.dim] =
        memref::LoadOp::create(b, loc, table.places.front(), at);
    return blendRest();
  }
  // An element of weight 0 is no part of the sum: an infinity next to a place
  // that is hit exactly must not matter, as where the sizes are known to be
  // equal and elements are copied. Only -0 keeps the sign of a zero.
  Value zero = constantScalar(b, loc, compute, 0.0);
  Value total = constantScalar(b, loc, compute, -0.0);
  for (auto [places, weights] : llvm::zip_equal(table.places, table.weights)) {
    source[table.dim] = memref::LoadOp::create(b, loc, places, at);
    Value weight = memref::LoadOp::create(b, loc, weights, at);
    Value sum =
        addScalar(b, loc, total, mulScalar(b, loc, blendRest(), weight));
    Value isLeftOut =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, weight, zero);
    total = arith::SelectOp::create(b, loc, isLeftOut, total, sum);
  }
  return total;
}

void Resize::build() {
  Type element = cast<MemRefType>(out.getType()).getElementType();
  tir::buildComputeBlock(
      builder, loc, "resize", outExtents,
      [&](OpBuilder &b, Location loc, ValueRange place) {
        SmallVector<Value> source(place);
        Value x = blend(b, loc, tables, place, source);
        x = castScalar(b, loc, x, element);
        if (!settings.crops())
          return x;
        // What lies outside the operand has a value of its own.
        // tf_crop_and_resize: chosen at the end for all axes.
        Value outside = constantScalar(b, loc, element, settings.extrapolation);
        for (auto [table, axis] : llvm::zip_equal(tables, axes))
          x = arith::SelectOp::create(
              b, loc, axis.isInside(b, loc, place[table.dim]), x, outside);
        return x;
      },
      out);
}

template <typename Op>
static LogicalResult legalizeResize(Op op, KernelBuilder &kernel) {
  SpatialLayout layout = SpatialLayout::read(op.getLayout(), "");
  ResizeSettings settings;
  settings.method = op.getMethod();
  settings.coordinates = op.getCoordinateTransformationMode();
  settings.rounding = op.getRoundingMethod();
  settings.cubicAlpha = op.getCubicAlpha().convertToDouble();
  settings.excludeOutside = op.getCubicExclude();
  settings.extrapolation = op.getExtrapolationValue().convertToDouble();
  if (op.getRoi())
    settings.region.assign(op.getRoi()->begin(), op.getRoi()->end());
  // A clamped place needs one element to read.
  for (int64_t axis = 0; axis < layout.getNumSpatial(); ++axis)
    assertReadable(kernel, kernel.input(0), layout.getInPlace(axis),
                   "expected an image with pixels");
  Resize resize(settings, kernel);
  for (int64_t axis = 0; axis < layout.getNumSpatial(); ++axis)
    resize.addAxis(axis, layout.getInPlace(axis));
  resize.build();
  return success();
}

void populateImageLegalizations(LegalizationTable &table) {
  table.add(legalizeResize<Resize2dOp>);
  table.add(legalizeResize<Resize3dOp>);
}

} // namespace mlir::relax
