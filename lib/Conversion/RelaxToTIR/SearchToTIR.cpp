// Lowers what chooses elements, or finds places by comparing.
#include "BlockMath.h"
#include "Elementwise.h"

#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::relax {

// A select of two loads: both operands are read everywhere.
static LogicalResult lowerWhere(WhereOp, KernelBuilder &kernel) {
  return buildElementwise(
      kernel, "where",
      [](OpBuilder &builder, Location loc, ValueRange elements) -> Value {
        return arith::SelectOp::create(builder, loc, elements[0], elements[1],
                                       elements[2]);
      });
}

// An index that is out of range makes a row of off values.
static LogicalResult lowerOneHot(OneHotOp op, KernelBuilder &kernel) {
  int64_t rank = cast<MemRefType>(kernel.output().getType()).getRank();
  int64_t axis = op.getAxis();
  if (axis < 0)
    axis += rank;
  return buildResult(
      kernel, "one_hot",
      [&](OpBuilder &inner, Location loc, ValueRange iters) -> Value {
        SmallVector<Value> place(iters);
        place.erase(place.begin() + axis);
        Value index =
            memref::LoadOp::create(inner, loc, kernel.input(0), place);
        Value isHot = arith::CmpIOp::create(
            inner, loc, arith::CmpIPredicate::eq, iters[axis],
            castScalar(inner, loc, index, inner.getIndexType()));
        Value on = arith::ConstantOp::create(inner, loc, op.getOnValue());
        Value off = arith::ConstantOp::create(inner, loc, op.getOffValue());
        return arith::SelectOp::create(inner, loc, isHot, on, off);
      });
}

/// The boundaries that are not beyond the element; a NaN is beyond all.
/// Counting instead of a binary search: the loop over the boundaries
/// vectorizes, and they are few. The boundaries' order is not relied on for
/// NaN.
static LogicalResult lowerBucketize(BucketizeOp op, KernelBuilder &kernel) {
  Value boundaries = kernel.input(1), out = kernel.output();
  Type type = getElementType(out);
  tir::buildReduceBlock(
      kernel.builder(), kernel.loc(), "bucketize",
      tir::getExtents(kernel.builder(), kernel.loc(), out),
      tir::getExtents(kernel.builder(), kernel.loc(), boundaries),
      zeroOf(kernel.builder(), kernel.loc(), type),
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange along,
          Value acc) {
        BlockMath math(b, loc);
        Value x = math.load(kernel.input(0), at);
        Value boundary = math.load(boundaries, along);
        Value isBeyond = op.getRight() ? math.isLess(x, boundary)
                                       : math.isAtMost(x, boundary);
        return math.plus(acc, math.cast(math.isNot(isBeyond), type));
      },
      out);
  return success();
}

/// The running sums of each row of probabilities.
/// Sequential in one row; rows are parallel.
static Value buildRunningSums(KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value prob = kernel.input(0);
  SmallVector<OpFoldResult> extents = tir::getExtents(builder, loc, prob);
  Type wide = getAccumulatorType(getElementType(prob));
  Value sums = tir::allocBuffer(builder, loc, extents, wide);
  tir::buildBlock(
      builder, loc, "sums", tir::Iter{extents[0]},
      [&](OpBuilder &b, Location loc, ValueRange row) {
        BlockMath math(b, loc);
        Value zero = math.constant(0);
        math.loop(zero, math.value(extents[1]), [&](Value along) {
          Value x = math.loadAs(wide, prob, {row[0], along});
          SmallVector<Value> place = {row[0], along};
          math.when(
              math.isEqual(along, zero), [&] { math.store(x, sums, place); },
              [&] {
                Value before = math.load(sums, {row[0], math.add(along, -1)});
                math.store(math.plus(before, x), sums, place);
              });
        });
      });
  return sums;
}

/// The first class whose running sum exceeds the number, or the last class.
/// Counting the sums that are passed is the first index that is not, since sums
/// rise. Rounding may leave the last sum below the number, hence the minimum.
static LogicalResult lowerMultinomial(MultinomialFromUniformOp op,
                                      KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value sums = buildRunningSums(kernel);
  SmallVector<OpFoldResult> extents = tir::getExtents(builder, loc, sums);
  SmallVector<OpFoldResult> draws =
      tir::getExtents(builder, loc, kernel.output());
  Value passed = tir::allocBuffer(builder, loc, draws, builder.getI64Type());
  tir::buildReduceBlock(
      builder, loc, "draw", draws, extents[1],
      zeroOf(builder, loc, builder.getI64Type()),
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange along,
          Value acc) {
        BlockMath math(b, loc);
        SmallVector<Value> draw = {at[0], math.constant(0)};
        Value row =
            // The row of a draw comes from data.
            math.clamp(math.loadIndex(kernel.input(2), draw), math.constant(0),
                       math.add(math.value(extents[0]), -1));
        Value sum = math.load(sums, {row, along.front()});
        Value number = math.loadAs(sum.getType(), kernel.input(1), draw);
        return math.plus(acc,
                         math.cast(math.isAtMost(sum, number), acc.getType()));
      },
      passed);
  return buildResult(kernel, "class",
                     [&](OpBuilder &b, Location loc, ValueRange at) {
                       BlockMath math(b, loc);
                       return math.min(math.loadIndex(passed, at),
                                       math.add(math.value(extents[1]), -1));
                     });
}

void populateSearchLegalizations(LegalizationTable &table) {
  table.add(lowerBucketize);
  table.add(lowerMultinomial);
  table.add(lowerWhere);
  table.add(lowerOneHot);
}

} // namespace mlir::relax
