// What the assembly formats of several ops of stablehlo have in common.
#ifndef RELAX_LIB_DIALECT_STABLEHLO_IR_OPSYNTAX_H
#define RELAX_LIB_DIALECT_STABLEHLO_IR_OPSYNTAX_H

#include "Relax/Dialect/StableHLO/IR/StableHLO.h"

namespace mlir::relax::hlo {

/// One type where all are equal, else `(operands) -> result`; the last of
/// `types` is the result's.
ParseResult parseSameTypes(OpAsmParser &parser, ArrayRef<Type *> types);
void printSameTypes(OpAsmPrinter &printer, ArrayRef<Type> types);

inline ParseResult parseSameTypes(OpAsmParser &parser, Type &x, Type &result) {
  return parseSameTypes(parser, {&x, &result});
}
inline void printSameTypes(OpAsmPrinter &printer, Operation *, Type x,
                           Type result) {
  printSameTypes(printer, ArrayRef<Type>({x, result}));
}
inline ParseResult parseSameTypes(OpAsmParser &parser, Type &lhs, Type &rhs,
                                  Type &result) {
  return parseSameTypes(parser, {&lhs, &rhs, &result});
}
inline void printSameTypes(OpAsmPrinter &printer, Operation *, Type lhs,
                           Type rhs, Type result) {
  printSameTypes(printer, ArrayRef<Type>({lhs, rhs, result}));
}
inline ParseResult parseSameTypes(OpAsmParser &parser, Type &a, Type &b,
                                  Type &c, Type &result) {
  return parseSameTypes(parser, {&a, &b, &c, &result});
}
inline void printSameTypes(OpAsmPrinter &printer, Operation *, Type a, Type b,
                           Type c, Type result) {
  printSameTypes(printer, ArrayRef<Type>({a, b, c, result}));
}

/// The types of the operands, which are those of the results.
ParseResult parsePassed(OpAsmParser &parser, SmallVectorImpl<Type> &operands,
                        SmallVectorImpl<Type> &results);
void printPassed(OpAsmPrinter &printer, Operation *, TypeRange operands,
                 TypeRange results);

/// A number of 64 bits without its type.
ParseResult parseNumber(OpAsmParser &parser, IntegerAttr &number);
void printNumber(OpAsmPrinter &printer, Operation *, IntegerAttr number);

/// Operands, each with a comma behind it, in front of a keyword.
ParseResult
parseOperandsBefore(OpAsmParser &parser,
                    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands);
void printOperandsBefore(OpAsmPrinter &printer, Operation *,
                         OperandRange operands);

} // namespace mlir::relax::hlo

#endif // RELAX_LIB_DIALECT_STABLEHLO_IR_OPSYNTAX_H
