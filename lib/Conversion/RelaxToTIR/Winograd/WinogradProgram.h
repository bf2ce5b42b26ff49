// The nests of tensor programs that compute windows of 3 x 3 tile by tile.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_WINOGRADPROGRAM_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_WINOGRADPROGRAM_H

#include "../DotKernels.h"
#include "../IndexMath.h"
#include "WinogradTiles.h"
#include "WinogradTransform.h"

#include "Relax/Conversion/RelaxToTIR/KernelBuilder.h"

namespace mlir::relax {

/// Writes nests of one program, whose first input and output have the batch as
/// their first axis. Transformed data and products are
/// `[batch, block, place, tile, channel]`.
class WinogradBuilder {
public:
  WinogradBuilder(KernelBuilder &kernel, const ImageTiles &tiles)
      : kernel(kernel), b(kernel.builder()), loc(kernel.loc()), tiles(tiles),
        matrices(tiles.size) {}

  /// A buffer for each image of the batch.
  Value alloc(ArrayRef<int64_t> shape, Type element);
  /// The first input with zeros around it, as far as tiles read, as numbers of
  /// `element`; the input itself where tiles read no more than that.
  Value buildPadding(ArrayRef<int64_t> padding, Type element);
  void buildInput(Value data, Value transformed);
  /// Sums of products with the second input: of floats, or of words of i16.
  void buildProducts(Value transformed, Value products, int64_t groups);
  /// The results of whole tiles; those of integers are divided by 4, as their
  /// weights are multiplied by it.
  Value buildOutput(Value products);
  /// What of the tiles is in the image. What follows element by element can be
  /// computed with it.
  void buildImage(Value results);

private:
  int64_t getSize(Value buffer, unsigned dim) {
    return cast<MemRefType>(buffer.getType()).getDimSize(dim);
  }
  /// The first row and column of places of tile `tile` of a block.
  std::pair<Value, Value> getPlace(IndexMath math, Value tile) {
    Value columns = math.constant(tiles.columns);
    Value row =
        tiles.blockRows == 1 ? math.constant(0) : math.div(tile, columns);
    Value column = tiles.blockRows == 1 ? tile : math.rem(tile, columns);
    return {math.mul(row, tiles.size), math.mul(column, tiles.size)};
  }

  KernelBuilder &kernel;
  OpBuilder &b;
  Location loc;
  ImageTiles tiles;
  WinogradMatrices matrices;
};

/// Replaces a convolution by the call of a program of these tiles, of floats or
/// of i16 that gives i32. `weight` is the transformed one, of words for
/// integers.
void replaceByTiles(const WindowConvolution &found, const ImageTiles &tiles,
                    ElementsAttr weight, DotKernels &kernels);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_WINOGRADPROGRAM_H
