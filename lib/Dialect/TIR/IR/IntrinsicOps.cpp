// What a tensor program asks of its surroundings: rules.
#include "Relax/Dialect/TIR/IR/IntrinsicOps.h"

#include "Relax/Support/RuleError.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/IntrinsicOps.cpp.inc"

namespace mlir::tir {

LogicalResult AssertOp::verify() {
  // R1: the reader learns something.
  if (getMessage().empty())
    return relax::emitRuleError(
        *this, 1,
        "has an empty message, expected one that says what must hold");
  return success();
}

LogicalResult CallExternOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getCalleeAttr());
  // R1: types of a function of this module.
  if (!callee ||
      (TypeRange(callee.getArgumentTypes()) == getArgs().getTypes() &&
       TypeRange(callee.getResultTypes()) == getResultTypes()))
    return success();
  relax::RuleError diag =
      relax::emitRuleError(*this, 1, "calls @")
      << getCallee() << " with types "
      << FunctionType::get(getContext(), getArgs().getTypes(), getResultTypes())
      << ", expected " << callee.getFunctionType();
  diag.attachNote(callee.getLoc()) << "the function is here";
  return diag;
}

} // namespace mlir::tir
