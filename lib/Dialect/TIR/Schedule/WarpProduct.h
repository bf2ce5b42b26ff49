// Products of small matrices by the threads of a warp together.
//
// A block has 8 warps, 2 over its rows and 4 over its columns. The threads of a
// warp have each some elements of every 16 rows times 8 columns of its part:
//
//   row    0 or 8 and a fourth of the thread's number in the warp
//   column 0 or 1 and twice the rest
//
// which is where `mma.sync` gives them.
#ifndef RELAX_LIB_DIALECT_TIR_SCHEDULE_WARPPRODUCT_H
#define RELAX_LIB_DIALECT_TIR_SCHEDULE_WARPPRODUCT_H

#include "ContractionFactor.h"

namespace mlir::tir {

/// What one thread does of the products of its warp.
struct WarpProduct {
  WarpProduct(OpBuilder &b, Location loc, const ContractionTile &tile,
              Value thread);

  /// Adds the products of the terms in `buffer` to `sums`, the parts of the
  /// thread.
  void buildTerms(OpBuilder &b, Location loc, ContractionFactor &left,
                  ContractionFactor &right, Value buffer, Value sums);

  /// The first row and column of the tile of which the thread has elements.
  Value firstRow, firstColumn;

private:
  Value loadFragment(OpBuilder &b, Location loc, ContractionFactor &factor,
                     Value buffer, Value first, int64_t numOwn, int64_t term);

  const ContractionTile &tile;
  /// A fourth of the thread's number in its warp, the rest, and the first
  /// column of the warp.
  Value group, member, warpColumn;
};

} // namespace mlir::tir

#endif // RELAX_LIB_DIALECT_TIR_SCHEDULE_WARPPRODUCT_H
