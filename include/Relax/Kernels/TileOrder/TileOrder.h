// Which tile a block of a GPU has.
#ifndef RELAX_KERNELS_TILEORDER_TILEORDER_H
#define RELAX_KERNELS_TILEORDER_TILEORDER_H

#include "Relax/Dialect/TIR/IR/KernelBuilder.h"

namespace mlir::tir {

/// A loop over blocks, "blockIdx.x", and where a block is along each of the
/// extents, of which the last two count rows and columns of tiles. Where
/// columns have half as many bytes or fewer, a tile has `lightRows` rows, else
/// 0.
SmallVector<Value> placeBlock(KernelBuilder &b, ArrayRef<Value> extents,
                              int64_t lightRows);

/// `numRows` rows in `count` groups, in tiles of `size` rows. Group e ends
/// where `ends[e]` says, or the group before it; the last one has what is left.
struct GroupedRows {
  Value ends, numRows;
  int64_t count, size;
};

/// The rows of a tile: those from `first` on, up to `end` at most; and whether
/// there are any, null where threads do not know that of each other.
struct GroupTile {
  Value group, first, end, hasRows;
};

/// As many tiles as groups may have, whatever their ends are.
Value countTiles(KernelBuilder &b, const GroupedRows &rows);

/// The tile of that number, which a thread looks for; of no rows if there are
/// not so many.
GroupTile findTile(KernelBuilder &b, const GroupedRows &rows, Value number);

} // namespace mlir::tir

#endif // RELAX_KERNELS_TILEORDER_TILEORDER_H
