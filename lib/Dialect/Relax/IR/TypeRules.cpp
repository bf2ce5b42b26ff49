// One place for an op's type rules: builders, verifier and refinement use it.
#include "Relax/Dialect/Relax/IR/TypeRules.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

bool mayBeEqual(TypeRange lhs, TypeRange rhs) {
  return lhs.size() == rhs.size() &&
         llvm::all_of(llvm::zip_equal(lhs, rhs), [](auto pair) {
           auto [left, right] = pair;
           return compareTypes(left, right) != Proof::Different;
         });
}

/// TYPE-4: elements that memory holds, where a type is a tensor's.
static LogicalResult verifyElements(Operation *op, StringRef what,
                                    TypeRange types) {
  for (auto [index, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<TensorType>(type);
    if (!tensor || isTensorElement(tensor.getElementType()) ||
        isUnknownElement(tensor.getElementType()))
      continue;
    return emitTypeError(op, 4)
           << "has " << what << " #" << index << " of type " << type
           << ", expected elements that are i1, or integers (signless or "
              "unsigned) or floats of 8, 16, 32 or 64 bits; convert it where "
              "it is made";
  }
  return success();
}

/// TYPE-5: tensors that can be somewhere. What follows may count bytes.
static LogicalResult verifyByteSizes(Operation *op, StringRef what,
                                     TypeRange types) {
  for (auto [index, type] : llvm::enumerate(types))
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      if (!hasByteSize(tensor))
        return emitTypeError(op, 5)
               << "has " << what << " #" << index << " of type " << type
               << ", expected a number of bytes that 64 bits hold; no machine "
                  "has room for it";
  return success();
}

LogicalResult verifyDeclaredTypes(Operation *op, ArrayRef<Type> inferred) {
  if (failed(verifyElements(op, "operand", op->getOperandTypes())) ||
      failed(verifyElements(op, "result", op->getResultTypes())) ||
      failed(verifyElements(op, "result", inferred)) ||
      failed(verifyByteSizes(op, "operand", op->getOperandTypes())) ||
      failed(verifyByteSizes(op, "result", op->getResultTypes())) ||
      failed(verifyByteSizes(op, "result", inferred)))
    return failure();
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
             << ", expected what its operands give, " << type;
  }
  return success();
}

} // namespace mlir::relax
