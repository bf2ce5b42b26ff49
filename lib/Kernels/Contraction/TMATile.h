// A tile of an operand that the device copies by itself (TMA).
#ifndef RELAX_LIB_KERNELS_CONTRACTION_TMATILE_H
#define RELAX_LIB_KERNELS_CONTRACTION_TMATILE_H

#include "Relax/Kernels/Contraction/OperandTile.h"

namespace mlir::tir {

/// Whether a tile is one of memory: one axis is the operand's own, one the
/// reduction dimension, and the others do not move with them.
bool canUseTMA(const OperandPlan &plan);

/// Where a tile goes: elements of `buffer` from `start` on; a barrier of
/// `barriers`, that of `stage`, gets its bytes.
struct TMATarget {
  Value buffer, start, barriers, stage;
};

/// Copies tiles in the order that threads would give them. One has 128 bytes of
/// the axis along which the operand is contiguous, and as many elements of the
/// other one as a stage holds.
class TMATile {
public:
  /// In front of the kernel, describes the memory that tiles are of.
  TMATile(KernelBuilder &b, const OperandPlan &plan,
          const OperandSource &source);

  /// Let the device read the description ahead.
  void buildPrefetch();
  /// Start to copy what begins with `own` and `k`.
  void buildLoads(const IRMapping &common, Value own, Value k,
                  const TMATarget &to);

private:
  SmallVector<int64_t> getBox();

  KernelBuilder &b;
  OperandPlan plan;
  Value map;
};

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_TMATILE_H
