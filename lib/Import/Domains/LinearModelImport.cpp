// Linear models and support vector machines, of the domain ai.onnx.ml.
#include "OperatorTable.h"
#include "PostTransform.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "TensorMath.h"

namespace mlir::relax {

/// Input 0 as rows of floats; an error if it has another form.
// A vector is one row. Integers are computed as floats, as the standard's
// result is one; f64 is narrowed, since coefficients are f32.
static Value getRows(NodeImport &node) {
  TensorMath math(node);
  Value x = giveSymbols(
      node, node.castTo(node.getTensor(0), node.getBuilder().getF32Type()));
  if (node.getRank(0) == 1)
    return math.expand(x, int64_t(0));
  if (node.getRank(0) != 2)
    node.error() << "expected rows of features, found " << node.getType(0);
  return node.hasFailed() ? Value() : x;
}

/// A list of floats that must be there.
static SmallVector<double> requireFloats(NodeImport &node, StringRef name) {
  std::optional<SmallVector<double>> numbers = node.getFloatList(name);
  if (!numbers || numbers->empty())
    node.error() << "attribute '" << name << "' is missing, expected numbers";
  return numbers.value_or(SmallVector<double>());
}

//===-- Linear models -----------------------------------------------------===//

/// Rows times the coefficients of `count` results, which follow each other,
/// plus `shifts`.
// Coefficients of a result are contiguous, so the table is transposed for the
// product; a constant is transposed when the module is compiled.
static Value applyLinear(NodeImport &node, Value x, int64_t count,
                         ArrayRef<double> shifts) {
  TensorMath math(node);
  Type f32 = node.getBuilder().getF32Type();
  SmallVector<double> weights = requireFloats(node, "coefficients");
  if (!node.hasFailed() &&
      (count < 1 || weights.size() % size_t(count) != 0 ||
       (!shifts.empty() && int64_t(shifts.size()) != count)))
    node.error() << "found " << weights.size() << " coefficients and "
                 << shifts.size() << " intercepts, expected them for " << count
                 << " results";
  if (node.hasFailed() || !x)
    return nullptr;
  int64_t features = int64_t(weights.size()) / count;
  x = castDims(node, x, {getKnownDim(node, x, 0), node.makeExpr(features)});
  Value table = node.makeNumbers(weights, {count, features}, f32);
  Value y = math.matmul(x, math.transpose(table));
  return shifts.empty() ? y
                        : math.add(y, node.makeNumbers(shifts, {count}, f32));
}

static void importLinearRegressor(NodeImport &node) {
  int64_t targets = node.getInt("targets", 1);
  SmallVector<double> shifts =
      node.getFloatList("intercepts").value_or(SmallVector<double>());
  PostTransform transform = getPostTransform(node);
  Value y = applyLinear(node, getRows(node), targets, shifts);
  node.setResult(0, transformScores(node, y, transform));
}

// Labels follow from the scores before the transform, which keeps their order
// in all but SOFTMAX_ZERO: a negative score may lose against a 0 there.
static void importLinearClassifier(NodeImport &node) {
  SmallVector<double> shifts = requireFloats(node, "intercepts");
  SmallVector<int64_t> labels = getLabels(node, "classlabels_ints");
  PostTransform transform = getPostTransform(node);
  (void)node.getInt("multi_class", 0);
  int64_t count = int64_t(shifts.size());
  bool isBinary = count == 1 && labels.size() == 2;
  if (!node.hasFailed() && !isBinary && int64_t(labels.size()) != count)
    node.error() << "found " << labels.size() << " labels and " << count
                 << " intercepts, expected one a class";
  Value scores = applyLinear(node, getRows(node), count, shifts);
  if (node.hasFailed())
    return;
  Value places;
  if (isBinary) {
    places = findBinary(node, scores, 0.0);
    scores = splitBinary(node, scores, FirstClass::Rest, transform);
  } else {
    places = findGreatest(node, scores);
    scores = transformScores(node, scores, transform);
  }
  setClasses(node, labels, places);
  node.setResult(1, scores);
}

//===-- Support vector machines -------------------------------------------===//

/// The equations for more classes would be thousands of ops.
static constexpr int64_t kMaxCoupled = 12;

namespace {
/// One SVMRegressor or SVMClassifier node.
class VectorMachine {
public:
  explicit VectorMachine(NodeImport &node) : node(node), math(node) {}
  void regress();
  void classify();

private:
  bool read(int64_t supports);
  Value getKernel();
  Value decide(ArrayRef<int64_t> sizes);
  Value countVotes(Value decisions, int64_t classes);
  Value getShares(Value decisions, int64_t classes);
  Value coupleShares(Value first, int64_t classes);

