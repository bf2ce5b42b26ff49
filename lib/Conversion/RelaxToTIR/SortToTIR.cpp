// Lowers what orders elements along an axis.
#include "Broadcast.h"
#include "Elementwise.h"
#include "SortedRow.h"

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

namespace {
/// What a sort gives: elements, their places, or both; all or the first few.
struct SortResults {
  std::optional<unsigned> elements, places;
  std::optional<int64_t> limit;
};
} // namespace

/// The same without an order: many threads store each element, and its place,
/// at the rank of it.
static void storeByRanks(KernelBuilder &kernel, const SortedAxis &sorted,
                         const SortResults &results) {
  SortedRanks ranks = buildRanks(kernel, sorted);
  auto storeAll = [&](StringRef label, unsigned result,
                      llvm::function_ref<Value(const SortedRow &, Value)> get) {
    forEachRank(
        kernel, sorted, ranks, label,
        [&](const SortedRow &row, Value rank, Value place) {
          const BlockMath &math = row.math;
          auto store = [&] {
            math.store(get(row, place), kernel.output(result), row.at(rank));
          };
          if (!results.limit)
            return store();
          math.when(math.isLess(rank, math.constant(*results.limit)), store);
        });
  };
  if (results.elements)
    storeAll("elements", *results.elements,
             [&](const SortedRow &row, Value place) {
               return row.math.load(sorted.data, row.at(place));
             });
  if (results.places)
    storeAll("places", *results.places,
             [&](const SortedRow &, Value place) { return place; });
}

static LogicalResult buildSorted(KernelBuilder &kernel,
                                 const SortedAxis &sorted,
                                 const SortResults &results) {
  if (sorted.isForGPU) {
    storeByRanks(kernel, sorted, results);
    return success();
  }
  Value order = results.limit ? buildTopK(kernel, sorted, *results.limit)
                              : buildOrder(kernel, sorted);
  if (results.elements &&
      failed(buildElements(kernel, order, sorted.axis, *results.elements)))
    return failure();
  return results.places ? buildPlaces(kernel, order, *results.places)
                        : success();
}

static LogicalResult legalizeSort(SortOp op, KernelBuilder &kernel) {
  int64_t axis = countFromFront(op.getAxis(), kernel);
  return buildSorted(kernel,
                     {kernel.input(0), axis, op.getDescending(), isForGPU(op)},
                     {/*elements=*/0, std::nullopt, std::nullopt});
}

static LogicalResult legalizeArgsort(ArgsortOp op, KernelBuilder &kernel) {
  int64_t axis = countFromFront(op.getAxis(), kernel);
  return buildSorted(kernel,
                     {kernel.input(0), axis, op.getDescending(), isForGPU(op)},
                     {std::nullopt, /*places=*/0, std::nullopt});
}

static LogicalResult legalizeTopK(TopKOp op, KernelBuilder &kernel) {
  int64_t axis = countFromFront(op.getAxis(), kernel);
  assertAtMost(kernel, getAxisSizes(kernel, kernel.output())[axis],
               getAxisSizes(kernel, kernel.input(0))[axis],
               "there are fewer elements than 'k' asks for");
  SortResults results;
  unsigned numResults = 0;
  if (op.getRetType() != "indices")
    results.elements = numResults++;
  if (op.getRetType() != "values")
    results.places = numResults++;
  // Less than one means all of them.
  if (op.getK() >= 1)
    results.limit = op.getK();
  return buildSorted(
      kernel, {kernel.input(0), axis, op.getLargest(), isForGPU(op)}, results);
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
