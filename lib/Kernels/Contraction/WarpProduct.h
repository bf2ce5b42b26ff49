// Products of small matrices by the threads of a warp together.
//
// A block has 4 warps, 2 over its rows and 2 over its columns. The threads of a
// warp have each some elements of every 16 rows times 8 columns of its part:
//
//   row    0 or 8 and a fourth of the thread's number in the warp
//   column 0 or 1 and twice the rest
//
// which is where `mma.sync` gives them.
#ifndef RELAX_LIB_KERNELS_CONTRACTION_WARPPRODUCT_H
#define RELAX_LIB_KERNELS_CONTRACTION_WARPPRODUCT_H

#include "ContractionFactor.h"

namespace mlir::tir {

/// What one thread does of the products of its warp.
class WarpProduct {
public:
  WarpProduct(OpBuilder &b, Location loc, const ContractionTile &tile,
              Value thread);

  /// Adds the products of the terms in `buffer` to `sums`, the parts of the
  /// thread.
  void buildTerms(OpBuilder &b, Location loc, ContractionFactor &left,
                  ContractionFactor &right, Value buffer, Value sums);

  /// The rows of sums that a block leaves on a shelf at a time, and how often
  /// it does until all were there.
  static constexpr int64_t kShelfRows = 32;
  int64_t getNumShelves() const { return tile.rows / kShelfRows; }
  /// Leaves sums of the thread on shelf `number`; the row of the tile that a
  /// row of that shelf is.
  void leaveSums(OpBuilder &b, Location loc, const ContractionFactor &left,
                 const ContractionFactor &right, Value sums, Value number,
                 Value shelf);
  Value getTileRow(OpBuilder &b, Location loc, Value number, Value shelfRow);

  /// The first row and column of the tile of which the thread has elements.
  Value getFirstRow() const { return firstRow; }
  Value getFirstColumn() const { return firstColumn; }

private:
  /// The registers of a thread of 16 places, or twice 8, times as many terms as
  /// are 32 bytes: four of them, in an order that the instruction asks for.
  struct Fragment {
    SmallVector<Value> registers;
  };
  enum class Side { Left, Right };

  Fragment loadFragment(OpBuilder &b, Location loc, ContractionFactor &factor,
                        Value buffer, Side side, int64_t first, int64_t term);
  Value loadMatrices(OpBuilder &b, Location loc, ContractionFactor &factor,
                     Value buffer, Side side, Value own, int64_t term);
  Value loadPairs(OpBuilder &b, Location loc, ContractionFactor &factor,
                  Value buffer, Side side, Value own, int64_t term);
  void leaveRow(OpBuilder &b, Location loc, Value sums, Value from,
                bool hasPairs, Value shelf, Value row);
  Value loadElements(OpBuilder &b, Location loc, ContractionFactor &factor,
                     Value buffer, Side side, Value own, int64_t term);

  const ContractionTile &tile;
  /// The number of the thread in its warp, and a fourth and the rest of it.
  Value lane, group, member;
  /// The number of the warp among those over the rows of the tile, and the
  /// first row and column of the warp.
  Value warpRowNumber, warpRow, warpColumn;
  Value firstRow, firstColumn;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_WARPPRODUCT_H
