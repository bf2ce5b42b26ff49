// Which elements of an axis a resize blends.
#include "ResizeAxis.h"

#include "IndexMath.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

namespace {
/// Arithmetic on f64.
/// Coordinates are in f64: with 4096 elements f32 would place some of them in
/// the neighbour, and results would differ from the importers' (ResizeTaps).
class RealMath {
public:
  RealMath(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc), type(builder.getF64Type()) {}

  Value constant(double value) const {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF64FloatAttr(value));
  }
  Value of(Value index) const {
    return IndexMath(builder, loc).toScalar(index, type);
  }
  Value add(Value lhs, Value rhs) const {
    return builder.createOrFold<arith::AddFOp>(loc, lhs, rhs);
  }
  Value add(Value lhs, double rhs) const { return add(lhs, constant(rhs)); }
  Value sub(Value lhs, Value rhs) const {
    return builder.createOrFold<arith::SubFOp>(loc, lhs, rhs);
  }
  Value mul(Value lhs, Value rhs) const {
    return builder.createOrFold<arith::MulFOp>(loc, lhs, rhs);
  }
  Value mul(Value lhs, double rhs) const { return mul(lhs, constant(rhs)); }
  Value div(Value lhs, Value rhs) const {
    return builder.createOrFold<arith::DivFOp>(loc, lhs, rhs);
  }
  Value floor(Value value) const {
    return builder.createOrFold<math::FloorOp>(loc, value);
  }
  Value ceil(Value value) const {
    return builder.createOrFold<math::CeilOp>(loc, value);
  }
  /// A whole number as an index.
  Value toIndex(Value value) const {
    Value integer =
        builder.createOrFold<arith::FPToSIOp>(loc, builder.getI64Type(), value);
    return builder.createOrFold<arith::IndexCastOp>(loc, builder.getIndexType(),
                                                    integer);
  }
  /// `lhs` if the size is more than 1, else `rhs`.
  Value ifSeveral(Value size, Value lhs, Value rhs) const {
    Value one = IndexMath(builder, loc).constant(1);
    Value several = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::sgt, size, one);
    return builder.createOrFold<arith::SelectOp>(loc, several, lhs, rhs);
  }

private:
  OpBuilder &builder;
  Location loc;
  Type type;
};
} // namespace

unsigned ResizeAxis::getNumTaps() const {
  if (settings.isNearest())
    return 1;
  return settings.method == "cubic" ? 4 : 2;
}

// Nearest by a whole factor is a repetition, which needs no table and
// vectorizes. Which roundings agree with that depends on the coordinate mode;
// only those proven here are taken.
std::optional<int64_t> ResizeAxis::getRepeats() const {
  std::optional<int64_t> from = getConstantIntValue(in);
  std::optional<int64_t> to = getConstantIntValue(out);
  if (!from || !to || *from == 0)
    return std::nullopt;
  // The same size is a copy in most modes.
  bool keepsSize = *from == *to && !settings.crops() &&
                   settings.coordinates != "tf_half_pixel_for_nn";
  if (keepsSize && (*to > 1 || settings.coordinates != "pytorch_half_pixel"))
    return 1;
  if (!settings.isNearest() || *to % *from != 0 || *to == 0)
    return std::nullopt;
  // The place, or its centre, is scaled down and lands in the same element.
  bool isFloor = settings.rounding == "floor";
  bool isRound = StringRef(settings.rounding).starts_with("round");
  if ((settings.coordinates == "asymmetric" && isFloor) ||
      (settings.coordinates == "tf_half_pixel_for_nn" && isFloor) ||
      (settings.coordinates.starts_with("half_pixel") && isRound))
    return *to / *from;
  return std::nullopt;
}

/// The coordinate in the part of the operand that `roi` gives.
Value ResizeAxis::getCropCoordinate(OpBuilder &builder, Location loc,
                                    Value place) const {
  RealMath math(builder, loc);
  double start = settings.region[index];
  double end = settings.region[index + settings.region.size() / 2];
  Value last = math.add(math.of(in), -1);
  // The scale is out / in; these forms divide once.
  Value step =
      math.div(math.mul(last, end - start), math.add(math.of(out), -1));
  Value several =
      math.add(math.mul(last, start), math.mul(math.of(place), step));
  return math.ifSeveral(out, several, math.mul(last, 0.5 * (start + end)));
}

