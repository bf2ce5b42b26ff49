// Collects what the rules of types could not decide.
#include "Relax/Dialect/Relax/IR/SizeClaims.h"

#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::relax {

/// Where claims of this thread go, if anybody asked: two hundred operators
/// infer types through a few helpers, which have no other way to tell.
static thread_local SmallVector<SizeClaim> *collected = nullptr;

void claimEqual(SymExprAttr expected, SymExprAttr found) {
  if (collected && expected && found)
    collected->push_back({expected, found});
}

bool areClaimsCollected() { return collected != nullptr; }

/// Claims each size that `declared` says and `inferred` says otherwise.
static void claimDims(ArrayRef<SymExprAttr> declared,
                      ArrayRef<SymExprAttr> inferred) {
  for (auto [expected, found] : llvm::zip(declared, inferred))
    if (expected && found && compareDims(expected, found) == Proof::Unknown)
      claimEqual(expected, found);
}

static void claimTypes(Type declared, Type inferred) {
  if (auto tuple = dyn_cast<TupleType>(declared)) {
    if (auto other = dyn_cast<TupleType>(inferred))
      for (auto [field, found] : llvm::zip(tuple.getTypes(), other.getTypes()))
        claimTypes(field, found);
    return;
  }
  auto getAll = [](Type type) {
    return isa<TensorType>(type) ? TensorInfo::of(type).dims
                                 : getShapeDims(type);
  };
  std::optional<Dims> dims = getAll(declared), found = getAll(inferred);
  if (dims && found && dims->size() == found->size())
    claimDims(*dims, *found);
}

/// The sizes of each tensor in `type` that may be negative. A shape is no
/// tensor: its numbers are sizes only of what is made with it.
static void addOpenSizes(Type type, llvm::SetVector<SymExprAttr> &sizes) {
  if (auto tuple = dyn_cast<TupleType>(type))
    for (Type field : tuple.getTypes())
      addOpenSizes(field, sizes);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    for (SymExprAttr dim : getDims(tensor))
      if (dim && dim.getLowerBound().value_or(-1) < 0)
        sizes.insert(dim);
}

/// Claims that no size of a result is negative. A size that an operand has was
/// claimed where that operand was made. Fused programs allocate no results, so
/// the allocator, which finds other negative sizes, never sees these: the
/// concat of `full [n - 5]` wrote in front of its result.
static void claimSizes(Operation *op) {
  llvm::SetVector<SymExprAttr> known, sizes;
  for (Type type : op->getOperandTypes())
    addOpenSizes(type, known);
  for (Type type : op->getResultTypes())
    addOpenSizes(type, sizes);
  SymExprAttr zero = SymExprAttr::constant(op->getContext(), 0);
  for (SymExprAttr size : sizes)
    if (!known.contains(size))
      claimEqual(SymExprAttr::maximum({size, zero}), size);
}

SmallVector<SizeClaim> getSizeClaims(Operation *op) {
  SmallVector<SizeClaim> claims;
  auto rules = dyn_cast<InferTypeOpInterface>(op);
  if (!rules)
    return claims;
  llvm::SaveAndRestore scope(collected, &claims);
  SmallVector<Type> types;
  if (failed(rules.inferReturnTypes(
          op->getContext(), std::nullopt, op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), types)))
    return {};
  for (auto [declared, inferred] : llvm::zip(op->getResultTypes(), types))
    claimTypes(declared, inferred);
  claimSizes(op);
  return claims;
}

} // namespace mlir::relax
