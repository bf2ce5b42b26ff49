// How the loads and the store of a reduction walk through memory.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_REDUCTIONACCESSES_H
#define RELAX_DIALECT_TIR_ANALYSIS_REDUCTIONACCESSES_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::tir {

/// What an unknown extent is taken for.
inline constexpr int64_t kUnknownExtent = 960;

/// A load or store, and how it moves with each iterator of the block.
struct WalkingAccess {
  ElementAccess access;
  /// How far in memory it is from one value to the next; nullopt where that is
  /// not known.
  SmallVector<std::optional<int64_t>> strides;
  /// False for iterators that are not in its indices.
  llvm::SmallBitVector moves;

  bool isUnit(unsigned iter) const { return strides[iter] == 1; }
};

/// The accesses of a reduction, as its block is now.
struct ReductionAccesses {
  WalkingAccess out;
  /// The spatial iterator along which the result is contiguous.
  std::optional<unsigned> column;
  /// All inputs, and those that move with the column.
  SmallVector<WalkingAccess> inputs, columnInputs;
  /// Number of steps of the reduction, where unknown a guess.
  int64_t steps = 1;
};

/// Each stride takes the expressions of all indices: they are asked once.
ReductionAccesses matchAccesses(Reduction &reduction);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_REDUCTIONACCESSES_H
