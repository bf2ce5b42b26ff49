// One operand of a contraction on its way to shared memory, for warpgroups.
//
// Copies are of 16 bytes, a piece; a line has eight. In shared memory a stage
// holds for a factor that lies
//
//   along terms     lines of the terms of a row or a column, one behind the
//                   other
//   along its own   for each 128 bytes of rows or columns the lines of one
//   axis            element of K each, contiguous
//
// Piece `i` of line `j` is at place `i ^ (j % 8)` of it: pieces that the chip
// reads together are in different banks.
#ifndef RELAX_LIB_KERNELS_CONTRACTION_WARPGROUPOPERAND_H
#define RELAX_LIB_KERNELS_CONTRACTION_WARPGROUPOPERAND_H

#include "ContractionOperand.h"
#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

/// What a block needs of one factor: `size` values of its own axis, that of
/// rows or of columns, times the terms of a line.
class WarpgroupOperand {
public:
  /// `places` counts the factor's own axis in tiles of `size`.
  WarpgroupOperand(Contraction &contraction, Value value,
                   ArrayRef<unsigned> iters, int64_t size,
                   ContractionOperand &indexing);

  /// Whether the factor is an element of memory that lies in pieces; how.
  bool isCopied() const { return load != nullptr; }
  bool isAlongK() const { return alongK; }

  /// The terms of a step, and the elements of a stage.
  int64_t getTileK() const { return line; }
  int64_t getStageSize() const { return size * line; }
  /// How a stage lies, and how far it is in it from a product to the next
  /// terms, and to the next 64 of its own axis.
  WarpgroupProductOp::Layout getLayout() const;
  int64_t getKStride() const { return alongK ? line / 4 : line * 16; }
  int64_t getHalfStride() const { return 64 * line; }

  /// Copy the thread's share of step `step` to `shared`, from element `start`
  /// on. What is outside of the extents becomes 0.
  void buildCopy(OpBuilder &b, Location loc, const IRMapping &common,
                 Value thread, Value step, Value kExtent, Value shared,
                 Value start);

  /// Whether what a block needs in a step is boxes of memory: one axis is the
  /// factor's own, one that of terms, and the others do not move with them.
  bool canUseTMA() const;
  /// In front of the kernel, describe the memory that boxes are of.
  void buildMap(OpBuilder &b, Location loc, Value kExtent);
  /// Let the device read the description ahead.
  void buildPrefetch(OpBuilder &b, Location loc) const;
  /// Bytes of a stage.
  int64_t getStageBytes() const { return size * kLine; }
  /// Start to copy all of step `step` as boxes, to the same places; barrier
  /// `barrier` gets their bytes.
  void buildTMALoads(OpBuilder &b, Location loc, const IRMapping &common,
                     Value step, Value shared, Value start, Value barriers,
                     Value barrier);

private:
  /// Bytes of a line.
  static constexpr int64_t kLine = 128;

  bool matchChunks(unsigned iter, bool isK);
  void buildChunk(OpBuilder &b, Location loc, const IRMapping &common,
                  Value own, Value k, Value kExtent, Value shared,
                  Value target);
  bool isAxis(unsigned axis, unsigned iter) const;
  SmallVector<int64_t> getBox() const;

  Contraction &contraction;
  ContractionOperand &indexing;
  SmallVector<unsigned> iters;
  int64_t size, line, chunk;
  memref::LoadOp load;
  bool alongK = false;
  Value map;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_WARPGROUPOPERAND_H
