// Passes that simplify relax functions and leave them relax functions.
#ifndef RELAX_TRANSFORMS_GRAPH_PASSES_H
#define RELAX_TRANSFORMS_GRAPH_PASSES_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::relax {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Transforms/Graph/Passes.h.inc"

} // namespace mlir::relax

#endif // RELAX_TRANSFORMS_GRAPH_PASSES_H
