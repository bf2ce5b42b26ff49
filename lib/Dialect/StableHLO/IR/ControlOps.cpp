// Control flow and calls of unknown code: how they are written.
//
// These forms must be read as StableHLO prints them, because texts come from
// JAX as they are, and nobody can run a converter of that project first. What
// is printed is read by both.
#include "OpSyntax.h"

#include "mlir/IR/Builders.h"

namespace mlir::relax::hlo {

/// `(%a = %x, %b = %y) : T, U cond {...} do {...}`
/// Arguments are written once, for the condition, and the body has the same
/// ones. The types come behind all pairs, so operands cannot be resolved as
/// they are read.
ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  llvm::SMLoc where = parser.getCurrentLocation();
  auto parseOne = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  if (!operands.empty() && (parser.parseColon() || parser.parseTypeList(types)))
    return failure();
  if (parser.resolveOperands(operands, types, where, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  result.addTypes(types);
  for (auto [argument, type] : llvm::zip(arguments, types))
    argument.type = type;
  Region &cond = *result.addRegion(), &body = *result.addRegion();
  return failure(
      parser.parseKeyword("cond") || parser.parseRegion(cond, arguments) ||
      parser.parseKeyword("do") || parser.parseRegion(body, arguments));
}

/// Only the names of the first region are in the text. Without shadowing, the
/// body would print names that nothing in the text defines.
void WhileOp::print(OpAsmPrinter &printer) {
  // Both regions have the names of the first one's arguments.
  if (!getBody().empty() &&
      getBody().getNumArguments() == getCond().getNumArguments())
    printer.shadowRegionArgs(getBody(), getCond().getArguments());
  printer << "(";
  llvm::interleaveComma(llvm::zip(getCond().getArguments(), getOperands()),
                        printer, [&](auto pair) {
                          printer << std::get<0>(pair) << " = "
                                  << std::get<1>(pair);
                        });
  printer << ")";
  if (!getOperands().empty()) {
    printer << " : ";
    llvm::interleaveComma(getOperandTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

// The name of the code, as a symbol.
// Written as a symbol but held as a string, because the code is outside of the
// module: a symbol use would have to resolve.
static ParseResult parseTarget(OpAsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

static void printTarget(OpAsmPrinter &printer, Operation *, StringAttr target) {
  printer.printSymbolName(target);
}

// The type of the tuple, which says those of its elements: a list of types in
// front would only repeat it, and StableHLO does not write one.
static ParseResult parseTupleTypes(OpAsmParser &parser,
                                   SmallVectorImpl<Type> &elements,
                                   Type &result) {
  llvm::SMLoc where = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(where) << "expected a tuple, found " << result;
  elements.append(tuple.begin(), tuple.end());
  return success();
}

static void printTupleTypes(OpAsmPrinter &printer, Operation *, TypeRange,
                            Type result) {
  printer << result;
}

} // namespace mlir::relax::hlo

#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/ControlOps.cpp.inc"
