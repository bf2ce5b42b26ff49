// How the values that a block needs of a factor lie in its shared memory.
#ifndef RELAX_LIB_KERNELS_CONTRACTION_SHAREDLAYOUT_H
#define RELAX_LIB_KERNELS_CONTRACTION_SHAREDLAYOUT_H

#include "mlir/IR/Builders.h"

namespace mlir::tir {

/// Rows of neighbours: the places of each term, or the terms of each place.
struct SharedLayout {
  /// 16 bytes, what a thread copies at once, and what a row of the small
  /// matrices is that a warp loads.
  static constexpr int64_t kChunkBytes = 16;

  int64_t rows = 0, columns = 0;
  /// Elements between the rows, so that threads access different banks.
  int64_t padding = 0;
  /// Bytes of an element.
  int64_t bytes = 0;
  /// Whether the neighbours are terms.
  bool isKMajor = false;
  /// Whether chunks change their places from row to row, so that the same chunk
  /// of 8 rows, or one row of 8 chunks, is in different banks.
  bool isSwizzled = false;

  /// Whether rows are terms of single bytes: warps load these as pairs of
  /// places.
  bool hasPairs() const { return isSwizzled && bytes == 1 && !isKMajor; }
  int64_t getChunk() const { return kChunkBytes / bytes; }
  int64_t getRowLength() const { return columns + padding; }
  int64_t getBytes() const { return rows * getRowLength() * bytes; }

  /// The row of a place and a term, and where it is in the row.
  SmallVector<Value, 2> getIndices(OpBuilder &b, Location loc, Value own,
                                   Value k) const;

private:
  Value swizzle(OpBuilder &b, Location loc, Value row, Value column) const;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_SHAREDLAYOUT_H
