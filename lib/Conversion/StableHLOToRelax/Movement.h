// Steps that ops of known and of computed sizes have in common.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_MOVEMENT_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_MOVEMENT_H

#include "GraphConversion.h"

namespace mlir::relax {

/// Replaces `op` by `operand`, whose axes are `axes` of the result, repeated
/// to the sizes `to`.
LogicalResult convertBroadcast(Operation *op, Value operand,
                               ArrayRef<int64_t> axes, ArrayRef<SymExprAttr> to,
                               GraphConversion &graph);

/// Replaces `op` by a tensor of these sizes, of places on `axis`.
LogicalResult convertIota(Operation *op, int64_t axis,
                          ArrayRef<SymExprAttr> dims, GraphConversion &graph);

/// How many elements go in front of those of each axis, behind and between
/// them. A negative width takes elements away.
struct PadWidths {
  ArrayRef<SymExprAttr> low, high;
  ArrayRef<int64_t> interior;
};

/// A tensor with `fill` at these places.
Value emitPad(GraphConversion &graph, Value x, Value fill,
              const PadWidths &widths);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_MOVEMENT_H
