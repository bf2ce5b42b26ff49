// Products and convolutions.
//
// The specification lets a product name any axes as batch, free or summed, and
// a convolution any layout. relax has fewer forms, so axes are moved and
// grouped around its ops. These moves are written only where they change
// something, because each one that is not folded costs a pass over the tensor.
#include "GraphConversion.h"
#include "Movement.h"

#include "Relax/Dialect/Relax/IR/ConvolutionOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The axes of one operand that are neither batch nor summed over.
static SmallVector<int64_t> getFree(int64_t rank, ArrayRef<int64_t> batch,
                                    ArrayRef<int64_t> summed) {
  SmallVector<int64_t> free;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(batch, axis) && !llvm::is_contained(summed, axis))
      free.push_back(axis);
  return free;
}

static SmallVector<int64_t> joinAxes(ArrayRef<int64_t> a, ArrayRef<int64_t> b,
                                     ArrayRef<int64_t> c) {
  SmallVector<int64_t> all(a);
  all.append(b.begin(), b.end());
  all.append(c.begin(), c.end());
  return all;
}

/// `x` with its axes in this order, of which each group but the first is one
/// axis.
/// matmul of relax takes one free and one summed axis. A permutation that
/// changes nothing is not written, because it would still be a kernel until it
/// is folded.
static Value arrange(GraphConversion &graph, Value x, ArrayRef<int64_t> batch,
                     ArrayRef<int64_t> second, ArrayRef<int64_t> third) {
  SmallVector<int64_t> order = joinAxes(batch, second, third);
  if (!llvm::is_sorted(order))
    x = graph.permute(x, order);
  if (!x || (second.size() == 1 && third.size() == 1))
    return x;
  Dims dims = TensorBuilder::dimsOf(x), grouped;
  ArrayRef<SymExprAttr> rest(dims);
  llvm::append_range(grouped, rest.take_front(batch.size()));
  rest = rest.drop_front(batch.size());
  auto product = [&](ArrayRef<SymExprAttr> group) {
    return getNumElements(graph.getContext(), group);
  };
  grouped.push_back(product(rest.take_front(second.size())));
  grouped.push_back(product(rest.drop_front(second.size())));
  return graph.reshape(x, grouped);
}