/// The place in the operand, a fraction, that a place of the result shows.
Value ResizeAxis::getCoordinate(OpBuilder &builder, Location loc,
                                Value place) const {
  RealMath math(builder, loc);
  StringRef mode = settings.coordinates;
  if (settings.crops())
    return getCropCoordinate(builder, loc, place);
  Value x = math.of(place);
  if (mode == "asymmetric")
    return math.div(math.mul(x, math.of(in)), math.of(out));
  if (mode == "align_corners") {
    Value last = math.add(math.of(in), -1);
    Value several = math.div(math.mul(x, last), math.add(math.of(out), -1));
    return math.ifSeveral(out, several, math.constant(0));
  }
  Value centre =
      math.div(math.mul(math.add(x, 0.5), math.of(in)), math.of(out));
  if (mode == "tf_half_pixel_for_nn")
    return centre;
  // The symmetric mode differs only where a scale says another size.
  Value left = math.add(centre, -0.5);
  return mode == "pytorch_half_pixel"
             ? math.ifSeveral(out, left, math.constant(0))
             : left;
}

Value ResizeAxis::round(OpBuilder &builder, Location loc,
                        Value coordinate) const {
  RealMath math(builder, loc);
  StringRef mode = settings.rounding;
  if (mode == "floor")
    return math.floor(coordinate);
  if (mode == "ceil")
    return math.ceil(coordinate);
  if (mode == "round_prefer_floor")
    return math.ceil(math.add(coordinate, -0.5));
  if (mode == "round_prefer_ceil")
    return math.floor(math.add(coordinate, 0.5));
  // Half to even is TVM's default.
  return math::RoundEvenOp::create(builder, loc, coordinate);
}

/// The weights of the four elements around a coordinate, of which the second is
/// at or before it, `fraction` away.
/// The cubic convolution of Keys (1981); alpha is -0.75 or -0.5.
SmallVector<Value> ResizeAxis::getCubicWeights(OpBuilder &builder, Location loc,
                                               Value fraction) const {
  RealMath math(builder, loc);
  double alpha = settings.cubicAlpha;
  // The polynomial for a distance of at most 1, and that for one up to 2, in
  // factors: so they are exactly 0 at whole distances, whatever alpha is.
  auto near = [&](Value d) {
    Value inner = math.sub(math.add(d, 1), math.mul(math.mul(d, d), alpha + 2));
    return math.mul(math.sub(math.constant(1), d), inner);
  };
  auto far = [&](Value d) {
    Value beyond = math.add(d, -2);
    return math.mul(math.mul(math.add(d, -1), alpha), math.mul(beyond, beyond));
  };
  Value rest = math.sub(math.constant(1), fraction);
  return {far(math.add(fraction, 1)), near(fraction), near(rest),
          far(math.add(rest, 1))};
}

SmallVector<ResizeTap> ResizeAxis::getTaps(OpBuilder &builder, Location loc,
                                           Value place) const {
  IndexMath math(builder, loc);
  RealMath real(builder, loc);
  Value zero = math.constant(0), last = math.add(in, -1);
  Value x = getCoordinate(builder, loc, place);
  if (settings.isNearest())
    // Clamped: rounding may end at `in`.
    return {{math.clamp(real.toIndex(round(builder, loc, x)), zero, last),
             Value()}};
  Value base = real.floor(x);
  Value fraction = real.sub(x, base);
  Value first = real.toIndex(base);
  bool isCubic = settings.method == "cubic";
  SmallVector<Value> weights;
  if (isCubic) {
    weights = getCubicWeights(builder, loc, fraction);
    first = math.add(first, -1);
  } else {
    weights = {real.sub(real.constant(1), fraction), fraction};
  }
  SmallVector<ResizeTap> taps;
  Value sum = real.constant(0);
  for (auto [tap, weight] : llvm::enumerate(weights)) {
    Value at = math.add(first, tap);
    if (isCubic && settings.excludeOutside)
      weight = arith::SelectOp::create(
          builder, loc, math.isWithin(at, zero, in), weight, real.constant(0));
    sum = real.add(sum, weight);
    taps.push_back({math.clamp(at, zero, last), weight});
  }
  // Excluded weights are gone, so the rest is scaled to a sum of 1.
  if (isCubic && settings.excludeOutside)
    for (ResizeTap &tap : taps)
      tap.weight = real.div(tap.weight, sum);
  return taps;
}

// Only tf_crop_and_resize asks for this.
Value ResizeAxis::isInside(OpBuilder &builder, Location loc,
                           Value place) const {
  RealMath math(builder, loc);
  Value x = getCoordinate(builder, loc, place);
  Value last = math.add(math.of(in), -1);
  Value above = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGE,
                                      x, math.constant(0));
  Value below =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE, x, last);
  return arith::AndIOp::create(builder, loc, above, below);
}

} // namespace mlir::relax
