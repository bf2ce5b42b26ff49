// The types of elementwise ops, written once where all are equal.
#ifndef RELAX_DIALECT_RELAX_IR_ELEMENTWISESYNTAX_H
#define RELAX_DIALECT_RELAX_IR_ELEMENTWISESYNTAX_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::relax {

/// `custom<UnaryTypes>`: `T` where operand and result have that type, else
/// `(T) -> U`. The long form is read in both cases.
ParseResult parseUnaryTypes(OpAsmParser &parser, Type &operand, Type &result);
void printUnaryTypes(OpAsmPrinter &printer, Operation *, Type operand,
                     Type result);

/// `custom<BinaryTypes>`: the same of two operands, `T` or `(T, U) -> V`.
ParseResult parseBinaryTypes(OpAsmParser &parser, Type &lhs, Type &rhs,
                             Type &result);
void printBinaryTypes(OpAsmPrinter &printer, Operation *, Type lhs, Type rhs,
                      Type result);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_ELEMENTWISESYNTAX_H
