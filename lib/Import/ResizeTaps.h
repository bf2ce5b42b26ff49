// Which elements of an axis a resize blends, if import knows all sizes.
#ifndef RELAX_LIB_IMPORT_RESIZETAPS_H
#define RELAX_LIB_IMPORT_RESIZETAPS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

/// How a node resizes, in the words of the relax ops.
struct ResizeMode {
  llvm::StringRef method = "nearest_neighbor";
  llvm::StringRef coordinates = "asymmetric";
  llvm::StringRef rounding = "floor";
  double cubicAlpha = -0.75;
  bool cubicExclude = false;
  double extrapolation = 0.0;
  /// Whether an axis that shrinks is blended over all that it leaves out.
  bool antialias = false;
  /// For tf_crop_and_resize: all starts, then all ends, of all axes.
  llvm::SmallVector<double> roi;

  bool isNearest() const { return method == "nearest_neighbor"; }
  bool crops() const { return coordinates == "tf_crop_and_resize"; }
};

/// One axis, all of whose sizes are numbers.
struct ResizeLine {
  int64_t from = 0, to = 0;
  /// What places are scaled by; need not be the ratio of the sizes.
  double scale = 1.0;
  /// The part of the axis that is taken, for tf_crop_and_resize.
  double start = 0.0, end = 1.0;
};

/// What each place of the result blends: `count` elements in a row.
struct ResizeTaps {
  int64_t count = 1;
  llvm::SmallVector<int64_t> places;
  llvm::SmallVector<double> weights;
  /// Whether the place lies outside the axis, for tf_crop_and_resize.
  llvm::SmallVector<bool> isOutside;
};

/// The elements that make up each place of `line`, which is not empty.
ResizeTaps getResizeTaps(const ResizeLine &line, const ResizeMode &mode);

/// How many elements a place blends at most.
int64_t countResizeTaps(const ResizeLine &line, const ResizeMode &mode);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_RESIZETAPS_H
