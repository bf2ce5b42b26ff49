// Recurrent networks: RNN, GRU and LSTM, as loops over the sequence.
#include "ControlFlow/LoopFunction.h"
#include "Domains/BodyText.h"
#include "DynamicProduct.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "TensorMath.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::relax {

namespace {
/// A function of each element, with its parameters.
struct Activation {
  std::string name;
  double alpha = 0.0, beta = 0.0;
};

/// The parts of one direction. Weights have columns for all gates.
struct Direction {
  bool isReverse = false;
  SmallVector<Activation> activations;
  Weight weight, recurrence, lastRecurrence;
  Value inputBias, hiddenBias;
  /// Of GRU's hidden gate, as `lastRecurrence`; the others are then those of
  /// the other two gates.
  Value lastBias;
  /// Of each gate from the cell, or null.
  /// The peephole weights are ordered input, output, forget, as the gates are.
  SmallVector<Value> peepholes;
};

/// One node under construction. `inputs` are those of LSTM; the others have a
/// part of them.
class RecurrentImport {
public:
  RecurrentImport(NodeImport &node, int64_t numGates)
      // The operator's name decides and not the number of gates: it also
      // decides which inputs exist.
      : node(node), math(node), numGates(numGates),
        isLSTM(node.getOperator().ends_with("LSTM")) {}

  void run();

private:
  bool readSizes();
  void readActivations();
  Direction getDirection(int64_t index);
  Value getPart(unsigned input, int64_t direction);
  Value getState(unsigned input, int64_t direction);
  Value apply(const Activation &activation, Value x);
  Value clip(Value x);
  Value gate(Value all, int64_t index) {
    return math.slice(all, 1, index * hidden, (index + 1) * hidden);
  }
  Value reverse(Value x, bool isReverse);
  Value stepRNN(const Direction &at, Value x, Value h);
  Value stepGRU(const Direction &at, Value x, Value h);
  Value stepLSTM(const Direction &at, Value x, Value h, Value &c);
  SmallVector<Value> runDirection(const Direction &at, int64_t index);
  Value stack(ArrayRef<Value> directions, int64_t axis);

  NodeImport &node;
  TensorMath math;
  int64_t numGates;
  bool isLSTM;
  bool isBatchFirst = false;
  int64_t hidden = 0, numDirections = 1;
  SymExprAttr batch, length;
  Value sequence, lengths;
  Type element;
  SmallVector<Activation> activations;
};
} // namespace

/// Whether weights are integers, whose gates are behind their inputs.
static bool isQuantized(NodeImport &node) {
  return node.getOperator().starts_with("DynamicQuantize");
}

static bool isKnownActivation(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"Affine", "Elu", "HardSigmoid", "LeakyRelu", "Relu", "ScaledTanh",
              "Sigmoid", "Softplus", "Softsign", "Tanh", "ThresholdedRelu"},
             true)
      .Default(false);
}

/// The parameters of activations that the node gives none for.
/// ONNX takes the defaults from the operators of the same name. They are
/// written out here, since an activation is no node.
static void setDefaults(Activation &activation) {
  StringRef name = activation.name;
  activation.alpha = llvm::StringSwitch<double>(name)
                         .Case("LeakyRelu", 0.01)
                         .Case("HardSigmoid", 0.2)
                         .Default(1.0);
  activation.beta = name == "HardSigmoid" ? 0.5 : name == "Affine" ? 0.0 : 1.0;
}

