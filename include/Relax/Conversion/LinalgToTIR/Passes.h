// Passes from linalg to tir.
#ifndef RELAX_CONVERSION_LINALGTOTIR_PASSES_H
#define RELAX_CONVERSION_LINALGTOTIR_PASSES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::relax {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Conversion/LinalgToTIR/Passes.h.inc"

} // namespace mlir::relax

#endif // RELAX_CONVERSION_LINALGTOTIR_PASSES_H
