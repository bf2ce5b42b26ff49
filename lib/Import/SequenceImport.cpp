// Operators of language models: positions, caches, linear attention.
#include "ControlFlow/LoopFunction.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ScatterOps.h"
#include "TensorMath.h"
#include <cmath>

namespace mlir::relax {

//===-- RotaryEmbedding ---------------------------------------------------===//

namespace {
/// One RotaryEmbedding node under construction. Tensors have the axes batch,
/// place, head and depth.
/// Rotary embedding: pairs (a, b) of a head's depth are rotated by an angle of
/// the place: (a cos - b sin, a sin + b cos). Su et al., 2021.
class RotaryImport {
public:
  explicit RotaryImport(NodeImport &node) : node(node), math(node) {}
  void run();

private:
  Value getData();
  /// The cosines or sines of input `input` for each place.
  Value getTable(unsigned input, int64_t half);
  Value rotate(Value x, int64_t half, bool isInterleaved);

  NodeImport &node;
  TensorMath math;
  SmallVector<SymExprAttr> dims;
};
} // namespace

Value RotaryImport::getData() {
  int64_t heads = node.getInt("num_heads", 0);
  Value x = giveSymbols(node, node.getTensor(0));
  SmallVector<SymExprAttr> sizes = math.dims(x);
  // Rank 4 is (batch, head, place, depth), rank 3 (batch, place, head * depth).
  // Both become (batch, place, head, depth), where the tables broadcast over
  // heads.
  if (sizes.size() == 4)
    return math.permute(x, {0, 2, 1, 3});
  if (sizes.size() == 3 && heads > 0)
    return math.reshape(x, {sizes[0], sizes[1], node.makeExpr(heads),
                            floorDiv(sizes[2], node.makeExpr(heads))});
  node.error() << "expected rank 4, or rank 3 and attribute 'num_heads', found "
               << node.getType(0);
  return nullptr;
}

Value RotaryImport::getTable(unsigned input, int64_t half) {
  Value table = node.getTensor(input);
  // With position_ids the caches are tables over positions; without, they have
  // the batch's places already.
  if (node.hasInput(3))
    table = math.take(table, node.getTensor(3), 0);
  // The cache may be wider than the half that is rotated.
  table = math.slice(table, 2, 0, half);
  SmallVector<SymExprAttr> sizes = math.dims(table);
  SmallVector<SymExprAttr> wanted{dims[0], dims[1], node.makeExpr(half)};
  // PyTorch's exporter writes one table for all of the batch.
  for (auto [size, known] : llvm::zip(wanted, sizes))
    if (known && known.getConstant() == 1)
      size = known;
  return math.expand(castDims(node, table, wanted), {2});
}

Value RotaryImport::rotate(Value x, int64_t half, bool isInterleaved) {
  SmallVector<SymExprAttr> sizes = math.dims(x);
  Value first, second;
  // Interleaved pairs are neighbours, otherwise the first half meets the
  // second.
  if (isInterleaved) {
    Value pairs = math.reshape(x, {sizes[0], sizes[1], sizes[2],
                                   node.makeExpr(half), node.makeExpr(2)});
    first = math.element(pairs, 4, 0);
    second = math.element(pairs, 4, 1);
  } else {
    first = math.slice(x, 3, 0, half);
    second = math.slice(x, 3, half, 2 * half);
  }
  Value cosine = getTable(1, half), sine = getTable(2, half);
  Value real = math.sub(math.mul(cosine, first), math.mul(sine, second));
  Value imaginary = math.add(math.mul(sine, first), math.mul(cosine, second));
  if (!isInterleaved)
    return math.concat({real, imaginary}, 3);
  return math.reshape(
      math.concat({math.expand(real, {4}), math.expand(imaginary, {4})}, 4),
      sizes);
}

void RotaryImport::run() {
  bool isInterleaved = node.getInt("interleaved", 0) != 0;
  int64_t size = node.getInt("rotary_embedding_dim", 0);
  Value x = getData();
  if (!x)
    return;
  dims = math.dims(x);
  std::optional<int64_t> depth = dims[3].getConstant();
  if (!depth) {
    node.error() << "expected heads of known depth, found " << node.getType(0);
    return;
  }
  // rotary_embedding_dim 0 means the whole depth. A part leaves the rest as it
  // is.
  if (size == 0)
    size = *depth;
  Value result = rotate(math.slice(x, 3, 0, size), size / 2, isInterleaved);
  if (size < *depth)
    result = math.concat({result, math.slice(x, 3, size, *depth)}, 3);
  if (node.getRank(0) == 4)
    result = math.permute(result, {0, 2, 1, 3});
  else
    result = math.reshape(result, {dims[0], dims[1], dims[2] * dims[3]});
  node.setResult(0, result);
}

static void importRotaryEmbedding(NodeImport &node) {
  RotaryImport(node).run();
}

//===-- LinearAttention ---------------------------------------------------===//

// S_t = decay_t * S_(t-1) + k_t v_t^T, output q_t S_t: a recurrence, hence a
// loop over places. The chunked form of the papers is faster on long texts;
// chunk_size is its hint and changes no result.
namespace {
/// One LinearAttention node under construction: a state S of keys times values
/// a head, which each place decays and adds to.
class LinearAttentionImport {
public:
  explicit LinearAttentionImport(NodeImport &node) : node(node), math(node) {}
  void run();

private:
  void readAttributes();
  Value getHeads(unsigned input, int64_t heads);
  LoopTurn takeTurn(Value place, Value state);
  /// Slices at a place, as columns (depth 1) of each head.
  Value column(Value x, Value place) {
    return math.expand(math.take(x, place, 0), {3});
  }

