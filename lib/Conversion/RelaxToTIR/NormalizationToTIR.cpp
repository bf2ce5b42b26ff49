// Normalization as tensor programs: sum, sum of squared distances from the
// mean, the factor that makes the spread 1, result.
// Two passes over the data for the variance: E[x^2] - E[x]^2 in one pass loses
// all digits if the mean is large against the spread (1e4 with spread 1 has 8
// digits in the squares, f32 has 7).
#include "Elementwise.h"
#include "IndexMath.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/NormalizationOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

//===-- Statistics --------------------------------------------------------===//

namespace {
/// The data of a norm. Each of its axes is kept apart, averaged over, or, for
/// the channels of a group norm, both: kept apart by group.
/// One class for five norms: they differ only in which axes share statistics.
class NormData {
public:
  explicit NormData(KernelBuilder &kernel);

  void averageOver(ArrayRef<int64_t> some);
  void averageOverAllBut(int64_t axis);
  void groupChannels(int64_t axis, int64_t groups);

  /// The mean; null data for mean 0.
  Value buildMean();
  /// The mean square distance from `mean`, or from 0 if that is null.
  Value buildSpread(Value mean);
  /// `1 / sqrt(spread + epsilon)`.
  Value buildFactor(Value spread, const APFloat &epsilon);

  int64_t normalize(int64_t axis) const {
    return axis < 0 ? axis + int64_t(extents.size()) : axis;
  }
  ArrayRef<OpFoldResult> getExtents() const { return extents; }
  ArrayRef<OpFoldResult> getKept() const { return kept; }
  Type getWide() const { return wide; }

  /// The place in a buffer of statistics of a place in the data.
  SmallVector<Value> toKept(IndexMath math, ValueRange place) const;
  /// An element, in the type that is computed in.
  Value load(OpBuilder &b, Location loc, Value buffer, ValueRange place) const {
    return castScalar(b, loc, memref::LoadOp::create(b, loc, buffer, place),
                      wide);
  }
  Value data;

private:
  enum class Role { Kept, Averaged, Grouped };
  void finish();
  SmallVector<Value> toData(IndexMath math, ValueRange kept,
                            ValueRange averaged) const;
  Value buildAverage(
      StringRef label, StringRef meanLabel,
      llvm::function_ref<Value(OpBuilder &, Location, Value, ValueRange)> term);

  OpBuilder &builder;
  Location loc;
  Type wide;
  SmallVector<OpFoldResult> extents;
  SmallVector<Role> roles;
  /// The channels of a group.
  Value perGroup;
  OpFoldResult groups;
  SmallVector<OpFoldResult> kept, averaged;
};
} // namespace

NormData::NormData(KernelBuilder &kernel)
    : data(kernel.input(0)), builder(kernel.builder()), loc(kernel.loc()) {
  extents = tir::getExtents(builder, loc, data);
  roles.assign(extents.size(), Role::Kept);
  wide = getAccumulatorType(cast<MemRefType>(data.getType()).getElementType());
  kept = extents;
}

void NormData::averageOver(ArrayRef<int64_t> some) {
  for (int64_t axis : some)
    roles[normalize(axis)] = Role::Averaged;
  finish();
}

void NormData::averageOverAllBut(int64_t axis) {
  roles.assign(extents.size(), Role::Averaged);
  roles[normalize(axis)] = Role::Kept;
  finish();
}

void NormData::groupChannels(int64_t axis, int64_t count) {
  IndexMath math(builder, loc);
  axis = normalize(axis);
  roles[axis] = Role::Grouped;
  groups = builder.getIndexAttr(count);
  perGroup = math.div(math.value(extents[axis]), math.constant(count));
  finish();
}

/// List the extents that are kept and those that are averaged over.
/// A grouped axis counts on both sides: its group is kept, the channels within
/// are averaged.
void NormData::finish() {
  kept.clear();
  averaged.clear();
  for (auto [role, extent] : llvm::zip_equal(roles, extents)) {
    if (role == Role::Grouped) {
      kept.push_back(groups);
      averaged.push_back(getAsOpFoldResult(perGroup));
    } else {
      (role == Role::Kept ? kept : averaged).push_back(extent);
    }
  }
}

SmallVector<Value> NormData::toKept(IndexMath math, ValueRange place) const {
  SmallVector<Value> result;
  for (auto [role, index] : llvm::zip_equal(roles, place)) {
    if (role == Role::Kept)
      result.push_back(index);
    else if (role == Role::Grouped)
      result.push_back(math.div(index, perGroup));
  }
  return result;
}

