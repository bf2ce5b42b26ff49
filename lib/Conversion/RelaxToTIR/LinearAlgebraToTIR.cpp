// Lowers products of matrices.
#include "Broadcast.h"
#include "Elementwise.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"

namespace mlir::relax {

namespace {
/// The iterators of one product: `batch`, then `m` and `n` where the operands
/// have them.
/// Vectors as operands have no m or n: numpy's matmul treats a vector as a row
/// on the left and as a column on the right.
struct MatmulIters {
  ValueRange batch;
  Value m, n;
};
} // namespace

static int64_t getRank(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getRank();
}

static MatmulIters splitIters(ValueRange iters, int64_t leftRank,
                              int64_t rightRank) {
  MatmulIters split;
  if (rightRank > 1) {
    split.n = iters.back();
    iters = iters.drop_back();
  }
  if (leftRank > 1) {
    split.m = iters.back();
    iters = iters.drop_back();
  }
  split.batch = iters;
  return split;
}

/// The batch axes of an operand, broadcast to those of the result.
/// Batch axes broadcast; a batch axis of 1 reads index 0 and is not copied.
static BroadcastInput getBatch(KernelBuilder &kernel, Value buffer,
                               ArrayRef<AxisSize> batch) {
  return {kernel, buffer, batch, std::max<int64_t>(getRank(buffer) - 2, 0)};
}

/// An element of a matrix; `row` and `column` are null for the axis that a
/// vector lacks.
static Value loadElement(OpBuilder &builder, Location loc, Value buffer,
                         SmallVector<Value> place, Value row, Value column,
                         Type type) {
  for (Value index : {row, column})
    if (index)
      place.push_back(index);
  return castScalar(builder, loc,
                    memref::LoadOp::create(builder, loc, buffer, place), type);
}

/// out[b, m, n] = sum over k of left[b, m, k] * right[b, k, n], narrow floats
/// accumulated in f32.
static LogicalResult lowerMatmul(MatmulOp, KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Value left = kernel.input(0), right = kernel.input(1);
  int64_t leftRank = getRank(left), rightRank = getRank(right);
  // K is the last axis of the left operand and the last but one of the right,
  // or the only one of a vector.
  AxisSize depth = getAxisSizes(kernel, left).back();
  assertSameSize(
      kernel, depth,
      getAxisSizes(kernel, right)[std::max<int64_t>(rightRank - 2, 0)],
      "sizes of the axes that are summed over differ");
  SmallVector<AxisSize> batch = getAxisSizes(kernel, kernel.output());
  // The result has n and m behind its batch axes where the operands have them.
  batch.truncate(batch.size() - (leftRank > 1) - (rightRank > 1));
  BroadcastInput leftBatch = getBatch(kernel, left, batch);
  BroadcastInput rightBatch = getBatch(kernel, right, batch);
  buildSums(kernel, [&](Value sums) {
    // f16 products are accumulated in f32: with K = 4096 an f16 sum stops
    // growing when the addend falls below half a unit.
    Type wide = getElementType(sums);
    tir::buildReduceBlock(
        builder, kernel.loc(), "matmul",
        tir::getExtents(builder, kernel.loc(), sums), {depth.extent},
        zeroOf(builder, kernel.loc(), wide),
        [&](OpBuilder &inner, Location loc, ValueRange spatial,
            ValueRange reduce, Value acc) {
          MatmulIters iters = splitIters(spatial, leftRank, rightRank);
          Value lhs = loadElement(inner, loc, left,
                                  leftBatch.getPlace(inner, loc, iters.batch),
                                  iters.m, reduce[0], wide);
          Value rhs = loadElement(inner, loc, right,
                                  rightBatch.getPlace(inner, loc, iters.batch),
                                  reduce[0], iters.n, wide);
          return addScalar(inner, loc, acc, mulScalar(inner, loc, lhs, rhs));
        },
        sums);
  });
  return success();
}

/// out[m, n] = left[m] * right[n]
static LogicalResult lowerOuter(OuterOp, KernelBuilder &kernel) {
  return buildResult(
      kernel, "outer", [&](OpBuilder &builder, Location loc, ValueRange iters) {
        Value lhs = memref::LoadOp::create(builder, loc, kernel.input(0),
                                           iters.take_front(1));
        Value rhs = memref::LoadOp::create(builder, loc, kernel.input(1),
                                           iters.drop_front(1));
        return mulScalar(builder, loc, lhs, rhs);
      });
}

void populateLinearAlgebraLegalizations(LegalizationTable &table) {
  table.add(lowerMatmul);
  table.add(lowerOuter);
}

} // namespace mlir::relax