void RecurrentImport::readActivations() {
  SmallVector<StringRef> names = node.getStrings("activations");
  // LSTM: f, g, h. GRU: f, g. RNN: f. Each list is given once for each
  // direction.
  size_t each = isLSTM ? 3 : numGates == 3 ? 2 : 1;
  if (names.empty())
    for (int64_t i = 0; i < numDirections; ++i) {
      if (numGates > 1)
        names.push_back("Sigmoid");
      names.append(isLSTM ? 2 : 1, "Tanh");
    }
  if (names.size() != each * size_t(numDirections)) {
    node.error() << "attribute 'activations' has " << names.size()
                 << " entries, expected " << each * numDirections;
    return;
  }
  SmallVector<double> alphas =
      node.getFloatList("activation_alpha").value_or(SmallVector<double>());
  SmallVector<double> betas =
      node.getFloatList("activation_beta").value_or(SmallVector<double>());
  // Parameters are listed for all activations, in order. The standard leaves
  // open how those without parameters are skipped; so a position is the
  // position of the name, as in the reference.
  for (auto [index, name] : llvm::enumerate(names)) {
    Activation activation{name.str()};
    if (!isKnownActivation(name))
      node.error() << "activation is " << quote(name)
                   << ", expected one that ONNX names, as \"Tanh\"";
    setDefaults(activation);
    if (index < alphas.size())
      activation.alpha = alphas[index];
    if (index < betas.size())
      activation.beta = betas[index];
    activations.push_back(activation);
  }
}

bool RecurrentImport::readSizes() {
  isBatchFirst = node.getInt("layout", 0) != 0;
  // The hidden size follows from R [directions, gates * hidden, hidden].
  (void)node.getInt("hidden_size", 0);
  StringRef direction = node.getString("direction", "forward");
  numDirections = direction == "bidirectional" ? 2 : 1;
  if (numDirections == 1 && direction != "forward" && direction != "reverse")
    node.error() << "attribute 'direction' is " << quote(direction)
                 << ", expected \"forward\", \"reverse\" or \"bidirectional\"";
  if (node.getRank(0) != 3 || node.getRank(1) != 3 || node.getRank(2) != 3) {
    node.error() << "expected data and weights of rank 3, found "
                 << node.getType(0) << ", " << node.getType(1) << " and "
                 << node.getType(2);
    return false;
  }
  // The gates are cut by this number, so it must be one.
  hidden = node.getType(2).getDimSize(isQuantized(node) ? 1 : 2);
  if (ShapedType::isDynamic(hidden)) {
    node.error() << "expected weights of known size, found " << node.getType(2);
    return false;
  }
  element = node.getElementType(0);
  sequence = giveSymbols(node, node.getTensor(0));
  // layout = 1 has the batch first. All below works with time first, where one
  // turn takes a contiguous slice.
  if (isBatchFirst)
    sequence = math.permute(sequence, {1, 0, 2});
  if (!sequence)
    return false;
  length = getKnownDim(node, sequence, 0);
  batch = getKnownDim(node, sequence, 1);
  if (node.hasInput(4))
    lengths = node.castTo(node.getTensor(4), node.getBuilder().getI64Type());
  readActivations();
  return !node.hasFailed();
}

/// What input `input` has for one direction; null if there is no such input.
/// Axis 0 of weights and biases is the direction.
Value RecurrentImport::getPart(unsigned input, int64_t direction) {
  return node.hasInput(input)
             ? math.element(node.getTensor(input), 0, direction)
             : Value();
}

Value RecurrentImport::getState(unsigned input, int64_t direction) {
  if (!node.hasInput(input))
    return math.zeros({batch, node.makeExpr(hidden)}, element);
  Value state =
      math.element(node.getTensor(input), isBatchFirst ? 1 : 0, direction);
  // The state's batch may be an own symbol of the model. The cast lets the run
  // time compare it with the data's.
  return castDims(node, state, {batch, node.makeExpr(hidden)});
}

