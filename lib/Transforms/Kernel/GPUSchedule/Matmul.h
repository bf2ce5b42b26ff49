// What the rules for products of matrices have in common.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_MATMUL_H
#define RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_MATMUL_H

#include "Relax/Kernels/Contraction/ContractionPlan.h"
#include "Rules.h"

namespace mlir::tir {

/// The nest at `root` as a contraction of numbers that shared memory holds. Its
/// epilogue is the nest that uses the result, if that is the only one and does
/// so element by element.
FailureOr<Contraction> matchMatmul(Operation *root);

/// What a matrix product or convolution becomes, by threads alone or by tensor
/// cores; nothing where it is too small, or more than the chip holds.
std::optional<ContractionPlan> planMatmul(Contraction &contraction,
                                          const GPUChip &chip);
std::optional<ContractionPlan> planTensorMatmul(Contraction &contraction,
                                                const GPUChip &chip);

/// Composes the kernel of a product of f32 matrices that such tiles divide by
/// primitives, with its epilogue. False, with no change, for others.
bool composeMatmul(Contraction &product, const ContractionTile &tile,
                   ScheduleWriter *writer);

/// The same by warpgroups; nothing unless many rows and columns keep the chip
/// busy.
std::optional<ContractionPlan> planWarpgroupMatmul(Contraction &contraction,
                                                   const GPUChip &chip);

/// In how many parts the reduction dimension of a product for tensor cores
/// keeps the chip busy; 1 where it does as it is, or is too short for parts.
int64_t chooseKParts(Contraction &contraction, const GPUChip &chip);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_GPUSCHEDULE_MATMUL_H
