// Whether code of a GPU has the functions of the CUDA toolkit that it calls.
#ifndef RELAX_SUPPORT_DEVICELIBRARY_H
#define RELAX_SUPPORT_DEVICELIBRARY_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::relax {

/// The first function of the toolkit's device library that PTX calls and does
/// not have; empty if there is none.
StringRef findLibraryCall(StringRef ptx);

/// Checks that the PTX in `binary` calls no function of the toolkit's device
/// library, which would have been linked in if it had been found. What is
/// missing shows when a driver loads the code, long after.
LogicalResult checkDeviceLibrary(gpu::BinaryOp binary);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_DEVICELIBRARY_H
