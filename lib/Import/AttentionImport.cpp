// Attention, as the products, the mask and the softmax that it is made of.
#include "Broadcasting.h"
#include "ElementType.h"
#include "InnerGraph.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "TensorMath.h"
#include <limits>

namespace mlir::relax {

namespace {
/// One node under construction. Tensors have the axes batch, head, place and
/// depth.
class AttentionImport {
public:
  explicit AttentionImport(NodeImport &node)
      : node(node), builder(node.getBuilder()) {}

  // ONNX gives Q, K and V with rank 3 (batch, place, heads x depth) or 4. All
  // that follows sees rank 4 only, so that one set of axis numbers serves both.
  void run();

private:
  Value reshape(Value x, ArrayRef<SymExprAttr> dims) {
    return node.emit<ReshapeOp>({x, node.makeShape(dims)});
  }
  Value permute(Value x, ArrayRef<int64_t> axes);
  Value getHeads(unsigned input, StringRef countName);
  Value appendTo(unsigned pastInput, Value x);
  Value shareHeads(Value x, SymExprAttr heads);
  Value number(double value) { return node.makeScalar(value, element); }
  Value range(SymExprAttr from, SymExprAttr to);
  /// Where a condition does not hold, minus infinity.
  void restrict(Value condition);
  void addBias(Value other);
  Value fitMask(Value mask, SymExprAttr keys, double excluded);
  void addMask(SymExprAttr keys);
  void addOrder(SymExprAttr queries, SymExprAttr keys, SymExprAttr past);
  Value getScores(Value query, Value key);
  Value addBiasTo(Value scores);
  Value getWeights(Value scores);

