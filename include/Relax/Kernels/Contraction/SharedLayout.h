// How the tiles of an operand lie in the shared memory of a block.
#ifndef RELAX_KERNELS_CONTRACTION_SHAREDLAYOUT_H
#define RELAX_KERNELS_CONTRACTION_SHAREDLAYOUT_H

#include "Relax/Dialect/TIR/IR/KernelBuilder.h"

namespace mlir::tir {

/// How rows keep out of each other's banks.
enum class BankOrder {
  /// Each is a few elements longer.
  Padded,
  /// Chunks change their places from row to row, so that the same chunk of 8
  /// rows, or one row of 8 chunks, is in different banks.
  Swizzled,
  /// Lines of 128 bytes, 8 of them a tile, in which chunks change their places:
  /// what TMA writes and `wgmma` reads.
  Lines
};

/// Rows of contiguous elements: along the operand's own axis for each element
/// of the reduction dimension, or the other way round.
struct SharedLayout {
  /// 16 bytes, what a thread copies at once, and what a row of the small
  /// matrices is that a warp loads.
  static constexpr int64_t kChunkBytes = 16;
  static constexpr int64_t kLineBytes = 128;

  int64_t rows = 0, columns = 0;
  /// Elements between the rows, if these are padded.
  int64_t padding = 0;
  Type element;
  /// Whether rows lie along the reduction dimension.
  bool isKMajor = false;
  BankOrder order = BankOrder::Padded;

  /// Whether rows are along the own axis, of single bytes: warps load these as
  /// pairs.
  bool hasPairs() const {
    return order == BankOrder::Swizzled && getElementBytes() == 1 && !isKMajor;
  }
  int64_t getElementBytes() const {
    return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  }
  int64_t getChunk() const { return kChunkBytes / getElementBytes(); }
  int64_t getRowLength() const { return columns + padding; }
  int64_t getSize() const { return rows * getRowLength(); }
  int64_t getBytes() const { return getSize() * getElementBytes(); }
};

/// The shared memory of an operand's tiles.
struct SharedTile {
  SharedLayout layout;
  /// [stage][row][column], without stages if there is but one; and the same as
  /// pairs of bytes. Of lines, just elements.
  Value buffer, pairs;
  /// Of lines, the elements in front of the first stage, and from each to the
  /// next.
  int64_t first = 0, stageSize = 0;

  /// Where the lines of a stage, or of the only one, begin.
  Value getStart(KernelBuilder &b, Value stage) const {
    return stage ? b.add(b.mul(stage, stageSize), first) : b.index(first);
  }
  /// Where an element is, in the stage of that number, null if there is but
  /// one.
  SmallVector<Value> getIndices(KernelBuilder &b, Value stage, Value own,
                                Value k) const;
};

/// Tiles of operands: `stages` of each, or one; in memory of their own or,
/// where that is not null, in `bytes`. There lines have all tiles of a stage
/// together.
SmallVector<SharedTile> makeShared(KernelBuilder &b,
                                   ArrayRef<SharedLayout> layouts,
                                   ArrayRef<int64_t> stages, Value bytes);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_SHAREDLAYOUT_H