Direction RecurrentImport::getDirection(int64_t index) {
  Direction result;
  result.isReverse =
      index == 1 || node.getString("direction", "forward") == "reverse";
  size_t each = activations.size() / size_t(numDirections);
  for (size_t i = 0; i < each; ++i)
    result.activations.push_back(activations[size_t(index) * each + i]);
  // GRU multiplies its last gate by another state.
  bool isCut = numGates == 3;
  int64_t size = numGates * hidden, first = isCut ? 2 * hidden : size;
  // W is [gates * hidden, input]: transposed once outside of the loop, so that
  // the product in each turn is x times W. Cut here and not where it is used: a
  // slice in the loop would be a copy of the weight in each turn.
  auto getWeight = [&](unsigned input, int64_t begin, int64_t end) -> Weight {
    Value value = getPart(input, index);
    if (isQuantized(node)) {
      unsigned scale = input == 1 ? 8 : 10;
      return {value, getPart(scale, index), getPart(scale + 1, index)};
    }
    bool isWhole = begin == 0 && end == size;
    return {math.transpose(isWhole ? value : math.slice(value, 0, begin, end)),
            nullptr, nullptr};
  };
  result.weight = getWeight(1, 0, size);
  result.recurrence = getWeight(2, 0, first);
  if (isCut)
    result.lastRecurrence = getWeight(2, first, size);
  if (Value bias = getPart(3, index)) {
    // B holds the biases of W and of R behind each other. They are kept apart,
    // because GRU with linear_before_reset multiplies only the second one.
    result.inputBias = math.slice(bias, 0, 0, size);
    result.hiddenBias = math.slice(bias, 0, size, size + first);
    if (isCut)
      result.lastBias = math.slice(bias, 0, size + first, 2 * size);
  }
  if (Value peepholes = isLSTM ? getPart(7, index) : Value())
    for (int64_t i = 0; i < 3; ++i)
      result.peepholes.push_back(
          math.slice(peepholes, 0, i * hidden, (i + 1) * hidden));
  return result;
}

Value RecurrentImport::apply(const Activation &activation, Value x) {
  StringRef name = activation.name;
  auto number = [&](double value) { return math.number(value, x); };
  auto scale = [&](Value y) { return math.mul(number(activation.alpha), y); };
  if (name == "Sigmoid")
    return math.unary<SigmoidOp>(x);
  if (name == "Tanh")
    return math.unary<TanhOp>(x);
  if (name == "Relu")
    return math.max(x, number(0));
  if (name == "Affine")
    return math.add(scale(x), number(activation.beta));
  if (name == "ScaledTanh")
    return scale(math.unary<TanhOp>(math.mul(number(activation.beta), x)));
  if (name == "HardSigmoid")
    return math.min(
        math.max(math.add(scale(x), number(activation.beta)), number(0)),
        number(1));
  // The strict comparison sends NaN to the other branch, where scaling keeps it
  // NaN.
  Value isPositive = math.less(number(0), x);
  if (name == "LeakyRelu")
    return math.where(isPositive, x, scale(x));
  if (name == "ThresholdedRelu")
    return math.where(math.less(number(activation.alpha), x), x, number(0));
  // The exponential is of min(x, 0): `where` computes both sides, and exp(89)
  // is infinite.
  Value power = math.unary<ExpOp>(math.min(x, number(0)));
  if (name == "Elu")
    return math.where(isPositive, x, scale(math.sub(power, number(1))));
  if (name == "Softsign")
    return math.div(x, math.add(number(1), math.unary<AbsOp>(x)));
  // Softplus, such that nothing overflows.
  // max(x, 0) + log(1 + exp(-|x|)).
  Value decay = math.unary<ExpOp>(math.unary<NegativeOp>(math.unary<AbsOp>(x)));
  return math.add(math.max(x, number(0)),
                  math.unary<LogOp>(math.add(number(1), decay)));
}

/// What goes into an activation, within the bounds of attribute `clip`.
Value RecurrentImport::clip(Value x) {
  // 0 cannot be a bound, and means that the attribute is not there.
  double bound = node.getFloat("clip", 0.0);
  if (bound == 0.0)
    return x;
  return math.min(math.max(x, math.number(-bound, x)), math.number(bound, x));
}

Value RecurrentImport::stepRNN(const Direction &at, Value x, Value h) {
  Value sum = math.add(x, multiply(node, h, at.recurrence));
  if (at.hiddenBias)
    sum = math.add(sum, at.hiddenBias);
  return apply(at.activations[0], clip(sum));
}

