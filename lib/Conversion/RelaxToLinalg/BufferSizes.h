// Which sizes in a tensor program are the same in every run.
#ifndef RELAX_LIB_CONVERSION_RELAXTOLINALG_BUFFERSIZES_H
#define RELAX_LIB_CONVERSION_RELAXTOLINALG_BUFFERSIZES_H

#include "mlir/IR/Value.h"

namespace mlir::relax {

/// Whether the index value `extent` of a program is the size of an axis of one
/// of its buffers: by value, by where both come from, or by `tir.dims`.
bool isSizeOfAxis(Value extent, Value buffer, int64_t axis);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOLINALG_BUFFERSIZES_H
