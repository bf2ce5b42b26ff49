// Attention and positions of the domain com.microsoft, by those of the
// standard.
#include "BodyText.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

/// Attributes of a standard Attention node.
// A scale of 0 means 1 / sqrt(depth) in all operators here, which is what the
// standard's Attention does without the attribute. So it must not be passed on.
static std::string getAttentionAttributes(NodeImport &node, int64_t heads,
                                          int64_t keyHeads, bool isCausal) {
  std::string text = "<q_num_heads = " + std::to_string(heads) +
                     ", kv_num_heads = " + std::to_string(keyHeads);
  if (double scale = node.getFloat("scale", 0.0))
    text += ", scale = " + toText(scale);
  if (isCausal)
    text += ", is_causal = 1";
  if (double softcap = node.getFloat("softcap", 0.0))
    text += ", softcap = " + toText(softcap);
  return text + "> ";
}

/// A mask of which places of the keys count, of input `index`, as what is added
/// to scores called `bias`; `keys` names the number of keys. An error if it has
/// another form.
static void addKeyMask(NodeImport &node, BodyText &body, unsigned index,
                       StringRef like, double excluded) {
  std::string mask = body.in(index);
  int64_t rank = node.getRank(index);
  // Three forms are told apart by rank alone, as ONNX Runtime does it. A sum of
  // the form [3 * batch + 2] has rank 1 as well, hence the comparison of sizes.
  if (rank == 1) {
    // The number of keys of each entry of the batch. Twice as many numbers, or
    // three times, are ends and starts.
    if (node.getDims(index)[0] != node.getDims(0)[0]) {
      node.error() << "mask has type " << node.getType(index)
                   << ", expected a number for each entry of the batch";
      return;
    }
    body.addList("mask_axes", {1, 2, 3});
    body.add("mask_l0 = Cast <to = 7> (" + mask + ")");
    body.add("mask_l = Unsqueeze (mask_l0, mask_axes)");
    body.add("mask_0 = Constant <value_int = 0> ()");
    body.add("mask_1 = Constant <value_int = 1> ()");
    body.add("mask_r = Range (mask_0, keys, mask_1)");
    body.add("mask_b = Less (mask_r, mask_l)");
  } else if (rank == 2 || rank == 3) {
    if (rank == 2)
      body.addList("mask_axes", {1, 2});
    else
      body.addList("mask_axes", 1);
    body.add("mask_c = Cast <to = 9> (" + mask + ")");
    body.add("mask_b = Unsqueeze (mask_c, mask_axes)");
  } else {
    node.error() << "mask has type " << node.getType(index)
                 << ", expected rank 1 to 3";
    return;
  }
  // ONNX Runtime adds a large negative number where the standard would take
  // minus infinity. It differs only where a query sees no key: the weights are
  // then those without a mask, and not NaN or 0.
  body.addNumber("mask_no", excluded, like);
  body.addNumber("mask_yes", 0.0, like);
  body.add("mask_f = Where (mask_b, mask_yes, mask_no)");
}

/// What is added to scores, as a name; none for nothing.
// Both are added before the softmax, so their sum is added once: the scores are
// the largest tensor of all, and each pass over them costs its size.
static std::string addBias(BodyText &body, bool hasMask, StringRef other) {
  if (!hasMask)
    return other.str();
  if (other.empty())
    return "mask_f";
  body.add("bias_all = Add (mask_f, " + other + ")");
  return "bias_all";
}

//===-- MultiHeadAttention ------------------------------------------------===//

/// Query, key or value with its part of the bias of input 3, which is from
/// `begin` on; -1 says that there is none.
// One bias has the parts of all three operands behind each other, because the
// optimizer fused three Add nodes into it.
static void addProjected(BodyText &body, StringRef result, unsigned input,
                         int64_t begin, int64_t size) {
  if (begin < 0)
    return body.add(result + " = Identity (" + body.in(input) + ")");
  body.addList((result + "_from").str(), begin);
  body.addList((result + "_to").str(), begin + size);
  body.add(result + "_b = Slice (i3, " + result + "_from, " + result + "_to)");
  body.add(result + " = Add (" + body.in(input) + ", " + result + "_b)");
}

