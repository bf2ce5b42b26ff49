// The keys that some rows of attention have to go through.
#include "Relax/Kernels/Attention/AttentionBodies.h"

#include "Relax/Dialect/TIR/Analysis/KeyMask.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

KeyRange AttentionBodies::buildKeyRange(Value first, int64_t rows,
                                        Value numRows) {
  Value numKeys = chain.getNumKeys();
  KeyRange range{b.index(0), numKeys};
  KeyMask mask = matchKeyMask(chain);
  if (mask.bounds.empty())
    return range;
  auto copy = [&](Value value, Value row, Value key) -> Value {
    IRMapping mapping = mapScore(row, key);
    Value result = copyValue(b, value, chain.finish->block, mapping);
    if (isa<IntegerType>(result.getType()))
      result = arith::IndexCastOp::create(b, b.getIndexType(), result);
    return result;
  };
  Value zero = b.index(0);
  Value last = b.sub(b.min(b.add(first, rows), numRows), b.index(1));
  for (KeyBound &bound : mask.bounds) {
    Value row = bound.isUpper ? last : first;
    Value at = b.sub(copy(bound.bound, row, zero), copy(bound.key, row, zero));
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
  Value lowest =
      constant(b, hidden.getType(), -std::numeric_limits<double>::infinity());
  Value isLowest =
      b.createOrFold<arith::CmpFOp>(arith::CmpFPredicate::OEQ, hidden, lowest);
  range.begin = b.createOrFold<arith::SelectOp>(isLowest, range.begin, zero);
  range.end = b.createOrFold<arith::SelectOp>(isLowest, range.end, numKeys);
  return range;
}

} // namespace mlir::tir
