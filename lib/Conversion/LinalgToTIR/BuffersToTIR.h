// linalg ops on buffers of a tensor program as loops and blocks in its place.
#ifndef RELAX_LIB_CONVERSION_LINALGTOTIR_BUFFERSTOTIR_H
#define RELAX_LIB_CONVERSION_LINALGTOTIR_BUFFERSTOTIR_H

#include "Relax/Dialect/TIR/IR/FunctionOps.h"

namespace mlir::relax {

/// Lowers all linalg ops of a tensor program; reports each that it cannot.
LogicalResult lowerBuffers(tir::FuncOp func);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_LINALGTOTIR_BUFFERSTOTIR_H
