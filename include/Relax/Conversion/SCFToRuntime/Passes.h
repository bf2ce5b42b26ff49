// Passes that give kernels their threads and their memory.
#ifndef RELAX_CONVERSION_SCFTORUNTIME_PASSES_H
#define RELAX_CONVERSION_SCFTORUNTIME_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace mlir::relax {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Conversion/SCFToRuntime/Passes.h.inc"

} // namespace mlir::relax

#endif // RELAX_CONVERSION_SCFTORUNTIME_PASSES_H