// The standard's Attention takes the same three operands, so what is left is
// the bias, which the standard lacks, and the mask in its several forms.
static void importMultiHeadAttention(NodeImport &node) {
  BodyText body(node);
  int64_t heads = node.getInt("num_heads", 0);
  bool isCausal = node.getInt("unidirectional", 0) != 0;
  double excluded = node.getFloat("mask_filter_value", -10000.0);
  if (!node.hasInput(1) || !node.hasInput(2) || node.getRank(0) != 3)
    node.error() << "expected a query of rank 3, and keys and values apart";
  if (node.hasInput(8) || node.hasInput(9))
    node.error() << "input 8 or 9 is there, expected a cache that is joined "
                    "with keys and values; export without a shared buffer";
  if (node.hasFailed())
    return;
  bool hasBias = node.hasInput(3);
  int64_t size = node.getType(0).getShape().back();
  int64_t valueSize = node.getType(2).getShape().back();
  if (hasBias && (node.getRank(1) != 3 || ShapedType::isDynamic(size) ||
                  ShapedType::isDynamic(valueSize))) {
    node.error() << "expected operands of rank 3 and known depth with a bias, "
                    "found "
                 << node.getType(0) << " and " << node.getType(1);
    return;
  }
  addProjected(body, "q", 0, hasBias ? 0 : -1, size);
  addProjected(body, "k", 1, hasBias ? size : -1, size);
  addProjected(body, "v", 2, hasBias ? 2 * size : -1, valueSize);
  if (node.hasInput(4)) {
    // Keys of another layer (cross attention) come with rank 4, heads already
    // apart; the number of places is then axis 2. A mask counts the past, too.
    int64_t places = node.getRank(1) == 4 ? 2 : 1;
    body.addSize("keys_l", "i1", places);
    if (node.hasInput(6)) {
      body.addSize("keys_p", "i6", 2);
      body.add("keys_t = Add (keys_l, keys_p)");
    } else {
      body.add("keys_t = Identity (keys_l)");
    }
    body.add("keys = Squeeze (keys_t)");
    addKeyMask(node, body, 4, "q", excluded);
  }
  std::string bias = addBias(body, node.hasInput(4), body.in(5));
  body.add("o0, o1, o2 = Attention " +
           getAttentionAttributes(node, heads, heads, isCausal) + "(q, k, v, " +
           bias + ", " + body.in(6) + ", " + body.in(7) + ")");
  body.import();
}

//===-- Attention, QAttention ---------------------------------------------===//

namespace {
/// Which inputs are the mask, the past and what is added to scores.
struct PackedInputs {
  unsigned mask, past, bias;
};
/// By what angles RotaryEmbedding turns: names of tables and places; how many
/// heads there are and how much of each is turned, 0 where the shapes say it.
struct Rotation {
  std::string tables, places;
  bool isInterleaved = false;
  int64_t heads = 0, size = 0;
};
} // namespace

