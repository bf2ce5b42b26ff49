// Passes from tir to the gpu dialect.
#ifndef RELAX_CONVERSION_TIRTOGPU_PASSES_H
#define RELAX_CONVERSION_TIRTOGPU_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::relax {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Conversion/TIRToGPU/Passes.h.inc"

} // namespace mlir::relax

#endif // RELAX_CONVERSION_TIRTOGPU_PASSES_H