  NodeImport &node;
  OpBuilder &builder;
  Type element;
  /// What is added to the scores; null for nothing.
  Value bias;
};
} // namespace

Value AttentionImport::permute(Value x, ArrayRef<int64_t> axes) {
  PermuteDimsOp::Properties properties;
  // A null tensor is passed through: `emit` makes nothing over null operands,
  // so an error in one step needs no checks in the next.
  properties.axes = builder.getDenseI64ArrayAttr(axes);
  return node.emit<PermuteDimsOp>(x, properties);
}

/// An operand, its heads taken apart where it has rank 3.
Value AttentionImport::getHeads(unsigned input, StringRef countName) {
  // The count is read also for rank 4, where it is not needed: an attribute
  // that nobody reads is reported as unknown.
  int64_t count = node.getInt(countName, 0);
  Value x = giveSymbols(node, node.getTensor(input));
  SmallVector<SymExprAttr> dims = getKnownDims(node, x);
  if (dims.size() == 4)
    return x;
  if (dims.size() != 3 || count < 1) {
    node.error() << "expected rank 4, or rank 3 and attribute '" << countName
                 << "', found " << node.getType(input);
    return nullptr;
  }
  SymExprAttr heads = node.makeExpr(count);
  // The depth is the rest of the last axis. The reshape compares numbers of
  // elements, which are not known where a batch has a symbol.
  std::optional<int64_t> size = dims[2].getConstant();
  if (size && *size % count != 0) {
    node.error() << "expected attribute '" << countName
                 << "' to divide the last axis, found " << count << " and "
                 << node.getType(input);
    return nullptr;
  }
  x = reshape(x, {dims[0], dims[1], heads, floorDiv(dims[2], heads)});
  return permute(x, {0, 2, 1, 3});
}

/// The operand behind those of earlier calls.
Value AttentionImport::appendTo(unsigned pastInput, Value x) {
  if (!node.hasInput(pastInput))
    return x;
  if (node.getRank(pastInput) != 4) {
    node.error() << "expected earlier keys and values as batch, heads, places "
                    "and depth, found "
                 << node.getType(pastInput);
    return nullptr;
  }
  ConcatOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(2);
  return node.emit<ConcatOp>(
      // Past and present may have batch sizes that are different symbols. The
      // concatenation needs them equal, thus `alignAllBut` makes the run time
      // check them; axis 2, the places, is free.
      alignAllBut(node, {giveSymbols(node, node.getTensor(pastInput)), x}, 2),
      properties);
}

// Grouped-query attention: fewer heads of keys and values than of queries. Head
// h of the queries reads head h / (q_heads / kv_heads), which is `repeat`, not
// `tile`: `tile` would pair head 1 with key head 1 modulo the count.
Value AttentionImport::shareHeads(Value x, SymExprAttr heads) {
  if (!x)
    return x;
  SymExprAttr own = getKnownDims(node, x)[1];
  if (own == heads)
    return x;
  SymExprAttr shared = floorDiv(heads, own);
  if (!shared || !shared.getConstant()) {
    node.error() << "expected a known number of heads";
    return nullptr;
  }
  RepeatOp::Properties properties;
  properties.repeats = builder.getI64IntegerAttr(*shared.getConstant());
  properties.axis = builder.getI64IntegerAttr(1);
  return node.emit<RepeatOp>(x, properties);
}

// Places are numbered by ops, not by a constant, because the number of queries
// and of keys may be known only at run time.
Value AttentionImport::range(SymExprAttr from, SymExprAttr to) {
  ArangeOp::Properties properties;
  properties.start = from;
  properties.end = to;
  properties.step = node.makeExpr(1);
  properties.dtype = TypeAttr::get(builder.getI64Type());
  return node.emit<ArangeOp>({}, properties);
}

void AttentionImport::addBias(Value other) {
  // All restrictions end up in one tensor that is added to the scores once. One
  // `where` on the scores for each would read them, the largest tensor here,
  // several times.
  bias = bias ? emitBroadcast<AddOp>(node, bias, other) : other;
}

void AttentionImport::restrict(Value condition) {
  addBias(
      // Minus infinity and not a large negative number: exp gives exactly 0
      // then, in f16 also, where -1e9 is no number.
      node.emit<WhereOp>({condition, number(0),
                          number(-std::numeric_limits<double>::infinity())}));
}

/// A mask of which only the run time knows whether it is as long as the keys,
/// shorter, or 1. What it lacks is taken from one element behind it.
Value AttentionImport::fitMask(Value mask, SymExprAttr keys, double excluded) {
  TensorMath math(node);
  Type i64 = builder.getI64Type();
  SmallVector<SymExprAttr> dims = math.dims(mask), one = dims;
  int64_t axis = int64_t(dims.size()) - 1;
  one[axis] = node.makeExpr(1);
  Value size = node.makeSize(dims[axis], i64);
  Value behind =
      node.emit<FullOp>({node.makeShape(one), math.number(excluded, mask)});
  Value isOne = math.binary<EqualOp>(size, node.makeScalar(1, i64));
  Value place = math.min(math.range(node.makeExpr(0), keys, i64), size);
  place = math.where(isOne, node.makeScalar(0, i64), place);
  return math.take(math.concat({mask, behind}, axis), place, axis);
}

/// The mask of input 3, which may be shorter than the keys.
void AttentionImport::addMask(SymExprAttr keys) {
  if (!node.hasInput(3))
    return;
  Value mask = giveSymbols(node, node.getTensor(3));
  if (!mask)
    return;
  bool isCondition = node.getElementType(3).isInteger(1);
  SmallVector<SymExprAttr> dims = getKnownDims(node, mask);
  double excluded =
      isCondition ? 0.0 : -std::numeric_limits<double>::infinity();
  if (dims.empty()) {
    // A number is for all keys, as a last axis of 1 is.
    dims.push_back(node.makeExpr(1));
    mask = reshape(mask, dims);
  }
  SymExprAttr missing = keys - dims.back();
  // A mask whose last axis is 1 broadcasts, and is not padded. A shorter one
  // excludes the keys behind it (Attention 23: the last dimension may be less
  // than total_sequence_length and is padded with -inf).
  if (!missing.getConstant() && dims.back().getConstant() != 1) {
    mask = fitMask(mask, keys, excluded);
  } else if (missing.getConstant() != 0 && dims.back().getConstant() != 1) {
    PadOp::Properties properties;
    // pad_width has two entries an axis, in front and behind; only the last
    // entry, behind the last axis, is set.
    SmallVector<int64_t> width(2 * dims.size(), 0);
    width.back() = *missing.getConstant();
    properties.pad_width = builder.getDenseI64ArrayAttr(width);
    properties.pad_value = builder.getF64FloatAttr(excluded);
    mask = node.emit<PadOp>(mask, properties);
  }
  if (isCondition)
    restrict(mask);
  else
    // A float mask may have another type than the scores. It is cast to theirs,
    // since the sum must not widen them.
    addBias(node.castTo(mask, element));
}

/// What the order of places allows: keys up to the query's own place, those in
/// a window around it, those that are no padding. The place of the first query
/// is behind the past, or such that the last one is the last key.
void AttentionImport::addOrder(SymExprAttr queries, SymExprAttr keys,
                               SymExprAttr past) {
  int64_t left = node.getInt("left_window_size", -1);
  int64_t right = node.getInt("right_window_size", -1);
  bool isCausal = node.getInt("is_causal", 0) != 0;
  SymExprAttr one = node.makeExpr(1), zero = node.makeExpr(0);
  Type i64 = builder.getI64Type();
  // A column of query places and a row of key places: comparing them broadcasts
  // to a matrix, so no matrix of indices is ever stored.
  Value column = reshape(range(past, past + queries), {queries, one});
  Value row = reshape(range(zero, keys), {one, keys});
  // nonpad_kv_seqlen (opset 24): a length for each batch entry instead of a
  // past. The last query then sits on the last valid key, hence the shift by
  // length - queries.
  if (node.hasInput(6)) {
    Value lengths = node.castTo(giveSymbols(node, node.getTensor(6)), i64);
    if (!lengths)
      return;
    if (node.getRank(6) != 1) {
      node.error() << "expected a number of keys for each entry of the batch, "
                      "one axis, found "
                   << node.getType(6);
      return;
    }
    SymExprAttr batch = getKnownDims(node, lengths)[0];
    lengths = reshape(lengths, {batch, one, one, one});
    restrict(node.emit<LessOp>({row, lengths}));
    column = node.emit<AddOp>(
        {column,
         node.emit<SubtractOp>({lengths, node.makeSize(queries, i64)})});
  }
  if (isCausal)
    restrict(node.emit<LessEqualOp>({row, column}));
  // Both window sizes are counts of keys that a query sees on that side in
  // addition to its own. -1, the default, does not restrict.
  Value distance = node.emit<SubtractOp>({column, row});
  if (left >= 0)
    restrict(
        node.emit<LessEqualOp>({distance, node.makeScalar(double(left), i64)}));
  if (right >= 0)
    restrict(node.emit<GreaterEqualOp>(
        {distance, node.makeScalar(-double(right), i64)}));
}

// The scale is a constant in the ops. With a depth that only the run time
// knows, 1/sqrt(depth) would be one more computed tensor, and fused attention
// could not be matched.
static std::optional<double> getScale(NodeImport &node,
                                      std::optional<int64_t> depth) {
  if (node.hasAttribute("scale") || depth)
    return node.getFloat("scale", 1.0 / std::sqrt(double(depth.value_or(1))));
  node.error() << "expected attribute 'scale' or a known depth, found "
               << node.getType(0);
  return std::nullopt;
}

Value AttentionImport::getScores(Value query, Value key) {
  if (!query || !key)
    return nullptr;
  std::optional<double> scale =
      getScale(node, getKnownDims(node, query)[3].getConstant());
  if (!scale)
    return nullptr;
  // Each side gets the root of the scale, as ONNX's function body does it.
  // Scaling the product instead would overflow f16 for large scores, which is
  // why the standard writes it so.
  Value root = number(std::sqrt(*scale));
  return node.emit<MatmulOp>(
      {node.emit<MultiplyOp>({query, root}),
       node.emit<MultiplyOp>({permute(key, {0, 1, 3, 2}), root})});
}

/// A mask broadcasts to the scores and never beyond, which the run time checks.
Value AttentionImport::addBiasTo(Value scores) {
  return bias ? castDims(node, emitBroadcast<AddOp>(node, scores, bias),
                         getKnownDims(node, scores))
              : scores;
}

/// The element type that 'softmax_precision' asks for, else `otherwise`; null
/// behind an error if it is none of floats.
static Type getPrecision(NodeImport &node, Type otherwise) {
  int64_t precision = node.getInt("softmax_precision", 0);
  if (precision == 0)
    return otherwise;
  Type type;
  if (llvm::isInt<32>(precision))
    type = mlir::relax::getElementType(node.getContext(), int32_t(precision));
  if (isa_and_present<FloatType>(type))
    return type;
  node.error() << "attribute 'softmax_precision' is " << precision
               << ", expected the number of a type of floats";
  return {};
}

/// The softmax of the scores; zeros for a query that sees no key.
Value AttentionImport::getWeights(Value scores) {
  if (!scores)
    return scores;
  // softmax_precision is a number of onnx.TensorProto.DataType. The softmax
  // alone is computed in it; the products stay in the type of the inputs.
  Type wide = getPrecision(node, element);
  if (!wide)
    return {};
  SoftmaxOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(3);
  Value weights = node.castTo(
      node.emit<SoftmaxOp>(node.castTo(scores, wide), properties), element);
  if (!bias)
    // A row of minus infinities gives 0/0 = NaN in softmax. ONNX's reference
    // gives zeros for a query that sees no key. Whether there is one depends on
    // the bias alone, which is smaller than the scores where it broadcasts.
    return weights;
  int64_t rank = cast<RankedTensorType>(bias.getType()).getRank();
  MaxOp::Properties most;
  most.axis = builder.getDenseI64ArrayAttr(rank - 1);
  most.keepdims = builder.getBoolAttr(true);
  Value seesNone =
      node.emit<EqualOp>({node.emit<MaxOp>(bias, most),
                          number(-std::numeric_limits<double>::infinity())});
  return castDims(node,
                  emitBroadcast<WhereOp>(node, {seesNone, number(0), weights}),
                  getKnownDims(node, weights));
}

void AttentionImport::run() {
  element = node.getElementType(0);
  // The rank is taken before the heads are split, since the result has the rank
  // that the query had.
  int64_t rank = node.getRank(0);
  Value query = getHeads(0, "q_num_heads");
  Value key = query ? getHeads(1, "kv_num_heads") : Value();
  Value value = key ? getHeads(2, "kv_num_heads") : Value();
  if (!value)
    return;
  key = appendTo(4, key);
  value = appendTo(5, value);
  if (!query || !key || !value)
    return;
  SymExprAttr past = node.makeExpr(0);
  // Without a past the first query has place 0. With one, causal masks must
  // count from the number of past keys.
  if (node.hasInput(4))
    past = getKnownDims(node, giveSymbols(node, node.getTensor(4)))[2];
  // The present outputs hold the keys before they are repeated for grouped
  // heads: the cache keeps kv_num_heads.
  if (node.hasOutput(1))
    node.setResult(1, key);
  if (node.hasOutput(2))
    node.setResult(2, value);
  SmallVector<SymExprAttr> dims = getKnownDims(node, query);
  SymExprAttr keys = getKnownDims(node, key)[2];
  addMask(keys);
  addOrder(dims[2], keys, past);
  Value scores = getScores(query, shareHeads(key, dims[1]));
  int64_t mode = node.getInt("qk_matmul_output_mode", 0);
  // qk_matmul_output_mode chooses what output 3 shows: 0 the scaled products, 1
  // after softcap, 2 after the bias, 3 the softmax. So the value is remembered
  // on the way.
  Value shown = scores;
  if (double softcap = node.getFloat("softcap", 0.0)) {
    Value cap = number(softcap);
    scores = node.emit<MultiplyOp>(
        {node.emit<TanhOp>(node.emit<DivideOp>({scores, cap})), cap});
    if (mode != 0)
      shown = scores;
  }
  scores = addBiasTo(scores);
  if (mode == 2)
    shown = scores;
  Value weights = getWeights(scores);
  if (node.hasOutput(3))
    node.setResult(3, mode == 3 ? weights : shown);
  Value result = node.emit<MatmulOp>({weights, shareHeads(value, dims[1])});
  // The heads go back behind the places first. Reshaping without the
  // permutation would mix the heads of different places.
  if (result && rank == 3) {
    SmallVector<SymExprAttr> apart = getKnownDims(node, result);
    result = reshape(permute(result, {0, 2, 1, 3}),
                     {apart[0], apart[2], apart[1] * apart[3]});
  }
  node.setResult(0, result);
}

static void importAttention(NodeImport &node) { AttentionImport(node).run(); }

//===-- FlexAttention -----------------------------------------------------===//

/// What the graph of attribute `name`, if there is one, makes of `x`.
static Value applyGraph(NodeImport &node, StringRef name, Value x) {
  if (!node.hasAttribute(name) || !x)
    return x;
  ::onnx::GraphProto *graph = node.requireGraph(name);
  if (!graph)
    return nullptr;
  if (graph->input_size() != 1 || graph->output_size() != 1) {
    node.error() << "graph '" << name << "' has " << graph->input_size()
                 << " inputs and " << graph->output_size()
                 << " outputs, expected one each";
    return nullptr;
  }
  std::unique_ptr<ValueTable> values =
      importInner(node, *graph, [&](ValueTable &inner) {
        (void)inner.define(graph->input(0).name(), x);
      });
  Value result = values ? getInnerTensor(node, *graph, *values, 0) : Value();
  // The graph keeps the shape, although its ops may not be able to tell: a
  // causal mask is computed from sizes that have names of their own.
  return castDims(node, result, getKnownDims(node, x));
}

/// Keys or values with a head for each of the queries: a head is shared by
/// queries that follow each other, hence `repeat`.
static Value repeatHeads(NodeImport &node, unsigned input) {
  int64_t wanted = node.getType(0).getDimSize(1);
  int64_t heads = node.getType(input).getDimSize(1);
  Value x = giveSymbols(node, node.getTensor(input));
  if (wanted == heads)
    return x;
  if (heads < 1 || wanted % heads != 0) {
    node.error() << "found " << node.getType(0) << " and "
                 << node.getType(input)
                 << ", expected a known multiple of heads";
    return nullptr;
  }
  RepeatOp::Properties properties;
  properties.repeats = node.getBuilder().getI64IntegerAttr(wanted / heads);
  properties.axis = node.getBuilder().getI64IntegerAttr(1);
  return node.emit<RepeatOp>(x, properties);
}

static void importFlexAttention(NodeImport &node) {
  TensorMath math(node);
  std::optional<int64_t> depth;
  for (unsigned i = 0; i < 3; ++i)
    if (node.getRank(i) != 4) {
      node.error() << "expected operands of rank 4, found " << node.getType(i);
      return;
    }
  if (!ShapedType::isDynamic(node.getType(0).getDimSize(3)))
    depth = node.getType(0).getDimSize(3);
  std::optional<double> scale = getScale(node, depth);
  if (!scale)
    return;
  // Scores are wider than narrow operands, so that sums of exponentials keep
  // their bits; an attribute may say otherwise.
  Type element = node.getElementType(0);
  Type wide = element.getIntOrFloatBitWidth() < 32
                  ? Type(node.getBuilder().getF32Type())
                  : element;
  wide = getPrecision(node, wide);
  Value query = giveSymbols(node, node.getTensor(0));
  Value key = repeatHeads(node, 1), value = repeatHeads(node, 2);
  if (!query || !key || !value || !wide)
    return;
  // Each side gets the root of the scale, as the standard's body does it.
  Value root = math.number(std::sqrt(float(*scale)), query);
  Value scores =
      math.matmul(math.mul(query, root), math.transpose(math.mul(key, root)));
  scores = applyGraph(node, "score_mod", node.castTo(scores, wide));
  SoftmaxOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(3);
  Value weights = node.emit<SoftmaxOp>(scores, properties);
  weights = applyGraph(node, "prob_mod", weights);
  Value result = math.matmul(weights, node.castTo(value, wide));
  node.setResult(0, node.castTo(result, element));
}

void addAttentionOperators(OperatorTable &table) {
  table.add({
      {"Attention", 23, kLastOpset, 3, 7, importAttention, 4},
      {"ai.onnx.preview.FlexAttention", 1, 1, 3, 3, importFlexAttention},
  });
}

} // namespace mlir::relax
