// The step from graph functions with explicit memory to host code.
#ifndef RELAX_CONVERSION_RELAXTORUNTIME_PASSES_H
#define RELAX_CONVERSION_RELAXTORUNTIME_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::relax {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Conversion/RelaxToRuntime/Passes.h.inc"
} // namespace mlir::relax

#endif // RELAX_CONVERSION_RELAXTORUNTIME_PASSES_H
