// Operators that normalize: batch, layer, instance, group.
#include "Broadcasting.h"
#include "FormerDefinitions.h"
#include "NodeDispatch.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/NormalizationOps.h"
#include "Relax/Dialect/Relax/IR/PoolingOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

namespace mlir::relax {

/// Whether anything reads the output. Exporters name all outputs of an operator
/// in training, where a model wants the first one alone: weights that are
/// standardized when they are used (Brock et al., 2021).
static bool isRead(NodeImport &node, unsigned output) {
  const ModelParts &parts = node.getDispatch().getParts();
  return node.hasOutput(output) &&
         parts.pending.back()->isUsed(node.getOutputName(output));
}

static void importBatchNormalization(NodeImport &node) {
  Builder &builder = node.getBuilder();
  BatchNormOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(1);
  properties.epsilon = builder.getF64FloatAttr(node.getFloat("epsilon", 1e-5f));
  // In relax it is the weight of the batch.
  // ONNX: running = running * momentum + batch * (1 - momentum). TVM and relax
  // weight the batch's value.
  double momentum = node.getFloat("momentum", 0.9f);
  properties.momentum = builder.getF64FloatAttr(1 - momentum);
  // Until opset 13 it is in training where it has the outputs of that.
  bool isTraining = node.getInt("training_mode", 0) != 0 ||
                    (node.getOpset() < 14 && node.getNumOutputs() > 1);
  checkIsTest(node);
  properties.training = builder.getBoolAttr(isTraining);
  // spatial = 0 (until opset 8) normalises each element of an image by its own
  // statistics; no exporter that is in use writes it.
  if (node.getOpset() < 9 && node.getInt("spatial", 1) != 1)
    node.error() << "attribute 'spatial' is 0, expected 1";
  // In inference ONNX defines only Y. In training outputs 1 and 2 are the
  // running statistics (opset 14); the saved ones of older opsets, 3 and 4,
  // belong to the gradient.
  for (unsigned i = 1; i < node.getNumOutputs(); ++i)
    if (isRead(node, i) && (!isTraining || i > 2))
      node.error() << "output " << i
                   << " belongs to training; export the model for inference";
  if (node.hasFailed())
    return;
  BatchNormOp op = node.emitOp<BatchNormOp>(node.getTensors(), properties);
  // The op always gives three results. `setResult` ignores those that the node
  // does not name.
  unsigned numResults = isTraining ? 3 : 1;
  for (unsigned i = 0; op && i < numResults; ++i)
    node.setResult(i, op->getResult(i));
  // Nobody reads the others, so that they need no value.
  for (unsigned i = numResults; i < node.getNumOutputs(); ++i)
    if (node.hasOutput(i))
      (void)node.getValues().defineFailed(node.getOutputName(i));
}

/// The axes from `first` to the last.
static SmallVector<int64_t> getAxesFrom(int64_t first, int64_t rank) {
  SmallVector<int64_t> axes;
  for (int64_t axis = first; axis < rank; ++axis)
    axes.push_back(axis);
  return axes;
}

/// A tensor of the sizes of `axes` full of `value`; the sizes must be numbers.
static Value makeFilled(NodeImport &node, double value,
                        ArrayRef<int64_t> axes) {
  // The type is asked, not symbols: a constant has a shape of numbers.
  SmallVector<int64_t> shape;
  RankedTensorType type = node.getType(0);
  for (int64_t axis : axes)
    shape.push_back(type.getDimSize(axis));
  if (llvm::is_contained(shape, ShapedType::kDynamic)) {
    node.error() << "expected a bias, because the normalized sizes of " << type
                 << " are known only at run time";
    return nullptr;
  }
  return node.makeFilled(value, shape, node.getElementType(0));
}

/// The mean, and one over the standard deviation, as the node's last results.
static void setStatistics(NodeImport &node, DenseI64ArrayAttr axes,
                          double epsilon) {
  // The statistics cost two more reductions over the data, so they are made
  // only if somebody uses them.
  if (!node.hasOutput(1) && !node.hasOutput(2))
    return;
  Value x = node.getTensor(0);
  MeanOp::Properties mean;
  VarianceOp::Properties variance;
  mean.axis = variance.axis = axes;
  // keepdims, because ONNX gives the reduced axes as 1.
  mean.keepdims = variance.keepdims = node.getBuilder().getBoolAttr(true);
  node.setResult(1, node.emit<MeanOp>(x, mean));
  Value shift = node.makeScalar(epsilon, node.getElementType(0));
  Value spread = node.emit<AddOp>({node.emit<VarianceOp>(x, variance), shift});
  // InvStdDev is 1 / sqrt(var + epsilon): epsilon is inside of the root, or
  // constant rows would give infinity.
  node.setResult(2, node.emit<RsqrtOp>(spread));
}

static void importLayerNormalization(NodeImport &node) {
  Builder &builder = node.getBuilder();
  int64_t rank = node.getRank(0);
  int64_t axis = node.normalizeAxis(node.getInt("axis", -1), rank);
  double epsilon = node.getFloat("epsilon", 1e-5f);
  // The type of the inner sums, which is for the schedule to choose.
  (void)node.getInt("stash_type", 1);
  if (node.hasFailed())
    return;
  SmallVector<int64_t> axes = getAxesFrom(axis, rank);
  LayerNormOp::Properties properties;
  properties.epsilon = builder.getF64FloatAttr(epsilon);
  properties.axes = builder.getDenseI64ArrayAttr(axes);
  // relax's op has a bias operand always. `center` says whether it is added, so
  // the zeros made above are never read by a kernel.
  properties.center = builder.getBoolAttr(node.hasInput(2));
  Value bias =
      node.hasInput(2) ? node.getTensor(2) : makeFilled(node, 0.0, axes);
  node.setResult(
      0, node.emit<LayerNormOp>({node.getTensor(0), node.getTensor(1), bias},
                                properties));
  setStatistics(node, properties.axes, epsilon);
}

/// Scale broadcasts to the operand; the mean square is taken from `axis` on.
static void importRMSNormalization(NodeImport &node) {
  Builder &builder = node.getBuilder();
  int64_t rank = node.getRank(0);
  int64_t axis = node.normalizeAxis(node.getInt("axis", -1), rank);
  double epsilon = node.getFloat("epsilon", 1e-5f);
  Type element = node.getElementType(0);
  // stash_type 1: the square of an f16 beyond 255 is infinite, so mean and root
  // are computed in f32. f64 would lose by it.
  Type wide = node.getInt("stash_type", 1) == 1 && !element.isF64()
                  ? Type(builder.getF32Type())
                  : element;
  if (node.hasFailed())
    return;
  MeanOp::Properties mean;
  mean.axis = builder.getDenseI64ArrayAttr(getAxesFrom(axis, rank));
  mean.keepdims = builder.getBoolAttr(true);
  Value x = node.castTo(node.getTensor(0), wide);
  Value square = node.emit<MeanOp>(node.emit<MultiplyOp>({x, x}), mean);
  Value factor = node.emit<RsqrtOp>(
      node.emit<AddOp>({square, node.makeScalar(epsilon, wide)}));
  // The normalized value goes back to the data's type before it is scaled, as
  // in the standard's function body: scaling in f32 first would round
  // differently.
  Value result = node.castTo(node.emit<MultiplyOp>({x, factor}), element);
  node.setResult(0, emitBroadcast<MultiplyOp>(
                        node, result, node.castTo(node.getTensor(1), element)));
}

static void importInstanceNormalization(NodeImport &node) {
  Builder &builder = node.getBuilder();
  InstanceNormOp::Properties properties;
  properties.epsilon = builder.getF64FloatAttr(node.getFloat("epsilon", 1e-5f));
  properties.channel_axis = builder.getI64IntegerAttr(1);
  properties.axes =
      // Axes from 2 on: each channel of each image has statistics of its own.
      builder.getDenseI64ArrayAttr(getAxesFrom(2, node.getRank(0)));
  node.setResult(0, node.emit<InstanceNormOp>(node.getTensors(), properties));
}

/// From opset 21 on scale and bias go by channel; before, by group.
static void importGroupNormalization(NodeImport &node) {
  Builder &builder = node.getBuilder();
  // The type of the inner sums, as in LayerNormalization.
  (void)node.getInt("stash_type", 1);
  // Entries for opset 18 to 20 do not exist in the table: there scale and bias
  // go by group, and silently taking them for channels would be right only if
  // both counts agree.
  GroupNormOp::Properties properties;
  properties.epsilon = builder.getF64FloatAttr(node.getFloat("epsilon", 1e-5f));
  int64_t groups = node.getInt("num_groups", 0);
  if (groups < 1) {
    node.error() << "attribute 'num_groups' is " << groups
                 << ", expected at least 1";
    return;
  }
  properties.num_groups = builder.getI64IntegerAttr(groups);
  properties.channel_axis = builder.getI64IntegerAttr(1);
  properties.axes =
      builder.getDenseI64ArrayAttr(getAxesFrom(2, node.getRank(0)));
  node.setResult(0, node.emit<GroupNormOp>(node.getTensors(), properties));
}

static void importMeanVarianceNormalization(NodeImport &node) {
  Builder &builder = node.getBuilder();
  SmallVector<int64_t> axes =
      // The default {0, 2, 3} means statistics for each channel of a batch of
      // images.
      node.getInts("axes").value_or(SmallVector<int64_t>{0, 2, 3});
  MeanOp::Properties meanProperties;
  meanProperties.axis = builder.getDenseI64ArrayAttr(axes);
  meanProperties.keepdims = builder.getBoolAttr(true);
  StdOp::Properties stdProperties;
  stdProperties.axis = meanProperties.axis;
  stdProperties.keepdims = meanProperties.keepdims;
  Value x = node.getTensor(0);
  Value centered =
      node.emit<SubtractOp>({x, node.emit<MeanOp>(x, meanProperties)});
  Value deviation = node.emit<StdOp>(x, stdProperties);
  // MVN's function body adds 1e-9 to the deviation, not to the variance.
  Value epsilon = node.makeScalar(1e-9, node.getElementType(0));
  deviation = node.emit<AddOp>({deviation, epsilon});
  node.setResult(0, node.emit<DivideOp>({centered, deviation}));
}

/// x / (bias + alpha * mean of the squares of near channels) ^ beta: the mean
/// is a pool along the channels of images with one channel and one more axis.
/// ONNX sums over `size` channels and divides alpha by size: that is alpha
/// times the mean, with padding counted. As a pool it is one op with a kernel
/// of its own, instead of `size` shifted additions.
static void importLRN(NodeImport &node) {
  Builder &builder = node.getBuilder();
  int64_t size = node.getInt("size", 0);
  double alpha = node.getFloat("alpha", 1e-4f);
  double beta = node.getFloat("beta", 0.75f);
  double bias = node.getFloat("bias", 1.0f);
  if (size < 1 || node.getRank(0) != 4) {
    node.error() << "expected a positive 'size' and data of rank 4, found "
                 << size << " and " << node.getType(0);
    return;
  }
  ExpandDimsOp::Properties expand;
  expand.axis = builder.getDenseI64ArrayAttr({1});
  SqueezeOp::Properties squeeze;
  squeeze.axis = expand.axis;
  AvgPool3dOp::Properties pool;
  pool.pool_size = builder.getDenseI64ArrayAttr({size, 1, 1});
  // floor((size - 1) / 2) channels in front, the rest behind: for an even size
  // one more behind.
  pool.padding = builder.getDenseI64ArrayAttr(
      {(size - 1) / 2, 0, 0, size - 1 - (size - 1) / 2, 0, 0});
  // Channels beyond the edge count as 0, and the divisor stays `size`.
  pool.count_include_pad = builder.getBoolAttr(true);
  Value x = node.getTensor(0);
  Type element = node.getElementType(0);
  Value mean = node.emit<ExpandDimsOp>(node.emit<MultiplyOp>({x, x}), expand);
  mean = node.emit<SqueezeOp>(node.emit<AvgPool3dOp>(mean, pool), squeeze);
  Value scale = node.emit<MultiplyOp>({mean, node.makeScalar(alpha, element)});
  scale = node.emit<AddOp>({scale, node.makeScalar(bias, element)});
  scale = node.emit<PowerOp>({scale, node.makeScalar(beta, element)});
  node.setResult(0, node.emit<DivideOp>({x, scale}));
}

/// x divided by its norm of order 1 or 2 along an axis; 0 where that is 0.
static void importLpNormalization(NodeImport &node) {
  Builder &builder = node.getBuilder();
  int64_t axis = node.normalizeAxis(node.getInt("axis", -1), node.getRank(0));
  int64_t order = node.getInt("p", 2);
  if (order != 1 && order != 2)
    node.error() << "attribute 'p' is " << order << ", expected 1 or 2";
  if (node.hasFailed())
    return;
  SumOp::Properties properties;
  properties.axis = builder.getDenseI64ArrayAttr(axis);
  properties.keepdims = builder.getBoolAttr(true);
  Value x = node.getTensor(0);
  Value terms =
      order == 1 ? node.emit<AbsOp>(x) : node.emit<MultiplyOp>({x, x});
  Value norm = node.emit<SumOp>(terms, properties);
  if (order == 2)
    norm = node.emit<SqrtOp>(norm);
  Value zero = node.makeScalar(0, node.getElementType(0));
  // The standard's newer text wants 0 for a norm of 0, where x / 0 would be
  // NaN. `where` computes both and keeps the zero.
  node.setResult(0, node.emit<WhereOp>({node.emit<EqualOp>({norm, zero}), zero,
                                        node.emit<DivideOp>({x, norm})}));
}

void addNormalizationOperators(OperatorTable &table) {
  table.add({
      {"BatchNormalization", 6, kLastOpset, 5, 5, importBatchNormalization, 5},
      {"GroupNormalization", 21, kLastOpset, 3, 3, importGroupNormalization},
      {"InstanceNormalization", 7, kLastOpset, 3, 3,
       importInstanceNormalization},
      {"LRN", 7, kLastOpset, 1, 1, importLRN},
      {"LayerNormalization", 7, kLastOpset, 2, 3, importLayerNormalization, 3},
      {"LpNormalization", 7, kLastOpset, 1, 1, importLpNormalization},
      {"MeanVarianceNormalization", 9, kLastOpset, 1, 1,
       importMeanVarianceNormalization},
      {"RMSNormalization", 23, kLastOpset, 2, 2, importRMSNormalization},
  });
}

} // namespace mlir::relax
