// Products of small matrices by the threads of a warp together.
//
// A block has up to 4 warps, as a tile says, some over its rows and some over
// its columns. The threads of a warp have each some elements of every 16 rows
// times 8 columns of its part, where `mma.sync` gives them (`MmaLane`).
#ifndef RELAX_LIB_KERNELS_CONTRACTION_WARPPRODUCT_H
#define RELAX_LIB_KERNELS_CONTRACTION_WARPPRODUCT_H

#include "Relax/Kernels/Contraction/ContractionPlan.h"
#include "Relax/Kernels/Contraction/MmaSync.h"

namespace mlir::tir {

/// What one thread does of the products of its warp.
class WarpProduct {
public:
  WarpProduct(KernelBuilder &b, const ContractionTile &tile,
              const SharedTile &lhs, const SharedTile &rhs, Value thread);

  /// Adds the products of a stage to the accumulators of the thread.
  void buildKSlice(Value stage, Value accumulators);

  /// Accumulators of a thread, with the start of the sum.
  Value buildStart(Contraction &contraction, const IRMapping &common);
  /// The rows of accumulators that a block stages at a time, and how often
  /// it does until all were there.
  static int64_t getStagingRows(const ContractionTile &tile);
  int64_t getNumStagingRounds() const {
    return tile.rows / getStagingRows(tile);
  }
  /// Stages accumulators of the thread in round `number`; the row of the tile
  /// that a row of the staging buffer is then.
  void stageAccumulators(Value accumulators, Value number, Value staging);
  Value getTileRow(Value number, Value stagingRow);

private:
  /// An operand, and where the warp begins along its own axis.
  struct Side {
    SharedTile shared;
    bool isLhs;
    Value first;
  };
  /// Registers for one product each.
  using Fragment = SmallVector<Value>;

  Fragment loadFragment(const Side &side, Value stage, int64_t own, int64_t k);
  Value loadMatrices(const Side &side, Value stage, Value own, int64_t k);
  Value loadPairs(const Side &side, Value stage, Value own, int64_t k);
  Value loadElements(const Side &side, Value stage, Value own, int64_t k);
  Value getPart(int64_t from, int64_t count, int64_t times);
  void stageRow(Value accumulators, Value from, Value staging, Value row);
  Value orderColumns(Value accumulators, Value row, Value first);

  KernelBuilder &b;
  const ContractionTile &tile;
  /// What the part of a warp has of the tile.
  int64_t warpRows, warpColumns;
  MmaLane lane;
  /// The number of the warp among those over the rows of the tile.
  Value warpRowNumber;
  Side lhs, rhs;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_WARPPRODUCT_H
