// Lowers reductions over axes.
#include "Elementwise.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relax {

namespace {
/// Which axes of the input a reduction runs over, and the extents of both
/// kinds of iterators. Where reduced axes are kept, they are spatial iterators
/// of extent 1.
/// Kept axes of size 1 keep iterators, so that input and output ranks match and
/// one index function serves both.
struct Reduction {
  Value input;
  SmallVector<bool> isReduced;
  bool keepdims;
  SmallVector<OpFoldResult> spatial, reduced;

  /// The input's indices for the iterators.
  SmallVector<Value> getIndices(ValueRange spatialIters,
                                ValueRange reduceIters) const {
    SmallVector<Value> indices;
    unsigned nextSpatial = 0, nextReduce = 0;
    for (bool reduces : isReduced) {
      indices.push_back(reduces ? reduceIters[nextReduce++]
                                : spatialIters[nextSpatial]);
      nextSpatial += !reduces || keepdims;
    }
    return indices;
  }
};
} // namespace

template <typename Op>
static Reduction getReduction(Op op, KernelBuilder &kernel) {
  Reduction reduction;
  reduction.input = kernel.input(0);
  reduction.keepdims = op.getKeepdims();
  int64_t rank = cast<MemRefType>(reduction.input.getType()).getRank();
  reduction.isReduced.assign(rank, !op.getAxis().has_value());
  std::optional<ArrayRef<int64_t>> axes = op.getAxis();
  for (int64_t axis : axes.value_or(ArrayRef<int64_t>()))
    reduction.isReduced[axis < 0 ? axis + rank : axis] = true;
  Builder builder(op.getContext());
  // Without axes all are reduced.
  for (auto [reduces, extent] : llvm::zip(
           reduction.isReduced,
           tir::getExtents(kernel.builder(), kernel.loc(), reduction.input))) {
    if (reduces)
      reduction.reduced.push_back(extent);
    if (!reduces || reduction.keepdims)
      reduction.spatial.push_back(reduces ? builder.getIndexAttr(1) : extent);
  }
  return reduction;
}

using Combine =
    llvm::function_ref<Value(OpBuilder &, Location, Value acc, Value element)>;
/// Prepares an element that was read for the spatial iterators.
using Prepare = llvm::function_ref<Value(OpBuilder &, Location,
                                         ValueRange spatial, Value element)>;

/// A buffer like the output, of elements of `type`.
static Value allocLikeOutput(KernelBuilder &kernel, Type type) {
  return tir::allocBuffer(
      kernel.builder(), kernel.loc(),
      tir::getExtents(kernel.builder(), kernel.loc(), kernel.output()), type);
}

/// Combines all elements, prepared, into `out`.
/// One reduction form for all: schedules match it by the block's init and its
/// combiner.
static void buildReduction(KernelBuilder &kernel, const Reduction &reduction,
                           StringRef label, Value init, Prepare prepare,
                           Combine combine, Value out) {
  tir::buildReduceBlock(
      kernel.builder(), kernel.loc(), label, reduction.spatial,
      reduction.reduced, init,
      [&](OpBuilder &builder, Location loc, ValueRange spatial,
          ValueRange reduce, Value acc) {
        Value element =
            memref::LoadOp::create(builder, loc, reduction.input,
                                   reduction.getIndices(spatial, reduce));
        return combine(builder, loc, acc,
                       prepare(builder, loc, spatial, element));
      },
      out);
}

/// `output[i] = finish(from[i])`
static LogicalResult
buildFinish(KernelBuilder &kernel, StringRef label, Value from,
            llvm::function_ref<Value(OpBuilder &, Location, Value)> finish) {
  return buildResult(
      kernel, label, [&](OpBuilder &builder, Location loc, ValueRange iters) {
        return finish(builder, loc,
                      memref::LoadOp::create(builder, loc, from, iters));
      });
}

/// The number of elements that go into one, as a value of `type`.
/// The count may be symbolic.
static Value getCount(KernelBuilder &kernel, const Reduction &reduction,
                      Type type) {
  OpBuilder &builder = kernel.builder();
  Value count = kernel.constantIndex(1);
  for (OpFoldResult extent : reduction.reduced)
    count = arith::MulIOp::create(
        builder, kernel.loc(), count,
        tir::getExtentValue(builder, kernel.loc(), extent));
  return castScalar(builder, kernel.loc(), count, type);
}

using IdentityFunction = Value (*)(OpBuilder &, Location, Type);

