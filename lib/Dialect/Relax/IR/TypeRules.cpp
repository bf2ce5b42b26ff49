// One place for an op's type rules: builders, verifier and refinement use it.
#include "Relax/Dialect/Relax/IR/TypeRules.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"

namespace mlir::relax {

bool mayBeEqual(TypeRange lhs, TypeRange rhs) {
  return lhs.size() == rhs.size() &&
         llvm::all_of(llvm::zip_equal(lhs, rhs), [](auto pair) {
           auto [left, right] = pair;
           return compareTypes(left, right) != Proof::Different;
         });
}

LogicalResult verifyDeclaredTypes(Operation *op, ArrayRef<Type> inferred) {
  if (op->getNumResults() != inferred.size())
    return op->emitOpError() << "expects " << inferred.size()
                             << " results, but found " << op->getNumResults();
  for (auto [index, type] : llvm::enumerate(inferred)) {
    Type declared = op->getResult(index).getType();
    if (compareTypes(declared, type) == Proof::Different)
      return op->emitOpError()
             << "declares result " << index << " as " << declared
             << ", but its operands give " << type;
  }
  return success();
}

InFlightDiagnostic emitRuleError(std::optional<Location> location,
                                 StringRef op) {
  if (!location)
    return InFlightDiagnostic();
  return emitError(*location) << "'" << op << "' op ";
}

} // namespace mlir::relax
