// Minimal filtering of 3 x 3 windows: the transforms, and weights behind them.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_WINOGRADTRANSFORM_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_WINOGRADTRANSFORM_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::relax {

/// Rows of numbers.
using Matrix = SmallVector<SmallVector<double>>;

/// How `outputs` neighbouring results of three taps are computed with
/// `outputs + 2` multiplications: `output * ((weight * w) . (input * x))`.
/// Rows 1 and 2 of `input`, 3 and 4, and so on belong to a point and its
/// negative; so do columns of `output`.
struct WinogradMatrices {
  Matrix input, weight, output;

  /// The number of outputs is 2 or 4.
  explicit WinogradMatrices(int64_t outputs);
};

/// `input * x * input^T` of a square of values, row by row.
SmallVector<Value> transformInput(OpBuilder &builder, Location loc,
                                  const WinogradMatrices &matrices,
                                  ArrayRef<Value> x);

/// `output * x * output^T` of a square of values, row by row.
SmallVector<Value> transformOutput(OpBuilder &builder, Location loc,
                                   const WinogradMatrices &matrices,
                                   ArrayRef<Value> x);

/// `weight * w * weight^T` of each window of a constant of floats, whose axes
/// have the letters of `layout`: f32 of `[places of a tile, O / block, I,
/// block]`. Null where its elements are not all there.
ElementsAttr transformWeight(ElementsAttr constant, StringRef layout,
                             const WinogradMatrices &matrices, int64_t block);

/// Four times that of each window of a constant of i16 for tiles of 2x2, as
/// words of two input channels, of which there is an even number: i32 of
/// `[places of a tile, O / block, I / 2, block]`. Null where its elements are
/// not all there, or where numbers of 16 and 32 bits do not hold what data from
/// `-bound` to `bound` give.
ElementsAttr transformHalves(ElementsAttr constant, StringRef layout,
                             int64_t block, int64_t bound);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_WINOGRAD_WINOGRADTRANSFORM_H
