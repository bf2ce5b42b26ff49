// Ops that combine updates with the elements at computed places.
//
// Kept apart from gather, with which it shares how vectors of indices name
// places, but not what happens outside: gather moves its window into the
// operand, scatter drops the element.
#include "BlockMath.h"
#include "Elementwise.h"
#include "IndexPlaces.h"
#include "ScalarBody.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

namespace {
/// A scatter: which axes are what.
struct Scatter {
  hlo::ScatterOp op;
  hlo::ScatterDimsAttr dims;
  int64_t operandRank, indexRank, updateRank;

  bool isValid();
  /// The place in the operand that a place in the updates has.
  SmallVector<Value> findPlace(BlockMath math, KernelBuilder &kernel,
                               ValueRange at);
  void build(KernelBuilder &kernel);
};
} // namespace

/// The specification demands this of the attribute. It is checked here and not
/// as the text is read, so that each such op is reported with the others
/// instead of ending the run.
bool Scatter::isValid() {
  SmallVector<int64_t> gone(dims.getInsertedWindowDims());
  llvm::append_range(gone, dims.getInputBatchingDims());
  SmallVector<int64_t> mapped(dims.getScatterDimsToOperandDims());
  llvm::append_range(mapped, dims.getInputBatchingDims());
  int64_t vector = dims.getIndexVectorDim();
  return areAxes(gone, operandRank) && areAxes(mapped, operandRank) &&
         vector >= 0 && vector <= indexRank &&
         areAxes(dims.getScatterIndicesBatchingDims(), indexRank) &&
         !contains(dims.getScatterIndicesBatchingDims(), vector) &&
         dims.getScatterIndicesBatchingDims().size() ==
             dims.getInputBatchingDims().size() &&
         areAxes(dims.getUpdateWindowDims(), updateRank) &&
         dims.getUpdateWindowDims().size() + gone.size() ==
             size_t(operandRank) &&
         updateRank == int64_t(dims.getUpdateWindowDims().size()) + indexRank -
                           (vector < indexRank);
}

/// Unlike in gather, the place is not moved into the operand: an update outside
/// is dropped, and the others of its window are not.
SmallVector<Value> Scatter::findPlace(BlockMath math, KernelBuilder &kernel,
                                      ValueRange at) {
  SmallVector<Value> batch, window, place(operandRank, math.constant(0));
  for (int64_t axis = 0; axis < updateRank; ++axis)
    (contains(dims.getUpdateWindowDims(), axis) ? window : batch)
        .push_back(at[axis]);
  int64_t vector = dims.getIndexVectorDim();
  Value indices = kernel.input(op.getInputs().size());
  for (auto [entry, axis] : llvm::enumerate(dims.getScatterDimsToOperandDims()))
    place[axis] =
        math.loadIndex(indices, getIndexPlace(batch, vector, vector < indexRank,
                                              math.constant(entry)));
  SmallVector<int64_t> batchAxes = getBatchAxes(indexRank, vector);
  for (auto [axis, from] : llvm::zip(dims.getInputBatchingDims(),
                                     dims.getScatterIndicesBatchingDims()))
    place[axis] = batch[llvm::find(batchAxes, from) - batchAxes.begin()];
  unsigned next = 0;
  for (int64_t axis = 0; axis < operandRank; ++axis)
    if (!contains(dims.getInsertedWindowDims(), axis) &&
        !contains(dims.getInputBatchingDims(), axis))
      place[axis] = math.add(place[axis], window[next++]);
  return place;
}

