// How an operand of a contraction comes to the shared memory of a block.
#ifndef RELAX_KERNELS_CONTRACTION_OPERANDPLAN_H
#define RELAX_KERNELS_CONTRACTION_OPERANDPLAN_H

#include "Relax/Dialect/TIR/Analysis/Contraction.h"
#include "Relax/Kernels/Contraction/SharedLayout.h"

namespace mlir::tir {

/// The iterators of one axis of a tile, counted as one number, the last one
/// fastest, and how many of these numbers are in a tile.
struct TileAxis {
  SmallVector<unsigned> iters;
  int64_t size;
};

/// The last iterators of an axis, along which an operand is contiguous.
struct OperandLine {
  /// Whether the axis is the reduction dimension, and not the operand's own.
  bool alongK = false;
  /// One iterator, or several that walk through memory as one; none where
  /// nothing is contiguous.
  SmallVector<unsigned> iters;
  /// The elements of the line, if that is constant.
  std::optional<int64_t> extent;
  /// The last dimensions that make a line, if these are several, and the load:
  /// what the operand is, but for a conversion.
  unsigned numDims = 1;
  memref::LoadOp load;

  bool isMerged() const { return numDims > 1; }
};

/// A load that is all of an operand, or all but what is 0 where a condition,
/// which may be null, does not hold.
struct GuardedLoad {
  memref::LoadOp load;
  Value condition;
};

/// What the kernel does with an operand.
struct OperandUse {
  int64_t threads;
  BankOrder order = BankOrder::Padded;
  /// Whether rows of what is padded lie along the reduction dimension; of the
  /// others whether they have to, wherever memory is contiguous.
  bool isKMajor = false;
  int64_t padding = 0;
  bool usesAsyncCopies = true;
  /// Whether all threads have to load as much as each other, and lines may be
  /// views that are made in front of the kernel.
  bool isShared = true;
  /// What is multiplied, if it is wider than the operand; and whether elements
  /// of f32 are rounded to tf32 on their way.
  Type factor;
  bool isRounded = false;
};

/// Which elements come at once, from where and to where.
struct OperandPlan {
  Contraction *contraction;
  ContractionOperand operand;
  TileAxis own, k;
  OperandUse use;
  OperandLine line;
  /// Contiguous elements that a thread loads at once; and how many such chunks,
  /// neighbours across their lines, it stores together, as neighbours in shared
  /// memory. 1 where these lie as in memory.
  int64_t lanes = 1, across = 1;
  SharedLayout layout;
  /// What is copied asynchronously; null if elements come through registers.
  GuardedLoad copied;

  /// What shared memory has of it.
  Type getType() const { return use.factor ? use.factor : operand.getType(); }
  bool isCopied() const { return copied.load != nullptr; }
  /// Whether what lies along a row in memory lies along a column in shared
  /// memory.
  bool isTransposed() const { return across > 1; }
  const TileAxis &getLineAxis() const { return line.alongK ? k : own; }
  int64_t getNumChunks() const { return own.size * k.size / lanes; }
  /// The chunks that a thread has.
  int64_t getShare() const {
    return llvm::divideCeil(getNumChunks(), use.threads);
  }
  /// The axes of memory that are the operand's own and the reduction dimension,
  /// if the others do not move with them: then the device can copy tiles by
  /// itself (TMA).
  std::optional<std::array<unsigned, 2>> findTMAAxes() const;
};

/// The plan for the tiles of an operand of so many elements along its own axis
/// and along the reduction dimension.
OperandPlan planOperand(Contraction &contraction,
                        const ContractionOperand &operand, TileAxis own,
                        TileAxis k, const OperandUse &use);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_OPERANDPLAN_H