/// Gates are update, reset and hidden.
Value RecurrentImport::stepGRU(const Direction &at, Value x, Value h) {
  // linear_before_reset = 0: (r * h) R^T + b, so the bias is not reset; 1: r *
  // (h R^T + b). cuDNN and Keras compute the second.
  bool isLinearFirst = node.getInt("linear_before_reset", 0) != 0;
  auto recurrence = [&](Value state, const Weight &weight, Value bias) {
    Value sum = multiply(node, state, weight);
    return bias ? math.add(sum, bias) : sum;
  };
  auto candidate = [&](Value state) {
    return recurrence(state, at.lastRecurrence, at.lastBias);
  };
  // Update and reset share activation and operands, so one product of width 2 *
  // hidden serves both.
  Value both =
      apply(at.activations[0],
            clip(math.add(math.slice(x, 1, 0, 2 * hidden),
                          recurrence(h, at.recurrence, at.hiddenBias))));
  Value update = gate(both, 0), reset = gate(both, 1);
  Value inner = isLinearFirst ? math.mul(reset, candidate(h))
                              : candidate(math.mul(reset, h));
  Value next = apply(at.activations[1], clip(math.add(gate(x, 2), inner)));
  // h' = (1 - z) * n + z * h.
  Value rest = math.sub(math.number(1, update), update);
  return math.add(math.mul(rest, next), math.mul(update, h));
}

/// Gates are input, output, forget and cell.
Value RecurrentImport::stepLSTM(const Direction &at, Value x, Value h,
                                Value &c) {
  Value sum = math.add(x, multiply(node, h, at.recurrence));
  if (at.hiddenBias)
    sum = math.add(sum, at.hiddenBias);
  // Input and forget look at the old cell, output at the new one (Gers and
  // Schmidhuber, 2000), hence `cell` is a parameter.
  auto open = [&](int64_t index, int64_t peephole, Value cell) {
    Value part = gate(sum, index);
    if (!at.peepholes.empty())
      part = math.add(part, math.mul(at.peepholes[peephole], cell));
    return apply(at.activations[0], clip(part));
  };
  Value input = open(0, 0, c);
  // input_forget couples both gates: f = 1 - i.
  Value forget = node.getInt("input_forget", 0) != 0
                     ? math.sub(math.number(1, input), input)
                     : open(2, 2, c);
  Value candidate = apply(at.activations[1], clip(gate(sum, 3)));
  c = math.add(math.mul(forget, c), math.mul(input, candidate));
  // The output gate is opened after c was replaced.
  return math.mul(open(1, 1, c), apply(at.activations[2], c));
}

/// The sequence from its end, where the direction asks for that; each one of
/// the batch has its own end.
/// A sequence that is shorter than the batch's longest is reversed within its
/// own length, so that the padding stays behind.
Value RecurrentImport::reverse(Value x, bool isReverse) {
  if (!isReverse)
    return x;
  if (!lengths)
    return math.flip(x, 0);
  ReverseSequenceOp::Properties properties;
  properties.seq_axis = node.getBuilder().getI64IntegerAttr(0);
  properties.batch_axis = node.getBuilder().getI64IntegerAttr(1);
  return node.emit<ReverseSequenceOp>({x, lengths}, properties);
}

/// The state as a product of integers sees it. Its range is that of all
/// sequences, of which ONNX Runtime reads the states where it writes them:
/// where it gives all places, those of sequences that have ended are 0 by then.
static Value hideEnded(NodeImport &node, Value lengths, Value place, Value h) {
  if (!lengths || !isQuantized(node) || !node.hasOutput(0))
    return h;
  TensorMath math(node);
  // The state of the last place is still seen at the one behind it.
  Value isOver = math.expand(math.less(lengths, place), {1});
  return math.where(isOver, math.number(0, h), h);
}