/// Attention of one projection to queries, keys and values, which is called
/// `p`; `mask`, `past` and `bias` are inputs.
static void addPackedAttention(NodeImport &node, BodyText &body, int64_t width,
                               const PackedInputs &inputs) {
  auto [mask, past, bias] = inputs;
  int64_t heads = node.getInt("num_heads", 0);
  bool isCausal = node.getInt("unidirectional", 0) != 0;
  double excluded = node.getFloat("mask_filter_value", -10000.0);
  SmallVector<int64_t> sizes =
      node.getInts("qkv_hidden_sizes")
          .value_or(SmallVector<int64_t>(3, width / 3));
  if (node.getInt("do_rotary", 0) != 0 ||
      node.getInt("past_present_share_buffer", 0) != 0)
    node.error() << "attribute 'do_rotary' or 'past_present_share_buffer' is "
                    "1, expected 0";
  if (heads < 1 || sizes.size() != 3 || width < 3)
    node.error() << "expected attribute 'num_heads' and a weight of known size "
                    "for three sizes, found "
                 << heads << " heads and " << sizes.size() << " sizes";
  if (node.hasFailed())
    return;
  body.addList("sizes", sizes);
  body.add("q, k, v = Split <axis = -1> (p, sizes)");
  // The past is one tensor of keys and values here, and two in the standard. A
  // Gather of one index drops the axis without a copy if the compiler fuses it.
  std::string pastKey, pastValue;
  if (node.hasInput(past)) {
    body.add("first = Constant <value_int = 0> ()");
    body.add("second = Constant <value_int = 1> ()");
    body.add("pk = Gather <axis = 0> (" + body.in(past) + ", first)");
    body.add("pv = Gather <axis = 0> (" + body.in(past) + ", second)");
    pastKey = "pk";
    pastValue = "pv";
  }
  if (node.hasInput(mask)) {
    body.addSize("keys_l", "i0", 1);
    if (node.hasInput(past))
      body.addSize("keys_p", "pk", 2);
    else
      body.addList("keys_p", 0);
    body.add("keys_t = Add (keys_l, keys_p)");
    body.add("keys = Squeeze (keys_t)");
    addKeyMask(node, body, mask, "p", excluded);
  }
  std::string all = addBias(body, node.hasInput(mask), body.in(bias));
  body.add("o0, present_k, present_v = Attention " +
           getAttentionAttributes(node, heads, heads, isCausal) + "(q, k, v, " +
           all + ", " + pastKey + ", " + pastValue + ")");
  if (!node.hasOutput(1))
    return;
  body.addList("front", 0);
  body.add("present_k1 = Unsqueeze (present_k, front)");
  body.add("present_v1 = Unsqueeze (present_v, front)");
  body.add("o1 = Concat <axis = 0> (present_k1, present_v1)");
}

// One weight has the projections to queries, keys and values: one product of
// three times the width is faster than three.
static void importAttention(NodeImport &node) {
  BodyText body(node);
  if (node.hasInput(6))
    node.error() << "input 6 is there, expected a past without a shared buffer";
  body.add("p0 = MatMul (i0, i1)");
  body.addSum("p", "p0", 2);
  addPackedAttention(node, body, node.getType(1).getShape().back(), {3, 4, 5});
  body.import();
}

/// The projection is one of integers; the rest is computed with floats.
static void importQAttention(NodeImport &node) {
  BodyText body(node);
  constexpr unsigned kNone = 99;
  // Integers are multiplied as integers: i32 sums are exact, and kernels for
  // them need a quarter of the memory. Only then come scale and bias, as
  // floats.
  body.add("n = MatMulInteger (i0, i1, " + body.in(6) + ", " + body.in(7) +
           ")");
  body.add("f = CastLike (n, i3)");
  body.add("s = Mul (i3, i4)");
  body.add("r = Mul (f, s)");
  body.add("p = Add (r, i2)");
  addPackedAttention(node, body, node.getType(1).getShape().back(),
                     {5, 8, kNone});
  body.import();
}

//===-- RotaryEmbedding, GroupQueryAttention ------------------------------===//

/// `result`, which is `x` turned.
// Attributes of 0 would be given as such, where the standard wants none: a
// number of heads beside rank 4 is an error there.
static void addRotary(BodyText &body, StringRef result, StringRef x,
                      const Rotation &turn) {
  std::string attributes =
      "<interleaved = " + std::to_string(turn.isInterleaved);
  if (turn.heads > 0)
    attributes += ", num_heads = " + std::to_string(turn.heads);
  if (turn.size > 0)
    attributes += ", rotary_embedding_dim = " + std::to_string(turn.size);
  body.add(result + " = RotaryEmbedding " + attributes + "> (" + x + ", " +
           turn.tables + ", " + turn.places + ")");
}

