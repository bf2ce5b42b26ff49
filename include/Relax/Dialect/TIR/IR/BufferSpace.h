// Moves buffers to other memory spaces.
#ifndef RELAX_DIALECT_TIR_IR_BUFFERSPACE_H
#define RELAX_DIALECT_TIR_IR_BUFFERSPACE_H

#include "mlir/IR/Value.h"

namespace mlir::tir {

/// Gives `buffer`, a memref, and all views of it the memory space `space`,
/// which may be null.
void setMemorySpace(Value buffer, Attribute space);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_IR_BUFFERSPACE_H