/// Sum, product, extremum: sums and products of narrow floats in f32.
template <typename Op, ScalarFunction function, IdentityFunction identity>
static LogicalResult lowerReduction(Op op, KernelBuilder &kernel) {
  Reduction reduction = getReduction(op, kernel);
  OpBuilder &builder = kernel.builder();
  auto reduceInto = [&](Value out) {
    Type type = getElementType(out);
    buildReduction(
        kernel, reduction, op->getName().stripDialect(),
        identity(builder, kernel.loc(), type),
        [&](OpBuilder &inner, Location loc, ValueRange, Value element) {
          return castScalar(inner, loc, element, type);
        },
        function, out);
  };
  // Extrema lose nothing in narrow types, sums do.
  bool isExtremum = std::is_same_v<Op, MaxOp> || std::is_same_v<Op, MinOp>;
  if (isExtremum)
    reduceInto(kernel.output());
  else
    buildSums(kernel, reduceInto);
  return success();
}

/// The mean in the accumulator's type, into `out`.
static void buildMean(KernelBuilder &kernel, const Reduction &reduction,
                      Type wide, Value sums) {
  buildReduction(
      kernel, reduction, "sum", zeroOf(kernel.builder(), kernel.loc(), wide),
      [&](OpBuilder &inner, Location loc, ValueRange, Value element) {
        return castScalar(inner, loc, element, wide);
      },
      addScalar, sums);
}

static LogicalResult lowerMean(MeanOp op, KernelBuilder &kernel) {
  Reduction reduction = getReduction(op, kernel);
  Type wide = getAccumulatorType(getElementType(kernel.output()));
  Value sums = allocLikeOutput(kernel, wide);
  buildMean(kernel, reduction, wide, sums);
  Value count = getCount(kernel, reduction, wide);
  return buildFinish(kernel, "mean", sums,
                     [&](OpBuilder &inner, Location loc, Value sum) {
                       return divScalar(inner, loc, sum, count);
                     });
}

/// The square root of a variance; of an integer in f64, rounded down. Squares
/// that wrapped may have a sum below 0, which has the root 0.
static Value takeRoot(OpBuilder &builder, Location loc, Value variance) {
  Type type = variance.getType();
  Value wide = isa<FloatType>(type)
                   ? variance
                   : castScalar(builder, loc, variance, builder.getF64Type());
  return castScalar(builder, loc, math::SqrtOp::create(builder, loc, wide),
                    type);
}

/// The mean of the squared distances from the mean, and for the standard
/// deviation its root.
/// Two passes as in the norms, for the same reason.
template <typename Op>
static LogicalResult lowerVariance(Op op, KernelBuilder &kernel) {
  Reduction reduction = getReduction(op, kernel);
  Type wide = getAccumulatorType(getElementType(kernel.output()));
  Value sums = allocLikeOutput(kernel, wide);
  buildMean(kernel, reduction, wide, sums);
  Value count = getCount(kernel, reduction, wide);
  Value squares = allocLikeOutput(kernel, wide);
  buildReduction(
      kernel, reduction, "squares",
      zeroOf(kernel.builder(), kernel.loc(), wide),
      [&](OpBuilder &inner, Location loc, ValueRange spatial, Value element) {
        // The mean is computed where it is used: a division for each element,
        // which is hoisted.
        Value sum = memref::LoadOp::create(inner, loc, sums, spatial);
        Value mean = divScalar(inner, loc, sum, count);
        Value distance =
            subScalar(inner, loc, castScalar(inner, loc, element, wide), mean);
        return mulScalar(inner, loc, distance, distance);
      },
      addScalar, squares);
  return buildFinish(kernel, op->getName().stripDialect(), squares,
                     [&](OpBuilder &inner, Location loc, Value sum) {
                       Value result = divScalar(inner, loc, sum, count);
                       if (std::is_same_v<Op, StdOp>)
                         result = takeRoot(inner, loc, result);
                       return result;
                     });
}

void populateReduceLegalizations(LegalizationTable &table) {
  table.add(lowerMean);
  table.add(lowerReduction<MaxOp, maxScalar, lowestOf>);
  table.add(lowerReduction<MinOp, minScalar, highestOf>);
  table.add(lowerReduction<ProdOp, mulScalar, oneOf>);
  table.add(lowerReduction<SumOp, addScalar, zeroOf>);
  table.add(lowerVariance<StdOp>);
  table.add(lowerVariance<VarianceOp>);
}

} // namespace mlir::relax
