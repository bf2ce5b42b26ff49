// Taking elements by their places as tensor programs.
#include "Elementwise.h"
#include "IndexMath.h"
#include "Legalization.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include <limits>

namespace mlir::relax {

//===-- take --------------------------------------------------------------===//

namespace {
/// What a `take` reads: a place on the axis, and whether the index was one.
struct TakenPlace {
  Value index;
  Value isInside;
};
} // namespace

/// The place that an index stands for. Also `fast` stays inside the operand:
/// what it gives is undefined, not what it reads.
/// TVM documents "fast" as unchecked. Reading out of bounds by an index from
/// data is not acceptable here, and the clamp costs two instructions.
static TakenPlace getTakenPlace(IndexMath math, StringRef mode, Value index,
                                Value size) {
  Value zero = math.constant(0);
  Value isInside = math.isWithin(index, zero, size);
  if (mode == "wrap")
    return {math.floorMod(index, size), isInside};
  return {math.clamp(index, zero, math.add(size, -1)), isInside};
}

static LogicalResult legalizeTake(TakeOp op, KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value x = kernel.input(0), indices = kernel.input(1), out = kernel.output();
  auto type = cast<MemRefType>(x.getType());
  int64_t axis = op.getAxis().value_or(0);
  if (axis < 0)
    axis += type.getRank();
  auto outType = cast<MemRefType>(out.getType());
  // The same rule as for gathers: reject what can never work.
  if (type.getDimSize(axis) == 0 && outType.hasStaticShape() &&
      outType.getNumElements() != 0)
    return kernel.notifyMatchFailure(
        "expected an axis with elements to take, but axis " + Twine(axis) +
        " has none");
  assertReadable(kernel, x, axis,
                 "expected an axis with elements to take, but axis " +
                     Twine(axis) + " has none");
  int64_t count = cast<MemRefType>(indices.getType()).getRank();
  Value size =
      IndexMath(builder, loc).value(tir::getExtents(builder, loc, x)[axis]);
  tir::buildComputeBlock(
      builder, loc, "take", tir::getExtents(builder, loc, out),
      [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
        IndexMath math(b, loc);
        Value index =
            memref::LoadOp::create(b, loc, indices, place.slice(axis, count));
        TakenPlace taken =
            getTakenPlace(math, op.getMode(),
                          castScalar(b, loc, index, b.getIndexType()), size);
        SmallVector<Value> source(place.take_front(axis));
        source.push_back(taken.index);
        llvm::append_range(source, place.drop_front(axis + count));
        Value element = memref::LoadOp::create(b, loc, x, source);
        if (op.getMode() != "nan")
          return element;
        Value nan = constantScalar(b, loc, element.getType(),
                                   // "nan" is for float data only, which the
                                   // verifier checks.
                                   std::numeric_limits<double>::quiet_NaN());
        return arith::SelectOp::create(b, loc, taken.isInside, element, nan);
      },
      out);
  return success();
}

//===-- strided_slice -----------------------------------------------------===//

/// Where a slice begins whose begin may count from the end, which is known only
/// at run time.
/// A begin that is a symbol may be negative or not; its sign is tested at run
/// time.
static Value getRuntimeStart(IndexMath math, OpBuilder &builder, Location loc,
                             Value begin, Value size, bool goesDown,
                             bool assumeInbound) {
  Value zero = math.constant(0);
  Value isNegative = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, begin, zero);
  Value start = arith::SelectOp::create(builder, loc, isNegative,
                                        math.add(begin, size), begin);
  // assume_inbound: the caller promises, so no clamp.
  if (assumeInbound)
    return start;
  return goesDown ? math.clamp(start, math.constant(-1), math.add(size, -1))
                  : math.clamp(start, zero, size);
}

/// Where the slice begins on each axis.
static SmallVector<Value> getStarts(StridedSliceOp op, ArrayRef<int64_t> axes,
                                    KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  IndexMath math(builder, loc);
  Dims dims = getDims(cast<RankedTensorType>(op.getX().getType()));
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, loc, kernel.input(0));
  SmallVector<Value> starts;
  for (auto [entry, axis] : llvm::enumerate(axes)) {
    auto begin = cast<SymExprAttr>(op.getBegin()[entry]);
    auto end = cast<SymExprAttr>(op.getEnd()[entry]);
    int64_t stride = op.getStrides() ? (*op.getStrides())[entry] : 1;
    // Shape inference has resolved what it can with the same function, so type
    // and kernel agree.
    SliceRange range =
        resolveSlice(dims[axis], begin, end, stride, op.getAssumeInbound());
    starts.push_back(
        range.start ? kernel.index(range.start)
                    : getRuntimeStart(math, builder, loc, kernel.index(begin),
                                      math.value(extents[axis]), stride < 0,
                                      op.getAssumeInbound()));
  }
  return starts;
}

static LogicalResult legalizeStridedSlice(StridedSliceOp op,
                                          KernelBuilder &kernel) {
  Value x = kernel.input(0), out = kernel.output();
  int64_t rank = cast<MemRefType>(x.getType()).getRank();
  SmallVector<int64_t> axes =
      llvm::map_to_vector(op.getAxes(), [&](int64_t axis) {
        return axis < 0 ? axis + rank : axis;
      });
  SmallVector<Value> starts = getStarts(op, axes, kernel);
  tir::buildComputeBlock(
      kernel.builder(), kernel.loc(), "strided_slice",
      tir::getExtents(kernel.builder(), kernel.loc(), out),
      [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
        IndexMath math(b, loc);
        SmallVector<Value> source(place);
        for (auto [entry, axis] : llvm::enumerate(axes)) {
          int64_t stride = op.getStrides() ? (*op.getStrides())[entry] : 1;
          source[axis] =
              math.add(math.mul(source[axis], stride), starts[entry]);
        }
        return memref::LoadOp::create(b, loc, x, source);
      },
      out);
  return success();
}

void populateIndexLegalizations(LegalizationTable &table) {
  table.add(legalizeTake);
  table.add(legalizeStridedSlice);
}

} // namespace mlir::relax