/// The results of all places, the last state and the last cell.
SmallVector<Value> RecurrentImport::runDirection(const Direction &at,
                                                 int64_t index) {
  // What does not depend on the state is computed for all places at once.
  // One large product instead of one for each turn: only h R^T is in the loop.
  Value x = multiply(node, reverse(sequence, at.isReverse), at.weight);
  if (at.inputBias)
    x = math.add(x, at.inputBias);
  Loop loop;
  loop.knownCount = length.getConstant();
  loop.count = node.makeSize(length, node.getBuilder().getI64Type());
  loop.initial = {getState(5, index)};
  if (isLSTM)
    loop.initial.push_back(getState(6, index));
  if (node.hasFailed())
    return {};
  auto takeTurn = [&](Value place, std::optional<int64_t>, ValueRange carried) {
    LoopTurn turn;
    Value now = math.take(x, place, 0), h = carried[0];
    Value c = isLSTM ? carried[1] : Value();
    Value seen = hideEnded(node, lengths, place, h);
    Value next = isLSTM          ? stepLSTM(at, now, seen, c)
                 : numGates == 3 ? stepGRU(at, now, seen)
                                 : stepRNN(at, now, seen);
    Value shown = next;
    // sequence_lens: outputs behind the end are 0, states keep the last valid
    // value, so that Y_h is that of each sequence's end.
    if (lengths) {
      // Behind the end of a sequence its state stays.
      Value isInside = math.expand(math.less(place, lengths), {1});
      shown = math.where(isInside, next, math.number(0, next));
      next = math.where(isInside, next, h);
      if (isLSTM)
        c = math.where(isInside, c, carried[1]);
    }
    turn.carried = {next};
    if (isLSTM)
      turn.carried.push_back(c);
    turn.slices = {shown};
    return turn;
  };
  // The loop has places as slices, so Y comes last in its results.
  SmallVector<Value> results = emitLoop(node, loop, takeTurn);
  if (results.empty())
    return {};
  // A reverse direction gives Y in the order of the input.
  results.back() = reverse(results.back(), at.isReverse);
  // Y first, then Y_h and Y_c, as the node's outputs are.
  std::rotate(results.begin(), results.end() - 1, results.end());
  return results;
}

Value RecurrentImport::stack(ArrayRef<Value> directions, int64_t axis) {
  SmallVector<Value> expanded;
  for (Value value : directions)
    expanded.push_back(math.expand(value, {axis}));
  return math.concat(expanded, axis);
}

void RecurrentImport::run() {
  // Read here once, because a node without turns would otherwise not read them,
  // and they would be reported as unknown.
  (void)node.getFloat("clip", 0.0);
  if (isLSTM)
    (void)node.getInt("input_forget", 0);
  if (numGates == 3)
    (void)node.getInt("linear_before_reset", 0);
  if (isQuantized(node))
    requireInputs(node, {8, 9, 10, 11});
  if (node.hasFailed() || !readSizes())
    return;
  // Y, Y_h, Y_c: a node may use any of them.
  SmallVector<Value> parts[3];
  for (int64_t i = 0; i < numDirections; ++i) {
    SmallVector<Value> results = runDirection(getDirection(i), i);
    if (node.hasFailed())
      return;
    for (auto [all, part] : llvm::zip(parts, results))
      all.push_back(part);
  }
  // Places, directions, batch: with the batch first it comes before both.
  Value all = stack(parts[0], 1);
  if (isBatchFirst)
    all = math.permute(all, {2, 0, 1, 3});
  if (node.hasOutput(0))
    node.setResult(0, all);
  for (unsigned i = 1; i < node.getNumOutputs(); ++i)
    if (node.hasOutput(i))
      node.setResult(i, stack(parts[i], isBatchFirst ? 1 : 0));
}

template <int64_t numGates>
static void importRecurrent(NodeImport &node) {
  RecurrentImport(node, numGates).run();
}

void addRecurrentOperators(OperatorTable &table) {
  table.add({
      {"GRU", 7, kLastOpset, 3, 6, importRecurrent<3>, 2},
      {"LSTM", 7, kLastOpset, 3, 8, importRecurrent<4>, 3},
      {"RNN", 7, kLastOpset, 3, 6, importRecurrent<1>, 2},
      {"com.microsoft.DynamicQuantizeLSTM", 1, 1, 3, 12, importRecurrent<4>, 3},
  });
}

} // namespace mlir::relax
