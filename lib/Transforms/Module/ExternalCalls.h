// Calls of functions outside of the module.
#ifndef RELAX_LIB_TRANSFORMS_MODULE_EXTERNALCALLS_H
#define RELAX_LIB_TRANSFORMS_MODULE_EXTERNALCALLS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// The external function `name` of the module of `symbols`, declared if need
/// be.
FlatSymbolRefAttr declareExtern(SymbolTable &symbols, StringRef name);

/// A call that fills a fresh tensor of type `result`. Destination-passing:
/// memory planning sees the result as it sees those of kernels, and may reuse
/// its memory.
Value createExternCall(OpBuilder &builder, Location location,
                       FlatSymbolRefAttr callee, ValueRange arguments,
                       Type result);

/// Whether an external function can be given a tensor for a result of `type`:
/// its sizes have to be known before.
bool canBeAllocated(Type type);

/// A text as an external function can get it, a tensor of bytes: host code has
/// no form for `relax.string`.
Value createBytes(OpBuilder &builder, Location location, StringRef text);

/// Numbers as an external function gets them, a shape.
Value createNumbers(OpBuilder &builder, Location location,
                    ArrayRef<int64_t> numbers);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_MODULE_EXTERNALCALLS_H
