// Steps of training, of the domain ai.onnx.preview.training: from parameters,
// their derivatives and what was kept of earlier steps to new ones.
#include "OperatorTable.h"
#include "TensorMath.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

namespace {
/// The inputs after rate and number of the step: for each of some kinds of
/// tensors, all tensors of that kind. Results are grouped in the same way.
class TrainingStep {
public:
  TrainingStep(NodeImport &node, unsigned kinds);

  unsigned getCount() const { return count; }
  Value get(unsigned kind, unsigned index) {
    return node.getTensor(2 + kind * count + index);
  }
  void set(unsigned kind, unsigned index, Value value) {
    node.setResult(kind * count + index, value);
  }
  /// The rate and the number of the step, in the type of `like`.
  Value rate(Value like) { return asLike(0, like); }
  Value time(Value like) { return asLike(1, like); }
  /// Where the step is not the first one.
  Value isLater(Value like) {
    return math.less(math.number(0, like), time(like));
  }
  /// `factor * lhs + rhs`
  /// Weighted sums are written once here: all three operators consist of them.
  Value plusScaled(Value rhs, double factor, Value lhs) {
    return math.add(math.mul(lhs, math.number(factor, lhs)), rhs);
  }
  /// The derivative, and a share of the parameter against its growth.
  Value regularized(unsigned index, double share) {
    return plusScaled(get(1, index), share, get(0, index));
  }

  NodeImport &node;
  TensorMath math;

private:
  Value asLike(unsigned input, Value like) {
    return like ? node.castTo(node.getTensor(input),
                              getElementTypeOrSelf(like.getType()))
                : like;
  }
  unsigned count = 0;
};
} // namespace

// The inputs are R, T, then all X, all G, all H: so the number of tensors tells
// how many parameters there are.
TrainingStep::TrainingStep(NodeImport &node, unsigned kinds)
    : node(node), math(node) {
  unsigned tensors = node.getNumInputs() - 2;
  if (tensors % kinds != 0 ||
      node.getNumOutputs() != tensors / kinds * (kinds - 1)) {
    node.error() << "operator has " << tensors << " tensors and "
                 << node.getNumOutputs() << " outputs, expected " << kinds
                 << " tensors and " << kinds - 1 << " outputs a parameter";
    return;
  }
  count = tensors / kinds;
}

/// `sums + d * d`, and the parameter less the rate's share of `d`.
static void importAdagrad(NodeImport &node) {
  double decay = node.getFloat("decay_factor", 0.0);
  double epsilon = node.getFloat("epsilon", 1e-6f);
  double share = node.getFloat("norm_coefficient", 0.0);
  TrainingStep step(node, 3);
  TensorMath &math = step.math;
  for (unsigned index = 0; index < step.getCount(); ++index) {
    Value x = step.get(0, index), d = step.regularized(index, share);
    // r = R / (1 + T * decay_factor), Adagrad 1 of ai.onnx.preview.training.
    Value slowed = math.add(math.mul(step.time(x), math.number(decay, x)),
                            math.number(1, x));
    Value rate = math.div(step.rate(x), slowed);
    // The accumulated squares are those of the regularized gradient.
    Value sums = math.add(step.get(2, index), math.mul(d, d));
    Value scale = math.add(math.unary<SqrtOp>(sums), math.number(epsilon, x));
    step.set(0, index, math.sub(x, math.div(math.mul(rate, d), scale)));
    step.set(1, index, sums);
  }
}

/// What a mean that began at 0 is corrected by: `1 - factor ^ time`.
static Value getCorrection(TrainingStep &step, double factor, Value like) {
  TensorMath &math = step.math;
  Value power =
      math.binary<PowerOp>(math.number(factor, like), step.time(like));
  return math.sub(math.number(1, like), power);
}

static void importAdam(NodeImport &node) {
  double alpha = node.getFloat("alpha", 0.9f);
  double beta = node.getFloat("beta", 0.999f);
  double epsilon = node.getFloat("epsilon", 0.0);
  double share = node.getFloat("norm_coefficient", 0.0);
  double post = node.getFloat("norm_coefficient_post", 0.0);
  TrainingStep step(node, 4);
  TensorMath &math = step.math;
  for (unsigned index = 0; index < step.getCount(); ++index) {
    Value x = step.get(0, index), d = step.regularized(index, share);
    // V and H are the moving means of d and d * d.
    Value mean = step.plusScaled(math.mul(d, math.number(1 - alpha, x)), alpha,
                                 step.get(2, index));
    Value spread =
        step.plusScaled(math.mul(math.mul(d, d), math.number(1 - beta, x)),
                        beta, step.get(3, index));
    Value scale = math.add(math.unary<SqrtOp>(spread), math.number(epsilon, x));
    // Both means start at 0 and are too small at first. The correction is by 1
    // - alpha^T and 1 - beta^T (Kingma and Ba, 2015); at T = 0 they would be 0
    // / 0, hence the choice.
    Value root = math.unary<SqrtOp>(getCorrection(step, beta, x));
    Value later =
        math.div(math.mul(step.rate(x), root), getCorrection(step, alpha, x));
    Value rate = math.where(step.isLater(x), later, step.rate(x));
    Value moved = math.sub(x, math.div(math.mul(rate, mean), scale));
    // norm_coefficient_post shrinks the parameter after the step.
    step.set(0, index, math.mul(moved, math.number(1 - post, x)));
    step.set(1, index, mean);
    step.set(2, index, spread);
  }
}

/// With `mode` nesterov the derivative counts where the momentum leads to.
static void importMomentum(NodeImport &node) {
  double alpha = node.getFloat("alpha", 0.0);
  double beta = node.getFloat("beta", 0.0);
  double share = node.getFloat("norm_coefficient", 0.0);
  StringRef mode = node.getString("mode", "standard");
  if (mode != "standard" && mode != "nesterov")
    node.error() << "mode is " << quote(mode)
                 << ", expected \"standard\" or \"nesterov\"";
  TrainingStep step(node, 3);
  TensorMath &math = step.math;
  for (unsigned index = 0; index < step.getCount(); ++index) {
    Value x = step.get(0, index), d = step.regularized(index, share);
    Value weight =
        // In the first step the momentum has nothing to average with, so beta
        // does not count.
        math.where(step.isLater(x), math.number(beta, x), math.number(1, x));
    Value speed =
        step.plusScaled(math.mul(weight, d), alpha, step.get(2, index));
    Value way = mode == "nesterov" ? step.plusScaled(d, alpha, speed) : speed;
    step.set(0, index, math.sub(x, math.mul(step.rate(x), way)));
    step.set(1, index, speed);
  }
}

void addTrainingOperators(OperatorTable &table) {
  table.add({
      {"ai.onnx.preview.training.Adagrad", 1, 1, 5, kAny, importAdagrad, kAny},
      {"ai.onnx.preview.training.Adam", 1, 1, 6, kAny, importAdam, kAny},
      {"ai.onnx.preview.training.Momentum", 1, 1, 5, kAny, importMomentum,
       kAny},
  });
}

} // namespace mlir::relax
