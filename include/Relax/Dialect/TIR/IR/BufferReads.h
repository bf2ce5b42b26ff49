// Whether buffers stay as they are.
#ifndef RELAX_DIALECT_TIR_IR_BUFFERREADS_H
#define RELAX_DIALECT_TIR_IR_BUFFERREADS_H

#include "mlir/IR/Operation.h"

namespace mlir::tir {

/// True if `op` loads an element of a buffer that was there before `region`,
/// an op around it that only ever loads elements of that buffer.
bool loadsUnchanged(Operation *op, Operation *region);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_IR_BUFFERREADS_H
