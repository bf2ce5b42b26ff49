// Copies to shared memory that threads do not wait for.
#ifndef RELAX_LIB_KERNELS_CONTRACTION_ASYNCCOPY_H
#define RELAX_LIB_KERNELS_CONTRACTION_ASYNCCOPY_H

#include "mlir/IR/Builders.h"

namespace mlir::tir {

/// Starts the copy of `lanes` neighbours of `from`, at `indices`, to `shared`,
/// at `place`; gives its token. Where `inside`, which may be null, does not
/// hold, nothing is read, and 0 is what comes.
Value createAsyncCopy(OpBuilder &b, Location loc, Value shared,
                      ValueRange sharedIndices, Value from, ValueRange indices,
                      int64_t lanes, Value inBounds);

} // namespace mlir::tir

#endif // RELAX_LIB_KERNELS_CONTRACTION_ASYNCCOPY_H
