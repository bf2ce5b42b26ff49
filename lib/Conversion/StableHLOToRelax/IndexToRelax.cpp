// Ops that read and write at computed places.
//
// The specification moves a slice that would leave the operand back into it, as
// a whole, and so does each program here: its places are clamped before they
// are read. Where the program knows the place, the clamp is computed here and a
// plain slice is left.
#include "BlockMath.h"
#include "Elementwise.h"
#include "GraphConversion.h"
#include "IndexPlaces.h"

#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

/// The number of places on an axis where a part of `part` elements fits.
/// This bound, and not the size, is what the specification clamps with: a slice
/// always fits, and one that starts too late is moved back.
static Value getLast(BlockMath math, OpFoldResult size, Value part) {
  return math.sub(math.value(size), part);
}

//===----------------------------------------------------------------------===//
// Slices at one place
//===----------------------------------------------------------------------===//

/// Where a part starts: inside of the tensor, as far as it must be moved.
/// A start outside is no error in StableHLO. Without the clamp a decoder that
/// runs past its cache would read memory of others.
static SmallVector<Value> loadStarts(KernelBuilder &kernel, BlockMath math,
                                     unsigned firstInput,
                                     ArrayRef<OpFoldResult> sizes,
                                     ArrayRef<OpFoldResult> parts) {
  SmallVector<Value> starts;
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    Value start = math.loadIndex(kernel.input(firstInput + axis), ValueRange());
    starts.push_back(math.clamp(start, math.constant(0),
                                getLast(math, size, math.value(parts[axis]))));
  }
  return starts;
}

static bool areScalars(ValueRange values, size_t number) {
  return values.size() == number && llvm::all_of(values, [](Value value) {
           RankedTensorType type = typeOf(value);
           return type && type.getRank() == 0 &&
                  isa<IntegerType>(type.getElementType());
         });
}

/// A slice whose place the program knows.
/// Loops that are written out have known counters, and then this is a plain
/// slice, which fuses into its users. A program would stay a kernel of its own
/// for each turn.
static Value trySlice(hlo::DynamicSliceOp op, Value x, GraphConversion &graph) {
  Dims begin, end;
  for (auto [axis, start] : llvm::enumerate(op.getStartIndices())) {
    std::optional<SmallVector<int64_t>> number = graph.getKnownNumbers(start);
    std::optional<int64_t> size = TensorBuilder::dimsOf(x)[axis].getConstant();
    if (!number || !size)
      return {};
    int64_t most = *size - op.getSliceSizes()[axis];
    int64_t first = std::max<int64_t>(0, std::min(number->front(), most));
    begin.push_back(graph.dim(first));
    end.push_back(graph.dim(first + op.getSliceSizes()[axis]));
  }
  StridedSliceOp::Properties properties;
  Builder builder(op.getContext());
  properties.axes = builder.getDenseI64ArrayAttr(
      llvm::to_vector(llvm::seq<int64_t>(begin.size())));
  properties.begin = getSymExprArray(op.getContext(), begin);
  properties.end = getSymExprArray(op.getContext(), end);
  return graph.emit<StridedSliceOp>(x, properties);
}

/// A tensor of rank 0 has no axis to slice, and a program without loops over it
/// would only copy, so it is passed on.
static LogicalResult convertDynamicSlice(hlo::DynamicSliceOp op,
                                         GraphConversion &graph) {
  Value x = graph.get(op.getOperand());
  Dims dims = TensorBuilder::dimsOf(x), parts;
  if (!areScalars(op.getStartIndices(), dims.size()) ||
      op.getSliceSizes().size() != dims.size())
    return graph
        .reject(op, "expected a start and a size for each axis",
                "found " + std::to_string(op.getStartIndices().size()) +
                    " starts and " + std::to_string(op.getSliceSizes().size()) +
                    " sizes")
        .attachNote(op.getOperand());
  for (auto [dim, size] : llvm::zip(dims, op.getSliceSizes())) {
    std::optional<int64_t> number = dim ? dim.getConstant() : std::nullopt;
    if (size < 0 || (number && size > *number))
      return graph
          .reject(op, "expected a slice that fits the operand",
                  "found sizes " + listText(op.getSliceSizes()) + " of " +
                      typesText(x.getType()))
          .attachNote(op.getOperand());
    parts.push_back(graph.dim(size));
  }
  if (dims.empty())
    return graph.replace(op, x);
  if (Value slice = trySlice(op, x, graph))
    return graph.replace(op, slice);
  auto type = getTensorType(parts, TensorBuilder::elementOf(x));
  auto build = [&](KernelBuilder &kernel) {
    SmallVector<OpFoldResult> sizes =
        tir::getExtents(kernel.builder(), kernel.loc(), kernel.input(0));
    SmallVector<OpFoldResult> wanted =
        tir::getExtents(kernel.builder(), kernel.loc(), kernel.output());
    (void)buildResult(kernel, "dynamic_slice",
                      [&](OpBuilder &b, Location loc, ValueRange at) {
                        BlockMath math(b, loc);
                        SmallVector<Value> place =
                            loadStarts(kernel, math, 1, sizes, wanted);
                        for (auto [start, offset] : llvm::zip(place, at))
                          start = math.add(start, offset);
                        return math.load(kernel.input(0), place);
                      });
  };
  return graph.replace(
      op,
      graph.call("dynamic_slice", graph.get(op->getOperands()), type, build));
}

