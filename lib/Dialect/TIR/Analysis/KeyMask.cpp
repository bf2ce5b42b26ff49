// The keys that some rows of attention may see. A mask like
//
//   keys[k] <= k0 + k && ...  ? score : -infinity
//
// that compares the place of the key with what does not fall from one row to
// the next leaves, for several rows, the keys from the bound of the first row
// on, or those up to the bound of the last one.
#include "Relax/Dialect/TIR/Analysis/KeyMask.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace mlir::tir {

namespace {

/// Reads the mask of a chain.
class MaskReader {
public:
  explicit MaskReader(AttentionChain &chain)
      : chain(chain), block(chain.finish->block), body(block.getBody()) {}

  KeyMask run();

private:
  void readMask(Value condition, bool isSeen);
  void readComparison(arith::CmpIOp comparison, bool isSeen);
  bool isUniform(Value value);
  std::optional<int64_t> getGrowth(Value value, unsigned axis);
  bool countsKey(Value value);
  bool isBound(Value value);
  bool dependsOn(Value value, unsigned axis) {
    return getIters(block, value).test(chain.finishIters[axis]);
  }
  bool dependsOnRows(Value value) {
    return llvm::any_of(chain.rows,
                        [&](unsigned axis) { return dependsOn(value, axis); });
  }

  AttentionChain &chain;
  BlockOp block;
  Block *body;
  KeyMask mask;
};

} // namespace

static bool hasScore(AttentionChain &chain, Value value) {
  return llvm::any_of(getLoadsOf(chain.finish->block, value),
                      [&](ElementAccess &load) {
                        return load.buffer == chain.scores.reduction.out;
                      });
}

// True if a value is the same for all rows and keys.
bool MaskReader::isUniform(Value value) {
  return !hasScore(chain, value) && !dependsOn(value, chain.keys) &&
         !dependsOnRows(value);
}

// By how much a number grows from one value of an axis to the next; nullopt
// where that is not known. What wraps around had no meaning as a place.
std::optional<int64_t> MaskReader::getGrowth(Value value, unsigned axis) {
  if (!dependsOn(value, axis))
    return 0;
  if (value == body->getArgument(chain.finishIters[axis]))
    return 1;
  Operation *op = value.getDefiningOp();
  if (isa_and_present<arith::IndexCastOp, arith::ExtSIOp>(op))
    return getGrowth(op->getOperand(0), axis);
  if (!isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<int64_t> lhs = getGrowth(op->getOperand(0), axis);
  APInt factor;
  if (isa<arith::MulIOp>(op))
    return lhs && matchPattern(op->getOperand(1), m_ConstantInt(&factor))
               ? llvm::checkedMul(*lhs, factor.getSExtValue())
               : std::nullopt;
  std::optional<int64_t> rhs = getGrowth(op->getOperand(1), axis);
  if (!lhs || !rhs)
    return std::nullopt;
  return isa<arith::AddIOp>(op) ? llvm::checkedAdd(*lhs, *rhs)
                                : llvm::checkedSub(*lhs, *rhs);
}

// True if a number grows by one from each key to the next, for all rows alike.
bool MaskReader::countsKey(Value value) {
  return !dependsOnRows(value) && getGrowth(value, chain.keys) == 1;
}

// True if a number is the same for all keys, and does not fall from one row to
// the next. Of rows of several axes the last one begins anew with each of the
// others.
bool MaskReader::isBound(Value value) {
  if (dependsOn(value, chain.keys))
    return false;
  return !dependsOnRows(value) ||
         (chain.rows.size() == 1 &&
          getGrowth(value, chain.rows.front()).value_or(-1) >= 0);
}

// Bounds the keys for which the comparison says `isSeen`.
void MaskReader::readComparison(arith::CmpIOp comparison, bool isSeen) {
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = comparison.getPredicate();
  if (!isSeen)
    predicate = arith::invertPredicate(predicate);
  Value key = comparison.getLhs(), bound = comparison.getRhs();
  bool isLess = predicate == Predicate::slt || predicate == Predicate::sle;
  bool isMore = predicate == Predicate::sgt || predicate == Predicate::sge;
  bool isEqual = predicate == Predicate::sle || predicate == Predicate::sge;
  if (dependsOn(bound, chain.keys)) {
    std::swap(key, bound);
    std::swap(isLess, isMore);
  }
  if ((!isLess && !isMore) || !countsKey(key) || !isBound(bound))
    return;
  mask.bounds.push_back({key, bound, isLess, isLess == isEqual});
}

// All parts of a conjunction have to be true.
void MaskReader::readMask(Value condition, bool isSeen) {
  Operation *op = condition.getDefiningOp();
  if (auto comparison = dyn_cast_or_null<arith::CmpIOp>(op))
    return readComparison(comparison, isSeen);
  bool isAll = isSeen ? isa_and_present<arith::AndIOp>(op)
                      : isa_and_present<arith::OrIOp>(op);
  if (isAll)
    for (Value part : op->getOperands())
      readMask(part, isSeen);
}

KeyMask MaskReader::run() {
  Value result;
  for (Operation &op : body->without_terminator())
    if (auto store = dyn_cast<memref::StoreOp>(op))
      result = store.getValueToStore();
  auto choice = result.getDefiningOp<arith::SelectOp>();
  if (!choice)
    return mask;
  bool isSeen = isUniform(choice.getFalseValue());
  mask.hidden = isSeen ? choice.getFalseValue() : choice.getTrueValue();
  if (isUniform(mask.hidden))
    readMask(choice.getCondition(), isSeen);
  return mask;
}

KeyMask matchKeyMask(AttentionChain &chain) {
  return chain.finish ? MaskReader(chain).run() : KeyMask();
}

} // namespace mlir::tir