// The order of inputs differs from the standard's: places come before the
// tables, and one place may stand for a whole row of them.
static void importRotaryEmbedding(NodeImport &node) {
  BodyText body(node);
  int64_t heads = node.getInt("num_heads", 0), rank = node.getRank(0);
  int64_t size = node.getInt("rotary_embedding_dim", 0);
  bool isInterleaved = node.getInt("interleaved", 0) != 0;
  node.ignoreAttribute("is_packed_batching");
  if (node.getFloat("scale", 1.0) != 1.0 ||
      node.getInt("is_packed_batching", 0) != 0)
    node.error() << "attribute 'scale' or 'is_packed_batching' is not its "
                    "default, expected 1.0 and 0";
  // The depth of a head is twice the width of the tables.
  int64_t width = node.getType(0).getShape().back();
  int64_t half = node.getType(2).getShape().back();
  if (rank == 3 && heads == 0) {
    if (ShapedType::isDynamic(width) || ShapedType::isDynamic(half) || half < 1)
      node.error() << "expected tables and data of known depth, found "
                   << node.getType(0) << " and " << node.getType(2);
    else
      heads = width / (2 * half);
  }
  std::string places = "i1";
  if (node.getRank(1) == 1) {
    // One place for the first of each row.
    int64_t axis = rank == 4 ? 2 : 1;
    body.addSize("l", "i0", axis);
    body.addSize("b", "i0", 0);
    body.add("bl = Concat <axis = 0> (b, l)");
    body.add("n = Squeeze (l)");
    body.add("zero = Constant <value_int = 0> ()");
    body.add("one = Constant <value_int = 1> ()");
    body.add("r = Range (zero, n, one)");
    body.add("first = Cast <to = 7> (i1)");
    body.add("row = Add (r, first)");
    body.add("places = Expand (row, bl)");
    places = "places";
  }
  addRotary(body, "o0", "i0",
            {"i2, i3", places, isInterleaved, rank == 3 ? heads : 0, size});
  body.import();
}

/// Queries, keys and values with the places of the queries, which are behind
/// what each entry of the batch has seen.
static void addGroupedOperands(NodeImport &node, BodyText &body, int64_t heads,
                               int64_t keyHeads) {
  if (node.hasInput(1)) {
    body.add("q0 = Identity (i0)");
    body.add("k0 = Identity (i1)");
    body.add("v = Identity (i2)");
  } else {
    int64_t depth = node.getType(0).getShape().back() / (heads + 2 * keyHeads);
    body.addList("sizes", {heads * depth, keyHeads * depth, keyHeads * depth});
    body.add("q0, k0, v = Split <axis = -1> (i0, sizes)");
  }
  body.add("zero = Constant <value_int = 0> ()");
  body.add("one = Constant <value_int = 1> ()");
  body.addList("axis1", 1);
  body.addList("axis2", 2);
  body.addSize("s1", "i0", 1);
  body.add("s = Squeeze (s1)");
  body.addList("line", -1);
  // Input 5 has the number of keys less 1 for each entry of the batch. A prompt
  // that is padded at its end has fewer keys than places, which must not give a
  // negative past: hence the maximum with 0.
  body.add("last0 = Cast <to = 7> (i5)");
  body.add("last = Reshape (last0, line)");
  body.add("seen0 = Add (last, one)");
  body.add("seen1 = Sub (seen0, s)");
  body.add("seen = Max (seen1, zero)");
  body.add("r = Range (zero, s, one)");
  body.add("seen2 = Unsqueeze (seen, axis1)");
  body.add("places = Add (seen2, r)");
  if (node.getInt("do_rotary", 0) == 0) {
    body.add("q = Identity (q0)");
    body.add("k = Identity (k0)");
    return;
  }
  bool isInterleaved = node.getInt("rotary_interleaved", 0) != 0;
  std::string given = node.hasInput(9) ? body.in(9) : "places";
  addRotary(body, "q", "q0", {"i7, i8", given, isInterleaved, heads, 0});
  addRotary(body, "k", "k0", {"i7, i8", given, isInterleaved, keyHeads, 0});
}

/// The caches with the new keys and values, as o1 and o2.
// Entries of the batch have seen different numbers of keys, so new ones are
// written at places of their own: TensorScatter and no Concat.
static void addCaches(NodeImport &node, BodyText &body, int64_t keyHeads) {
  body.addList("apart", {0, 0, keyHeads, -1});
  for (auto [x, index] : {std::pair("k", 1), std::pair("v", 2)}) {
    std::string name = x, result = "o" + std::to_string(index);
    body.add(name + "_h = Reshape (" + name + ", apart)");
    body.add(name + "_t = Transpose <perm = [0, 2, 1, 3]> (" + name + "_h)");
    if (!node.hasInput(3)) {
      body.add(result + " = Identity (" + name + "_t)");
      continue;
    }
    std::string past = body.in(unsigned(index) + 2);
    // The cache has room for all, or gets it.
    body.addSize(name + "_n", past, 2);
    // A shared buffer is longer than what was seen, one that grows is exactly
    // as long as the past: the larger of both sizes serves either, since keys
    // behind a query's own place are never seen.
    body.add(name + "_a = Cast <to = 7> (i6)");
    body.add(name + "_b = Reshape (" + name + "_a, line)");
    body.add(name + "_c = Max (" + name + "_b, " + name + "_n)");
    body.add(name + "_m = Sub (" + name + "_c, " + name + "_n)");
    body.addList(name + "_0", 0);
    body.add(name + "_w = Concat <axis = 0> (" + name + "_0, " + name + "_m)");
    body.add(name + "_p = Pad (" + past + ", " + name + "_w, , axis2)");
    body.add(result + " = TensorScatter <axis = 2> (" + name + "_p, " + name +
             "_t, seen)");
  }
}

