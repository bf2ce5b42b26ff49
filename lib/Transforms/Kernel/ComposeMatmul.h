// What composing a product of matrices by primitives takes on every machine.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_COMPOSEMATMUL_H
#define RELAX_LIB_TRANSFORMS_KERNEL_COMPOSEMATMUL_H

#include "Relax/Dialect/TIR/Analysis/Contraction.h"
#include "ScheduleWriter.h"

namespace mlir::tir {

/// The two buffers of which a nest multiplies elements.
struct MatmulBuffers {
  Value lhs, rhs;
};

/// Those of a product of two different buffers of f32, whose elements have
/// iterators as indices; nullopt for others. So primitives can copy them.
std::optional<MatmulBuffers> getMatmulBuffers(const Contraction &product);

/// The number of a buffer among those that a block reads.
unsigned getReadNumber(BlockOp block, Value buffer);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_COMPOSEMATMUL_H
