// Symbolic expressions as arithmetic on index values.
#ifndef RELAX_DIALECT_RELAX_IR_SYMEXPRLOWERING_H
#define RELAX_DIALECT_RELAX_IR_SYMEXPRLOWERING_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax {

/// Emits ops of `arith` that compute `expr` on `index` values; `value` gives
/// the value of a symbol. Returns null, having emitted what it likes, when
/// `expr` is null or `value` gives null for a symbol. A division by zero, for
/// which the expression has no value, gives some value and no trap.
Value lowerSymExpr(OpBuilder &builder, Location location, SymExprAttr expr,
                   llvm::function_ref<Value(StringAttr)> value);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_SYMEXPRLOWERING_H
