// Reductions to fewer results than there are threads.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_SPLITREDUCTION_H
#define RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_SPLITREDUCTION_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include <optional>

namespace mlir::tir {

/// In how many pieces the rows of a reduction of a CPU are worth being cut by
/// `splitReduction`; nullopt where they are not, or it cannot be cut.
std::optional<int64_t> choosePieces(Reduction &reduction);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_CPUSCHEDULE_SPLITREDUCTION_H
