// The keys that some rows of attention may see. A mask like
//
//   keys[k] <= k0 + k && ...  ? score : -infinity
//
// that compares the place of the key with what does not fall from one row to
// the next leaves, for several rows, the keys from the bound of the first row
// on, or those up to the bound of the last one.
#include "Relax/Kernels/Attention/AttentionBodies.h"

#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

namespace mlir::tir {

namespace {

/// How a number moves from one value of an iterator to the next.
enum class Growth { None, Up, Unknown };

/// A key is seen if `key` is less than, or not less than, `bound`; both are
/// numbers of the nest between scores and softmax, and the key itself counts
/// once in `key`.
struct KeyBound {
  Value key, bound;
  bool isUpper;
  /// Whether equal ones are on the side that is seen, for an upper bound, or on
  /// the one that is not, for a lower one.
  bool isShifted;
};

/// Reads the mask of a chain.
class MaskReader {
public:
  explicit MaskReader(AttentionChain &chain)
      : chain(chain), block(chain.finish->block), body(block.getBody()) {}

  void run();

  /// What keys that are not seen have as a score; null if there is no mask.
  Value hidden;
  SmallVector<KeyBound> bounds;

private:
  void readMask(Value condition, bool isSeen);
  void readComparison(arith::CmpIOp comparison, bool isSeen);
  bool isUniform(Value value);
  bool countsKey(Value value);
  bool dependsOn(Value value, unsigned axis) {
    return getIters(block, value).test(chain.finishIters[axis]);
  }
  bool dependsOnRows(Value value) {
    return llvm::any_of(chain.rows,
                        [&](unsigned axis) { return dependsOn(value, axis); });
  }
  Growth getGrowth(Value value);

  AttentionChain &chain;
  BlockOp block;
  Block *body;
};

} // namespace

static Growth join(Growth a, Growth b) { return std::max(a, b); }

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

// How a number moves along the rows.
Growth MaskReader::getGrowth(Value value) {
  if (!dependsOnRows(value))
    return Growth::None;
  if (chain.rows.size() != 1)
    return Growth::Unknown;
  if (value == body->getArgument(chain.finishIters[chain.rows.front()]))
    return Growth::Up;
  Operation *op = value.getDefiningOp();
  if (!op)
    return Growth::Unknown;
  return llvm::TypeSwitch<Operation *, Growth>(op)
      .Case<arith::IndexCastOp, arith::ExtSIOp>(
          [&](Operation *cast) { return getGrowth(cast->getOperand(0)); })
      .Case([&](arith::AddIOp sum) {
        return join(getGrowth(sum.getLhs()), getGrowth(sum.getRhs()));
      })
      .Case([&](arith::SubIOp difference) {
        return dependsOnRows(difference.getRhs())
                   ? Growth::Unknown
                   : getGrowth(difference.getLhs());
      })
      .Case([&](arith::MulIOp product) {
        APInt multiplier;
        bool isPositive =
            matchPattern(product.getRhs(), m_ConstantInt(&multiplier)) &&
            multiplier.isStrictlyPositive();
        return isPositive ? getGrowth(product.getLhs()) : Growth::Unknown;
      })
      .Default(Growth::Unknown);
}

// True if a number grows by one from each key to the next, for all rows alike.
bool MaskReader::countsKey(Value value) {
  if (dependsOnRows(value))
    return false;
  if (value == body->getArgument(chain.finishIters[chain.keys]))
    return true;
  Operation *op = value.getDefiningOp();
  if (isa_and_present<arith::IndexCastOp, arith::ExtSIOp>(op))
    return countsKey(op->getOperand(0));
  if (auto product = dyn_cast_or_null<arith::MulIOp>(op))
    return matchPattern(product.getRhs(), m_One()) &&
           countsKey(product.getLhs());
  auto sum = dyn_cast_or_null<arith::AddIOp>(op);
  if (!sum)
    return false;
  bool isLhs = dependsOn(sum.getLhs(), chain.keys);
  return isLhs != dependsOn(sum.getRhs(), chain.keys) &&
         countsKey(isLhs ? sum.getLhs() : sum.getRhs());
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
  if ((!isLess && !isMore) || !countsKey(key) || dependsOn(bound, chain.keys) ||
      getGrowth(bound) == Growth::Unknown)
    return;
  bounds.push_back({key, bound, isLess, isLess == isEqual});
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

void MaskReader::run() {
  Value result;
  for (Operation &op : body->without_terminator())
    if (auto store = dyn_cast<memref::StoreOp>(op))
      result = store.getValueToStore();
  auto choice = result.getDefiningOp<arith::SelectOp>();
  if (!choice)
    return;
  bool isSeen = isUniform(choice.getFalseValue());
  hidden = isSeen ? choice.getFalseValue() : choice.getTrueValue();
  if (isUniform(hidden))
    readMask(choice.getCondition(), isSeen);
}

KeyRange AttentionBodies::buildKeyRange(Value first, Value last) {
  Value numKeys = chain.getNumKeys();
  KeyRange range{b.index(0), numKeys};
  if (!chain.finish)
    return range;
  MaskReader mask(chain);
  mask.run();
  if (mask.bounds.empty())
    return range;
  auto copy = [&](Value value, Value row, Value key) -> Value {
    IRMapping mapping = mapScore(row, key);
    Value result = copyValue(b, value, chain.finish->block, mapping);
    return isa<IntegerType>(result.getType())
               ? arith::IndexCastOp::create(b, b.getIndexType(), result)
                     .getResult()
               : result;
  };
  Value zero = b.index(0);
  for (KeyBound &bound : mask.bounds) {
    Value row = bound.isUpper ? last : first;
    Value at = b.createOrFold<arith::SubIOp>(copy(bound.bound, row, zero),
                                             copy(bound.key, row, zero));
    if (bound.isShifted)
      at = b.add(at, 1);
    if (bound.isUpper)
      range.end = b.createOrFold<arith::MinSIOp>(range.end, at);
    else
      range.begin = b.createOrFold<arith::MaxSIOp>(range.begin, at);
  }
  range.end = b.createOrFold<arith::MaxSIOp>(range.end, zero);
  // Whether hidden scores are -infinity may only be known when it runs.
  Value hidden = copy(mask.hidden, first, zero);
  Value lowest = arith::ConstantOp::create(
      b, b.getFloatAttr(hidden.getType(),
                        -std::numeric_limits<double>::infinity()));
  Value isLowest =
      b.createOrFold<arith::CmpFOp>(arith::CmpFPredicate::OEQ, hidden, lowest);
  range.begin = b.createOrFold<arith::SelectOp>(isLowest, range.begin, zero);
  range.end = b.createOrFold<arith::SelectOp>(isLowest, range.end, numKeys);
  return range;
}

} // namespace mlir::tir
