// Passes over whole modules: what is reachable, what is called how.
#ifndef RELAX_TRANSFORMS_MODULE_PASSES_H
#define RELAX_TRANSFORMS_MODULE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::relax {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Transforms/Module/Passes.h.inc"
} // namespace mlir::relax

#endif // RELAX_TRANSFORMS_MODULE_PASSES_H
