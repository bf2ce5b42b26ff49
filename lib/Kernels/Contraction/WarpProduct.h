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

#include "ContractionOperand.h"

namespace mlir::tir {

/// What one thread does of the products of its warp.
class WarpProduct {
public:
  WarpProduct(OpBuilder &b, Location loc, const ContractionTile &tile,
              Value thread);

  /// Adds the products of the terms in `buffer` to `sums`, the parts of the
  /// thread.
  void buildKSlice(OpBuilder &b, Location loc, ContractionOperand &lhs,
                   ContractionOperand &rhs, Value buffer, Value accumulators);

  /// The rows of accumulators that a block stages at a time, and how often
  /// it does until all were there.
  static constexpr int64_t kStagingRows = 32;
  int64_t getNumStagingRounds() const { return tile.rows / kStagingRows; }
  /// Stages accumulators of the thread in buffer `number`; the row of the tile
  /// that a row of that buffer is.
  void stageAccumulators(OpBuilder &b, Location loc,
                         const ContractionOperand &lhs,
                         const ContractionOperand &rhs, Value accumulators,
                         Value number, Value staging);
  Value getTileRow(OpBuilder &b, Location loc, Value number, Value stagingRow);

  /// The first row and column of the tile of which the thread has elements.
  Value getFirstRow() const { return firstRow; }
  Value getFirstColumn() const { return firstColumn; }

private:
  /// The registers of a thread of 16 places, or twice 8, times as many terms as
  /// are 32 bytes: four of them, in an order that the instruction asks for.
  struct Fragment {
    SmallVector<Value> registers;
  };
  enum class Side { Lhs, Rhs };

  Fragment loadFragment(OpBuilder &b, Location loc, ContractionOperand &operand,
                        Value buffer, Side side, int64_t first, int64_t k);
  Value loadMatrices(OpBuilder &b, Location loc, ContractionOperand &operand,
                     Value buffer, Side side, Value own, int64_t k);
  Value loadPairs(OpBuilder &b, Location loc, ContractionOperand &operand,
                  Value buffer, Side side, Value own, int64_t k);
  void stageRow(OpBuilder &b, Location loc, Value accumulators, Value from,
                bool hasPairs, Value staging, Value row);
  Value loadElements(OpBuilder &b, Location loc, ContractionOperand &operand,
                     Value buffer, Side side, Value own, int64_t k);

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