/// A product of matrices covers all cases, and it is the op that schedules know
/// best. An einsum would say more directly what is meant, but each pattern of
/// it would need a schedule.
static LogicalResult convertDot(hlo::DotGeneralOp op, GraphConversion &graph) {
  hlo::DotDimsAttr dims = op.getDotDimensionNumbers();
  Value lhs = graph.get(op.getLhs()), rhs = graph.get(op.getRhs());
  ArrayRef<int64_t> lhsBatch = dims.getLhsBatchingDimensions(),
                    rhsBatch = dims.getRhsBatchingDimensions(),
                    lhsSummed = dims.getLhsContractingDimensions(),
                    rhsSummed = dims.getRhsContractingDimensions();
  int64_t lhsRank = TensorBuilder::rankOf(lhs),
          rhsRank = TensorBuilder::rankOf(rhs);
  if (lhsBatch.size() != rhsBatch.size() ||
      lhsSummed.size() != rhsSummed.size() ||
      !areAxes(joinAxes(lhsBatch, lhsSummed, {}), lhsRank) ||
      !areAxes(joinAxes(rhsBatch, rhsSummed, {}), rhsRank))
    return graph
        .reject(op, "expected pairs of different axes of the operands",
                "found " + listText(joinAxes(lhsBatch, lhsSummed, {})) +
                    " and " + listText(joinAxes(rhsBatch, rhsSummed, {})))
        .attachNote(op->getOperands());
  RankedTensorType type = typeOf(op.getResult());
  if (!type || TensorBuilder::elementOf(lhs).isInteger(1) ||
      TensorBuilder::elementOf(lhs) != TensorBuilder::elementOf(rhs))
    return graph
        .reject(op, "expected operands of one type of numbers",
                "found " + typesText(op->getOperandTypes()))
        .attachNote(op->getOperands());
  SmallVector<int64_t> lhsFree = getFree(lhsRank, lhsBatch, lhsSummed),
                       rhsFree = getFree(rhsRank, rhsBatch, rhsSummed);
  // The result's axes are the batch, then what is free of both.
  Dims result, lhsDims = TensorBuilder::dimsOf(lhs),
               rhsDims = TensorBuilder::dimsOf(rhs);
  for (int64_t axis : joinAxes(lhsBatch, lhsFree, {}))
    result.push_back(lhsDims[axis]);
  for (int64_t axis : rhsFree)
    result.push_back(rhsDims[axis]);
  MatmulOp::Properties properties;
  if (type.getElementType() != TensorBuilder::elementOf(lhs))
    properties.out_dtype = TypeAttr::get(type.getElementType());
  // Without a batch the free axes of the first operand may stay as they are.
  bool keepsFree =
      lhsBatch.empty() && lhsSummed.size() == 1 && !lhsFree.empty();
  Value first = keepsFree ? arrange(graph, lhs, ArrayRef(lhsFree).drop_back(),
                                    ArrayRef(lhsFree).take_back(), lhsSummed)
                          : arrange(graph, lhs, lhsBatch, lhsFree, lhsSummed);
  Value second = arrange(graph, rhs, rhsBatch, rhsSummed, rhsFree);
  Value product = graph.emit<MatmulOp>({first, second}, properties);
  if (product && TensorBuilder::dimsOf(product) != result)
    product = graph.reshape(product, result);
  return graph.replace(op, product);
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {
/// The window of a convolution, with usual values where none are written.
struct ConvWindow {
  template <typename OpT>
  explicit ConvWindow(OpT op);
  bool isValid(size_t rank) const;

  SmallVector<int64_t> strides, low, high, lhsDilation, rhsDilation;
  SmallVector<bool> reversal;
};
} // namespace

template <typename OpT>
ConvWindow::ConvWindow(OpT op) {
  size_t rank = op.getDimensionNumbers().getInputSpatialDimensions().size();
  auto read = [&](std::optional<ArrayRef<int64_t>> list) {
    return list ? llvm::to_vector(*list) : SmallVector<int64_t>(rank, 1);
  };
  strides = read(op.getWindowStrides());
  lhsDilation = read(op.getLhsDilation());
  rhsDilation = read(op.getRhsDilation());
  reversal.assign(rank, false);
  if (DenseBoolArrayAttr list = op.getWindowReversalAttr())
    // `to_vector` of bools would be of two pointers as bools.
    reversal.assign(list.asArrayRef().begin(), list.asArrayRef().end());
  low.assign(rank, 0);
  high.assign(rank, 0);
}

/// The widths that an attribute says; none is 0.
static LogicalResult readPadding(hlo::ConvolutionOp op, ConvWindow &window,
                                 Value &, GraphConversion &) {
  auto padding = dyn_cast_or_null<DenseIntElementsAttr>(op.getPaddingAttr());
  if (padding && padding.getNumElements() == int64_t(2 * window.low.size()))
    for (auto [index, width] : llvm::enumerate(padding.getValues<APInt>()))
      (index % 2 ? window.high : window.low)[index / 2] = width.getSExtValue();
  return success();
}

/// Strides and dilations of 0 would divide by zero in the inference of sizes,
/// which takes attributes of relax as checked.
bool ConvWindow::isValid(size_t rank) const {
  auto isList = [&](ArrayRef<int64_t> list) {
    return list.size() == rank &&
           llvm::all_of(list, [](int64_t number) { return number >= 1; });
  };
  return isList(strides) && isList(lhsDilation) && isList(rhsDilation) &&
         reversal.size() == rank;
}

/// A letter for each axis, as layouts of relax name them.
static std::string getLayout(char first, int64_t firstAxis, char second,
                             int64_t secondAxis, ArrayRef<int64_t> spatial) {
  std::string layout(spatial.size() + 2, ' ');
  layout[firstAxis] = first;
  layout[secondAxis] = second;
  StringRef letters = StringRef("DHW").take_back(spatial.size());
  for (auto [letter, axis] : llvm::zip(letters, spatial))
    layout[axis] = letter;
  return layout;
}

static Value zeroLike(GraphConversion &graph, Value x) {
  return graph.constant(cast<TypedAttr>(
      Builder(graph.getContext()).getZeroAttr(TensorBuilder::elementOf(x))));
}

/// What relax's padding cannot say is put around and between the elements
/// first.
/// Negative widths and a dilation of the input come with gradients of
/// convolutions. They are rare in inference, so they cost a kernel of their own
/// instead of a slower convolution for all.
static Value padInput(GraphConversion &graph, Value x, ConvWindow &window,
                      ArrayRef<int64_t> spatial) {
  auto isNegative = [](int64_t width) { return width < 0; };
  auto isSpread = [](int64_t width) { return width > 1; };
  if (llvm::none_of(window.low, isNegative) &&
      llvm::none_of(window.high, isNegative) &&
      llvm::none_of(window.lhsDilation, isSpread))
    return x;
  int64_t rank = TensorBuilder::rankOf(x);
  Dims low(rank, graph.dim(0)), high(rank, graph.dim(0));
  SmallVector<int64_t> interior(rank, 0);
  for (auto [index, axis] : llvm::enumerate(spatial)) {
    low[axis] = graph.dim(window.low[index]);
    high[axis] = graph.dim(window.high[index]);
    interior[axis] = window.lhsDilation[index] - 1;
    window.low[index] = window.high[index] = 0;
  }
  return emitPad(graph, x, zeroLike(graph, x), {low, high, interior});
}

/// Widths that the program computes are put around the input, between whose
/// elements lie those of its dilation already: attributes of relax are numbers.
static LogicalResult readPadding(hlo::DynamicConvOp op, ConvWindow &window,
                                 Value &x, GraphConversion &graph) {
  const SmallVector<SymExprAttr> *widths = graph.getKnown(op.getDPadding());
  if (!widths || widths->size() != 2 * window.low.size())
    return graph
        .reject(op,
                "expected two widths for each spatial axis, which are numbers "
                "or follow from sizes of parameters")
        .attachNote(op.getDPadding());
  int64_t rank = TensorBuilder::rankOf(x);
  Dims low(rank, graph.dim(0)), high(rank, graph.dim(0));
  SmallVector<int64_t> interior(rank, 0);
  for (auto [index, axis] :
       llvm::enumerate(op.getDimensionNumbers().getInputSpatialDimensions())) {
    low[axis] = (*widths)[2 * index];
    high[axis] = (*widths)[2 * index + 1];
    interior[axis] = std::exchange(window.lhsDilation[index], 1) - 1;
  }
  x = emitPad(graph, x, zeroLike(graph, x), {low, high, interior});
  return success();
}

template <typename ConvT, typename OpT>
static Value emitConv(GraphConversion &graph, OpT op, Value x, Value weight,
                      const ConvWindow &window) {
  hlo::ConvDimsAttr dims = op.getDimensionNumbers();
  Builder builder(op.getContext());
  typename ConvT::Properties properties;
  properties.strides = builder.getDenseI64ArrayAttr(window.strides);
  properties.padding =
      builder.getDenseI64ArrayAttr(joinAxes(window.low, window.high, {}));
  properties.dilation = builder.getDenseI64ArrayAttr(window.rhsDilation);
  // Groups are of features or of the batch, of which the other are one.
  properties.groups = builder.getI64IntegerAttr(op.getFeatureGroupCount() *
                                                op.getBatchGroupCount());
  properties.data_layout = builder.getStringAttr(getLayout(
      'N', dims.getInputBatchDimension(), 'C', dims.getInputFeatureDimension(),
      dims.getInputSpatialDimensions()));
  properties.kernel_layout = builder.getStringAttr(
      getLayout('O', dims.getKernelOutputFeatureDimension(), 'I',
                dims.getKernelInputFeatureDimension(),
                dims.getKernelSpatialDimensions()));
  properties.out_layout = builder.getStringAttr(getLayout(
      'N', dims.getOutputBatchDimension(), 'C',
      dims.getOutputFeatureDimension(), dims.getOutputSpatialDimensions()));
  Type element = typeOf(op.getResult()).getElementType();
  if (element != TensorBuilder::elementOf(x))
    properties.out_dtype = TypeAttr::get(element);
  return graph.emit<ConvT>({x, weight}, properties);
}

/// Without this check a missing axis would leave a blank in the layout, or
/// write beyond its end.
static bool areConvAxes(hlo::ConvDimsAttr dims, int64_t rank) {
  auto areAll = [&](int64_t first, int64_t second, ArrayRef<int64_t> spatial) {
    return int64_t(spatial.size()) + 2 == rank &&
           areAxes(joinAxes({first, second}, spatial, {}), rank);
  };
  return areAll(dims.getInputBatchDimension(), dims.getInputFeatureDimension(),
                dims.getInputSpatialDimensions()) &&
         areAll(dims.getKernelInputFeatureDimension(),
                dims.getKernelOutputFeatureDimension(),
                dims.getKernelSpatialDimensions()) &&
         areAll(dims.getOutputBatchDimension(),
                dims.getOutputFeatureDimension(),
                dims.getOutputSpatialDimensions());
}

/// Groups of the batch as groups of features: each part of the batch meets its
/// own part of the kernels, which is what grouped convolutions do with
/// features. JAX writes it in gradients of those.
static Value moveBatchGroups(GraphConversion &graph, Value x, int64_t groups,
                             hlo::ConvDimsAttr axes) {
  int64_t batch = axes.getInputBatchDimension(),
          feature = axes.getInputFeatureDimension();
  Dims dims = TensorBuilder::dimsOf(x), split = dims;
  if (groups == 1)
    return x;
  SymExprAttr size = floorDiv(dims[batch], graph.dim(groups));
  split[batch] = size;
  split.insert(split.begin() + batch, graph.dim(groups));
  SmallVector<int64_t> order;
  for (int64_t axis = 0; axis < int64_t(dims.size()); ++axis) {
    if (axis == feature)
      order.push_back(batch);
    // Axes behind the groups lie one further.
    order.push_back(axis < batch ? axis : axis + 1);
  }
  dims[batch] = size;
  dims[feature] = dims[feature] * groups;
  return graph.reshape(graph.permute(graph.reshape(x, split), order), dims);
}

/// Whether the numbers of groups are those that the specification allows.
template <typename OpT>
static bool areGroups(OpT op, Value x) {
  int64_t features = op.getFeatureGroupCount(), batch = op.getBatchGroupCount();
  SymExprAttr size = TensorBuilder::dimsOf(
      x)[op.getDimensionNumbers().getInputBatchDimension()];
  std::optional<int64_t> known = size ? size.getConstant() : std::nullopt;
  return features >= 1 && batch >= 1 && (features == 1 || batch == 1) &&
         (batch == 1 || (known && *known % batch == 0));
}

/// A reversed window is a flipped kernel, which is often constant and then
/// costs nothing at run time.
template <typename OpT>
static LogicalResult convertConvolution(OpT op, GraphConversion &graph) {
  Value x = graph.get(op.getLhs()), weight = graph.get(op.getRhs());
  int64_t rank = TensorBuilder::rankOf(x);
  hlo::ConvDimsAttr dims = op.getDimensionNumbers();
  ConvWindow window(op);
  if (rank != TensorBuilder::rankOf(weight) || !areConvAxes(dims, rank) ||
      !typeOf(op.getResult()))
    return graph
        .reject(op, "expected axes of the operands and the result",
                "found " + typesText(op->getOperandTypes()))
        .attachNote(op->getOperands());
  if (!window.isValid(rank - 2))
    return graph
        .reject(op,
                "expected a positive entry of the window for each "
                "spatial axis",
                "found strides " + listText(window.strides) + ", dilations " +
                    listText(window.lhsDilation) + " and " +
                    listText(window.rhsDilation))
        .attachNote(op.getRhs());
  if (!areGroups(op, x))
    return graph
        .reject(op,
                "expected groups of features, or of a batch of known size that "
                "they divide",
                "found " + std::to_string(op.getFeatureGroupCount()) + " and " +
                    std::to_string(op.getBatchGroupCount()))
        .attachNote(op->getOperands());
  if (rank < 3 || rank > 5)
    return graph
        .reject(op, "expected 1 to 3 spatial axes",
                "found " + std::to_string(rank - 2))
        .attachNote(op.getLhs());
  if (failed(readPadding(op, window, x, graph)))
    return failure();
  for (auto [reverses, axis] :
       llvm::zip(window.reversal, dims.getKernelSpatialDimensions()))
    if (reverses)
      weight = graph.flip(weight, axis);
  x = moveBatchGroups(graph, x, op.getBatchGroupCount(), dims);
  x = padInput(graph, x, window, dims.getInputSpatialDimensions());
  if (!x || !weight)
    return graph.replace(op, Value());
  return graph.replace(
      op, rank == 3   ? emitConv<Conv1dOp>(graph, op, x, weight, window)
          : rank == 4 ? emitConv<Conv2dOp>(graph, op, x, weight, window)
                      : emitConv<Conv3dOp>(graph, op, x, weight, window));
}

void populateContractionConversions(ConversionTable &table) {
  table.add(convertConvolution<hlo::ConvolutionOp>);
  table.add(convertConvolution<hlo::DynamicConvOp>);
  table.add(convertDot);
}

} // namespace mlir::relax
