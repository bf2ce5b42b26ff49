// Lowers what orders elements along an axis.
#include "Broadcast.h"
#include "Elementwise.h"
#include "Sorting.h"

#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/SortOps.h"
#include "Relax/Dialect/Relax/IR/TargetAttrs.h"

namespace mlir::relax {

static int64_t countFromFront(int64_t axis, KernelBuilder &kernel) {
  return axis < 0 ? axis + cast<MemRefType>(kernel.input(0).getType()).getRank()
                  : axis;
}

// Of no target, as in the interpreter, one thread sorts.
static bool isForGPU(Operation *op) {
  TargetInfo target = getTarget(op);
  return target && target.isGPU();
}

/// `result[at] = order[at]`, the first places of an order.
/// `order` holds places; sorting places instead of elements gives sort, argsort
/// and top-k from one routine.
static LogicalResult buildPlaces(KernelBuilder &kernel, Value order,
                                 unsigned result) {
  return buildResult(
      kernel, "places",
      [&](OpBuilder &b, Location loc, ValueRange at) {
        return BlockMath(b, loc).load(order, at);
      },
      result);
}

/// `result[at] = data[order[at]]`
static LogicalResult buildElements(KernelBuilder &kernel, Value order,
                                   int64_t axis, unsigned result) {
  return buildResult(
      kernel, "elements",
      [&](OpBuilder &b, Location loc, ValueRange at) {
        BlockMath math(b, loc);
        SmallVector<Value> source(at);
        source[axis] = math.loadIndex(order, at);
        return math.load(kernel.input(0), source);
      },
      result);
}

static LogicalResult legalizeSort(SortOp op, KernelBuilder &kernel) {
  int64_t axis = countFromFront(op.getAxis(), kernel);
  Value order = buildOrder(
      kernel, {kernel.input(0), axis, op.getDescending(), isForGPU(op)});
  return buildElements(kernel, order, axis, 0);
}

static LogicalResult legalizeArgsort(ArgsortOp op, KernelBuilder &kernel) {
  int64_t axis = countFromFront(op.getAxis(), kernel);
  return buildPlaces(kernel,
                     buildOrder(kernel, {kernel.input(0), axis,
                                         op.getDescending(), isForGPU(op)}),
                     0);
}

static LogicalResult legalizeTopK(TopKOp op, KernelBuilder &kernel) {
  int64_t axis = countFromFront(op.getAxis(), kernel);
  assertAtMost(kernel, getAxisSizes(kernel, kernel.output())[axis],
               getAxisSizes(kernel, kernel.input(0))[axis],
               "there are fewer elements than 'k' asks for");
  Value order =
      buildTopK(kernel, {kernel.input(0), axis, op.getLargest(), isForGPU(op)},
                op.getK());
  unsigned result = 0;
  if (op.getRetType() != "indices")
    (void)buildElements(kernel, order, axis, result++);
  if (op.getRetType() != "values")
    (void)buildPlaces(kernel, order, result);
  return success();
}

/// The reduced axes of a median, in row-major order, as one axis at the end of
/// a new buffer.
/// A median over several axes needs them in one row to be sorted.
static Value buildRows(KernelBuilder &kernel, ArrayRef<bool> isReduced) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value data = kernel.input(0);
  IndexMath math(builder, loc);
  SmallVector<OpFoldResult> kept, reduced;
  for (auto [reduces, extent] :
       llvm::zip_equal(isReduced, tir::getExtents(builder, loc, data)))
    (reduces ? reduced : kept).push_back(extent);
  SmallVector<OpFoldResult> extents = kept;
  extents.push_back(math.toExtent(math.product(reduced)));
  Value rows = tir::allocBuffer(builder, loc, extents, getElementType(data));
  tir::buildComputeBlock(
      builder, loc, "rows", extents,
      [&](OpBuilder &b, Location loc, ValueRange at) {
        BlockMath math(b, loc);
        SmallVector<Value> along = math.delinearize(at.back(), reduced);
        SmallVector<Value> source;
        unsigned nextKept = 0, nextReduced = 0;
        for (bool reduces : isReduced)
          source.push_back(reduces ? along[nextReduced++] : at[nextKept++]);
        return math.load(data, source);
      },
      rows);
  return rows;
}

/// The lesser of both middle elements; a NaN, which is last, where there is
/// one.
/// PyTorch's median: the lower of two middle elements. numpy's mean of both
/// would not be an element.
static LogicalResult legalizeMedian(MedianOp op, KernelBuilder &kernel) {
  int64_t rank = cast<MemRefType>(kernel.input(0).getType()).getRank();
  SmallVector<bool> isReduced(rank, !op.getAxis());
  for (int64_t axis : op.getAxis().value_or(ArrayRef<int64_t>()))
    isReduced[countFromFront(axis, kernel)] = true;
  for (auto [axis, reduces] : llvm::enumerate(isReduced))
    if (reduces)
      assertReadable(kernel, kernel.input(0), axis,
                     "expected elements to find the middle of");
  Value rows = buildRows(kernel, isReduced);
  int64_t axis = cast<MemRefType>(rows.getType()).getRank() - 1;
  Value order =
      buildOrder(kernel, {rows, axis, /*descending=*/false, isForGPU(op)});
  Value length =
      IndexMath(kernel.builder(), kernel.loc())
          .value(tir::getExtents(kernel.builder(), kernel.loc(), rows)[axis]);
  for (unsigned result = 0; result < op->getNumResults(); ++result)
    (void)buildResult(
        kernel, "median",
        [&](OpBuilder &b, Location loc, ValueRange at) {
          BlockMath math(b, loc);
          SmallVector<Value> place;
          for (auto [index, reduces] : llvm::enumerate(isReduced))
            if (!reduces)
              // Kept axes count in the result only if keepdims.
              place.push_back(at[op.getKeepdims() ? index : place.size()]);
          Value last = math.add(length, -1);
          place.push_back(last);
          Value lastPlace = math.loadIndex(order, place);
          place.back() = lastPlace;
          Value greatest = math.load(rows, place);
          place.back() = math.div(last, math.constant(2));
          Value middle = math.loadIndex(order, place);
          // All numbers are equal to themselves.
          // NaN are last in the order; the last element tells whether there is
          // any.
          Value chosen =
              math.choose(math.isEqual(greatest, greatest), middle, lastPlace);
          if (result == 1)
            return chosen;
          place.back() = chosen;
          return math.load(rows, place);
        },
        result);
  return success();
}

void populateSortLegalizations(LegalizationTable &table) {
  table.add(legalizeArgsort);
  table.add(legalizeMedian);
  table.add(legalizeSort);
  table.add(legalizeTopK);
}

} // namespace mlir::relax
