// Passes from func to relax.
#ifndef RELAX_CONVERSION_FUNCTORELAX_PASSES_H
#define RELAX_CONVERSION_FUNCTORELAX_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::relax {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Conversion/FuncToRelax/Passes.h.inc"

} // namespace mlir::relax

#endif // RELAX_CONVERSION_FUNCTORELAX_PASSES_H
