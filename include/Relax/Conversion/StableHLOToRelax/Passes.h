// Programs of StableHLO become functions of the graph level.
#ifndef RELAX_CONVERSION_STABLEHLOTORELAX_PASSES_H
#define RELAX_CONVERSION_STABLEHLOTORELAX_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::relax {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Relax/Conversion/StableHLOToRelax/Passes.h.inc"

} // namespace mlir::relax

#endif // RELAX_CONVERSION_STABLEHLOTORELAX_PASSES_H
