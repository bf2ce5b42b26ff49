// Which elements of an axis a resize blends, if import knows all sizes.
#include "ResizeTaps.h"
#include <algorithm>
#include <cmath>

namespace mlir::relax {

/// The coordinate in the part of the axis that is cropped.
/// tf_crop_and_resize of the standard: the coordinate runs from start to end of
/// the region, both in fractions of size - 1.
static double getCropCoordinate(const ResizeLine &line, double place) {
  double last = double(line.from - 1);
  double width = line.scale * double(line.from);
  double part = (line.end - line.start) * last;
  // A result of one element shows the middle of the region.
  double step = width == 1.0 ? part / 2 : place * part / (width - 1);
  return line.start * last + step;
}

/// The place in the operand, a fraction, that a place of the result shows.
static double getCoordinate(const ResizeLine &line, const ResizeMode &mode,
                            double place) {
  // The formulas of Resize, `x_original` from `x_resized`. `width` is the
  // length before it was rounded down, which is what the standard's
  // length_resized means where scales are given.
  double width = line.scale * double(line.from);
  double centre = (place + 0.5) / line.scale;
  if (mode.crops())
    return getCropCoordinate(line, place);
  if (mode.coordinates == "asymmetric")
    return place / line.scale;
  if (mode.coordinates == "align_corners")
    // One place has no distance to spread; the standard takes the first
    // element.
    return width == 1.0 ? 0.0 : place * double(line.from - 1) / (width - 1);
  if (mode.coordinates == "tf_half_pixel_for_nn")
    return centre;
  // PyTorch's variant differs from half_pixel only here.
  if (mode.coordinates == "pytorch_half_pixel" && width == 1.0)
    return 0.0;
  // The symmetric mode keeps the middle where rounding changed the size.
  if (mode.coordinates == "half_pixel_symmetric")
    centre += double(line.from) / 2 * (1 - double(line.to) / width);
  return centre - 0.5;
}

// The four roundings differ at .5 only: floor(x + .5) prefers up, ceil(x - .5)
// down.
static double roundCoordinate(const ResizeMode &mode, double coordinate) {
  if (mode.rounding == "floor")
    return std::floor(coordinate);
  if (mode.rounding == "ceil")
    return std::ceil(coordinate);
  if (mode.rounding == "round_prefer_ceil")
    return std::floor(coordinate + 0.5);
  return std::ceil(coordinate - 0.5);
}

/// The weight of an element that is `distance` away.
/// Keys' cubic convolution (1981) with a free parameter: two pieces, up to
/// distance 1 and up to 2.
static double getWeight(const ResizeMode &mode, double distance) {
  double d = std::abs(distance), alpha = mode.cubicAlpha;
  if (mode.method == "linear")
    return std::max(0.0, 1 - d);
  if (d <= 1)
    return ((alpha + 2) * d - (alpha + 3)) * d * d + 1;
  return d < 2 ? ((alpha * d - 5 * alpha) * d + 8 * alpha) * d - 4 * alpha
               : 0.0;
}

/// How far apart elements count as being: less than 1 if an axis shrinks and
/// all it leaves out is to be blended in.
/// Antialiasing stretches the filter by 1 / scale when shrinking, so that each
/// element of the operand is under some filter. Pillow does the same.
static double getStep(const ResizeLine &line, const ResizeMode &mode) {
  return mode.antialias ? std::min(line.scale, 1.0) : 1.0;
}

/// The first element that counts, from the last one before the coordinate on.
static int64_t getFirstTap(const ResizeLine &line, const ResizeMode &mode) {
  double reach = mode.method == "linear" ? 1.0 : 2.0;
  // Taps lie strictly within the reach; at the reach itself the weight is 0.
  return int64_t(std::floor(-reach / getStep(line, mode))) + 1;
}

int64_t countResizeTaps(const ResizeLine &line, const ResizeMode &mode) {
  // As many taps behind the base as in front of it.
  return mode.isNearest() ? 1 : 2 - 2 * getFirstTap(line, mode);
}

ResizeTaps getResizeTaps(const ResizeLine &line, const ResizeMode &mode) {
  ResizeTaps taps;
  taps.count = countResizeTaps(line, mode);
  // A region of interest may have any numbers, also such as are none.
  // Infinite or NaN coordinates, from a region with such numbers, would be
  // undefined when cast to integers. NaN fails the comparison and becomes 0.
  auto clamp = [&](double place) {
    if (!(place > 0.0))
      return int64_t(0);
    return place < double(line.from - 1) ? int64_t(place) : line.from - 1;
  };
  for (int64_t place = 0; place < line.to; ++place) {
    double x = getCoordinate(line, mode, double(place));
    taps.isOutside.push_back(mode.crops() &&
                             (x < 0 || x > double(line.from - 1)));
    if (mode.isNearest()) {
      taps.places.push_back(clamp(roundCoordinate(mode, x)));
      taps.weights.push_back(1.0);
      continue;
    }
    // An element at the coordinate itself counts as behind the base.
    // ceil(x) - 1 instead of floor(x): for a whole x the reference's window of
    // taps starts one earlier. The element at x has weight 1 in both, but
    // exclude_outside counts others.
    double base = std::ceil(x) - 1, sum = 0.0;
    for (int64_t i = 0; i < taps.count; ++i) {
      double at = base + double(getFirstTap(line, mode) + i);
      bool isExcluded =
          mode.cubicExclude && (at < 0 || at > double(line.from - 1));
      double weight =
          isExcluded ? 0.0 : getWeight(mode, (at - x) * getStep(line, mode));
      sum += weight;
      taps.places.push_back(clamp(at));
      taps.weights.push_back(weight);
    }
    // Else they accumulate to 1 as they are.
    // exclude_outside and stretched filters leave a sum other than 1. Dividing
    // by it keeps a constant image constant.
    if ((mode.antialias || mode.cubicExclude) && sum != 0.0)
      for (int64_t i = 0; i < taps.count; ++i)
        taps.weights[taps.weights.size() - 1 - i] /= sum;
  }
  return taps;
}

} // namespace mlir::relax
