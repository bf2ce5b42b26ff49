// Regions of StableHLO on single elements, as code of a tensor program.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SCALARBODY_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SCALARBODY_H

#include "BlockMath.h"
#include "mlir/IR/Region.h"

namespace mlir::relax {

/// Whether `applyScalar` knows the op.
bool isScalarOp(Operation *op);

/// What an op gives for single elements, which have the types of its operands'
/// elements; `type` is that of its result's.
Value applyScalar(BlockMath math, Operation *op, ValueRange elements,
                  Type type);

/// Why the elements of the operands are none that the op takes; empty if they
/// are.
std::string getElementObstacle(Operation *op);

/// Why a region is no function that a program can compute, of one number each
/// of `arguments`, which gives `results`; empty if it is one.
std::string getScalarObstacle(Region &region, ArrayRef<Type> arguments,
                              ArrayRef<Type> results);

/// The values of a region without such an obstacle.
SmallVector<Value> applyRegion(BlockMath math, Region &region,
                               ValueRange elements);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SCALARBODY_H
