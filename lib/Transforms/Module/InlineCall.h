// The body of a function in place of a call.
#ifndef RELAX_LIB_TRANSFORMS_MODULE_INLINECALL_H
#define RELAX_LIB_TRANSFORMS_MODULE_INLINECALL_H

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/SymbolSubstitution.h"

namespace mlir::relax {

/// Replaces `call` by a copy of the body of `callee`, whose symbols become what
/// the arguments say, or new ones of the caller's, whose names are `taken`.
void inlineCall(CallOp call, FuncOp callee, TakenNames &taken);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_MODULE_INLINECALL_H
