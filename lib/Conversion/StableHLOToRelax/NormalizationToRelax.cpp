// Normalization of the features of a batch, composed of ops of the graph level.
//
// relax has an op for the inference of one layout; composed, all layouts and
// both other ops go one way, and fusion makes one kernel of each pass over the
// data.
#include "GraphConversion.h"

#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

namespace {
/// One such op: its operand, its feature axis and the others.
struct BatchNorm {
  BatchNorm(GraphConversion &graph, Value x, int64_t feature)
      : graph(graph), x(x), feature(feature) {
    for (int64_t axis = 0; axis < TensorBuilder::rankOf(x); ++axis)
      if (axis != feature)
        others.push_back(axis);
  }

  /// Features against all elements: an axis each, all but one of size 1.
  Value spread(Value perFeature) { return graph.expand(perFeature, others); }
  /// (x - mean) / sqrt(variance + epsilon).
  Value center(Value mean) { return graph.sub(x, spread(mean)); }
  Value deviation(Value variance, double epsilon) {
    return graph.emit<SqrtOp>(graph.add(variance, epsilon));
  }
  Value scale(Value mean, Value variance, double epsilon, Value by,
              Value offset) {
    Value normal =
        graph.div(center(mean), spread(deviation(variance, epsilon)));
    return graph.add(graph.mul(normal, spread(by)), spread(offset));
  }

  GraphConversion &graph;
  Value x;
  int64_t feature;
  SmallVector<int64_t> others;
};
} // namespace

/// Operands of relax broadcast, those of StableHLO must fit; so it is checked
/// that there is a number for each feature.
template <typename OpT>
static LogicalResult check(OpT op, GraphConversion &graph) {
  RankedTensorType type = typeOf(op.getOperand());
  int64_t feature = op.getFeatureIndex();
  bool fits = type && feature >= 0 && feature < type.getRank() &&
              isa<FloatType>(type.getElementType());
  for (Value operand : fits ? op->getOperands().drop_front() : ValueRange()) {
    RankedTensorType other = typeOf(operand);
    bool isWhole = other == type;
    fits &= other && other.getElementType() == type.getElementType() &&
            (isWhole || (other.getRank() == 1 &&
                         other.getDimSize(0) == type.getDimSize(feature)));
  }
  if (fits)
    return success();
  return graph
      .reject(op,
              "expected floats, an axis of features and a number for each of "
              "them",
              "found axis " + std::to_string(feature) + " and " +
                  typesText(op->getOperandTypes()))
      .attachNote(op->getOperands());
}

/// With weights that are constants the whole of it folds to one product and one
/// sum, and those into a convolution in front.
static LogicalResult convertInference(hlo::BatchNormInferenceOp op,
                                      GraphConversion &graph) {
  if (failed(check(op, graph)))
    return failure();
  BatchNorm norm(graph, graph.get(op.getOperand()), op.getFeatureIndex());
  return graph.replace(
      op, norm.scale(graph.get(op.getMean()), graph.get(op.getVariance()),
                     op.getEpsilon().convertToDouble(),
                     graph.get(op.getScale()), graph.get(op.getOffset())));
}

static LogicalResult convertTraining(hlo::BatchNormTrainingOp op,
                                     GraphConversion &graph) {
  if (failed(check(op, graph)))
    return failure();
  BatchNorm norm(graph, graph.get(op.getOperand()), op.getFeatureIndex());
  Value mean = graph.mean(norm.x, norm.others, /*keep=*/false);
  // Of what is centered, since a mean of squares minus a square loses digits.
  Value variance =
      graph.mean(graph.square(norm.center(mean)), norm.others, /*keep=*/false);
  Value output =
      norm.scale(mean, variance, op.getEpsilon().convertToDouble(),
                 graph.get(op.getScale()), graph.get(op.getOffset()));
  return graph.replace(op, {output, mean, variance});
}

/// With n elements of each feature, and y = (x - mean) / deviation:
/// dx = scale / deviation * (g - mean(g) - y * mean(g * y)).
static LogicalResult convertGrad(hlo::BatchNormGradOp op,
                                 GraphConversion &graph) {
  if (failed(check(op, graph)))
    return failure();
  BatchNorm norm(graph, graph.get(op.getOperand()), op.getFeatureIndex());
  Value g = graph.get(op.getGradOutput());
  Value deviation = norm.deviation(graph.get(op.getVariance()),
                                   op.getEpsilon().convertToDouble());
  Value normal =
      graph.div(norm.center(graph.get(op.getMean())), norm.spread(deviation));
  Value slope = graph.mul(g, normal);
  Value rest = graph.sub(graph.sub(g, graph.mean(g, norm.others)),
                         graph.mul(normal, graph.mean(slope, norm.others)));
  Value factor = graph.div(graph.get(op.getScale()), deviation);
  return graph.replace(op, {graph.mul(rest, norm.spread(factor)),
                            graph.sum(slope, norm.others),
                            graph.sum(g, norm.others)});
}

void populateNormalizationConversions(ConversionTable &table) {
  table.add(convertGrad);
  table.add(convertInference);
  table.add(convertTraining);
}

} // namespace mlir::relax
