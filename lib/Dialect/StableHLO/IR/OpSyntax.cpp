// What the assembly formats of several ops of stablehlo have in common.
//
// The names and parameters of these functions are dictated by the code that is
// generated of assembly formats: one for each operand or attribute that a
// directive names, so they cannot be grouped.
#include "OpSyntax.h"

namespace mlir::relax::hlo {

/// StableHLO prints one type where all are equal, which is nearly always so.
/// The length must fit the op because the caller passes one place for each
/// operand.
ParseResult parseSameTypes(OpAsmParser &parser, ArrayRef<Type *> types) {
  llvm::SMLoc where = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  auto function = dyn_cast<FunctionType>(type);
  if (!function) {
    for (Type *each : types)
      *each = type;
    return success();
  }
  if (function.getNumInputs() != types.size() - 1 ||
      function.getNumResults() != 1)
    return parser.emitError(where)
           << "expected a type or a function type of " << types.size() - 1
           << " operands and 1 result, found " << type;
  for (auto [each, from] : llvm::zip(types, function.getInputs()))
    *each = from;
  *types.back() = function.getResult(0);
  return success();
}

void printSameTypes(OpAsmPrinter &printer, ArrayRef<Type> types) {
  if (llvm::all_equal(types))
    printer << types.front();
  else
    printer.printFunctionalType(types.drop_back(), types.take_back());
}

ParseResult parsePassed(OpAsmParser &parser, SmallVectorImpl<Type> &operands,
                        SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(operands))
    return failure();
  results.assign(operands.begin(), operands.end());
  return success();
}

void printPassed(OpAsmPrinter &printer, Operation *, TypeRange operands,
                 TypeRange) {
  llvm::interleaveComma(operands, printer);
}

/// The text has no type: the attribute is always of 64 bits, and a written type
/// would be read as a part of what follows.
ParseResult parseNumber(OpAsmParser &parser, IntegerAttr &number) {
  int64_t value;
  if (parser.parseInteger(value))
    return failure();
  number = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}

void printNumber(OpAsmPrinter &printer, Operation *, IntegerAttr number) {
  printer << number.getValue();
}

/// A list with commas between would take the comma in front of the keyword for
/// its own, and fail as no operand follows.
ParseResult
parseOperandsBefore(OpAsmParser &parser,
                    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult found = parser.parseOptionalOperand(operand);
    if (!found.has_value())
      return success();
    if (failed(*found) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void printOperandsBefore(OpAsmPrinter &printer, Operation *,
                         OperandRange operands) {
  for (Value operand : operands)
    printer << operand << ", ";
}

} // namespace mlir::relax::hlo
