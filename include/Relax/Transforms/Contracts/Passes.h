// Contracts: passes that check what a stage promises to the next one.
#ifndef RELAX_TRANSFORMS_CONTRACTS_PASSES_H
#define RELAX_TRANSFORMS_CONTRACTS_PASSES_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::relax {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Transforms/Contracts/Passes.h.inc"
} // namespace mlir::relax

#endif // RELAX_TRANSFORMS_CONTRACTS_PASSES_H
