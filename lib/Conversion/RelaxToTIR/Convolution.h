// What convolutions and transposed ones have in common.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_CONVOLUTION_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_CONVOLUTION_H

#include "Elementwise.h"
#include "KernelLayout.h"
#include "Padding.h"

namespace mlir::relax {

/// One convolution, its layouts resolved to places of axes. Axes of a window
/// are counted from 0.
struct Convolution {
  unsigned numWindowAxes = 0;
  SmallVector<int64_t> strides, dilation, before, after;
  int64_t groups = 1;
  /// Where batch, channels and window axes are; for the kernel where output
  /// channels, input channels and window axes are.
  SmallVector<int64_t> data, kernel, output;
  /// How many output channels the last dimension of the kernel holds, one next
  /// to the other; 0 if they are not split.
  int64_t kernelBlock = 0;
};
/// The places of the axes that `axes` lists in `text`, which the op's verifier
/// accepted and which has no blocks but at its end.
SmallVector<int64_t> getPlaces(StringRef text, StringRef axes);

SmallVector<int64_t> getOr(std::optional<ArrayRef<int64_t>> numbers,
                           unsigned count, int64_t missing);

/// Reads attributes and layouts; fails, with a rejection, for blocked layouts.
template <typename Op>
FailureOr<Convolution> readConvolution(Op op, KernelBuilder &kernel,
                                       StringRef window,
                                       StringRef kernelChannels) {
  Convolution conv;
  conv.numWindowAxes = window.size();
  conv.strides = getOr(op.getStrides(), window.size(), 1);
  conv.dilation = getOr(op.getDilation(), window.size(), 1);
  SmallVector<int64_t> padding = getOr(op.getPadding(), 2 * window.size(), 0);
  conv.before.assign(padding.begin(), padding.begin() + window.size());
  conv.after.assign(padding.begin() + window.size(), padding.end());
  conv.groups = op.getGroups();
  StringRef outLayout =
      op.getOutLayout().empty() ? op.getDataLayout() : op.getOutLayout();
  conv.data = getPlaces(op.getDataLayout(), ("NC" + window).str());
  conv.kernel =
      getPlaces(op.getKernelLayout(), (kernelChannels + window).str());
  conv.kernelBlock = getOutputBlock(op.getKernelLayout());
  conv.output = getPlaces(outLayout, ("NC" + window).str());
  return conv;
}

/// The operand in a buffer of zeros whose window axes have the given extents:
/// element `i` is at `i * spread + before`.
Value buildInZeros(KernelBuilder &kernel, const Convolution &conv,
                   ArrayRef<OpFoldResult> windowExtents,
                   BorderPlacement window);

/// What a block computes: sums of products over the window and the channels of
/// a group. `flipped` reads the kernel from its end.
void buildProducts(KernelBuilder &kernel, const Convolution &conv, Value data,
                   ArrayRef<int64_t> strides, bool flipped, Value sums);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_CONVOLUTION_H
