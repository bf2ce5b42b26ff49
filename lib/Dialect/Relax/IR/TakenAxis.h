// The axis that slices are taken along, and what taking them gives.
#ifndef RELAX_LIB_DIALECT_RELAX_IR_TAKENAXIS_H
#define RELAX_LIB_DIALECT_RELAX_IR_TAKENAXIS_H

#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

/// The axis of an operand of this rank, which may be left out at rank 1.
inline FailureOr<int64_t> getTakenAxis(std::optional<int64_t> axis,
                                       int64_t rank, EmitError emitError) {
  if (!axis && rank != 1)
    return emitError() << "expects 'axis' for an operand of rank " << rank
                       << ", but found none";
  return normalizeAxis(axis.value_or(0), rank, emitError);
}

/// The dimensions with those of the indices in place of the axis.
inline Dims getTakenDims(Dims dims, int64_t axis,
                         ArrayRef<SymExprAttr> indices) {
  dims.erase(dims.begin() + axis);
  dims.insert(dims.begin() + axis, indices.begin(), indices.end());
  return dims;
}

} // namespace mlir::relax

#endif // RELAX_LIB_DIALECT_RELAX_IR_TAKENAXIS_H
