// Which elements of an axis a resize blends.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_RESIZEAXIS_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_RESIZEAXIS_H

#include "mlir/IR/Builders.h"
#include <optional>

namespace mlir::relax {

/// The attributes of a resize.
struct ResizeSettings {
  StringRef method, coordinates, rounding;
  double cubicAlpha = 0;
  bool excludeOutside = false;
  double extrapolation = 0;
  /// The part of the operand that is resized: all starts, then all ends.
  SmallVector<double> region;

  bool isNearest() const { return method == "nearest_neighbor"; }
  bool crops() const { return coordinates == "tf_crop_and_resize"; }
};

/// A place in the operand and, as f64, how much of it is blended in.
struct ResizeTap {
  Value place;
  Value weight;
};

/// One axis of a resize, of `in` elements in the operand and `out` in the
/// result. Coordinates are computed in f64, where products of sizes are exact.
class ResizeAxis {
public:
  ResizeAxis(const ResizeSettings &settings, int64_t index, Value in, Value out)
      : settings(settings), index(index), in(in), out(out) {}

  /// How many elements are blended.
  unsigned getNumTaps() const;

  /// If every element is simply copied to the same number of places, that
  /// number.
  std::optional<int64_t> getRepeats() const;

  /// What is blended at a place of the result; places are inside the operand.
  SmallVector<ResizeTap> getTaps(OpBuilder &builder, Location loc,
                                 Value place) const;

  /// Whether a place of the result shows something inside the operand.
  Value isInside(OpBuilder &builder, Location loc, Value place) const;

private:
  Value getCoordinate(OpBuilder &builder, Location loc, Value place) const;
  Value getCropCoordinate(OpBuilder &builder, Location loc, Value place) const;
  Value round(OpBuilder &builder, Location loc, Value coordinate) const;
  SmallVector<Value> getCubicWeights(OpBuilder &builder, Location loc,
                                     Value fraction) const;

  ResizeSettings settings;
  int64_t index;
  Value in, out;
};

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_RESIZEAXIS_H
