// Taking elements at coordinates that tensors hold, as tensor programs. Each
// coordinate may count from the end, and is kept inside its axis.
#include "Broadcast.h"
#include "Elementwise.h"
#include "IndexMath.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"

namespace mlir::relax {

namespace {
/// The data that coordinates point into.
struct GatherData {
  explicit GatherData(KernelBuilder &kernel)
      : buffer(kernel.input(0)),
        extents(tir::getExtents(kernel.builder(), kernel.loc(), buffer)) {}

  /// The place on an axis that an element of an index tensor stands for.
  Value getPlace(OpBuilder &b, Location loc, int64_t axis,
                 Value coordinate) const {
    IndexMath math(b, loc);
    Value index = castScalar(b, loc, coordinate, b.getIndexType());
    Value zero = math.constant(0), size = math.value(extents[axis]);
    Value isNegative =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, index, zero);
    index = arith::SelectOp::create(b, loc, isNegative, math.add(index, size),
                                    index);
    // Wrap first, then clamp: -1 is the last element, -n - 1 becomes 0.
    return math.clamp(index, zero, math.add(size, -1));
  }

  Value buffer;
  SmallVector<OpFoldResult> extents;
};
} // namespace

/// It is rejected to take elements of data that provably has none; where that
/// is known only at run time, the program stops.
static LogicalResult verifyHasElements(KernelBuilder &kernel) {
  auto type = cast<MemRefType>(kernel.input(0).getType());
  auto outType = cast<MemRefType>(kernel.output().getType());
  // Provably empty data with a result that has elements can never be right.
  if (llvm::is_contained(type.getShape(), 0) && outType.hasStaticShape() &&
      outType.getNumElements() != 0)
    return kernel.notifyMatchFailure(
        "expected data with elements to take, but an axis "
        "has none");
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    assertReadable(kernel, kernel.input(0), axis,
                   "expected data with elements to take, but axis " +
                       Twine(axis) + " has none");
  return success();
}

/// Write each element of the result from the place that `source` gives.
static LogicalResult buildGather(
    KernelBuilder &kernel, StringRef label, const GatherData &data,
    llvm::function_ref<SmallVector<Value>(OpBuilder &, Location, ValueRange)>
        source) {
  return buildResult(
      kernel, label,
      [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
        return memref::LoadOp::create(b, loc, data.buffer,
                                      source(b, loc, place));
      });
}

static LogicalResult legalizeGatherElements(GatherElementsOp op,
                                            KernelBuilder &kernel) {
  if (failed(verifyHasElements(kernel)))
    return failure();
  GatherData data(kernel);
  int64_t axis = op.getAxis();
  if (axis < 0)
    axis += data.extents.size();
  SmallVector<AxisSize> sizes = getAxisSizes(kernel, kernel.input(0));
  for (auto [other, size] :
       llvm::enumerate(getAxisSizes(kernel, kernel.input(1))))
    // The other axes of indices may be shorter than the data's, but not
    // longer.
    if (int64_t(other) != axis)
      assertAtMost(kernel, size, sizes[other],
                   "the indices reach beyond the data on another axis");
  return buildGather(kernel, "gather_elements", data,
                     [&](OpBuilder &b, Location loc, ValueRange place) {
                       Value index = memref::LoadOp::create(
                           b, loc, kernel.input(1), place);
                       SmallVector<Value> source(place);
                       source[axis] = data.getPlace(b, loc, axis, index);
                       return source;
                     });
}

static LogicalResult legalizeGatherND(GatherNDOp op, KernelBuilder &kernel) {
  if (failed(verifyHasElements(kernel)))
    return failure();
  GatherData data(kernel);
  ArrayRef<int64_t> shape =
      cast<MemRefType>(kernel.input(1).getType()).getShape();
  // Each coordinate is a load in the block, so their number is static.
  if (ShapedType::isDynamic(shape.back()))
    return kernel.notifyMatchFailure(
        "expected a known number of coordinates, but found a "
        "symbolic one");
  int64_t batch = op.getBatchDims(), rank = shape.size();
  for (int64_t axis = 0; axis < batch; ++axis)
    assertSameSizes(kernel, kernel.input(0), kernel.input(1), {{axis, axis}},
                    "the batch axes of data and indices differ in size");
  return buildGather(
      kernel, "gather_nd", data,
      [&](OpBuilder &b, Location loc, ValueRange place) {
        SmallVector<Value> source(place.take_front(batch));
        for (int64_t entry = 0; entry < shape.back(); ++entry) {
          SmallVector<Value> at(place.take_front(rank - 1));
          at.push_back(IndexMath(b, loc).constant(entry));
          Value index = memref::LoadOp::create(b, loc, kernel.input(1), at);
          source.push_back(data.getPlace(b, loc, batch + entry, index));
        }
        llvm::append_range(source, place.drop_front(rank - 1));
        return source;
      });
}

static LogicalResult legalizeIndexTensor(IndexTensorOp op,
                                         KernelBuilder &kernel) {
  if (failed(verifyHasElements(kernel)))
    return failure();
  GatherData data(kernel);
  int64_t rank = data.extents.size(), count = op.getIndices().size();
  SmallVector<AxisSize> space = getAxisSizes(kernel, kernel.output());
  // The index tensors broadcast to one another; what they leave of the axes is
  // kept behind.
  space.truncate(space.size() - (rank - count));
  SmallVector<BroadcastInput> indices;
  for (int64_t axis = 0; axis < count; ++axis)
    indices.emplace_back(kernel, kernel.input(1 + axis), space);
  return buildGather(
      kernel, "index_tensor", data,
      [&](OpBuilder &b, Location loc, ValueRange place) {
        ValueRange shared = place.drop_back(rank - count);
        SmallVector<Value> source;
        for (auto [axis, index] : llvm::enumerate(indices))
          source.push_back(
              data.getPlace(b, loc, axis, index.load(b, loc, shared)));
        llvm::append_range(source, place.take_back(rank - count));
        return source;
      });
}

void populateGatherLegalizations(LegalizationTable &table) {
  table.add(legalizeGatherElements);
  table.add(legalizeGatherND);
  table.add(legalizeIndexTensor);
}

} // namespace mlir::relax
