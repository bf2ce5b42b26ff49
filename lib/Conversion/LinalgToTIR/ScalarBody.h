// The scalar code of a linalg op as code of a block.
#ifndef RELAX_LIB_CONVERSION_LINALGTOTIR_SCALARBODY_H
#define RELAX_LIB_CONVERSION_LINALGTOTIR_SCALARBODY_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include <string>

namespace mlir::relax {

/// Why the ops of a region, or the types that they compute on, have no place in
/// a block; empty if they have.
std::string getBodyObstacle(Region &region);

/// Copies scalar code to the builder and gives what it yields. `values` has
/// what the code gets from outside: elements, scalars, and for the tensors that
/// it reads the buffers; `loops` are the loops' indices.
SmallVector<Value> cloneBody(OpBuilder &builder, Block &body, ValueRange loops,
                             IRMapping &values);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_LINALGTOTIR_SCALARBODY_H
