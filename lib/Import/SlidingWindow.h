// How the window of a convolution or pooling node moves.
#ifndef RELAX_LIB_IMPORT_SLIDINGWINDOW_H
#define RELAX_LIB_IMPORT_SLIDINGWINDOW_H

#include "NodeImport.h"

namespace mlir::relax {

/// The window of a node, each list with an entry an axis; `padding` has first
/// all entries before, then all entries after.
struct SlidingWindow {
  SmallVector<int64_t> kernel, strides, dilations, padding;

  /// The number of axes: 1 to 3.
  size_t getAxes() const { return kernel.size(); }
  /// The places that the window spans along an axis.
  int64_t getSpan(size_t axis) const {
    return (kernel[axis] - 1) * dilations[axis] + 1;
  }

  DenseI64ArrayAttr getKernelAttr(NodeImport &node) const;
  DenseI64ArrayAttr getStridesAttr(NodeImport &node) const;
  DenseI64ArrayAttr getDilationsAttr(NodeImport &node) const;
  DenseI64ArrayAttr getPaddingAttr(NodeImport &node) const;
};

/// How padding follows from the sizes.
enum class AutoPad { NotSet, SameUpper, SameLower, Valid };

/// The attribute 'auto_pad'.
AutoPad getAutoPad(NodeImport &node);

/// The window of a node whose first input is data and whose kernel has the
/// sizes `kernel`, or those of the attribute 'kernel_shape'. Padding is as
/// given, not yet automatic. Reports what is no window; then none.
std::optional<SlidingWindow>
getSlidingWindow(NodeImport &node, std::optional<SmallVector<int64_t>> kernel);

/// Let `total` pad axis `axis`; an odd one goes where `mode` says.
void distributePadding(SlidingWindow &window, size_t axis, int64_t total,
                       AutoPad mode);

/// Set the padding so that an axis of size n has ceil(n / stride) windows.
void padToSame(NodeImport &node, SlidingWindow &window, AutoPad mode);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_SLIDINGWINDOW_H
