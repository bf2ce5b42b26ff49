// Transposed operands of products.
#ifndef RELAX_DIALECT_RELAX_IR_TRANSPOSE_H
#define RELAX_DIALECT_RELAX_IR_TRANSPOSE_H

#include "mlir/IR/Value.h"

namespace mlir::relax {

/// What `value` is the transpose of, if a `relax.permute_dims` of the last two
/// axes gives it; else null.
Value getTransposed(Value value);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_TRANSPOSE_H