/// The operand is copied first because it is a value that others may still
/// read. The loops run in order: the specification leaves the order of equal
/// places open, but two updates at once could lose one.
void Scatter::build(KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Region &body = op->getRegion(0);
  unsigned count = op.getInputs().size();
  for (unsigned index = 0; index < count; ++index)
    (void)buildResult(
        kernel, "copy",
        [&](OpBuilder &b, Location loc, ValueRange at) {
          return BlockMath(b, loc).load(kernel.input(index), at);
        },
        index);
  SmallVector<OpFoldResult> sizes =
      tir::getExtents(builder, kernel.loc(), kernel.output());
  SmallVector<OpFoldResult> updates =
      tir::getExtents(builder, kernel.loc(), kernel.input(count + 1));
  // Updates may meet, so they go one after the other.
  tir::buildBlock(
      builder, kernel.loc(), "scatter", {},
      [&](OpBuilder &b, Location loc, ValueRange) {
        BlockMath math(b, loc);
        math.loopOver(updates, [&](ValueRange at) {
          SmallVector<Value> place = findPlace(math, kernel, at);
          Value isInside = math.one(b.getI1Type());
          for (auto [index, size] : llvm::zip(place, sizes))
            isInside =
                math.both(isInside, math.isWithin(index, math.constant(0),
                                                  math.value(size)));
          math.when(isInside, [&] {
            SmallVector<Value> elements;
            for (unsigned index = 0; index < count; ++index)
              elements.push_back(math.load(kernel.output(index), place));
            for (unsigned index = 0; index < count; ++index)
              elements.push_back(
                  math.load(kernel.input(count + 1 + index), at));
            for (auto [index, value] :
                 llvm::enumerate(applyRegion(math, body, elements)))
              math.store(value, kernel.output(index), place);
          });
        });
      });
}

/// All operands have one shape, so one place serves them all; the region
/// combines them together, and cannot be split by operand.
static LogicalResult convertScatter(hlo::ScatterOp op, GraphConversion &graph) {
  if (op.getInputs().empty() ||
      op.getInputs().size() != op.getUpdates().size() ||
      op.getNumResults() != op.getInputs().size())
    return graph
        .reject(op, "expected an update and a result for each operand",
                "found " + std::to_string(op.getUpdates().size()) +
                    " updates and " + std::to_string(op.getNumResults()) +
                    " results")
        .attachNote(op.getInputs());
  SmallVector<Value> inputs = graph.get(op->getOperands());
  Value indices = graph.get(op.getScatterIndices());
  Value updates = graph.get(op.getUpdates().front());
  Scatter scatter{op, op.getScatterDimensionNumbers(),
                  TensorBuilder::rankOf(inputs.front()),
                  TensorBuilder::rankOf(indices),
                  TensorBuilder::rankOf(updates)};
  auto haveOneShape = [&](ValueRange range) {
    return llvm::all_of(range, [&](Value value) {
      return TensorBuilder::dimsOf(graph.get(value)) ==
             TensorBuilder::dimsOf(graph.get(range.front()));
    });
  };
  if (!scatter.isValid() || !haveOneShape(op.getInputs()) ||
      !haveOneShape(op.getUpdates()) ||
      !isa<IntegerType>(TensorBuilder::elementOf(indices)))
    return graph
        .reject(op,
                "expected axes of its operands, as many as the "
                "specification says",
                "found " + typesText(op->getOperandTypes()))
        .attachNote(op.getScatterIndices());
  SmallVector<Type> elements = llvm::map_to_vector(op.getInputs(), elementAt);
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments,
                     llvm::map_to_vector(op.getUpdates(), elementAt));
  std::string obstacle =
      getScalarObstacle(op.getUpdateComputation(), arguments, elements);
  if (!obstacle.empty())
    return graph.reject(op, obstacle);
  SmallVector<RankedTensorType> types;
  for (Value input : graph.get(op.getInputs()))
    types.push_back(cast<RankedTensorType>(input.getType()));
  return graph.replace(
      op, graph.call("scatter", inputs, types,
                     [&](KernelBuilder &kernel) { scatter.build(kernel); }));
}

void populateScatterConversions(ConversionTable &table) {
  table.add(convertScatter);
}

} // namespace mlir::relax
