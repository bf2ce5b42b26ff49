// Sums of products of words by the matrix unit of a CPU.
#ifndef RELAX_KERNELS_ROWREDUCTION_TILEPRODUCT_H
#define RELAX_KERNELS_ROWREDUCTION_TILEPRODUCT_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// A sum of products of words that tiles of 16 rows of 64 bytes compute, as
/// AMX has them: of the left side 16 rows of words along the last reducing
/// iterator, of the right one as many rows of words along the columns.
struct TileProduct {
  /// A word of the left side, and the load of one of the right one.
  Value lhs;
  memref::LoadOp rhs;
  /// What the words consist of: i8 or bf16.
  Type element;
  /// The iterator along which results, and words of the right side, are
  /// contiguous, and the last one that reduces.
  unsigned column = 0, depth = 0;
  /// The number of columns, and of steps of `depth` that one tile has.
  int64_t columns = 0, words = 0;
};

/// `reduction` as such a product; nullopt where tiles do not fit, or would
/// mostly be empty.
std::optional<TileProduct> planTileProduct(Reduction &reduction);

/// Replaces the nests of the reduction and its epilogue by loops over tiles.
void replaceTileProduct(Reduction &reduction, const TileProduct &product);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_TILEPRODUCT_H
