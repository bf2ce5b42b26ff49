// Quantized operators of the domain com.microsoft. Products are those of
// integers; what has no meaning for integers is computed with floats between a
// DequantizeLinear and a QuantizeLinear.
#include "BodyText.h"
#include "OperatorTable.h"

namespace mlir::relax {

/// `result`, the numbers of input `index` on the scale and zero point that
/// follow it.
// Scale and zero point follow the tensor in each of these operators, so one
// index finds all three.
static void addDequantized(BodyText &body, StringRef result, unsigned index) {
  body.add(result + " = DequantizeLinear (" + body.in(index) + ", " +
           body.in(index + 1) + ", " + body.in(index + 2) + ")");
}

/// o0, `x` on the scale of input `scale` and the zero point behind it.
static void addQuantized(BodyText &body, StringRef x, unsigned scale) {
  body.add("o0 = QuantizeLinear (" + x + ", " + body.in(scale) + ", " +
           body.in(scale + 1) + ")");
}

/// Whether the result has the type of a zero point that is there; without one
/// it would be that of the data, which may be signed.
// The type of a result is its zero point's, so one that is left out would have
// to be guessed from the data, whose type may differ.
static bool hasZeroPoint(NodeImport &node, unsigned index) {
  if (!node.hasInput(index))
    node.error() << "input " << index
                 << " is missing, expected the zero point of the result";
  return !node.hasFailed();
}

// A sum of numbers on different scales has no form in integers alone: one side
// would need a multiplication by a fraction. Floats hold 8 bits exactly.
static void importQLinearBinary(NodeImport &node) {
  BodyText body(node);
  requireInputs(node, {1, 3, 4, 6});
  if (!hasZeroPoint(node, 7))
    return;
  addDequantized(body, "a", 0);
  addDequantized(body, "b", 3);
  body.add(node.getOperator() == "QLinearAdd" ? "c = Add (a, b)"
                                              : "c = Mul (a, b)");
  addQuantized(body, "c", 6);
  body.import();
}

/// `result`, which `pool`, an operator with its attributes, makes of `x`,
/// channels last.
// Channels may be last, since ONNX Runtime's kernels for it are faster that
// way; pools of the standard have them second, so they are moved there and
// back.
static void addChannelsLast(BodyText &body, StringRef result, const Twine &pool,
                            StringRef x, int64_t rank) {
  std::string there = "0, " + std::to_string(rank - 1), back = "0";
  for (int64_t axis = 1; axis + 1 < rank; ++axis) {
    there += ", " + std::to_string(axis);
    back += ", " + std::to_string(axis + 1);
  }
  body.add("t = Transpose <perm = [" + there + "]> (" + x + ")");
  body.add("u = " + pool + "(t)");
  body.add(result + " = Transpose <perm = [" + back + ", 1]> (u)");
}

static void importNhwcMaxPool(NodeImport &node) {
  BodyText body(node);
  addChannelsLast(body, "o0",
                  "MaxPool " +
                      body.forward({"auto_pad", "ceil_mode", "dilations",
                                    "kernel_shape", "pads", "strides"}),
                  "i0", node.getRank(0));
  body.import();
}

/// One operand, whose scale and zero point are inputs 1 and 2, and those of the
/// result 3 and 4.
static void importQLinearUnary(NodeImport &node) {
  BodyText body(node);
  requireInputs(node, {1, 3});
  if (!hasZeroPoint(node, 4))
    return;
  std::string kind = node.getOperator().drop_front(strlen("QLinear")).str();
  node.ignoreAttribute("opset");
  bool isLast = node.getInt("channels_last", 0) != 0;
  int64_t rank = node.getRank(0);
  addDequantized(body, "a", 0);
  if (isLast) {
    addChannelsLast(
        body, "y",
        kind + " " +
            body.forward({"auto_pad", "ceil_mode", "count_include_pad",
                          "kernel_shape", "pads", "strides"}),
        "a", rank);
  } else {
    // LeakyRelu and Softmax have one attribute, pools have theirs.
    body.add(
        "y = " + kind + " " +
        body.forward({"alpha", "axis", "auto_pad", "ceil_mode",
                      "count_include_pad", "kernel_shape", "pads", "strides"}) +
        "(a)");
  }
  addQuantized(body, "y", 3);
  body.import();
}

/// The scale and zero point of the result, then three inputs an operand.
// Operands have scales of their own, so each is brought to the scale of the
// result. An operand that has it already comes out as it is, because rounding
// undoes the division exactly.
static void importQLinearConcat(NodeImport &node) {
  BodyText body(node);
  std::string parts;
  if ((node.getNumInputs() - 2) % 3 != 0) {
    node.error() << "operator has " << node.getNumInputs()
                 << " inputs, expected 2 and 3 an operand";
    return;
  }
  for (unsigned i = 2; i < node.getNumInputs(); i += 3) {
    std::string name = "a" + std::to_string(i);
    addDequantized(body, name, i);
    parts += (i == 2 ? "" : ", ") + name;
  }
  body.add("c = Concat " + body.forward({"axis"}) + "(" + parts + ")");
  addQuantized(body, "c", 0);
  body.import();
}

static void importQLinearWhere(NodeImport &node) {
  BodyText body(node);
  addDequantized(body, "a", 1);
  addDequantized(body, "b", 4);
  body.add("c = Where (i0, a, b)");
  addQuantized(body, "c", 7);
  body.import();
}

/// QuantizeLinear and DequantizeLinear, which came here before the standard had
/// their types.
static void importQuantization(NodeImport &node) {
  BodyText body(node);
  body.add("o0 = " + node.getOperator() + " " + body.forward({"axis"}) +
           "(i0, i1, " + body.in(2) + ")");
  body.import();
}

/// A product of integers as floats: o0 is `product` times the scales `a` and
/// `b`, and the bias of input `bias`.
// The product of both scales is computed first, so that each sum of the product
// is multiplied once and rounds once.
static void addScaled(BodyText &body, StringRef product, StringRef a,
                      StringRef b, unsigned bias) {
  body.add("f = CastLike (" + product + ", " + a + ")");
  body.add("s = Mul (" + a + ", " + b + ")");
  body.add("r = Mul (f, s)");
  body.addSum("o0", "r", bias);
}

// The left side is quantized with the range that it has in this call; the
// standard's own operator finds it, so both agree in each bit.
static void importDynamicQuantizeMatMul(NodeImport &node) {
  BodyText body(node);
  body.add("q, qs, qz = DynamicQuantizeLinear (i0)");
  body.add("n = MatMulInteger (q, i1, qz, " + body.in(3) + ")");
  addScaled(body, "n", "qs", "i2", 4);
  body.import();
}

static void importMatMulIntegerToFloat(NodeImport &node) {
  BodyText body(node);
  body.add("n = MatMulInteger (i0, i1, " + body.in(4) + ", " + body.in(5) +
           ")");
  addScaled(body, "n", "i2", "i3", 6);
  body.import();
}

/// A Gemm of integers whose result is integers on a scale, or floats.
// Without a scale of the result the result stays in floats, as the last layer
// of a model wants it.
static void importQGemm(NodeImport &node) {
  BodyText body(node);
  double alpha = node.getFloat("alpha", 1.0);
  for (auto [name, input, attribute] :
       {std::tuple("a", 0, "transA"), std::tuple("b", 3, "transB")}) {
    std::string operand = body.in(unsigned(input));
    if (node.getInt(attribute, 0) != 0)
      body.add(Twine(name) + " = Transpose <perm = [1, 0]> (" + operand + ")");
    else
      body.add(Twine(name) + " = Identity (" + operand + ")");
  }
  body.add("m = MatMulInteger (a, b, i2, i5)");
  // The bias is of i32, on the scale of the product.
  body.addSum("n", "m", 6);
  body.add("f = CastLike (n, i1)");
  body.add("s0 = Mul (i1, i4)");
  body.addNumber("alpha", alpha, "i1");
  body.add("s = Mul (s0, alpha)");
  if (node.hasInput(7)) {
    body.add("r = Mul (f, s)");
    addQuantized(body, "r", 7);
  } else {
    body.add("o0 = Mul (f, s)");
  }
  body.import();
}

void addMicrosoftQuantizedOperators(OperatorTable &table) {
  table.add({
      {"com.microsoft.DequantizeLinear", 1, 1, 2, 3, importQuantization},
      {"com.microsoft.DynamicQuantizeMatMul", 1, 1, 3, 5,
       importDynamicQuantizeMatMul},
      {"com.microsoft.MatMulIntegerToFloat", 1, 1, 4, 7,
       importMatMulIntegerToFloat},
      {"com.microsoft.NhwcMaxPool", 1, 1, 1, 1, importNhwcMaxPool},
      {"com.microsoft.QGemm", 1, 1, 6, 9, importQGemm},
      {"com.microsoft.QLinearAdd", 1, 1, 1, 8, importQLinearBinary},
      {"com.microsoft.QLinearAveragePool", 1, 1, 1, 5, importQLinearUnary},
      {"com.microsoft.QLinearConcat", 1, 1, 5, kMany, importQLinearConcat},
      {"com.microsoft.QLinearGlobalAveragePool", 1, 1, 1, 5,
       importQLinearUnary},
      {"com.microsoft.QLinearLeakyRelu", 1, 1, 1, 5, importQLinearUnary},
      {"com.microsoft.QLinearMul", 1, 1, 1, 8, importQLinearBinary},
      {"com.microsoft.QLinearSigmoid", 1, 1, 1, 5, importQLinearUnary},
      {"com.microsoft.QLinearSoftmax", 1, 1, 1, 5, importQLinearUnary},
      {"com.microsoft.QLinearWhere", 1, 1, 9, 9, importQLinearWhere},
      {"com.microsoft.QuantizeLinear", 1, 1, 2, 3, importQuantization},
  });
}

} // namespace mlir::relax