  NodeImport &node;
  TensorMath math;
  bool isGated = false, isDelta = false;
  double scale = 0.0;
  int64_t keyHeads = 0, queryHeads = 0;
  /// With the places first: place, batch, head, depth.
  Value query, key, value, decay, rate;
};
} // namespace

/// An input with the axes place, batch, head and depth.
/// Places first, since a turn takes a slice of that axis.
Value LinearAttentionImport::getHeads(unsigned input, int64_t heads) {
  Value x = giveSymbols(node, node.getTensor(input));
  SmallVector<SymExprAttr> dims = math.dims(x);
  if (dims.size() != 3) {
    node.error() << "expected tensors of rank 3, found " << node.getType(input);
    return nullptr;
  }
  SymExprAttr count = node.makeExpr(heads);
  x = math.reshape(x, {dims[0], dims[1], count, floorDiv(dims[2], count)});
  return math.permute(x, {1, 0, 2, 3});
}

LoopTurn LinearAttentionImport::takeTurn(Value place, Value state) {
  LoopTurn turn;
  Value k = column(key, place),
        v = math.expand(math.take(value, place, 0), {2});
  if (isGated)
    // Decays are given as logarithms.
    state = math.mul(state, math.unary<ExpOp>(column(decay, place)));
  if (isDelta) {
    // What the state has for this key is taken away first.
    // The delta rule (Yang et al., 2024): only the difference to what the state
    // already recalls for k is written, times the rate.
    v = math.sub(v, math.matmul(math.transpose(k), state));
    v = math.mul(v, column(rate, place));
  }
  state = math.add(state, math.mul(k, v));
  SmallVector<SymExprAttr> sizes = math.dims(state);
  if (sizes.empty())
    return turn;
  // Several heads of queries share a state.
  // q_num_heads / kv_num_heads queries read one state, so they are rows of one
  // product.
  Value q = math.take(query, place, 0);
  SmallVector<SymExprAttr> heads = math.dims(q);
  q = math.reshape(q, {heads[0], node.makeExpr(keyHeads),
                       node.makeExpr(queryHeads / keyHeads), heads[3 - 1]});
  Value seen = math.matmul(math.mul(q, math.number(scale, q)), state);
  turn.carried = {state};
  turn.slices = {
      math.reshape(seen, {heads[0], node.makeExpr(queryHeads) * sizes[3]})};
  return turn;
}

void LinearAttentionImport::readAttributes() {
  StringRef rule = node.getString("update_rule", "gated_delta");
  isGated = rule.starts_with("gated");
  isDelta = rule.ends_with("delta");
  if (!isGated && !isDelta && rule != "linear")
    node.error() << "attribute 'update_rule' is " << quote(rule)
                 << ", expected \"linear\", \"gated\", \"delta\" or "
                    "\"gated_delta\"";
  (void)node.getInt("chunk_size", 64);
  queryHeads = node.getInt("q_num_heads", 0);
  keyHeads = node.getInt("kv_num_heads", 0);
  scale = node.getFloat("scale", 0.0);
  if (queryHeads < 1 || keyHeads < 1 || queryHeads % keyHeads != 0)
    node.error() << "found " << queryHeads << " heads of queries and "
                 << keyHeads << " of keys, expected a multiple";
  if ((isGated && !node.hasInput(4)) || (isDelta && !node.hasInput(5)))
    node.error() << "input " << (isGated && !node.hasInput(4) ? 4 : 5)
                 << " is missing, expected it for update rule " << quote(rule);
}

void LinearAttentionImport::run() {
  readAttributes();
  if (node.hasFailed())
    return;
  query = getHeads(0, queryHeads);
  key = getHeads(1, keyHeads);
  value = getHeads(2, keyHeads);
  if (isGated)
    decay = getHeads(4, keyHeads);
  if (isDelta) {
    Value rates = giveSymbols(node, node.getTensor(5));
    SmallVector<SymExprAttr> sizes = math.dims(rates);
    // beta may have one number for a place or one for each head.
    bool isShared = !sizes.empty() && sizes.back().getConstant() == 1;
    rate = getHeads(5, isShared ? 1 : keyHeads);
  }
  if (node.hasFailed() || !query || !key || !value)
    return;
  SmallVector<SymExprAttr> dims = math.dims(key);
  if (scale == 0.0 && !dims[3].getConstant()) {
    node.error() << "expected attribute 'scale' or a known depth, found "
                 << node.getType(1);
    return;
  }
  if (scale == 0.0)
    scale = 1.0 / std::sqrt(double(*dims[3].getConstant()));
  Type element = node.getElementType(0);
  SmallVector<SymExprAttr> state = {dims[1], dims[2], dims[3],
                                    getKnownDim(node, value, 3)};
  // The state is kept in f32, as what is accumulated in it is.
  // Sums over thousands of places in f16 would stall as soon as the addend is
  // below half a unit of the last bit.
  Loop loop;
  loop.knownCount = dims[0].getConstant();
  loop.count = node.makeSize(dims[0], node.getBuilder().getI64Type());
  // A given state fixes its sizes; the cast lets the run time compare them with
  // the heads of this call.
  Value first = node.hasInput(3) ? castDims(node, node.getTensor(3), state)
                                 : math.zeros(state, element);
  Type wide = node.getBuilder().getF32Type();
  for (Value *x : {&query, &key, &value, &decay, &rate})
    if (*x)
      *x = node.castTo(*x, wide);
  loop.initial = {node.castTo(first, wide)};
  SmallVector<Value> results = emitLoop(
      node, loop, [&](Value place, std::optional<int64_t>, ValueRange carried) {
        return takeTurn(place, carried.front());
      });
  if (results.size() != 2)
    return;
  node.setResult(0, node.castTo(math.permute(results[1], {1, 0, 2}), element));
  if (node.hasOutput(1))
    node.setResult(1, node.castTo(results[0], element));
}

static void importLinearAttention(NodeImport &node) {
  LinearAttentionImport(node).run();
}

//===-- Others ------------------------------------------------------------===//

/// A convolution of each channel along places that have been, behind those of
/// an earlier call.
/// Depthwise convolution with size - 1 places of state in front: no padding, so
/// place t sees t - size + 1 to t only.
static void importCausalConv(NodeImport &node) {
  TensorMath math(node);
  Builder &builder = node.getBuilder();
  StringRef activation = node.getString("activation", "none");
  bool isSilu = activation == "silu" || activation == "swish";
  if (!isSilu && activation != "none")
    node.error() << "attribute 'activation' is " << quote(activation)
                 << ", expected \"none\", \"silu\" or \"swish\"";
  Value x = giveSymbols(node, node.getTensor(0));
  SmallVector<SymExprAttr> dims = math.dims(x);
  int64_t size = node.getRank(1) == 3 ? node.getType(1).getDimSize(2) : -1;
  if (dims.size() != 3 || size < 1 || !dims[1].getConstant()) {
    node.error() << "expected data of rank 3 with a known number of channels "
                    "and a weight of known size, found "
                 << node.getType(0) << " and " << node.getType(1);
    return;
  }
  SymExprAttr state = node.makeExpr(size - 1);
  Value past =
      node.hasInput(3)
          ? castDims(node, node.getTensor(3), {dims[0], dims[1], state})
          : math.zeros({dims[0], dims[1], state}, node.getElementType(0));
  // A window of one place has no past, and a tensor with an axis of 0 would be
  // joined for nothing.
  Value all = size > 1 ? math.concat({past, x}, 2) : x;
  Conv1dOp::Properties properties;
  properties.groups = builder.getI64IntegerAttr(*dims[1].getConstant());
  Value result = node.emit<Conv1dOp>({all, node.getTensor(1)}, properties);
  if (node.hasInput(2))
    result = math.add(result, math.expand(node.getTensor(2), {0, 2}));
  if (isSilu)
    result = node.emit<SiluOp>(result);
  node.setResult(0, result);
  if (node.hasOutput(1))
    // The state for the next call is the end of what was seen, past included: a
    // call with fewer places than the window keeps some of the old state.
    node.setResult(1, math.slice(all, 2, dims[2], dims[2] + state));
}

static void importSwiGLU(NodeImport &node) {
  // gate * sigmoid(alpha * gate) * x. With alpha 1 it is silu; the general form
  // needs the product.
  TensorMath math(node);
  Value gate = node.getTensor(0);
  Value bent = math.mul(gate, math.number(node.getFloat("alpha", 1.0), gate));
  node.setResult(0, math.mul(math.mul(gate, math.unary<SigmoidOp>(bent)),
                             node.getTensor(1)));
}

/// Rows of a cache are written from a place on that each one of the batch has.
/// Each batch entry has its own begin, so a slice cannot be written: every
/// place's index is computed and scattered.
static void importTensorScatter(NodeImport &node) {
  TensorMath math(node);
  Builder &builder = node.getBuilder();
  Type i64 = builder.getI64Type();
  bool isCircular = node.getString("mode", "linear") == "circular";
  int64_t axis = node.normalizeAxis(node.getInt("axis", -2), node.getRank(0));
  if (node.hasFailed())
    return;
  Value cache = giveSymbols(node, node.getTensor(0));
  Value update = giveSymbols(node, node.getTensor(1));
  SmallVector<SymExprAttr> dims = math.dims(update);
  if (int64_t(dims.size()) != node.getRank(0)) {
    node.error()
        << "expected an update of as many axes as the cache has, found "
        << node.getType(0) << " and " << node.getType(1);
    return;
  }
  // The batch is axis 0, and write_indices are counted in it.
  if (axis == 0) {
    node.error() << "expected an axis behind the batch, found 0";
    return;
  }
  SmallVector<int64_t> others;
  for (int64_t i = 0; i < node.getRank(0); ++i)
    if (i != axis)
      others.push_back(i);
  Value places =
      math.expand(math.range(node.makeExpr(0), dims[axis], i64), others);
  if (node.hasInput(2)) {
    SmallVector<int64_t> behind;
    for (int64_t i = 1; i < node.getRank(0); ++i)
      behind.push_back(i);
    places = math.add(math.expand(node.castTo(node.getTensor(2), i64), behind),
                      places);
  }
  // A circular cache begins again at its front. In the linear mode indices
  // beyond the end are an error of the caller in the standard.
  if (isCircular)
    places = math.binary<FloorModOp>(
        places, node.makeSize(getKnownDim(node, cache, axis), i64));
  ScatterElementsOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  node.setResult(
      0, node.emit<ScatterElementsOp>(
             {cache, math.broadcast(places, dims), update}, properties));
}

void addSequenceOperators(OperatorTable &table) {
  table.add({
      {"CausalConvWithState", 27, kLastOpset, 2, 4, importCausalConv, 2},
      {"LinearAttention", 27, kLastOpset, 3, 6, importLinearAttention, 2},
      {"RotaryEmbedding", 23, kLastOpset, 3, 4, importRotaryEmbedding},
      {"SwiGLU", 28, kLastOpset, 2, 2, importSwiGLU},
      {"TensorScatter", 24, kLastOpset, 2, 3, importTensorScatter},
  });
}

} // namespace mlir::relax
