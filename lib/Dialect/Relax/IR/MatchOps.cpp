// Checks of types at run time that also define symbols.
#include "Relax/Dialect/Relax/IR/MatchOps.h"

#include "Relax/Dialect/Relax/IR/Purity.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Support/RuleError.h"

#include "mlir/IR/Builders.h"
#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/MatchOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerMatchOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/MatchOps.cpp.inc"
      >();
}

void MatchCastOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), SymbolScopeResource::get());
}

LogicalResult MatchCastOp::verify() {
  // R1: a cast that may succeed.
  if (compareAssigned(getInput().getType(), getResult().getType()) ==
      Proof::Different)
    return emitRuleError(*this, 1, "never succeeds: expected a type that ")
           << getInput().getType() << " may be, found "
           << getResult().getType();
  return success();
}

} // namespace mlir::relax
