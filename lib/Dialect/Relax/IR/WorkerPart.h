// The part of a tensor that each of some workers gets.
#ifndef RELAX_LIB_DIALECT_RELAX_IR_WORKERPART_H
#define RELAX_LIB_DIALECT_RELAX_IR_WORKERPART_H

#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

/// The type of a tensor of which `axis` is divided among `workers`. It is an
/// error about R1 if the axis does not exist, about R2 if it provably does not
/// divide.
LogicalResult inferWorkerPart(Value tensor, int64_t workers, int64_t axis,
                              EmitError emitError,
                              SmallVectorImpl<Type> &types);

/// Checks that `axes` are places in `mesh` along which `workers` stand; null is
/// any number. It is an error about `rule` if they are not.
LogicalResult checkMesh(std::optional<ArrayRef<int64_t>> mesh,
                        std::optional<ArrayRef<int64_t>> axes,
                        std::optional<int64_t> workers, EmitError emitError,
                        unsigned rule);

} // namespace mlir::relax

#endif // RELAX_LIB_DIALECT_RELAX_IR_WORKERPART_H
