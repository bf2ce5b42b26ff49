// Compute a reduction tile by tile, with the accumulators in registers.
#ifndef RELAX_KERNELS_ROWREDUCTION_TILEREDUCTION_H
#define RELAX_KERNELS_ROWREDUCTION_TILEREDUCTION_H

#include "Relax/Dialect/TIR/Analysis/PaddedBuffer.h"
#include "Relax/Dialect/TIR/Analysis/ReductionAccesses.h"

namespace mlir::tir {

/// A reducing iterator to vectorize, with lanes of a vector.
struct LaneIter {
  unsigned iter;
  int64_t lanes;
};

/// The size of a tile.
struct TileSize {
  int64_t rows = 1, columns = 1;
};

/// The part of a padded buffer that a task makes for itself, where it would be
/// in the nearest caches: some lines of an image, between its sides.
struct PaddedWindow {
  /// What a dimension of the buffer is in the window: not there, as an iterator
  /// of the tasks indexes it; the columns of a tile; the lines of a task; or
  /// all of it.
  enum class Dim { Task, Columns, Lines, Whole };

  PaddedBuffer buffer;
  /// The load, the only one.
  memref::LoadOp load;
  SmallVector<Dim> dims;
  /// The size of each dimension that is there.
  SmallVector<int64_t> sizes;
  /// The spatial iterator of the lines, of which a task has `lines` each; its
  /// index goes on by `step` from one to the next.
  unsigned line = 0;
  int64_t lines = 1, step = 1;
  /// Element `i` of the last dimension lies at [i mod phases, i div phases]:
  /// columns whose indices go on by more than 1 are next to each other then.
  int64_t phases = 1;
  /// The elements of a vector.
  int64_t lanes = 1;
  /// What a task takes, element by element.
  double taskSteps = 0;
};

/// How a reduction is tiled: `rows` values of iterator `row` times `columns`
/// of iterator `column`, the vectorized one.
struct ReductionTile {
  std::optional<unsigned> row, column;
  int64_t rows = 1, columns = 1;
  /// What to do where there are fewer columns than a tile has: narrower tiles,
  /// the widest first; at last those of one column.
  SmallVector<TileSize> narrower;
  /// Loads that are copied to a panel first, or what widens them: they vary
  /// with the column, not with the row, and all rows use them.
  SmallVector<Operation *> packed;
  /// A last tile that would stick out may start earlier instead, and compute
  /// some elements again.
  bool mayOverlap = true;
  /// Along the columns each load is contiguous, the same element or packed.
  bool isContiguous = false;
  /// An input has the columns in blocks of that many, one block next to the
  /// other steps of the reduction: its indices are quotient and rest of the
  /// column. Tiles are of whole blocks, and one is of what is behind them. 0:
  /// there is no such input.
  int64_t block = 0;
  /// Run over the rows of a few tiles first, then over the columns: what moves
  /// with the columns stays in the cache.
  bool columnsInner = false;
  /// What to do where there are fewer rows than a tile has: reduce along a
  /// vector. Null: tiles of one row.
  std::optional<LaneIter> laneIter;
  /// What tasks make of a padded input before their tiles.
  std::optional<PaddedWindow> window;

  /// True if tiles of `width` cover an axis, with overlap where that is
  /// allowed.
  bool covers(std::optional<int64_t> extent, int64_t width) const {
    return width == 1 || mayOverlap || (extent && *extent % width == 0);
  }
};

/// Whether tiles may have elements in common, which two threads then may write,
/// the same number both.
enum class TileOverlap { Allowed, None };

/// What becomes of a reduction: tiles, or, if there is an iterator for it, a
/// partial result a lane.
struct ReductionPlan {
  ReductionTile tile;
  std::optional<LaneIter> laneIter;
};

/// What suits vectors of `lanes` elements and sixteen of them.
ReductionPlan planReduction(Reduction &reduction,
                            const ReductionAccesses &accesses, int64_t lanes,
                            TileOverlap overlap = TileOverlap::Allowed);

/// What becomes of a reduction that reads a padded buffer, each element of it a
/// few times, where each task makes what it reads of it; nullopt for all
/// others. Its iterators are as they are, not as few as possible.
std::optional<ReductionPlan>
planPaddedReduction(Reduction &reduction, int64_t lanes,
                    TileOverlap overlap = TileOverlap::Allowed);

/// The reducing iterator along which every input is contiguous or does not
/// move, if the steps may be done in any order and there are enough of them
/// for a vector of `lanes`.
std::optional<unsigned> findLaneIter(Reduction &reduction,
                                     const ReductionAccesses &accesses,
                                     int64_t lanes);

/// Give a tile another size. Fails with an error where it has no such axis,
/// or tiles of that size would overlap and may not.
LogicalResult resizeTile(Reduction &reduction, ReductionTile &tile,
                         int64_t rows, int64_t columns);

/// The lines of an image and the places in them, where its kernel is in blocks
/// of columns, and tiles that end with a line would compute more places twice,
/// or where that is not known.
std::optional<std::pair<unsigned, unsigned>>
findShortLines(Reduction &reduction, const ReductionAccesses &accesses,
               int64_t lanes);

/// Make one axis of the lines and places of an image where that pays; or of the
/// last two of the result where the last one is short: all that moves along
/// them is copied to panels, for which both are one. True if it has; the
/// accesses are others then.
bool joinShortAxes(Reduction &reduction, const ReductionAccesses &accesses,
                   int64_t lanes);

/// How many tiles of rows a task has where tiles divide known extents, tasks
/// are alike and each is worth a thread, and the epilogue is short enough to be
/// written out; nullopt otherwise.
std::optional<int64_t> getWholeTasks(Reduction &reduction,
                                     const ReductionTile &tile);

/// Replace the nests of the reduction and its epilogue by what is planned, and
/// those of a padded buffer that tasks make.
void replaceReduction(Reduction &reduction, const ReductionPlan &plan);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_TILEREDUCTION_H
