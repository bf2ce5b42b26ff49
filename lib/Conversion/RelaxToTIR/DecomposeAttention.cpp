// Attention as products of matrices and a softmax, computed in f32.
#include "Decomposition.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/AttentionOps.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

// Everything in f32, as softmax of f16 scores beyond 65504 is infinite. The
// pieces are operators with schedules of their own, and the GPU's fused
// attention matches exactly this form.
namespace mlir::relax {

using Values = SmallVector<Value>;

namespace {
/// Which keys each query sees: a condition that broadcasts to queries and keys,
/// or null for all.
struct AttentionParts {
  Value query, key, value, bias, mask;
  /// A column that says which queries see a key at all, or null for all.
  Value seeing;
  std::optional<double> scale;
};

/// The places of queries, as a column, and of keys, as a row, where they are
/// compared by the causal mask.
struct AttentionPlaces {
  Value queries, keys;
};
} // namespace

static SymExprAttr one(Decomposition &rules) {
  return getDim(rules.getContext(), 1);
}

/// `values` along the axis of the queries, or of the keys.
/// A column against a row: the comparison broadcasts, so that the mask is
/// computed where it is needed and never stored.
static Value makeColumn(Decomposition &rules, Value values, SymExprAttr size) {
  return rules.reshape(values, {size, one(rules)});
}
static Value makeRow(Decomposition &rules, Value values, SymExprAttr size) {
  return rules.reshape(values, {one(rules), size});
}

/// A query sees keys up to its own place, and `window` of them.
/// A window of w: places in (q - w, q].
static Value makeCausal(Decomposition &rules, const AttentionPlaces &places,
                        std::optional<uint64_t> window) {
  Value mask = rules.emit<LessEqualOp>({places.keys, places.queries});
  if (!window)
    return mask;
  Type i64 = rules.getBuilder().getI64Type();
  Value first = rules.emit<SubtractOp>(
      {places.queries, rules.number(double(*window), i64)});
  return rules.emit<LogicalAndOp>(
      {mask, rules.emit<GreaterOp>({places.keys, first})});
}

/// What scores are computed in.
static Type getWide(Value query, Decomposition &rules) {
  Type element = Decomposition::elementOf(query);
  return element.isF64() ? element : rules.getBuilder().getF32Type();
}

/// The place among the keys at which the first query stands.
/// "TopLeft" aligns the first query with the first key, "BottomRight" the last
/// with the last, as with a cache of past keys.
template <typename Op>
static SymExprAttr getShift(Op op, Decomposition &rules) {
  SymExprAttr queries = Decomposition::dimsOf(op.getQuery())[1];
  SymExprAttr keys = Decomposition::dimsOf(op.getKey())[1];
  return op.getCausalMask() == "TopLeft" ? getDim(rules.getContext(), 0)
                                         : keys - queries;
}

static bool isNeverNegative(SymExprAttr expr) {
  return expr && expr.getLowerBound().value_or(-1) >= 0;
}

/// Which queries see a key: their place is not before all keys, nor is their
/// window behind all of them. Null where that is known of all.
/// Only if it is possible that a query sees nothing is the extra select made:
/// expressions often prove it impossible.
template <typename Op>
static Value makeSeeing(Op op, Decomposition &rules) {
  if (!op.getCausalMask())
    return {};
  SymExprAttr queries = Decomposition::dimsOf(op.getQuery())[1];
  SymExprAttr keys = Decomposition::dimsOf(op.getKey())[1];
  SymExprAttr shift = getShift(op, rules);
  bool isBefore = !isNeverNegative(shift);
  bool isBehind =
      op.getWindowSize() && !isNeverNegative(keys - queries - shift);
  if (!isBefore && !isBehind)
    return {};
  Type i64 = rules.getBuilder().getI64Type();
  Value places =
      makeColumn(rules, rules.range(shift, shift + queries), queries);
  Value seeing = rules.emit<GreaterEqualOp>({places, rules.number(0, i64)});
  if (!isBehind)
    return seeing;
  SymExprAttr one = getDim(rules.getContext(), 1);
  Value last = rules.range(keys - one, keys);
  Value first = rules.emit<SubtractOp>(
      {places, rules.number(double(*op.getWindowSize()), i64)});
  return rules.emit<LogicalAndOp>({seeing, rules.emit<LessOp>({first, last})});
}

/// The bias, with the sizes of the scores where its own may be these or 1:
/// what is computed of it would have unknown sizes else.
static Value makeBias(AttentionBiasOp op, Decomposition &rules) {
  Dims query = Decomposition::dimsOf(op.getQuery());
  Dims dims = Decomposition::dimsOf(op.getBias());
  Dims scores{query[0], query[2], query[1],
              Decomposition::dimsOf(op.getKey())[1]};
  bool isOpen = false;
  for (auto [dim, size] :
       llvm::zip(dims, ArrayRef(scores).take_back(dims.size())))
    if (compareDims(dim, size) == Proof::Unknown) {
      isOpen = true;
      dim = size;
    }
  return isOpen ? rules.broadcast(op.getBias(), dims) : op.getBias();
}

/// Which queries the bias lets see a key that the mask shows, as far as
/// `seeing` says. A bias of minus infinity is a mask, too.
/// From the bias, not from the scores: whatever else reads these would keep
/// them in memory, and the fused kernel never has all of them.
static Value makeSeeingByBias(Decomposition &rules, Value bias, Type wide,
                              Value mask, Value seeing) {
  Value lowest = rules.number(-std::numeric_limits<double>::infinity(), wide);
  bias = rules.cast(bias, wide);
  if (mask)
    bias = rules.emit<WhereOp>({mask, bias, lowest});
  if (!bias)
    return {};
  MaxOp::Properties properties;
  properties.axis = rules.getBuilder().getDenseI64ArrayAttr({-1});
  properties.keepdims = rules.getBuilder().getBoolAttr(true);
  auto type = dyn_cast<RankedTensorType>(bias.getType());
  if (!type || type.getRank() != 0)
    bias = rules.emit<MaxOp>(bias, properties);
  // NaN is not minus infinity, and stays.
  Value seen = rules.emit<NotEqualOp>({bias, lowest});
  return seeing ? rules.emit<LogicalAndOp>({seeing, seen}) : seen;
}

template <typename Op>
static Value makeMask(Op op, Decomposition &rules) {
  if (!op.getCausalMask())
    return {};
  SymExprAttr queries = Decomposition::dimsOf(op.getQuery())[1];
  SymExprAttr keys = Decomposition::dimsOf(op.getKey())[1];
  SymExprAttr zero = getDim(rules.getContext(), 0);
  SymExprAttr shift = getShift(op, rules);
  // Not reshaped, so that one program can have all of it, and see from places
  // alone which keys are hidden.
  Value column = rules.permute(
      rules.broadcast(rules.range(shift, shift + queries), {keys, queries}),
      {1, 0});
  AttentionPlaces places{column, rules.range(zero, keys)};
  return makeCausal(rules, places, op.getWindowSize());
}

/// Heads of keys, each as often as heads of queries share it.
/// Grouped queries: repeat, so that head h of the queries meets h / shared.
static Value shareHeads(Decomposition &rules, Value keys, SymExprAttr queries) {
  SymExprAttr heads = Decomposition::dimsOf(keys)[2];
  SymExprAttr shared = floorDiv(queries, heads);
  if (heads == queries || !shared || !shared.getConstant())
    return heads == queries ? keys : Value();
  RepeatOp::Properties properties;
  properties.repeats =
      rules.getBuilder().getI64IntegerAttr(*shared.getConstant());
  properties.axis = rules.getBuilder().getI64IntegerAttr(2);
  return rules.emit<RepeatOp>(keys, properties);
}

static Values attend(Decomposition &rules, AttentionParts parts) {
  Type element = Decomposition::elementOf(parts.query);
  Type wide = getWide(parts.query, rules);
  Dims dims = Decomposition::dimsOf(parts.query);
  std::optional<int64_t> depth = dims[3].getConstant();
  // Without a scale 1 / sqrt(depth) is meant, which must be a number at
  // compile time.
  if (!parts.scale && !depth)
    return rules.notifyMatchFailure(
        "expected 'scale' or a known depth, but found depth " +
        toString(dims[3]));
  double scale =
      parts.scale.value_or(1.0 / std::sqrt(double(depth.value_or(1))));
  Value key = shareHeads(rules, parts.key, dims[2]);
  Value value = shareHeads(rules, parts.value, dims[2]);
  if (!key || !value)
    return rules.notifyMatchFailure(
        "expected a known number of queries' heads for each "
        "head of keys, but found " +
        toString(dims[2]) + " and " +
        toString(Decomposition::dimsOf(parts.key)[2]));
  auto widen = [&](Value x, ArrayRef<int64_t> axes) {
    return rules.cast(rules.permute(x, axes), wide);
  };
  Value query = rules.emit<MultiplyOp>(
      {widen(parts.query, {0, 2, 1, 3}), rules.number(scale, wide)});
  Value scores = rules.emit<MatmulOp>({query, widen(key, {0, 2, 3, 1})});
  // Bias before the mask: a masked place is minus infinity whatever its bias.
  if (parts.bias)
    scores = rules.emit<AddOp>({scores, rules.cast(parts.bias, wide)});
  if (parts.mask)
    scores = rules.emit<WhereOp>(
        {parts.mask, scores,
         rules.number(-std::numeric_limits<double>::infinity(), wide)});
  SoftmaxOp::Properties properties;
  properties.axis = rules.getBuilder().getI64IntegerAttr(3);
  Value weights = rules.emit<SoftmaxOp>(scores, properties);
  Value result = rules.emit<MatmulOp>({weights, widen(value, {0, 2, 1, 3})});
  // The softmax of nothing is NaN; who sees nothing attends to nothing.
  // Minus infinity in a whole row: exp(-inf - -inf) is NaN.
  if (parts.seeing)
    result = rules.emit<WhereOp>({parts.seeing, result, rules.number(0, wide)});
  return {rules.cast(rules.permute(result, {0, 2, 1, 3}), element)};
}

static std::optional<double> getScale(std::optional<APFloat> scale) {
  if (!scale)
    return std::nullopt;
  return scale->convertToDouble();
}

/// Which sequence each of `size` places is in, counted from 1, and its place
/// there.
/// Sequences of different lengths packed into one axis: each place's sequence
/// is found by bucketing it between the starts, log(n) comparisons for each.
static std::pair<Value, Value> findSequences(Decomposition &rules, Value starts,
                                             SymExprAttr size) {
  SymExprAttr zero = getDim(rules.getContext(), 0);
  Value places = rules.range(zero, size);
  Type i64 = rules.getBuilder().getI64Type();
  starts = rules.cast(starts, i64);
  BucketizeOp::Properties properties;
  properties.right = rules.getBuilder().getBoolAttr(true);
  Value sequences = rules.emit<BucketizeOp>({places, starts}, properties);
  TakeOp::Properties take;
  take.axis = rules.getBuilder().getI64IntegerAttr(0);
  // "clip": places behind the last sequence are masked anyway, but must not
  // read outside.
  take.mode = rules.getBuilder().getStringAttr("clip");
  Value before = rules.emit<SubtractOp>({sequences, rules.number(1, i64)});
  Value start = rules.emit<TakeOp>({starts, before}, take);
  return {sequences, rules.emit<SubtractOp>({places, start})};
}

/// The length of the sequence that each place is in, from the starts.
static Value findLengths(Decomposition &rules, Value starts, Value sequences) {
  Type i64 = rules.getBuilder().getI64Type();
  TakeOp::Properties take;
  take.axis = rules.getBuilder().getI64IntegerAttr(0);
  take.mode = rules.getBuilder().getStringAttr("clip");
  starts = rules.cast(starts, i64);
  Value before = rules.emit<SubtractOp>({sequences, rules.number(1, i64)});
  return rules.emit<SubtractOp>({rules.emit<TakeOp>({starts, sequences}, take),
                                 rules.emit<TakeOp>({starts, before}, take)});
}

/// A query sees the keys of its own sequence.
static Value makeSequenceMask(AttentionVarLenOp op, Decomposition &rules) {
  SymExprAttr queries = Decomposition::dimsOf(op.getQuery())[1];
  SymExprAttr keys = Decomposition::dimsOf(op.getKey())[1];
  auto [querySequences, queryPlaces] =
      findSequences(rules, op.getSeqstartQ(), queries);
  auto [keySequences, keyPlaces] =
      findSequences(rules, op.getSeqstartK(), keys);
  Value mask = rules.emit<EqualOp>({makeColumn(rules, querySequences, queries),
                                    makeRow(rules, keySequences, keys)});
  if (!op.getCausalMask())
    return mask;
  // With unequal lengths of queries and keys the alignment is for each
  // sequence.
  if (op.getCausalMask() == "BottomRight") {
    Value shift = rules.emit<SubtractOp>(
        {findLengths(rules, op.getSeqstartK(), querySequences),
         findLengths(rules, op.getSeqstartQ(), querySequences)});
    queryPlaces = rules.emit<AddOp>({queryPlaces, shift});
  }
  AttentionPlaces places{makeColumn(rules, queryPlaces, queries),
                         makeRow(rules, keyPlaces, keys)};
  return rules.emit<LogicalAndOp>(
      {mask, makeCausal(rules, places, op.getWindowSize())});
}

/// Which queries of sequences see a key: some sequences have none.
/// An empty sequence of keys leaves its queries without any; this depends on
/// data and cannot be proven.
static Value makeSequenceSeeing(Decomposition &rules, Value mask) {
  SumOp::Properties properties;
  properties.axis = rules.getBuilder().getDenseI64ArrayAttr({1});
  properties.keepdims = rules.getBuilder().getBoolAttr(true);
  Type i32 = rules.getBuilder().getI32Type();
  Value number = rules.emit<SumOp>(rules.cast(mask, i32), properties);
  return rules.emit<GreaterOp>({number, rules.number(0, i32)});
}

bool isAttention(Operation *op) {
  return isa<AttentionOp, AttentionBiasOp, AttentionVarLenOp>(op);
}

SmallVector<Value> decomposeAttention(Operation *op, Decomposition &rules) {
  return llvm::TypeSwitch<Operation *, Values>(op)
      .Case([&](AttentionOp op) {
        return attend(rules, {op.getQuery(), op.getKey(), op.getValue(),
                              Value(), makeMask(op, rules),
                              makeSeeing(op, rules), getScale(op.getScale())});
      })
      .Case([&](AttentionBiasOp op) {
        Value mask = makeMask(op, rules);
        Value bias = makeBias(op, rules);
        Value seeing =
            makeSeeingByBias(rules, bias, getWide(op.getQuery(), rules), mask,
                             makeSeeing(op, rules));
        return attend(rules, {op.getQuery(), op.getKey(), op.getValue(), bias,
                              mask, seeing, getScale(op.getScale())});
      })
      .Case([&](AttentionVarLenOp op) {
        Value mask = makeSequenceMask(op, rules);
        return attend(rules, {op.getQuery(), op.getKey(), op.getValue(),
                              Value(), mask, makeSequenceSeeing(rules, mask),
                              getScale(op.getScale())});
      })
      .Default(Values());
}

} // namespace mlir::relax