  NodeImport &node;
  TensorMath math;
  Value x;
  SmallVector<double> vectors, weights, shifts, parameters;
  StringRef kind;
  int64_t supports = 0, features = 0;
};
} // namespace

/// Attributes of all machines; `count` vectors.
bool VectorMachine::read(int64_t count) {
  supports = count;
  kind = node.getString("kernel_type", "LINEAR");
  parameters = node.getFloatList("kernel_params")
                   .value_or(SmallVector<double>{0.0, 0.0, 0.0});
  vectors =
      node.getFloatList("support_vectors").value_or(SmallVector<double>());
  weights = requireFloats(node, "coefficients");
  shifts = requireFloats(node, "rho");
  parameters.resize(3, 0.0);
  bool fits = supports > 0 && !vectors.empty() &&
              vectors.size() % size_t(supports) == 0;
  if (!node.hasFailed() && !fits)
    node.error() << "found " << vectors.size() << " numbers for " << supports
                 << " support vectors, expected as many for each";
  if (kind != "LINEAR" && kind != "POLY" && kind != "RBF" && kind != "SIGMOID")
    node.error() << "attribute 'kernel_type' is " << quote(kind)
                 << ", expected LINEAR, POLY, RBF or SIGMOID";
  if (node.hasFailed())
    return false;
  features = int64_t(vectors.size()) / supports;
  x = getRows(node);
  if (x)
    x = castDims(node, x, {getKnownDim(node, x, 0), node.makeExpr(features)});
  return bool(x);
}

/// The kernel of each row with each vector.
Value VectorMachine::getKernel() {
  Type f32 = node.getBuilder().getF32Type();
  Value table = node.makeNumbers(vectors, {supports, features}, f32);
  Value gamma = math.number(parameters[0], x);
  if (kind == "RBF") {
    // The squared distance from differences: the formula by products cancels.
    Value difference = math.sub(math.expand(x, 1), table);
    SumOp::Properties sum;
    sum.axis = node.getBuilder().getDenseI64ArrayAttr(2);
    Value distance = node.emit<SumOp>(math.mul(difference, difference), sum);
    return math.unary<ExpOp>(math.unary<NegativeOp>(math.mul(distance, gamma)));
  }
  Value dot = math.matmul(x, math.transpose(table));
  if (kind == "LINEAR")
    return dot;
  Value shifted = math.add(math.mul(dot, gamma), math.number(parameters[1], x));
  if (kind == "SIGMOID")
    return math.unary<TanhOp>(shifted);
  return math.binary<PowerOp>(shifted, math.number(parameters[2], x));
}

// Without vectors the coefficients are those of the features, as a machine with
// a linear kernel can be written: then it is a linear model.
void VectorMachine::regress() {
  int64_t count = node.getInt("n_supports", 0);
  bool isOneClass = node.getInt("one_class", 0) != 0;
  PostTransform transform = getPostTransform(node);
  Value y;
  Type f32 = node.getBuilder().getF32Type();
  if (count == 0) {
    node.ignoreAttribute("kernel_type");
    node.ignoreAttribute("kernel_params");
    y = applyLinear(node, getRows(node), 1, requireFloats(node, "rho"));
  } else if (read(count)) {
    if (int64_t(weights.size()) != supports) {
      node.error() << "found " << weights.size() << " coefficients, expected "
                   << supports << ", one a vector";
      return;
    }
    y = math.matmul(getKernel(), node.makeNumbers(weights, {supports, 1}, f32));
    y = math.add(y, math.number(shifts.front(), y));
  }
  if (isOneClass && y)
    y = math.where(math.less(math.number(0, y), y), math.number(1, y),
                   math.number(-1, y));
  node.setResult(0, transformScores(node, y, transform));
}

/// The decisions between each two classes, the first of which has more vectors
/// of its own in front: one column a pair.
Value VectorMachine::decide(ArrayRef<int64_t> sizes) {
  int64_t classes = int64_t(sizes.size());
  SmallVector<int64_t> begins(1, 0);
  for (int64_t size : sizes)
    begins.push_back(begins.back() + size);
  int64_t pairs = classes * (classes - 1) / 2;
  // Each pair reads the vectors of both classes, with the coefficients that
  // these have against the other one.
  SmallVector<double> table(size_t(supports * pairs), 0.0);
  int64_t pair = 0;
  for (int64_t i = 0; i < classes; ++i)
    for (int64_t j = i + 1; j < classes; ++j, ++pair) {
      for (int64_t k = begins[i]; k < begins[i + 1]; ++k)
        table[size_t(k * pairs + pair)] =
            weights[size_t((j - 1) * supports + k)];
      for (int64_t k = begins[j]; k < begins[j + 1]; ++k)
        table[size_t(k * pairs + pair)] = weights[size_t(i * supports + k)];
    }
  Type f32 = node.getBuilder().getF32Type();
  return math.add(
      math.matmul(getKernel(), node.makeNumbers(table, {supports, pairs}, f32)),
      node.makeNumbers(shifts, {pairs}, f32));
}

/// How many decisions each class wins.
// One against one: the class that wins most pairs. A product with a table of
// gains counts all votes at once, without a loop over pairs.
Value VectorMachine::countVotes(Value decisions, int64_t classes) {
  Type f32 = node.getBuilder().getF32Type();
  int64_t pairs = classes * (classes - 1) / 2;
  // A class gets 1 where it wins and 0 where it loses: for the second of a pair
  // that is 1 less the decision.
  SmallVector<double> gains(size_t(pairs * classes), 0.0), base(classes, 0.0);
  int64_t pair = 0;
  for (int64_t i = 0; i < classes; ++i)
    for (int64_t j = i + 1; j < classes; ++j, ++pair) {
      gains[size_t(pair * classes + i)] = 1.0;
      gains[size_t(pair * classes + j)] = -1.0;
      base[size_t(j)] += 1.0;
    }
  Value wins =
      node.castTo(math.less(math.number(0, decisions), decisions), f32);
  return math.add(
      math.matmul(wins, node.makeNumbers(gains, {pairs, classes}, f32)),
      node.makeNumbers(base, {classes}, f32));
}

/// The probabilities of classes out of the decisions between each two.
// Platt, 1999: the probability between two is a sigmoid of the decision.
Value VectorMachine::getShares(Value decisions, int64_t classes) {
  int64_t pairs = classes * (classes - 1) / 2;
  SmallVector<double> slope = requireFloats(node, "prob_a");
  SmallVector<double> shift = requireFloats(node, "prob_b");
  if (!node.hasFailed() &&
      (int64_t(slope.size()) != pairs || int64_t(shift.size()) != pairs))
    node.error() << "found " << slope.size() << " and " << shift.size()
                 << " numbers 'prob_a' and 'prob_b', expected " << pairs;
  if (node.hasFailed())
    return nullptr;
  Type f32 = node.getBuilder().getF32Type();
  Value bent =
      math.add(math.mul(decisions, node.makeNumbers(slope, {pairs}, f32)),
               node.makeNumbers(shift, {pairs}, f32));
  Value first = math.unary<SigmoidOp>(math.unary<NegativeOp>(bent));
  first = math.min(math.max(first, math.number(1e-7, first)),
                   math.number(1 - 1e-7, first));
  return coupleShares(first, classes);
}

/// Probabilities that fit those between each two best (Wu, Lin and Weng, 2004):
/// the least squares of r_ji p_i - r_ij p_j, whose sum is 1.
// ONNX Runtime iterates until the error is 0.005 / classes. The equations are
// solved here instead, so results agree to within that only. The last
// probability is 1 less the others: the system for the others is positive
// definite, thus needs no pivots.
Value VectorMachine::coupleShares(Value first, int64_t classes) {
  SmallVector<SmallVector<Value>> r(classes, SmallVector<Value>(classes));
  int64_t pair = 0;
  for (int64_t i = 0; i < classes; ++i)
    for (int64_t j = i + 1; j < classes; ++j, ++pair) {
      r[i][j] = math.slice(first, 1, pair, pair + 1);
      r[j][i] = math.sub(math.number(1, first), r[i][j]);
    }
  SmallVector<SmallVector<Value>> q(classes, SmallVector<Value>(classes));
  for (int64_t i = 0; i < classes; ++i)
    for (int64_t j = 0; j < classes; ++j) {
      if (i == j)
        continue;
      q[i][j] = math.unary<NegativeOp>(math.mul(r[j][i], r[i][j]));
      Value square = math.mul(r[j][i], r[j][i]);
      q[i][i] = q[i][i] ? math.add(q[i][i], square) : square;
    }
  // Rows of the system, with the right side behind.
  int64_t last = classes - 1;
  SmallVector<SmallVector<Value>> rows(last);
  for (int64_t i = 0; i < last; ++i) {
    Value right = math.sub(q[last][last], q[i][last]);
    for (int64_t j = 0; j < last; ++j)
      rows[i].push_back(math.add(math.sub(q[i][j], q[last][j]), right));
    rows[i].push_back(right);
  }
  for (int64_t k = 0; k < last; ++k)
    for (int64_t i = k + 1; i < last; ++i) {
      Value factor = math.div(rows[i][k], rows[k][k]);
      for (int64_t j = k + 1; j <= last; ++j)
        rows[i][j] = math.sub(rows[i][j], math.mul(factor, rows[k][j]));
    }
  SmallVector<Value> shares(classes);
  shares[last] = math.number(1, first);
  for (int64_t i = last - 1; i >= 0; --i) {
    Value sum = rows[i][last];
    for (int64_t j = i + 1; j < last; ++j)
      sum = math.sub(sum, math.mul(rows[i][j], shares[j]));
    shares[i] = math.div(sum, rows[i][i]);
    shares[last] = math.sub(shares[last], shares[i]);
  }
  return math.concat(shares, 1);
}

void VectorMachine::classify() {
  SmallVector<int64_t> labels = getLabels(node, "classlabels_ints");
  std::optional<SmallVector<int64_t>> sizes = node.getInts("vectors_per_class");
  PostTransform transform = getPostTransform(node);
  int64_t count = 0;
  bool fits = sizes && labels.size() == sizes->size() && labels.size() > 1 &&
              llvm::all_of(*sizes, [](int64_t size) { return size >= 0; });
  if (fits)
    for (int64_t size : *sizes)
      count += size;
  else if (!node.hasFailed())
    node.error() << "attribute 'vectors_per_class' is missing or has another "
                    "length than the labels, expected support vectors of each "
                    "class";
  if (node.hasFailed() || !read(count))
    return;
  int64_t classes = int64_t(labels.size());
  bool hasShares = node.hasAttribute("prob_a");
  node.ignoreAttribute("prob_a");
  node.ignoreAttribute("prob_b");
  if (int64_t(weights.size()) != (classes - 1) * supports ||
      int64_t(shifts.size()) != classes * (classes - 1) / 2)
    node.error() << "found " << weights.size() << " coefficients and "
                 << shifts.size() << " numbers 'rho', expected them for "
                 << classes << " classes and " << supports << " vectors";
  else if (hasShares && classes > kMaxCoupled)
    node.error() << "attribute 'prob_a' is there for " << classes
                 << " classes, expected at most " << kMaxCoupled
                 << "; train without probabilities";
  else if (transform != PostTransform::None)
    node.error() << "attribute 'post_transform' is there, expected NONE";
  if (node.hasFailed())
    return;
  Value decisions = decide(*sizes);
  Value scores = hasShares ? getShares(decisions, classes) : decisions;
  Value places = findGreatest(node, countVotes(decisions, classes));
  setClasses(node, labels, places);
  if (classes == 2 && !hasShares && scores)
    scores = math.concat({math.unary<NegativeOp>(scores), scores}, 1);
  node.setResult(1, scores);
}

static void importSVMRegressor(NodeImport &node) {
  VectorMachine(node).regress();
}

static void importSVMClassifier(NodeImport &node) {
  VectorMachine(node).classify();
}

void addLinearModelOperators(OperatorTable &table) {
  table.add({
      {"ai.onnx.ml.LinearClassifier", 1, 5, 1, 1, importLinearClassifier, 2},
      {"ai.onnx.ml.LinearRegressor", 1, 5, 1, 1, importLinearRegressor},
      {"ai.onnx.ml.SVMClassifier", 1, 5, 1, 1, importSVMClassifier, 2},
      {"ai.onnx.ml.SVMRegressor", 1, 5, 1, 1, importSVMRegressor},
  });
}

} // namespace mlir::relax