/// Copies the operand first, because the result is a new value and others may
/// still read the old one.
static LogicalResult convertDynamicUpdateSlice(hlo::DynamicUpdateSliceOp op,
                                               GraphConversion &graph) {
  SmallVector<Value> inputs = graph.get(op->getOperands());
  auto type = cast<RankedTensorType>(inputs[0].getType());
  Dims dims = getDims(type), parts = TensorBuilder::dimsOf(inputs[1]);
  if (!areScalars(op.getStartIndices(), dims.size()) ||
      parts.size() != dims.size() ||
      type.getElementType() != TensorBuilder::elementOf(inputs[1]))
    return graph
        .reject(op,
                "expected an update like the operand and a start "
                "for each axis",
                "found an update of " + typesText(inputs[1].getType()) +
                    " and " + std::to_string(op.getStartIndices().size()) +
                    " starts")
        .attachNote(op->getOperand(0));
  for (auto [dim, part] : llvm::zip(dims, parts))
    if (dim && part && dim.getConstant() && part.getConstant() &&
        *part.getConstant() > *dim.getConstant())
      return graph
          .reject(op, "expected an update that fits the operand",
                  "found " + typesText(inputs[1].getType()))
          .attachNote(op->getOperand(0));
  if (dims.empty())
    return graph.replace(op, inputs[1]);
  auto build = [&](KernelBuilder &kernel) {
    OpBuilder &builder = kernel.builder();
    Value out = kernel.output();
    (void)buildResult(kernel, "copy",
                      [&](OpBuilder &b, Location loc, ValueRange at) {
                        return BlockMath(b, loc).load(kernel.input(0), at);
                      });
    SmallVector<OpFoldResult> sizes =
        tir::getExtents(builder, kernel.loc(), out);
    SmallVector<OpFoldResult> part =
        tir::getExtents(builder, kernel.loc(), kernel.input(1));
    tir::buildBlock(builder, kernel.loc(), "update", makeSpatial(part),
                    [&](OpBuilder &b, Location loc, ValueRange at) {
                      BlockMath math(b, loc);
                      SmallVector<Value> place =
                          loadStarts(kernel, math, 2, sizes, part);
                      for (auto [start, offset] : llvm::zip(place, at))
                        start = math.add(start, offset);
                      math.store(math.load(kernel.input(1), at), out, place);
                    });
  };
  return graph.replace(op,
                       graph.call("dynamic_update_slice", inputs, type, build));
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

/// Every axis of the operand is either collapsed, batching or an offset, and
/// every axis of the indices but that of the vectors is a batch axis of the
/// result. If one of these sums were wrong, the places below would be read
/// beyond the end of a list.
static bool isValid(hlo::GatherDimsAttr dims, int64_t operandRank,
                    int64_t indexRank, size_t numSizes, int64_t resultRank) {
  SmallVector<int64_t> gone(dims.getCollapsedSliceDims());
  llvm::append_range(gone, dims.getOperandBatchingDims());
  SmallVector<int64_t> mapped(dims.getStartIndexMap());
  llvm::append_range(mapped, dims.getOperandBatchingDims());
  int64_t vector = dims.getIndexVectorDim();
  return numSizes == size_t(operandRank) && areAxes(gone, operandRank) &&
         areAxes(mapped, operandRank) && vector >= 0 && vector <= indexRank &&
         areAxes(dims.getStartIndicesBatchingDims(), indexRank) &&
         !contains(dims.getStartIndicesBatchingDims(), vector) &&
         dims.getStartIndicesBatchingDims().size() ==
             dims.getOperandBatchingDims().size() &&
         areAxes(dims.getOffsetDims(), resultRank) &&
         dims.getOffsetDims().size() + gone.size() == size_t(operandRank) &&
         resultRank == int64_t(dims.getOffsetDims().size()) + indexRank -
                           (vector < indexRank);
}

namespace {
/// A gather: which axes are what.
struct Gather {
  hlo::GatherDimsAttr dims;
  SmallVector<SymExprAttr> sizes;
  int64_t operandRank, indexRank, resultRank;

  /// The place in the operand that the place in the result has.
  SmallVector<Value> findPlace(BlockMath math, KernelBuilder &kernel,
                               ArrayRef<Value> parts,
                               ArrayRef<OpFoldResult> extents,
                               ValueRange at) const;
};
} // namespace

/// The start is clamped, not the place itself: a window is moved as a whole.
/// Clamping each element would repeat the border instead.
SmallVector<Value> Gather::findPlace(BlockMath math, KernelBuilder &kernel,
                                     ArrayRef<Value> parts,
                                     ArrayRef<OpFoldResult> extents,
                                     ValueRange at) const {
  SmallVector<Value> batch, offsets, place(operandRank, math.constant(0));
  for (int64_t axis = 0; axis < resultRank; ++axis)
    (contains(dims.getOffsetDims(), axis) ? offsets : batch)
        .push_back(at[axis]);
  int64_t vector = dims.getIndexVectorDim();
  for (auto [entry, axis] : llvm::enumerate(dims.getStartIndexMap())) {
    Value start = math.loadIndex(
        kernel.input(1),
        getIndexPlace(batch, vector, vector < indexRank, math.constant(entry)));
    place[axis] = math.clamp(start, math.constant(0),
                             getLast(math, extents[axis], parts[axis]));
  }
  SmallVector<int64_t> batchAxes = getBatchAxes(indexRank, vector);
  for (auto [axis, from] : llvm::zip(dims.getOperandBatchingDims(),
                                     dims.getStartIndicesBatchingDims()))
    place[axis] = batch[llvm::find(batchAxes, from) - batchAxes.begin()];
  unsigned next = 0;
  for (int64_t axis = 0; axis < operandRank; ++axis)
    if (!contains(dims.getCollapsedSliceDims(), axis) &&
        !contains(dims.getOperandBatchingDims(), axis))
      place[axis] = math.add(place[axis], offsets[next++]);
  return place;
}

static LogicalResult convertGather(Operation *op, hlo::GatherDimsAttr dims,
                                   ArrayRef<SymExprAttr> sizes,
                                   GraphConversion &graph) {
  Value x = graph.get(op->getOperand(0)),
        indices = graph.get(op->getOperand(1));
  RankedTensorType type = typeOf(op->getResult(0));
  Gather gather{dims, llvm::to_vector(sizes), TensorBuilder::rankOf(x),
                TensorBuilder::rankOf(indices), type ? type.getRank() : -1};
  if (!isValid(dims, gather.operandRank, gather.indexRank, sizes.size(),
               gather.resultRank) ||
      !isa<IntegerType>(TensorBuilder::elementOf(indices)))
    return graph
        .reject(op,
                "expected axes of its operands and its result, as "
                "many as the specification says",
                "found " + typesText(op->getOperandTypes()) + " and " +
                    typesText(op->getResultTypes()))
        .attachNote(op->getOperand(1));
  Dims result, indexDims = TensorBuilder::dimsOf(indices), offsets,
               xDims = TensorBuilder::dimsOf(x);
  for (int64_t axis = 0; axis < gather.operandRank; ++axis) {
    std::optional<int64_t> part = sizes[axis].getConstant(),
                           size = xDims[axis] ? xDims[axis].getConstant()
                                              : std::nullopt;
    if (part && size && *part > *size)
      return graph
          .reject(op, "expected slices that fit the operand",
                  "found " + std::to_string(*part) + " of " +
                      std::to_string(*size) + " elements on axis " +
                      std::to_string(axis))
          .attachNote(op->getOperand(0));
    if (!contains(dims.getCollapsedSliceDims(), axis) &&
        !contains(dims.getOperandBatchingDims(), axis))
      offsets.push_back(sizes[axis]);
  }
  SmallVector<int64_t> batchAxes =
      getBatchAxes(gather.indexRank, dims.getIndexVectorDim());
  unsigned nextBatch = 0, nextOffset = 0;
  for (int64_t axis = 0; axis < gather.resultRank; ++axis)
    result.push_back(contains(dims.getOffsetDims(), axis)
                         ? offsets[nextOffset++]
                         : indexDims[batchAxes[nextBatch++]]);
  auto build = [&](KernelBuilder &kernel) {
    SmallVector<OpFoldResult> extents =
        tir::getExtents(kernel.builder(), kernel.loc(), kernel.input(0));
    SmallVector<Value> parts = llvm::map_to_vector(
        sizes, [&](SymExprAttr size) { return kernel.index(size); });
    (void)buildResult(
        kernel, "gather", [&](OpBuilder &b, Location loc, ValueRange at) {
          BlockMath math(b, loc);
          return math.load(kernel.input(0),
                           gather.findPlace(math, kernel, parts, extents, at));
        });
  };
  return graph.replace(
      op,
      graph.call("gather", {x, indices},
                 getTensorType(result, TensorBuilder::elementOf(x)), build));
}

static LogicalResult convertGatherOp(hlo::GatherOp op, GraphConversion &graph) {
  Dims sizes = llvm::map_to_vector(
      op.getSliceSizes(), [&](int64_t size) { return graph.dim(size); });
  return convertGather(op, op.getDimensionNumbers(), sizes, graph);
}

static LogicalResult convertDynamicGather(hlo::DynamicGatherOp op,
                                          GraphConversion &graph) {
  const SmallVector<SymExprAttr> *sizes = graph.getKnown(op.getSliceSizes());
  if (!sizes)
    return graph
        .reject(op,
                "expected sizes that are numbers or follow from "
                "sizes of parameters",
                "found sizes that values decide")
        .attachNote(op.getSliceSizes());
  return convertGather(op, op.getDimensionNumbers(), Dims(*sizes), graph);
}

void populateIndexConversions(ConversionTable &table) {
  table.add(convertDynamicGather);
  table.add(convertDynamicSlice);
  table.add(convertDynamicUpdateSlice);
  table.add(convertGatherOp);
}

} // namespace mlir::relax
