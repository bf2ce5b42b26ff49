// A tile of one operand of a product on its way to the memory of a block.
#ifndef RELAX_KERNELS_CONTRACTION_OPERANDTILE_H
#define RELAX_KERNELS_CONTRACTION_OPERANDTILE_H

#include "Relax/Kernels/Contraction/Contraction.h"

namespace mlir::tir {

/// The iterators of one axis of a tile, counted as one number, the last one
/// fastest, and how many of these numbers are in a tile.
struct TileAxis {
  SmallVector<unsigned> iters;
  int64_t size;
};

/// The values of a factor for some places times all terms. What is outside of
/// the extents is 0.
class OperandTile {
public:
  /// `numThreads` threads of a block fetch it together.
  OperandTile(Contraction &contraction, Value operand, TileAxis outerAxis,
              TileAxis kAxis, int64_t numThreads);

  /// Stores the tile that begins with place `first`, at [place, term] of
  /// `shared`, or at [term, place] if `isTransposed`. `common` maps the
  /// iterators that the axes lack.
  void build(OpBuilder &b, Location loc, const IRMapping &common, Value thread,
             Value first, Value shared, bool isTransposed = false);

  /// Whether the tile can be copied asynchronously: it is one load
  /// of neighbours that lie in memory as they do in shared memory.
  bool canCopy();
  /// Starts to copy the tile that begins with place `first` to `shared`, and
  /// adds what says when that is done. Zeros where `isThere` is false; null
  /// says that it is true.
  void buildCopies(OpBuilder &b, Location loc, const IRMapping &common,
                   Value thread, Value first, Value predicate, Value shared,
                   SmallVectorImpl<Value> &copies);

private:
  /// A thread's neighbours, which it fetches at once.
  struct Chunk {
    Value position, k, predicate;
  };
  void chooseLanes();
  bool isContiguous(unsigned iter);
  int64_t getNumChunks() { return outerAxis.size * kAxis.size / lanes; }
  int64_t getShare();
  Chunk getChunk(OpBuilder &b, Location loc, Value thread, Value number);
  Value buildPredicate(OpBuilder &b, Location loc, Chunk &chunk,
                       Value position);
  void buildFetch(OpBuilder &b, Location loc, const IRMapping &common,
                  Chunk chunk, Value origin, Value first);
  void buildStore(OpBuilder &b, Location loc, Chunk chunk, Value first,
                  Value shared, bool isTransposed);
  Value getExtent(OpBuilder &b, Location loc, const TileAxis &axis);
  void mapAxis(OpBuilder &b, Location loc, const TileAxis &axis, Value number,
               IRMapping &mapping);

  Contraction &contraction;
  Value operand;
  TileAxis outerAxis, kAxis;
  int64_t numThreads;
  /// Neighbours are terms, not places.
  bool alongK = true;
  int64_t lanes = 1;
  Value staged;
};

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_OPERANDTILE_H