// The mask is computed from places and not by is_causal, because entries of the
// batch have pasts of different lengths, which the attribute cannot express.
static void importGroupQueryAttention(NodeImport &node) {
  BodyText body(node);
  int64_t heads = node.getInt("num_heads", 0);
  int64_t keyHeads = node.getInt("kv_num_heads", 0);
  requireInputs(node, {5, 6});
  int64_t window = node.getInt("local_window_size", -1);
  if (heads < 1 || keyHeads < 1 || heads % keyHeads != 0 ||
      node.getRank(0) != 3)
    node.error() << "expected a query of rank 3 and a multiple of the heads of "
                    "keys, found "
                 << node.getType(0) << ", " << heads << " and " << keyHeads;
  if (node.getInt("smooth_softmax", 0) > 0 || node.hasInput(11))
    node.error() << "attribute 'smooth_softmax' or input 11 is there, expected "
                    "a softmax without a sink";
  if (!node.hasInput(1) &&
      ShapedType::isDynamic(node.getType(0).getShape().back()))
    node.error() << "expected packed operands of known depth, found "
                 << node.getType(0);
  if (node.hasFailed())
    return;
  addGroupedOperands(node, body, heads, keyHeads);
  addCaches(node, body, keyHeads);
  // A query sees what is not behind it.
  body.addSize("n1", "o1", 2);
  body.add("n = Squeeze (n1)");
  body.add("row = Range (zero, n, one)");
  body.add("column = Unsqueeze (places, axis2)");
  body.add("past_or_own = LessOrEqual (row, column)");
  if (window > 0) {
    body.add("window = Constant <value_int = " + Twine(window) + "> ()");
    body.add("begin = Sub (column, window)");
    body.add("is_near = Greater (row, begin)");
    body.add("sees = And (past_or_own, is_near)");
  } else {
    body.add("sees = Identity (past_or_own)");
  }
  body.add("mask = Unsqueeze (sees, axis1)");
  std::string bias = "mask";
  if (node.hasInput(10)) {
    body.addNumber("least", -65504.0, "i0");
    body.addNumber("nothing", 0.0, "i0");
    body.add("mask_f = Where (mask, nothing, least)");
    bias = addBias(body, true, body.in(10));
  }
  body.addList("heads_apart", {0, 0, heads, -1});
  body.add("q_h = Reshape (q, heads_apart)");
  body.add("q_t = Transpose <perm = [0, 2, 1, 3]> (q_h)");
  body.add("y = Attention " +
           getAttentionAttributes(node, heads, keyHeads, false) +
           "(q_t, o1, o2, " + bias + ")");
  body.add("y_t = Transpose <perm = [0, 2, 1, 3]> (y)");
  body.addList("together", {0, 0, -1});
  body.add("o0 = Reshape (y_t, together)");
  body.import();
}

void addMicrosoftAttentionOperators(OperatorTable &table) {
  table.add({
      {"com.microsoft.Attention", 1, 1, 2, 7, importAttention, 2},
      {"com.microsoft.GroupQueryAttention", 1, 1, 1, 12,
       importGroupQueryAttention, 3},
      {"com.microsoft.MultiHeadAttention", 1, 1, 1, 10,
       importMultiHeadAttention, 3},
      {"com.microsoft.QAttention", 1, 1, 5, 9, importQAttention, 2},
      {"com.microsoft.RotaryEmbedding", 1, 1, 4, 4, importRotaryEmbedding},
  });
}

} // namespace mlir::relax
