// Operators of the graph level become tensor programs.
#ifndef RELAX_CONVERSION_RELAXTOTIR_PASSES_H
#define RELAX_CONVERSION_RELAXTOTIR_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::relax {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Conversion/RelaxToTIR/Passes.h.inc"
} // namespace mlir::relax

#endif // RELAX_CONVERSION_RELAXTOTIR_PASSES_H
