// Reordering and repeating elements as tensor programs: each result element
// reads one operand element.
#include "Elementwise.h"
#include "IndexMath.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

/// Gives the place in the operand that a place in the result reads.
using SourceOf =
    llvm::function_ref<SmallVector<Value>(IndexMath, ValueRange place)>;

/// `out[place] = in[source(place)]`.
static LogicalResult buildGather(KernelBuilder &kernel, StringRef label,
                                 SourceOf source) {
  return buildResult(
      kernel, label,
      [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
        return memref::LoadOp::create(b, loc, kernel.input(0),
                                      source(IndexMath(b, loc), place));
      });
}

static SmallVector<OpFoldResult> getInputExtents(KernelBuilder &kernel) {
  return tir::getExtents(kernel.builder(), kernel.loc(), kernel.input(0));
}

static int64_t getInputRank(KernelBuilder &kernel) {
  return cast<MemRefType>(kernel.input(0).getType()).getRank();
}

static LogicalResult legalizePermuteDims(PermuteDimsOp op,
                                         KernelBuilder &kernel) {
  int64_t rank = getInputRank(kernel);
  return buildGather(kernel, "permute_dims",
                     [&](IndexMath math, ValueRange place) {
                       SmallVector<Value> source(rank);
                       for (int64_t index = 0; index < rank; ++index) {
                         int64_t axis = op.getAxes() ? (*op.getAxes())[index]
                                                     : rank - 1 - index;
                         source[axis < 0 ? axis + rank : axis] = place[index];
                       }
                       return source;
                     });
}

static LogicalResult legalizeBroadcastTo(BroadcastToOp op,
                                         KernelBuilder &kernel) {
  SmallVector<SymExprAttr> from =
      getDims(cast<RankedTensorType>(op.getX().getType()));
  SmallVector<SymExprAttr> to = getDims(cast<RankedTensorType>(op.getType()));
  SmallVector<OpFoldResult> extents = getInputExtents(kernel);
  int64_t offset = to.size() - from.size();
  return buildGather(
      kernel, "broadcast_to", [&](IndexMath math, ValueRange place) {
        SmallVector<Value> source;
        Value zero = math.constant(0);
        for (auto [axis, extent] : llvm::enumerate(extents)) {
          Value index = place[offset + axis];
          if (isConstantIntValue(extent, 1))
            source.push_back(zero);
          else if (compareDims(from[axis], to[offset + axis]) == Proof::Equal)
            source.push_back(index);
          else // An extent of 1 is known only at run time.
            source.push_back(math.min(index, math.add(math.value(extent), -1)));
        }
        return source;
      });
}

static LogicalResult legalizeFlip(FlipOp op, KernelBuilder &kernel) {
  int64_t axis = op.getAxis();
  if (axis < 0)
    axis += getInputRank(kernel);
  OpFoldResult extent = getInputExtents(kernel)[axis];
  return buildGather(kernel, "flip", [&](IndexMath math, ValueRange place) {
    SmallVector<Value> source(place);
    source[axis] = math.sub(math.add(math.value(extent), -1), source[axis]);
    return source;
  });
}

static LogicalResult legalizeRepeat(RepeatOp op, KernelBuilder &kernel) {
  // Repeated 0 times, there is no element to ask for its source.
  int64_t repeats = std::max<int64_t>(op.getRepeats(), 1);
  std::optional<int64_t> axis = op.getAxis();
  if (axis && *axis < 0)
    *axis += getInputRank(kernel);
  SmallVector<OpFoldResult> extents = getInputExtents(kernel);
  return buildGather(kernel, "repeat", [&](IndexMath math, ValueRange place) {
    Value count = math.constant(repeats);
    if (!axis)
      return math.delinearize(math.div(place.front(), count), extents);
    SmallVector<Value> source(place);
    source[*axis] = math.div(source[*axis], count);
    return source;
  });
}

static LogicalResult legalizeTile(TileOp op, KernelBuilder &kernel) {
  ArrayRef<int64_t> repeats = op.getRepeats();
  SmallVector<OpFoldResult> extents = getInputExtents(kernel);
  return buildGather(kernel, "tile", [&](IndexMath math, ValueRange place) {
    SmallVector<Value> source(place.take_back(extents.size()));
    int64_t skipped = int64_t(repeats.size()) - int64_t(extents.size());
    for (auto [axis, extent] : llvm::enumerate(extents)) {
      int64_t entry = int64_t(axis) + skipped;
      if (isConstantIntValue(extent, 1))
        source[axis] = math.constant(0);
      else if (entry >= 0 && repeats[entry] > 1)
        source[axis] = math.rem(source[axis], math.value(extent));
    }
    return source;
  });
}

void populateManipulateLegalizations(LegalizationTable &table) {
  table.add(legalizePermuteDims);
  table.add(legalizeBroadcastTo);
  table.add(legalizeFlip);
  table.add(legalizeRepeat);
  table.add(legalizeTile);
}

} // namespace mlir::relax
