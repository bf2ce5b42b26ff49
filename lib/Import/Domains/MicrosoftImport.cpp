// Operators of the domain com.microsoft, which exporters and optimizers write:
// each is a few operators of the standard.
#include "BodyText.h"
#include "EliminationImport.h"
#include "OperatorTable.h"

namespace mlir::relax {

/// The activation of a fused operator, as a node from `x` to o0.
static void addActivation(NodeImport &node, BodyText &body) {
  StringRef kind = node.getString("activation", "");
  SmallVector<double> numbers =
      node.getFloatList("activation_params").value_or(SmallVector<double>());
  auto number = [&](size_t index, double otherwise) {
    return index < numbers.size() ? numbers[index] : otherwise;
  };
  if (kind.empty())
    return body.add("o0 = Identity (x)");
  if (kind == "Relu" || kind == "Sigmoid" || kind == "Tanh")
    return body.add("o0 = " + kind + " (x)");
  if (kind == "LeakyRelu")
    return body.add("o0 = LeakyRelu <alpha = " + toText(number(0, 0.01)) +
                    "> (x)");
  if (kind == "HardSigmoid")
    return body.add("o0 = HardSigmoid <alpha = " + toText(number(0, 0.2)) +
                    ", beta = " + toText(number(1, 0.5)) + "> (x)");
  if (kind == "Clip" && numbers.size() == 2) {
    body.addNumber("least", numbers[0], "x");
    body.addNumber("most", numbers[1], "x");
    return body.add("o0 = Clip (x, least, most)");
  }
  node.error() << "attribute 'activation' is " << quote(kind)
               << ", expected Relu, Sigmoid, Tanh, LeakyRelu, HardSigmoid or "
                  "Clip with two parameters";
}

//===-- Activations -------------------------------------------------------===//

// BiasGelu and FastGelu are the two forms that the optimizer fuses: the first
// by the error function, the second by the tangent, whose numbers differ by
// 5e-4. So the operator's name decides, and never the presence of a bias.
static void importGelu(NodeImport &node) {
  BodyText body(node);
  body.addSum("x", "i0", 1);
  bool isFast = node.getOperator() == "FastGelu";
  body.add(Twine("o0 = Gelu <approximate = \"") + (isFast ? "tanh" : "none") +
           "\"> (x)");
  body.import();
}

// x * sigmoid(alpha * x) is Swish of opset 24, which has a pattern of its own;
// 1.702 is the factor of Hendrycks and Gimpel, 2016.
static void importQuickGelu(NodeImport &node) {
  BodyText body(node);
  body.add("o0 = Swish <alpha = " + toText(node.getFloat("alpha", 1.702)) +
           "> (i0)");
  body.import();
}

//===-- Normalizations ----------------------------------------------------===//

/// A sum that is normalized over its last axis, and itself a result.
static void importSkipNormalization(NodeImport &node) {
  BodyText body(node);
  bool isRMS = node.getOperator() == "SkipSimplifiedLayerNormalization";
  std::string epsilon =
      "<axis = -1, epsilon = " + toText(node.getFloat("epsilon", 1e-12)) + "> ";
  // The sum is a result, too, because the next layer of a transformer adds to
  // it: computed once, it need not be computed again there.
  body.add("s = Add (i0, i1)");
  body.addSum("o3", "s", isRMS ? 3 : 4);
  if (isRMS)
    body.add("o0 = RMSNormalization " + epsilon + "(o3, i2)");
  else
    body.add("o0, o1, o2 = LayerNormalization " + epsilon + "(o3, i2, " +
             body.in(3) + ")");
  body.import();
}

/// What the optimizer calls RMSNormalization, in the default domain.
static void importSimplifiedLayerNormalization(NodeImport &node) {
  BodyText body(node);
  double epsilon = node.getFloat("epsilon", 1e-5f);
  body.add("o0 = RMSNormalization <epsilon = " + toText(epsilon) +
           ", axis = " + Twine(node.getInt("axis", -1)) + ", stash_type = " +
           Twine(node.getInt("stash_type", 1)) + "> (i0, i1)");
  body.import();
}

static void importEmbedLayerNormalization(NodeImport &node) {
  BodyText body(node);
  requireInputs(node, {2, 3, 5, 6});
  // Three look-ups and a norm: the tables are weights, so only rows are read. A
  // model without segments has neither input 1 nor table 4, and then nothing
  // may be added for them.
  body.addList("zero", 0);
  body.addList("one", 1);
  body.add("word = Gather (i2, i0)");
  if (node.hasInput(8)) {
    body.add("place = Gather (i3, i8)");
  } else {
    // Without positions the words are numbered from 0, so the table's first
    // rows are a slice, which costs less than a look-up by numbers.
    body.addSize("length", "i0", 1);
    body.add("place = Slice (i3, zero, length, zero)");
  }
  body.add("known = Add (word, place)");
  if (node.hasInput(1) && node.hasInput(4)) {
    body.add("segment = Gather (i4, i1)");
    body.add("o2 = Add (known, segment)");
  } else {
    body.add("o2 = Identity (known)");
  }
  body.add("o0 = LayerNormalization <axis = -1, epsilon = " +
           toText(node.getFloat("epsilon", 1e-12)) + "> (o2, i5, i6)");
  // The number of words, which are in front of the padding.
  if (node.hasInput(7)) {
    body.add("o1 = ReduceSum <keepdims = 0> (i7, one)");
  } else {
    body.addSize("batch", "i0", 0);
    body.add("o1 = ConstantOfShape <value = int32[1] {0}> (batch)");
  }
  (void)node.getInt("mask_index_type", 0);
  body.import();
}

//===-- Products ----------------------------------------------------------===//

// The transposed form of an operand, as the name of a value. A vector has no
// axes to exchange, and ONNX Runtime ignores the attribute for it, too.
static std::string addTransposed(NodeImport &node, BodyText &body,
                                 unsigned input, StringRef attribute) {
  std::string name = body.in(input);
  int64_t rank = node.getRank(input);
  if (node.getInt(attribute, 0) == 0 || rank < 2)
    return name;
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < rank; ++axis)
    axes.push_back(axis);
  std::swap(axes[rank - 1], axes[rank - 2]);
  std::string list;
  llvm::raw_string_ostream os(list);
  llvm::interleaveComma(axes, os);
  body.add(name + "_t = Transpose <perm = [" + list + "]> (" + name + ")");
  return name + "_t";
}

