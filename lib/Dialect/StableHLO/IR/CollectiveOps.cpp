// Exchange among devices, and tokens: how they are written.
#include "Relax/Dialect/StableHLO/IR/StableHLO.h"

namespace mlir::relax::hlo {

// One type, that of the result and of each operand: a list of tokens has no
// types of its own in StableHLO's text.
static ParseResult
parseSameType(OpAsmParser &parser,
              ArrayRef<OpAsmParser::UnresolvedOperand> operands,
              SmallVectorImpl<Type> &types, Type &result) {
  if (parser.parseType(result))
    return failure();
  types.assign(operands.size(), result);
  return success();
}

static void printSameType(OpAsmPrinter &printer, Operation *, OperandRange,
                          TypeRange, Type result) {
  printer << result;
}

} // namespace mlir::relax::hlo

#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/CollectiveOps.cpp.inc"
