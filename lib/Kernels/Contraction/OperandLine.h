// What of an operand of a contraction is contiguous in memory.
#ifndef RELAX_LIB_KERNELS_CONTRACTION_OPERANDLINE_H
#define RELAX_LIB_KERNELS_CONTRACTION_OPERANDLINE_H

#include "Relax/Kernels/Contraction/Contraction.h"

namespace mlir::tir {

/// The last iterators of an axis, neighbouring values of which are neighbours
/// in memory.
struct OperandLine {
  /// Whether the axis is that of terms, and not the factor's own.
  bool alongK = false;
  /// One iterator, or several that walk through memory as one; none where there
  /// are no neighbours.
  SmallVector<unsigned> iters;
  /// The elements of the line, if that is constant.
  std::optional<int64_t> extent;
  /// The last dimensions that make a line, if these are several, and the load:
  /// what the factor is, but for a conversion.
  unsigned numDims = 1;
  memref::LoadOp load;

  bool isMerged() const { return numDims > 1; }
};

/// The line of factor `value`, along `own` if it has neighbours there.
OperandLine findOperandLine(Contraction &contraction, Value value,
                            ArrayRef<unsigned> own);

/// A load that is all of a factor, or all but what is 0 where a condition does
/// not hold.
struct GuardedLoad {
  memref::LoadOp load;
  /// Null if there is none.
  Value condition;
};

/// `value` as such a load, the same for all elements of `line` but for their
/// place in it; a null load if it is none.
GuardedLoad matchGuardedLoad(Contraction &contraction, Value value,
                             const OperandLine &line);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_OPERANDLINE_H