static void importFusedMatMul(NodeImport &node) {
  BodyText body(node);
  if (node.getInt("transBatchA", 0) != 0 || node.getInt("transBatchB", 0) != 0)
    node.error() << "attribute 'transBatchA' or 'transBatchB' is 1, expected 0";
  std::string lhs = addTransposed(node, body, 0, "transA");
  std::string rhs = addTransposed(node, body, 1, "transB");
  double alpha = node.getFloat("alpha", 1.0);
  body.add("x = MatMul (" + lhs + ", " + rhs + ")");
  // The factor goes to the product and not to an operand, because it would cost
  // a multiplication for each element of a weight otherwise.
  body.addNumber("alpha", alpha, "x");
  body.add(alpha == 1.0 ? "o0 = Identity (x)" : "o0 = Mul (x, alpha)");
  body.import();
}

// Gemm whose activation the optimizer drew in. Parameters of activations have
// names of their own here, unlike in FusedConv, so only Relu may have them: it
// reads none.
static void importFusedGemm(NodeImport &node) {
  BodyText body(node);
  body.add("x = Gemm " + body.forward({"alpha", "beta", "transA", "transB"}) +
           "(i0, i1, " + body.in(2) + ")");
  node.ignoreAttribute("activation_alpha");
  node.ignoreAttribute("activation_beta");
  node.ignoreAttribute("activation_gamma");
  for (StringRef name : {"activation_alpha", "activation_beta"})
    if (node.hasAttribute(name) && node.getString("activation", "") != "Relu")
      node.error() << "expected an activation without parameters, found "
                   << name;
  addActivation(node, body);
  body.import();
}

// Conv, the sum with a residual and an activation. They become three nodes
// again, because relax fuses them itself, with kernels that know the shapes.
static void importFusedConv(NodeImport &node) {
  BodyText body(node);
  body.add("c = Conv " +
           body.forward({"auto_pad", "dilations", "group", "kernel_shape",
                         "pads", "strides"}) +
           "(i0, i1, " + body.in(2) + ")");
  body.addSum("x", "c", 3);
  addActivation(node, body);
  body.import();
}

/// Numbers of a few bits, several in each byte `packed` with the lowest first,
/// as `result`: bytes, `rows` times as many as fit.
// Low bits come first (MatMulNBits: "the weight is packed in blobs"). A byte is
// shifted by all numbers of bits along a new last axis, which is the fastest.
static void addUnpacked(BodyText &body, StringRef result, StringRef packed,
                        int64_t bits, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> shifts;
  for (int64_t shift = 0; shift < 8; shift += bits)
    shifts.push_back(shift);
  body.add(result + "_b = Unsqueeze (" + packed + ", last)");
  body.addList((result + "_l").str(), shifts);
  body.add(result + "_n = Cast <to = 2> (" + result + "_l)");
  body.add(result + "_s = BitShift <direction = \"RIGHT\"> (" + result +
           "_b, " + result + "_n)");
  body.add(result + "_m = Constant <value = uint8 {" + Twine((1 << bits) - 1) +
           "}> ()");
  body.add(result + "_a = BitwiseAnd (" + result + "_s, " + result + "_m)");
  body.addList((result + "_to").str(), shape);
  body.add(result + " = Reshape (" + result + "_a, " + result + "_to)");
}