// Kept and averaged indices are taken in the order of the axes.
SmallVector<Value> NormData::toData(IndexMath math, ValueRange kept,
                                    ValueRange averaged) const {
  SmallVector<Value> place;
  for (Role role : roles) {
    if (role == Role::Grouped) {
      place.push_back(
          math.add(math.mul(kept.front(), perGroup), averaged.front()));
      kept = kept.drop_front();
      averaged = averaged.drop_front();
      continue;
    }
    ValueRange &from = role == Role::Kept ? kept : averaged;
    place.push_back(from.front());
    from = from.drop_front();
  }
  return place;
}

/// The average of `term(element, kept place)`.
Value NormData::buildAverage(
    StringRef label, StringRef meanLabel,
    llvm::function_ref<Value(OpBuilder &, Location, Value, ValueRange)> term) {
  Value sum = tir::allocBuffer(builder, loc, kept, wide);
  tir::buildReduceBlock(
      builder, loc, label, kept, averaged, zeroOf(builder, loc, wide),
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange along,
          Value acc) {
        Value x = load(b, loc, data, toData(IndexMath(b, loc), at, along));
        return addScalar(b, loc, acc, term(b, loc, x, at));
      },
      sum);
  // The count is a product of extents and constant where these are.
  IndexMath math(builder, loc);
  Value count = math.toScalar(math.product(averaged), wide);
  Value mean = tir::allocBuffer(builder, loc, kept, wide);
  tir::buildComputeBlock(
      builder, loc, meanLabel, kept,
      [&](OpBuilder &b, Location loc, ValueRange at) {
        Value total = memref::LoadOp::create(b, loc, sum, at);
        return divScalar(b, loc, total, count);
      },
      mean);
  return mean;
}

Value NormData::buildMean() {
  return buildAverage(
      "sum", "mean",
      [](OpBuilder &, Location, Value x, ValueRange) { return x; });
}

Value NormData::buildSpread(Value mean) {
  return buildAverage("square_sum", "mean_square",
                      [&](OpBuilder &b, Location loc, Value x, ValueRange at) {
                        if (mean)
                          x = subScalar(b, loc, x, load(b, loc, mean, at));
                        return mulScalar(b, loc, x, x);
                      });
}

/// `1 / sqrt(spread + epsilon)` of one number.
/// A square root and a division, not rsqrt: hardware rsqrt has about 12 bits.
static Value getFactor(OpBuilder &b, Location loc, Value spread,
                       const APFloat &epsilon) {
  Type type = spread.getType();
  Value raised = addScalar(
      b, loc, spread, constantScalar(b, loc, type, epsilon.convertToDouble()));
  return divScalar(b, loc, oneOf(b, loc, type),
                   math::SqrtOp::create(b, loc, raised));
}

Value NormData::buildFactor(Value spread, const APFloat &epsilon) {
  Value factor = tir::allocBuffer(builder, loc, kept, wide);
  tir::buildComputeBlock(
      builder, loc, "factor", kept,
      [&](OpBuilder &b, Location loc, ValueRange at) {
        return getFactor(b, loc, load(b, loc, spread, at), epsilon);
      },
      factor);
  return factor;
}

//===-- Results -----------------------------------------------------------===//

namespace {
/// What `data` is shifted and scaled by; null for what is left out. Buffers of
/// statistics are read at the kept place, parameters along their own axes.
struct NormScale {
  Value mean, factor, gamma, beta;
  SmallVector<int64_t> parameterAxes;
};
} // namespace

/// `(data - mean) * factor * gamma + beta`.
/// Mean and factor are buffers of one number for each row: reading them again
/// is cheaper than repeating the reductions.
static void buildNormalized(KernelBuilder &kernel, const NormData &norm,
                            const NormScale &scale) {
  (void)buildResult(
      kernel, "normalize", [&](OpBuilder &b, Location loc, ValueRange place) {
        SmallVector<Value> at = norm.toKept(IndexMath(b, loc), place);
        SmallVector<Value> parameter;
        for (int64_t axis : scale.parameterAxes)
          parameter.push_back(place[norm.normalize(axis)]);
        Value x = norm.load(b, loc, norm.data, place);
        if (scale.mean)
          x = subScalar(b, loc, x, norm.load(b, loc, scale.mean, at));
        x = mulScalar(b, loc, x, norm.load(b, loc, scale.factor, at));
        if (scale.gamma)
          x = mulScalar(b, loc, x, norm.load(b, loc, scale.gamma, parameter));
        if (scale.beta)
          x = addScalar(b, loc, x, norm.load(b, loc, scale.beta, parameter));
        return x;
      });
}

