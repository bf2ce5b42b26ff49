// Passes that make memory explicit: allocation, reuse, deallocation.
#ifndef RELAX_TRANSFORMS_MEMORY_PASSES_H
#define RELAX_TRANSFORMS_MEMORY_PASSES_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::relax {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Transforms/Memory/Passes.h.inc"
} // namespace mlir::relax

#endif // RELAX_TRANSFORMS_MEMORY_PASSES_H