/// A product with weights of 2, 4 or 8 bits in blocks, each with its scale.
// The weights are unpacked by nodes and not at import, since 4 bits would
// become 32 in the module: a model of 4 GB would need 32 GB of memory.
static void importMatMulNBits(NodeImport &node) {
  BodyText body(node);
  int64_t depth = node.getInt("K", 0), rows = node.getInt("N", 0);
  int64_t bits = node.getInt("bits", 4), block = node.getInt("block_size", 0);
  (void)node.getInt("accuracy_level", 0);
  node.ignoreAttribute("weight_prepacked");
  if (node.hasInput(4))
    node.error() << "input 4, the order of groups, is there, expected none; "
                    "quantize without it";
  if (depth < 1 || rows < 1 || block < 1 ||
      !(bits == 2 || bits == 4 || bits == 8))
    node.error() << "expected positive K, N and block_size and 2, 4 or 8 bits, "
                    "found "
                 << depth << ", " << rows << ", " << block << " and " << bits;
  if (node.hasFailed())
    return;
  // The last block may be longer than the depth, so what is beyond it is cut
  // off after the scales were applied: the packed form has no place for a cut.
  int64_t blocks = (depth + block - 1) / block;
  int64_t perByte = 8 / bits, bytes = (blocks + perByte - 1) / perByte;
  body.addList("last", -1);
  body.addList("one", 1);
  body.addList("zero", 0);
  addUnpacked(body, "q", "i1", bits, {rows, blocks, block});
  body.add("w0 = CastLike (q, i0)");
  body.addList("entries", {rows, blocks, 1});
  // Zero points have the bits of the weights, or they are floats (type T3):
  // only the element type tells, as both have one entry a block.
  bool isPacked =
      node.hasInput(3) && node.getElementType(3) == node.getElementType(1);
  if (isPacked) {
    body.addList("lines", {rows, bytes});
    body.add("zp = Reshape (i3, lines)");
    addUnpacked(body, "z", "zp", bits, {rows, bytes * perByte});
    body.addList("used", blocks);
    body.add("zs = Slice (z, zero, used, one)");
    body.add("zr = Reshape (zs, entries)");
    body.add("shift = CastLike (zr, i0)");
  } else if (node.hasInput(3)) {
    body.add("zr = Reshape (i3, entries)");
    body.add("shift = CastLike (zr, i0)");
  } else {
    // Without zero points the middle of the range is 0: 8 for 4 bits, as the
    // standard of the operator says.
    body.addNumber("shift", double(int64_t(1) << (bits - 1)), "i0");
  }
  body.add("w1 = Sub (w0, shift)");
  body.add("sr = Reshape (i2, entries)");
  body.add("s = CastLike (sr, i0)");
  body.add("w2 = Mul (w1, s)");
  body.addList("flat", {rows, blocks * block});
  body.add("w3 = Reshape (w2, flat)");
  body.addList("depth", depth);
  body.add("w4 = Slice (w3, zero, depth, one)");
  body.add("w = Transpose <perm = [1, 0]> (w4)");
  body.add("y = MatMul (i0, w)");
  body.addSum("o0", "y", 5);
  body.import();
}

namespace {
/// The shape of a row with what is in front of it, of elements in blocks.
struct RowBlocks {
  SmallVector<int64_t> row;
  int64_t block;
};
} // namespace

/// `result`, the numbers of input `index` for each element of a row: one a
/// block, of fewer than 8 bits in bytes.
static void addRowNumbers(BodyText &body, StringRef result, unsigned index,
                          const RowBlocks &rows, int64_t bits) {
  std::string name = result.str();
  const auto &[row, block] = rows;
  // The axes in front are those of the indices and of the table: 0 keeps them.
  SmallVector<int64_t> shape(row), ones(row.size() + 1, 1);
  int64_t blocks = (row.back() + block - 1) / block;
  body.add(name + "_g = Gather (i" + Twine(index) + ", i1)");
  if (bits < 8) {
    int64_t perByte = 8 / bits;
    shape.back() = (blocks + perByte - 1) / perByte * perByte;
    addUnpacked(body, name + "_p", name + "_g", bits, shape);
  }
  body.addList(name + "_n", blocks);
  body.add(name + "_c = Slice (" + name + (bits < 8 ? "_p" : "_g") +
           ", zero, " + name + "_n, last)");
  body.add(name + "_u = Unsqueeze (" + name + "_c, last)");
  ones.back() = block;
  body.addList(name + "_e", ones);
  body.add(name + "_w = Expand (" + name + "_u, " + name + "_e)");
  shape.back() = blocks * block;
  body.addList(name + "_f", shape);
  body.add(name + "_r = Reshape (" + name + "_w, " + name + "_f)");
  body.add(name + "_s = Slice (" + name + "_r, zero, columns, last)");
  body.add(name + " = CastLike (" + name + "_s, i2)");
}

