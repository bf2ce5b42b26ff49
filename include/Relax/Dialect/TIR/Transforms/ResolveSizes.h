// Let sizes of buffers be those that they are made with.
#ifndef RELAX_DIALECT_TIR_TRANSFORMS_RESOLVESIZES_H
#define RELAX_DIALECT_TIR_TRANSFORMS_RESOLVESIZES_H

#include "Relax/Dialect/TIR/IR/FunctionOps.h"

namespace mlir::tir {

/// Replace sizes that are asked of buffers, where these were made with them or
/// their types have them: nothing then asks the buffers, so that they can go.
/// True if there were some.
bool resolveSizes(FuncOp func);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_TRANSFORMS_RESOLVESIZES_H
