// Softmax and its logarithm as tensor programs: maximum, exponentials, sum,
// result. Subtracting the maximum first keeps exponentials from overflowing.
// exp(x - max) is at most 1; the largest term is exactly 1, so the sum is at
// least 1.
#include "Legalization.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relax {

namespace {
/// The blocks that both ops are made of, along one axis of the operand.
class SoftmaxBlocks {
public:
  SoftmaxBlocks(KernelBuilder &kernel, int64_t axis)
      : builder(kernel.builder()), loc(kernel.loc()), data(kernel.input(0)),
        // Three reductions and elementwise blocks: fused row-wise schedules
        // match exactly this chain.
        out(kernel.output()), axis(axis) {
    element = cast<MemRefType>(data.getType()).getElementType();
    compute = getAccumulatorType(element);
    extents = tir::getExtents(builder, loc, out);
    if (this->axis < 0)
      this->axis += extents.size();
    outer = extents;
    outer.erase(outer.begin() + this->axis);
  }

  /// The greatest element of each row.
  Value buildMaximum();
  /// `exp(x - maximum)`.
  Value buildExp(Value maximum);
  /// The sum of each row.
  Value buildSum(Value terms);
  Value buildLogarithm(Value sum);
  void buildQuotient(Value terms, Value sum);
  /// `x - maximum - logarithm`.
  void buildDifference(Value maximum, Value logarithm);

private:
  /// The elements of each row of `from` combined.
  Value buildRows(StringRef label, Value from, Value init,
                  ScalarFunction combine);
  /// The place in the row buffers of a place in the operand.
  SmallVector<Value> getRow(ValueRange place) {
    SmallVector<Value> row(place);
    row.erase(row.begin() + axis);
    return row;
  }
  /// The place in the operand of a row and a place along the axis.
  SmallVector<Value> getPlace(ValueRange row, Value along) {
    SmallVector<Value> place(row);
    place.insert(place.begin() + axis, along);
    return place;
  }
  Value loadWide(OpBuilder &b, Location loc, Value buffer, ValueRange place) {
    return castScalar(b, loc, memref::LoadOp::create(b, loc, buffer, place),
                      compute);
  }

  OpBuilder &builder;
  Location loc;
  Value data, out;
  int64_t axis;
  Type element, compute;
  SmallVector<OpFoldResult> extents, outer;
};
} // namespace

Value SoftmaxBlocks::buildRows(StringRef label, Value from, Value init,
                               ScalarFunction combine) {
  Value rows = tir::allocBuffer(builder, loc, outer, init.getType());
  tir::buildReduceBlock(
      builder, loc, label, outer, extents[axis], init,
      [&](OpBuilder &b, Location loc, ValueRange row, ValueRange along,
          Value acc) {
        Value x =
            memref::LoadOp::create(b, loc, from, getPlace(row, along.front()));
        return combine(b, loc, acc, x);
      },
      rows);
  return rows;
}

// The maximum is exact in the narrow type.
Value SoftmaxBlocks::buildMaximum() {
  return buildRows("maximum", data, lowestOf(builder, loc, element), maxScalar);
}

// Kept in f32 between the blocks: rounding the exponentials to f16 would lose
// the tail.
Value SoftmaxBlocks::buildExp(Value maximum) {
  Value terms = tir::allocBuffer(builder, loc, extents, compute);
  tir::buildComputeBlock(
      builder, loc, "exp", extents,
      [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
        Value x = loadWide(b, loc, data, place);
        Value most = loadWide(b, loc, maximum, getRow(place));
        return math::ExpOp::create(b, loc, subScalar(b, loc, x, most));
      },
      terms);
  return terms;
}

Value SoftmaxBlocks::buildSum(Value terms) {
  return buildRows("sum", terms, zeroOf(builder, loc, compute), addScalar);
}

// log_softmax subtracts log(sum) rather than taking the log of a quotient,
// which is -inf for terms that underflow.
Value SoftmaxBlocks::buildLogarithm(Value sum) {
  Value logarithm = tir::allocBuffer(builder, loc, outer, compute);
  tir::buildComputeBlock(
      builder, loc, "log", outer,
      [&](OpBuilder &b, Location loc, ValueRange row) -> Value {
        Value total = memref::LoadOp::create(b, loc, sum, row);
        return math::LogOp::create(b, loc, total);
      },
      logarithm);
  return logarithm;
}

void SoftmaxBlocks::buildQuotient(Value terms, Value sum) {
  tir::buildComputeBlock(
      builder, loc, "softmax", extents,
      [&](OpBuilder &b, Location loc, ValueRange place) {
        Value term = memref::LoadOp::create(b, loc, terms, place);
        Value total = memref::LoadOp::create(b, loc, sum, getRow(place));
        return castScalar(b, loc, divScalar(b, loc, term, total), element);
      },
      out);
}

void SoftmaxBlocks::buildDifference(Value maximum, Value logarithm) {
  tir::buildComputeBlock(
      builder, loc, "log_softmax", extents,
      [&](OpBuilder &b, Location loc, ValueRange place) {
        SmallVector<Value> row = getRow(place);
        Value x = loadWide(b, loc, data, place);
        Value shifted = subScalar(b, loc, x, loadWide(b, loc, maximum, row));
        Value less = memref::LoadOp::create(b, loc, logarithm, row);
        return castScalar(b, loc, subScalar(b, loc, shifted, less), element);
      },
      out);
}

static LogicalResult legalizeSoftmax(SoftmaxOp op, KernelBuilder &kernel) {
  SoftmaxBlocks blocks(kernel, op.getAxis());
  Value terms = blocks.buildExp(blocks.buildMaximum());
  blocks.buildQuotient(terms, blocks.buildSum(terms));
  return success();
}

static LogicalResult legalizeLogSoftmax(LogSoftmaxOp op,
                                        KernelBuilder &kernel) {
  SoftmaxBlocks blocks(kernel, op.getAxis());
  Value maximum = blocks.buildMaximum();
  Value sum = blocks.buildSum(blocks.buildExp(maximum));
  blocks.buildDifference(maximum, blocks.buildLogarithm(sum));
  return success();
}

void populateSoftmaxLegalizations(LegalizationTable &table) {
  table.add(legalizeSoftmax);
  table.add(legalizeLogSoftmax);
}

} // namespace mlir::relax
