// One operand of a contraction on its way through shared memory to registers.
#ifndef RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONOPERAND_H
#define RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONOPERAND_H

#include "OperandLine.h"
#include "Relax/Kernels/Contraction/TileContraction.h"
#include "SharedLayout.h"

namespace mlir::tir {

/// Write `body` where `condition` holds; a null condition always does.
void buildIfInBounds(OpBuilder &b, Location loc, Value condition,
                     llvm::function_ref<void(OpBuilder &)> body);

/// What a block needs of one factor: `size` values of its own axis, that of
/// rows or of columns, times `depth` terms. Iterators of an axis are counted as
/// one number, the last one fastest: a place.
class ContractionOperand {
public:
  ContractionOperand(Contraction &contraction, Value value,
                     ArrayRef<unsigned> iters, int64_t size,
                     const ContractionTile &tile);
  /// The factors of rows, and of columns.
  static ContractionOperand ofRows(Contraction &contraction,
                                   const ContractionTile &tile);
  static ContractionOperand ofColumns(Contraction &contraction,
                                      const ContractionTile &tile);

  /// How many places one thread has, and how many of them are neighbours; how
  /// far it is from one run of neighbours to the next.
  int64_t getPart() const { return part; }
  int64_t getRun() const { return run; }
  int64_t getRunStride() const {
    return tile.usesTensorCores ? 8 : ContractionTile::kSide * run;
  }
  Type getType() const { return value.getType(); }
  const SharedLayout &getLayout() const { return layout; }
  /// Bytes of shared memory, of all stages.
  int64_t getSharedBytes() const { return tile.stages * layout.getBytes(); }
  /// Whether it comes to shared memory by asynchronous copies.
  bool isCopied() const { return copied.load != nullptr; }
  Value getExtent() const { return extent; }
  Value getOrigin() const { return origin; }

  /// What the writer of the kernel tells once: extents, in front of the kernel;
  /// the buffers; the number of the tile; the thread, and its number on the
  /// side of this factor.
  void buildExtent(OpBuilder &b, Location loc);
  void setKExtent(Value total) { kExtent = total; }
  void makeShared(OpBuilder &b, Location loc);
  /// The same buffer, in memory of the block from byte `first` on.
  void makeSharedIn(OpBuilder &b, Location loc, Value bytes, int64_t first);
  void makeRegisters(OpBuilder &b, Location loc);
  void setTile(OpBuilder &b, Location loc, Value number);
  void setThread(OpBuilder &b, Location loc, Value number, Value coordinate);
  /// The same for threads whose first place in the tile is `first`.
  void setFirst(Value number, Value first);

  /// Start to copy the thread's share of step `step` to `buffer`, and add what
  /// says when that is done; zeros if there is no such step. A null `isStep`
  /// says that there is.
  void buildCopies(OpBuilder &b, Location loc, const IRMapping &common,
                   Value step, Value isStep, Value buffer,
                   SmallVectorImpl<Value> &copies);
  /// Compute the thread's share of step `step`, and put it to where all threads
  /// find it.
  void buildFetch(OpBuilder &b, Location loc, const IRMapping &common,
                  Value step);
  void buildCommit(OpBuilder &b, Location loc, Value buffer);
  /// Load the thread's values for one term, and give that of a part.
  void buildRegisterLoads(OpBuilder &b, Location loc, Value buffer, Value k);
  Value loadRegister(OpBuilder &b, Location loc, Value part);

  /// The buffer in shared memory, and where a place and a term are in it.
  Value getShared() const { return shared; }
  /// The same buffer of pairs of neighbouring bytes.
  Value getPairs() const { return pairs; }
  SmallVector<Value> getSharedIndices(OpBuilder &b, Location loc, Value buffer,
                                      Value own, Value k) const;

  /// The place of a part of the thread; the condition that there is such a
  /// place, null if it is always there; and its iterators.
  Value getIndex(OpBuilder &b, Location loc, Value part);
  Value isInBounds(OpBuilder &b, Location loc, Value position);
  void mapIndex(OpBuilder &b, Location loc, Value position, IRMapping &mapping);

private:
  /// Where a thread's chunk of neighbours lies in the tile.
  struct Chunk {
    Value own, k;
  };
  Chunk getChunk(OpBuilder &b, Location loc, Value number);
  Value isInBounds(OpBuilder &b, Location loc, Value position, Value k);
  void chooseLanes();
  void chooseLayout();
  GuardedLoad findCopied();
  void mergeDims(OpBuilder &b, Location loc);
  SmallVector<Value> buildIndices(OpBuilder &b, Location loc,
                                  memref::LoadOp load, IRMapping mapping,
                                  Value position, Value k);
  Value buildLineIndex(OpBuilder &b, Location loc, Value number);
  void buildChunk(OpBuilder &b, Location loc, IRMapping mapping, Value position,
                  Value k, Value first);
  int64_t getShare() const;

  Contraction &contraction;
  Value value;
  SmallVector<unsigned> iters;
  int64_t size, tileK, part, run;
  ContractionTile tile;
  /// Threads next to each other compute terms, not places, next to each other;
  /// a thread `lanes` of them.
  bool alongK = false;
  int64_t lanes = 1;
  SharedLayout layout;
  OperandLine line;
  /// What the factor is, if it can be copied; else null.
  GuardedLoad copied;
  /// The buffer with the dimensions of a line as one, if these are several.
  Value merged;
  Value extent, kExtent, shared, pairs, staged, registers, origin, thread,
      coordinate;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_CONTRACTIONOPERAND_H
