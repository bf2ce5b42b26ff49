// What an inference batch norm does to each channel, where that is known.
#include "BatchNormConstants.h"

#include <cmath>

namespace mlir::relax {

static std::optional<SmallVector<float>> getConstantFloats(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? getFloats(constant.getValue()) : std::nullopt;
}

/// Two users share this: the fold into a convolution, and arithmetic where
/// there is none. With the moving statistics used further the results are more
/// than the data, and in training they change; both need the operator whole.
std::optional<BatchNormConstants> getConstants(BatchNormOp norm) {
  auto type = dyn_cast<RankedTensorType>(norm.getData().getType());
  if (norm.getTraining() || !type || !type.getElementType().isF32() ||
      !norm.getMean().use_empty() || !norm.getVariance().use_empty())
    return std::nullopt;
  auto gamma = getConstantFloats(norm.getGamma());
  auto beta = getConstantFloats(norm.getBeta());
  auto mean = getConstantFloats(norm.getMovingMean());
  auto variance = getConstantFloats(norm.getMovingVar());
  if (!gamma || !beta || !mean || !variance)
    return std::nullopt;
  // The type rules compare sizes only as far as they are known, but `zip` below
  // needs them equal.
  if (gamma->size() != beta->size() || gamma->size() != mean->size() ||
      gamma->size() != variance->size())
    return std::nullopt;
  BatchNormConstants constants;
  int64_t axis = norm.getAxis();
  constants.axis = axis < 0 ? axis + type.getRank() : axis;
  // Computed in f64 and rounded once. In f32 the quotient and `m * scale` round
  // apart, and results drift from those of the unfolded operator by more than
  // one unit in the last place.
  double epsilon = norm.getEpsilon().convertToDouble();
  for (auto [g, b, m, v] : llvm::zip(*gamma, *beta, *mean, *variance)) {
    double scale = (norm.getScale() ? g : 1.0) / std::sqrt(v + epsilon);
    constants.scale.push_back(scale);
    constants.shift.push_back((norm.getCenter() ? b : 0.0) - m * scale);
  }
  return constants;
}

/// A constant of the data's rank, with ones elsewhere: the layout passes that
/// follow can move its axes (see AlignRanks).
Value makeChannelConstant(OpBuilder &builder, BatchNormOp norm,
                          ArrayRef<float> values) {
  auto data = cast<RankedTensorType>(norm.getData().getType());
  int64_t axis = norm.getAxis();
  SmallVector<int64_t> shape(data.getRank(), 1);
  shape[axis < 0 ? axis + data.getRank() : axis] = values.size();
  auto type = RankedTensorType::get(shape, data.getElementType());
  return ConstantOp::create(builder, norm.getLoc(), type,
                            makeConstant(type, values, "batch_norm"));
}

} // namespace mlir::relax
