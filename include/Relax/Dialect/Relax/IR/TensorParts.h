// Tensors whose parts go to workers, or come from them.
#ifndef RELAX_DIALECT_RELAX_IR_TENSORPARTS_H
#define RELAX_DIALECT_RELAX_IR_TENSORPARTS_H

#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// The tensor with `axis` cut into `parts`, which go along an axis before it.
/// Parts of an axis are contiguous, so that this moves no element.
Value cutAxis(OpBuilder &builder, Location location, Value tensor, int64_t axis,
              int64_t parts);

/// The tensor with axis `from` at the place `to`. One of unknown rank, which
/// has no axes to name, stays.
Value moveAxis(OpBuilder &builder, Location location, Value tensor,
               int64_t from, int64_t to);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_TENSORPARTS_H
