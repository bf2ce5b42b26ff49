// The types of elementwise ops, written once where all are equal.
#include "Relax/Dialect/Relax/IR/ElementwiseSyntax.h"

namespace mlir::relax {

static ParseResult parseTypes(OpAsmParser &parser, ArrayRef<Type *> operands,
                              Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  auto function = dyn_cast<FunctionType>(type);
  if (!function) {
    for (Type *operand : operands)
      *operand = type;
    result = type;
    return success();
  }
  if (function.getNumInputs() != operands.size() ||
      function.getNumResults() != 1)
    return parser.emitError(loc)
           << "expected the type that all operands and the result have, or "
           << operands.size() << " operand type(s) and one result type, found "
           << type;
  for (auto [operand, input] : llvm::zip(operands, function.getInputs()))
    *operand = input;
  result = function.getResult(0);
  return success();
}

static void printTypes(OpAsmPrinter &printer, ArrayRef<Type> operands,
                       Type result) {
  if (llvm::all_equal(operands) && operands.front() == result)
    printer << result;
  else
    printer.printFunctionalType(TypeRange(operands), TypeRange(result));
}

ParseResult parseUnaryTypes(OpAsmParser &parser, Type &operand, Type &result) {
  return parseTypes(parser, &operand, result);
}

void printUnaryTypes(OpAsmPrinter &printer, Operation *, Type operand,
                     Type result) {
  printTypes(printer, operand, result);
}

ParseResult parseBinaryTypes(OpAsmParser &parser, Type &lhs, Type &rhs,
                             Type &result) {
  return parseTypes(parser, {&lhs, &rhs}, result);
}

void printBinaryTypes(OpAsmPrinter &printer, Operation *, Type lhs, Type rhs,
                      Type result) {
  printTypes(printer, {lhs, rhs}, result);
}

} // namespace mlir::relax
