// Shardings that a program of StableHLO writes as those of HLO.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_HLOSHARDINGS_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_HLOSHARDINGS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

/// Writes `mhlo.sharding` of parameters, results and `@Sharding` as shardings
/// by one `sdy.mesh`, whose axes all of them have in common; an error where
/// there is none, or where workers have no parts or copies.
LogicalResult expressHloShardings(ModuleOp module);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_HLOSHARDINGS_H
