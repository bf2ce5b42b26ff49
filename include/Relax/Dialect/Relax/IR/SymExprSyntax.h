// Parts of op syntax that hold symbolic expressions.
#ifndef RELAX_DIALECT_RELAX_IR_SYMEXPRSYNTAX_H
#define RELAX_DIALECT_RELAX_IR_SYMEXPRSYNTAX_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::relax {

/// `custom<SymExpr>`: one expression, such as `n * 2`.
ParseResult parseSymExpr(OpAsmParser &parser, SymExprAttr &value);
void printSymExpr(OpAsmPrinter &printer, Operation *, SymExprAttr value);

/// `custom<SymExprs>`: a list of expressions, such as `[n, 4]`.
ParseResult parseSymExprs(OpAsmParser &parser, ArrayAttr &values);
void printSymExprs(OpAsmPrinter &printer, Operation *, ArrayAttr values);

/// The expressions of an array of them, or none when an element is no
/// expression.
std::optional<SmallVector<SymExprAttr>> getSymExprs(ArrayAttr values);

/// The array of `values`, all of which are known.
ArrayAttr getSymExprArray(MLIRContext *context, ArrayRef<SymExprAttr> values);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_SYMEXPRSYNTAX_H
