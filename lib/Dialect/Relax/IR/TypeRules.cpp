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
  // TYPE-1: a result for each type.
  if (op->getNumResults() != inferred.size())
    return emitTypeError(op, 1)
           << "expects " << inferred.size() << " results, but found "
           << op->getNumResults();
  for (auto [index, type] : llvm::enumerate(inferred)) {
    Type declared = op->getResult(index).getType();
    // TYPE-2: no type that the operands rule out.
    if (compareAssigned(type, declared) == Proof::Different)
      return emitTypeError(op, 2)
             << "declares result " << index << " as " << declared
             << ", but its operands give " << type;
  }
  return success();
}

} // namespace mlir::relax
