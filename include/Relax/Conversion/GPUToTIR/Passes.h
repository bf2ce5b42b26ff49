// Passes from the gpu dialect back to tir.
#ifndef RELAX_CONVERSION_GPUTOTIR_PASSES_H
#define RELAX_CONVERSION_GPUTOTIR_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::tir {

/// The order in which the threads of an emulated block run up to a barrier. A
/// device has none.
enum class ThreadOrder { Ascending, Descending, Shuffled };

} // namespace mlir::tir

namespace mlir::relax {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Conversion/GPUToTIR/Passes.h.inc"

} // namespace mlir::relax

#endif // RELAX_CONVERSION_GPUTOTIR_PASSES_H