/// The rest of a norm with mean and parameters along some axes.
template <typename Op>
static LogicalResult finishNorm(Op op, KernelBuilder &kernel, NormData &norm,
                                ArrayRef<int64_t> parameterAxes) {
  NormScale scale;
  scale.mean = norm.buildMean();
  scale.factor =
      norm.buildFactor(norm.buildSpread(scale.mean), op.getEpsilon());
  scale.gamma = op.getScale() ? kernel.input(1) : Value();
  scale.beta = op.getCenter() ? kernel.input(2) : Value();
  scale.parameterAxes.assign(parameterAxes.begin(), parameterAxes.end());
  buildNormalized(kernel, norm, scale);
  return success();
}

static LogicalResult legalizeLayerNorm(LayerNormOp op, KernelBuilder &kernel) {
  NormData norm(kernel);
  norm.averageOver(op.getAxes());
  return finishNorm(op, kernel, norm, op.getAxes());
}

static LogicalResult legalizeInstanceNorm(InstanceNormOp op,
                                          KernelBuilder &kernel) {
  NormData norm(kernel);
  norm.averageOver(op.getAxes());
  return finishNorm(op, kernel, norm, int64_t(op.getChannelAxis()));
}

static LogicalResult legalizeGroupNorm(GroupNormOp op, KernelBuilder &kernel) {
  NormData norm(kernel);
  norm.averageOver(op.getAxes());
  norm.groupChannels(op.getChannelAxis(), op.getNumGroups());
  return finishNorm(op, kernel, norm, int64_t(op.getChannelAxis()));
}

static LogicalResult legalizeRMSNorm(RMSNormOp op, KernelBuilder &kernel) {
  NormData norm(kernel);
  norm.averageOver(op.getAxes());
  NormScale scale;
  scale.factor = norm.buildFactor(norm.buildSpread(Value()), op.getEpsilon());
  scale.gamma = kernel.input(1);
  scale.parameterAxes.assign(op.getAxes().begin(), op.getAxes().end());
  buildNormalized(kernel, norm, scale);
  return success();
}

/// Write results 1 and 2 of a batch norm: the moving statistics, moved towards
/// those of the batch where there are any.
/// The weight of the batch is `momentum`, as in TVM.
static void buildMoving(BatchNormOp op, KernelBuilder &kernel,
                        const NormData &norm, ArrayRef<Value> ofBatch) {
  double momentum = op.getMomentum().convertToDouble();
  for (unsigned index : {0u, 1u})
    (void)buildResult(
        kernel, "moving",
        [&](OpBuilder &b, Location loc, ValueRange at) {
          Value old = norm.load(b, loc, kernel.input(3 + index), at);
          // In inference the moving statistics come out as they went in.
          if (!op.getTraining())
            return old;
          Value batch = norm.load(b, loc, ofBatch[index], at);
          Type wide = norm.getWide();
          Value keep = constantScalar(b, loc, wide, 1.0 - momentum);
          Value take = constantScalar(b, loc, wide, momentum);
          return addScalar(b, loc, mulScalar(b, loc, old, keep),
                           mulScalar(b, loc, batch, take));
        },
        index + 1);
}

static LogicalResult legalizeBatchNorm(BatchNormOp op, KernelBuilder &kernel) {
  NormData norm(kernel);
  norm.averageOverAllBut(op.getAxis());
  // In inference mean and variance are parameters of the model.
  Value mean = kernel.input(3), variance = kernel.input(4);
  if (op.getTraining()) {
    mean = norm.buildMean();
    variance = norm.buildSpread(mean);
  }
  NormScale scale;
  scale.mean = mean;
  scale.factor = norm.buildFactor(variance, op.getEpsilon());
  scale.gamma = op.getScale() ? kernel.input(1) : Value();
  scale.beta = op.getCenter() ? kernel.input(2) : Value();
  scale.parameterAxes = {int64_t(op.getAxis())};
  buildNormalized(kernel, norm, scale);
  buildMoving(op, kernel, norm, {mean, variance});
  return success();
}

void populateNormalizationLegalizations(LegalizationTable &table) {
  table.add(legalizeBatchNorm);
  table.add(legalizeLayerNorm);
  table.add(legalizeRMSNorm);
  table.add(legalizeGroupNorm);
  table.add(legalizeInstanceNorm);
}

} // namespace mlir::relax