/// Rows of a table of integers in blocks, each with its scale: what a model of
/// MatMulNBits has its words in.
static void importGatherBlockQuantized(NodeImport &node) {
  BodyText body(node);
  int64_t rank = node.getRank(0);
  int64_t bits = node.getInt("bits", 4), block = node.getInt("block_size", 128);
  int64_t gather = node.normalizeAxis(node.getInt("gather_axis", 0), rank);
  int64_t last = node.normalizeAxis(node.getInt("quantize_axis", 1), rank);
  int64_t columns = rank == 0 ? -1 : node.getType(0).getShape().back();
  bool isByte = node.getNarrowCode(0) == 0;
  if (!isByte)
    // Elements of fewer bits are held in 8.
    bits = 8;
  if (node.hasFailed())
    return;
  if (gather != 0 || rank < 2 || last != rank - 1 || columns < 0 || block < 1 ||
      !(bits == 2 || bits == 4 || bits == 8) ||
      !node.getElementType(0).isInteger(8)) {
    node.error() << "expected rows of a table of integers of known size in "
                    "blocks along the last axis, of 2, 4 or 8 bits, found "
                 << node.getType(0) << ", axes " << gather << " and " << last
                 << ", blocks of " << block << " and " << bits << " bits";
    return;
  }
  columns *= 8 / bits;
  RowBlocks rows{SmallVector<int64_t>(rank - 2 + node.getRank(1), 0), block};
  rows.row.push_back(columns);
  body.addList("last", -1);
  body.addList("zero", 0);
  body.addList("columns", columns);
  body.add("d = Gather (i0, i1)");
  if (bits < 8)
    addUnpacked(body, "q", "d", bits, rows.row);
  else
    body.add("q = Identity (d)");
  body.add("w0 = CastLike (q, i2)");
  addRowNumbers(body, "scale", 2, rows, 8);
  if (node.hasInput(3))
    addRowNumbers(body, "shift", 3, rows, bits);
  else
    body.addNumber("shift", isByte ? double(int64_t(1) << (bits - 1)) : 0,
                   "i2");
  body.add("w1 = Sub (w0, shift)");
  body.add("o0 = Mul (w1, scale)");
  body.import();
}

void addMicrosoftOperators(OperatorTable &table) {
  table.add({
      {"SimplifiedLayerNormalization", 7, kLastOpset, 2, 2,
       importSimplifiedLayerNormalization},
      {"com.microsoft.BiasGelu", 1, 1, 2, 2, importGelu},
      {"com.microsoft.EmbedLayerNormalization", 1, 1, 1, 9,
       importEmbedLayerNormalization, 3},
      {"com.microsoft.FastGelu", 1, 1, 1, 2, importGelu},
      {"com.microsoft.FusedConv", 1, 1, 2, 4, importFusedConv},
      {"com.microsoft.FusedGemm", 1, 1, 2, 3, importFusedGemm},
      {"com.microsoft.FusedMatMul", 1, 1, 2, 2, importFusedMatMul},
      {"com.microsoft.GatherBlockQuantized", 1, 1, 3, 4,
       importGatherBlockQuantized},
      {"com.microsoft.Gelu", 1, 1, 1, 1, importGelu},
      {"com.microsoft.Inverse", 1, 1, 1, 1, importInverse},
      {"com.microsoft.MatMulNBits", 1, 1, 3, 6, importMatMulNBits},
      {"com.microsoft.QuickGelu", 1, 1, 1, 1, importQuickGelu},
      {"com.microsoft.SkipLayerNormalization", 1, 1, 3, 5,
       importSkipNormalization, 4},
      {"com.microsoft.SkipSimplifiedLayerNormalization", 1, 1, 3, 4,
       importSkipNormalization, 4},
      {"com.microsoft.TransposeMatMul", 1, 1, 2, 2, importFusedMatMul},
  });
}

} // namespace mlir::relax
