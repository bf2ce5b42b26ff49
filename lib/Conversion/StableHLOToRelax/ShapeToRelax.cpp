// Ops whose sizes the program computes.
//
// Such an op can be converted only if its sizes are numbers or follow from
// sizes of parameters: types of relax name symbols, and a size that a kernel
// computes has none. JAX computes sizes from those of parameters alone, so this
// is enough for what it exports.
#include "GraphConversion.h"
#include "Movement.h"

#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

static constexpr llvm::StringLiteral kComputed =
    "expected sizes that are numbers or follow from sizes of parameters";

/// What the program says of a size is more than what it computes.
/// Both are true of the result, so the known one of each pair is taken. Taking
/// the computed one alone would lose a static size where the expression could
/// not be simplified to a number.
static Dims meet(ArrayRef<SymExprAttr> computed, Operation *op) {
  Dims dims(computed);
  auto type = typeOf(op->getResult(0));
  if (type && type.getRank() == int64_t(dims.size()))
    for (auto [dim, size] : llvm::zip(dims, type.getShape()))
      if (!ShapedType::isDynamic(size))
        dim = getDim(op->getContext(), size);
  return dims;
}

static LogicalResult convertDynamicIota(hlo::DynamicIotaOp op,
                                        GraphConversion &graph) {
  const SmallVector<SymExprAttr> *dims = graph.getKnown(op.getOutputShape());
  if (!dims)
    return graph.reject(op, kComputed).attachNote(op->getOperands());
  return convertIota(op, op.getIotaDimension(), meet(*dims, op), graph);
}

static LogicalResult convertDynamicBroadcast(hlo::DynamicBroadcastInDimOp op,
                                             GraphConversion &graph) {
  const SmallVector<SymExprAttr> *dims =
      graph.getKnown(op.getOutputDimensions());
  if (!dims)
    return graph.reject(op, kComputed).attachNote(op->getOperands());
  return convertBroadcast(op, op.getOperand(), op.getBroadcastDimensions(),
                          meet(*dims, op), graph);
}

static LogicalResult convertDynamicReshape(hlo::DynamicReshapeOp op,
                                           GraphConversion &graph) {
  const SmallVector<SymExprAttr> *dims = graph.getKnown(op.getOutputShape());
  if (!dims)
    return graph.reject(op, kComputed).attachNote(op->getOperands());
  return graph.replace(
      op, graph.reshape(graph.get(op.getOperand()), meet(*dims, op)));
}

/// An integer tensor of `type` with these elements.
/// A shape is a value of i64 at the graph level, while exports with 32 bits
/// compute sizes in i32; hence the cast.
static Value fromSizes(ArrayRef<SymExprAttr> sizes, RankedTensorType type,
                       GraphConversion &graph) {
  Value all = graph.emit<ShapeToTensorOp>(graph.shape(sizes));
  return graph.cast(graph.reshape(all, getDims(type)), type.getElementType());
}

static LogicalResult convertSize(hlo::GetDimensionSizeOp op,
                                 GraphConversion &graph) {
  const SmallVector<SymExprAttr> *size = graph.getKnown(op.getResult());
  if (!size)
    return graph
        .reject(op,
                "expected an axis of a size that is known or that "
                "a parameter has",
                "found axis " + std::to_string(op.getDimension()) + " of " +
                    typesText(op->getOperandTypes()))
        .attachNote(op.getOperand());
  return graph.replace(op, fromSizes(*size, typeOf(op.getResult()), graph));
}

/// Widths between the elements must be numbers because they become factors of
/// index expressions: an unknown one would make the place of an element a
/// product of two unknown values, which no bound can be proved of.
static LogicalResult convertDynamicPad(hlo::DynamicPadOp op,
                                       GraphConversion &graph) {
  const SmallVector<SymExprAttr> *low = graph.getKnown(op.getEdgePaddingLow()),
                                 *high =
                                     graph.getKnown(op.getEdgePaddingHigh());
  std::optional<SmallVector<int64_t>> interior =
      graph.getKnownNumbers(op.getInteriorPadding());
  Value x = graph.get(op.getOperand());
  size_t rank = TensorBuilder::rankOf(x);
  if (!low || !high || !interior || low->size() != rank ||
      high->size() != rank || interior->size() != rank ||
      llvm::any_of(*interior, [](int64_t width) { return width < 0; }))
    return graph.reject(op, kComputed).attachNote(op->getOperands());
  return graph.replace(op, emitPad(graph, x, graph.get(op.getPaddingValue()),
                                   {*low, *high, *interior}));
}

/// One slice an axis, because limits may be symbols here, and the op for all
/// axes would need each as a number.
static LogicalResult convertRealDynamicSlice(hlo::RealDynamicSliceOp op,
                                             GraphConversion &graph) {
  const SmallVector<SymExprAttr> *first = graph.getKnown(op.getStartIndices()),
                                 *limit = graph.getKnown(op.getLimitIndices());
  std::optional<SmallVector<int64_t>> strides =
      graph.getKnownNumbers(op.getStrides());
  Value x = graph.get(op.getOperand());
  size_t rank = TensorBuilder::rankOf(x);
  if (!first || !limit || !strides || first->size() != rank ||
      limit->size() != rank || strides->size() != rank)
    return graph.reject(op, kComputed).attachNote(op->getOperands());
  for (size_t axis = 0; axis < rank; ++axis)
    if ((*strides)[axis] > 0)
      x = graph.slice(x, axis, (*first)[axis], (*limit)[axis],
                      (*strides)[axis]);
    else
      return graph
          .reject(op, "expected positive steps", "found " + listText(*strides))
          .attachNote(op.getStrides());
  return graph.replace(op, x);
}

void populateShapeConversions(ConversionTable &table) {
  table.add(convertDynamicBroadcast);
  table.add(convertDynamicIota);
  table.add(convertDynamicPad);
  table.add(convertDynamicReshape);
  table.add(convertRealDynamicSlice);
  table.add(convertSize);
}

} // namespace mlir::relax
