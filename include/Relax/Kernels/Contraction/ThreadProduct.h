// What a thread has of a tile, and the products that it does by itself.
#ifndef RELAX_KERNELS_CONTRACTION_THREADPRODUCT_H
#define RELAX_KERNELS_CONTRACTION_THREADPRODUCT_H

#include "Relax/Dialect/TIR/Analysis/Contraction.h"
#include "Relax/Kernels/Contraction/SharedLayout.h"

namespace mlir::tir {

/// What a thread has of an axis of a tile: runs of contiguous elements,
/// `stride` from each other, from `base` on.
struct ThreadElements {
  int64_t count = 1, run = 1, stride = 1;
  Value base;

  Value get(KernelBuilder &b, Value number) const;
};

/// Products of one element at a time, of what the thread has of both operands.
class ThreadProduct {
public:
  /// An operand in shared memory, and what was loaded of it.
  struct Operand {
    SharedTile shared;
    ThreadElements owned;
    Value registers = {};
  };

  /// The products of `depth` elements along the reduction dimension are
  /// unrolled, and their elements loaded at once where these are contiguous.
  ThreadProduct(KernelBuilder &b, Contraction &contraction, const Operand &lhs,
                const Operand &rhs, int64_t depth);

  /// Adds those of `kExtent` elements of a stage to accumulators, at
  /// [lhs][rhs].
  void build(Value stage, int64_t kExtent, Value accumulators);

private:
  void load(const Operand &operand, Value stage, Value k);
  Value get(const Operand &operand, Value own, Value lane);

  KernelBuilder &b;
  Contraction &contraction;
  int64_t depth;
  Operand lhs, rhs;
};

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_THREADPRODUCT_H
