// Finds the reshapes in what decodes an operand of a product.
//
// Weights in groups with a scale each, and bytes of two numbers, have axes of
// their own while they are decoded, and are a matrix behind it. A view between
// two programs keeps these apart, and a product that decodes its operand for
// itself saves the memory for all of it. So there a reshape is a program as
// well, which reads elements at other places.
#include "DecoderReshapes.h"

#include "Relax/Analysis/FusionGroups.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"

namespace mlir::relax {

static std::optional<OpPatternKind> getPattern(Operation *op) {
  auto facts = dyn_cast_or_null<OpPatternInterface>(op);
  if (!facts)
    return std::nullopt;
  return facts.getOpPattern();
}

static bool isInjective(Operation *op) {
  std::optional<OpPatternKind> pattern = getPattern(op);
  return pattern && *pattern <= OpPatternKind::Injective;
}

/// The bits of all that a decoder reads whose result is `value`; 0 if that is
/// not known.
static int64_t countSourceBits(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isInjective(op) || !value.hasOneUse())
    return countBits(value);
  int64_t bits = 0;
  for (Value operand : op->getOperands())
    if (isa<TensorType>(operand.getType())) {
      int64_t own = countSourceBits(operand);
      if (own == 0)
        return 0;
      bits += own;
    }
  return bits;
}

/// What `value` is for a product, by injective ops with one user each; null if
/// it is for no product.
static Value findFactor(Value value) {
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (getPattern(user) == OpPatternKind::OutFusable)
      return value;
    if (!isInjective(user) || user->getNumResults() != 1)
      return nullptr;
    value = user->getResult(0);
  }
  return nullptr;
}

/// Whether a decoder makes `factor` of fewer bits than it has.
static bool isDecoded(Value factor) {
  int64_t bits = countSourceBits(factor);
  return bits != 0 && bits < countBits(factor);
}

DenseSet<Operation *> findDecoderReshapes(ArrayRef<Operation *> ops) {
  DenseSet<Operation *> found;
  // Of factors that several reshapes lead to, each is looked at once.
  DenseMap<Value, bool> known;
  for (Operation *op : ops) {
    if (!isa<ReshapeOp>(op) && !becomesReshape(op))
      continue;
    Value factor = findFactor(op->getResult(0));
    if (!factor)
      continue;
    auto [entry, isNew] = known.try_emplace(factor);
    if (isNew)
      entry->second = isDecoded(factor);
    if (entry->second)
      found.insert(op);
  }
  return found;
}

} // namespace mlir::relax
