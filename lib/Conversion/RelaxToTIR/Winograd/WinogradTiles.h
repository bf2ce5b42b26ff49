// Convolutions of windows of 3 x 3, and which tiles they are computed by.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_WINOGRADTILES_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_WINOGRADTILES_H

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

/// The output channels that are contiguous in a weight.
inline constexpr int64_t kWinogradBlock = 16;

/// A convolution that may be computed so, and its sizes.
struct WindowConvolution {
  Conv2dOp conv;
  ConstantOp weight;
  /// Null where it is not known.
  SymExprAttr batch;
  /// Channels of either side that a group has.
  int64_t groups, inputs, outputs;
  int64_t height, width;
  SmallVector<int64_t> padding;
};

/// The tiles of an image: `rows` of `columns`, in `blocks` of `blockRows` rows.
/// A tile has `size` places of the result along an axis.
struct ImageTiles {
  int64_t size, rows, columns, blocks, blockRows;

  int64_t getPlaces() const { return (size + 2) * (size + 2); }
  int64_t getBlockTiles() const { return blockRows * columns; }
  int64_t getBlockLines() const { return blockRows * size; }
};

/// Tiles of `size` x `size` results, and what their transforms take for each
/// channel of either side, in places of a row of products.
struct WinogradWay {
  int64_t size;
  double transforms;
};

/// Whether the window is of 3 x 3 places next to each other, and goes on by
/// one.
bool hasWinogradWindow(Conv2dOp conv);

/// A convolution with channels last, whose groups have whole blocks of outputs,
/// a constant window of 3 x 3 that goes on by one place, and sizes that are
/// known, but for the batch. Of any numbers.
std::optional<WindowConvolution> matchWindowConvolution(Conv2dOp conv);

/// Blocks whose transformed data and products fit into the second cache, if
/// there are enough of them for threads and they fill tiles of registers; else
/// one.
ImageTiles divideImage(const WindowConvolution &conv, int64_t size);

/// The tiles that take least time; nullopt where the window itself does, or all
/// tiles take too much memory.
std::optional<ImageTiles> chooseTiles(const WindowConvolution &conv,
                                      ArrayRef<WinogradWay> ways);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_WINOGRADTILES_H
