// Ops that rearrange elements by patterns, and sums that undo broadcasts:
// types.
#include "JoinedKinds.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace mlir::relax {

LogicalResult MeshgridOp::inferTypes(Adaptor op, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getTensors());
  // R1, R3, R4: one element type, one device, and an axis at least; the trait
  // compares the number of results.
  FailureOr<TensorInfo> joined = joinKinds(infos, {1, 3, 4}, emitError);
  if (failed(joined))
    return failure();
  Dims dims;
  for (const TensorInfo &info : infos) {
    // R2: vectors, or single elements.
    if (info.dims && info.getRank() > 1)
      return emitError(2) << "expects operands of rank 0 or 1, but found rank "
                          << info.getRank();
    if (!info.dims)
      dims.push_back({});
    else
      dims.push_back(info.dims->empty()
                         ? getDim(joined->element.getContext(), 1)
                         : info.dims->front());
  }
  if (op.getIndexing() == "xy" && dims.size() > 1)
    std::swap(dims[0], dims[1]);
  joined->dims = dims;
  for (size_t index = 0; index < infos.size(); ++index)
    if (failed(appendType(*joined, emitError, types)))
      return failure();
  return success();
}

LogicalResult PixelShuffleOp::inferTypes(Adaptor op, EmitError emitError,
                                         SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  if (!info.dims)
    return appendType(info, emitError, types);
  // R1: channels and an image.
  if (info.getRank() < 3)
    return emitError(1)
           << "expects an operand of rank 3 or more, but found rank "
           << info.getRank();
  int64_t factor = op.getUpscaleFactor();
  SymExprAttr scale = getDim(op.getData().getContext(), factor);
  SymExprAttr area = scale * factor;
  SymExprAttr &channels = (*info.dims)[info.getRank() - 3];
  // R2: whole blocks of pixels; more than 64 bits hold divide nothing.
  int64_t pixels;
  if (channels && channels.getConstant() && channels.getConstant() != 0 &&
      llvm::MulOverflow(factor, factor, pixels))
    return emitError(2) << "expects channels that divide by the square of "
                        << factor << ", but found " << toString(channels);
  SymExprAttr left = floorMod(channels, area);
  if (left && left.getConstant() && left.getConstant() != 0)
    return emitError(2) << "expects channels that divide by " << toString(area)
                        << ", but found " << toString(channels);
  channels = floorDiv(channels, area);
  for (int64_t axis : {info.getRank() - 2, info.getRank() - 1})
    (*info.dims)[axis] = (*info.dims)[axis] * scale;
  return appendType(info, emitError, types);
}

LogicalResult ReverseSequenceOp::inferTypes(Adaptor op, EmitError emitError,
                                            SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  TensorInfo lengths = TensorInfo::of(op.getSeqLengths());
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice =
      getCommonVDevice({info, lengths}, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  info.vdevice = *vdevice;
  SymExprAttr batch;
  // R1: two axes that exist.
  if (failed(verifyDistinctAxes(
          {int64_t(op.getSeqAxis()), int64_t(op.getBatchAxis())},
          emitError.rule(1))))
    return failure();
  if (info.dims) {
    FailureOr<SmallVector<int64_t>> axes =
        normalizeAxes({int64_t(op.getSeqAxis()), int64_t(op.getBatchAxis())},
                      info.getRank(), emitError.rule(1));
    if (failed(axes))
      return failure();
    batch = (*info.dims)[axes->back()];
  }
  // R2: a length for each sequence.
  if (lengths.dims && lengths.getRank() != 1)
    return emitError(2) << "expects 'seq_lengths' of rank 1, but found rank "
                        << lengths.getRank();
  if (lengths.dims &&
      failed(verifySameDim(batch, lengths.dims->front(),
                           "the length of 'seq_lengths'", emitError.rule(2))))
    return failure();
  return appendType(info, emitError, types);
}

/// The size of an axis whose indices `index` gives, over all of `dims`; null
/// unless the index is one of the usual parts of an axis.
static SymExprAttr getMappedSize(AffineExpr index, ArrayRef<SymExprAttr> dims,
                                 MLIRContext *context) {
  if (auto dim = dyn_cast<AffineDimExpr>(index))
    return dims[dim.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(index);
  if (!binary)
    return {};
  auto size = dyn_cast<AffineConstantExpr>(binary.getRHS());
  SymExprAttr whole = getMappedSize(binary.getLHS(), dims, context);
  if (!size || size.getValue() < 1)
    return {};
  if (index.getKind() == AffineExprKind::Mod)
    return getDim(context, size.getValue());
  if (index.getKind() == AffineExprKind::FloorDiv)
    return ceilDiv(whole, size.getValue());
  return {};
}

/// Whether a map divides only by positive numbers: others have no meaning, and
/// upstream's parser takes them.
static bool dividesByPositive(AffineMap map) {
  bool result = true;
  map.walkExprs([&](AffineExpr expr) {
    if (expr.getKind() != AffineExprKind::FloorDiv &&
        expr.getKind() != AffineExprKind::CeilDiv &&
        expr.getKind() != AffineExprKind::Mod)
      return;
    auto divisor =
        dyn_cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(expr).getRHS());
    result &= divisor && divisor.getValue() > 0;
  });
  return result;
}

LogicalResult LayoutTransformOp::inferTypes(Adaptor op, EmitError emitError,
                                            SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  AffineMap map = op.getIndexMap();
  // R1: an index for each axis, and places that are numbers.
  if (map.getNumSymbols() != 0)
    return emitError(1) << "expects 'index_map' without symbols, but found "
                        << map.getNumSymbols();
  if (!dividesByPositive(map))
    return emitError(1) << "expects 'index_map' to divide by positive numbers, "
                           "but found "
                        << AffineMapAttr::get(map);
  if (info.dims && map.getNumDims() != info.getRank())
    return emitError(1) << "expects 'index_map' of " << info.getRank()
                        << " indices, but found " << map.getNumDims();
  Dims dims = info.dims ? *info.dims : getUnknownDims(map.getNumDims());
  info.dims = llvm::map_to_vector(map.getResults(), [&](AffineExpr index) {
    return getMappedSize(index, dims, op.getX().getContext());
  });
  return appendType(info, emitError, types);
}

namespace {
/// All numbers from `low` to `high`, both included.
struct Interval {
  int64_t low, high;
};
} // namespace

using Combine = llvm::function_ref<std::optional<int64_t>(int64_t, int64_t)>;

/// The smallest interval with all values of an operation that is monotone in
/// each operand: its extremes are at the ends.
static std::optional<Interval> applyMonotone(Interval lhs, Interval rhs,
                                             Combine apply) {
  std::optional<Interval> result;
  for (int64_t left : {lhs.low, lhs.high})
    for (int64_t right : {rhs.low, rhs.high}) {
      std::optional<int64_t> value = apply(left, right);
      if (!value)
        return std::nullopt;
      result = {std::min(result ? result->low : *value, *value),
                std::max(result ? result->high : *value, *value)};
    }
  return result;
}

/// An interval with all values of `index`, which divides only by positive
/// numbers, where each dimension has a value of its own in `places`; none where
/// 64 bits do not hold it. Upstream's `getBoundForAffineExpr` serves sums of
/// products only, and layouts divide.
static std::optional<Interval> getRange(AffineExpr index,
                                        ArrayRef<Interval> places) {
  if (auto constant = dyn_cast<AffineConstantExpr>(index))
    return Interval{constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(index))
    return places[dim.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(index);
  if (!binary)
    return std::nullopt;
  std::optional<Interval> lhs = getRange(binary.getLHS(), places);
  std::optional<Interval> rhs = getRange(binary.getRHS(), places);
  if (!lhs || !rhs)
    return std::nullopt;
  if (index.getKind() == AffineExprKind::Add)
    return applyMonotone(*lhs, *rhs, llvm::checkedAdd<int64_t>);
  if (index.getKind() == AffineExprKind::Mul)
    return applyMonotone(*lhs, *rhs, llvm::checkedMul<int64_t>);
  if (index.getKind() == AffineExprKind::FloorDiv)
    return applyMonotone(*lhs, *rhs, llvm::divideFloorSigned<int64_t, int64_t>);
  if (index.getKind() == AffineExprKind::CeilDiv)
    return applyMonotone(*lhs, *rhs, llvm::divideCeilSigned<int64_t, int64_t>);
  // A remainder keeps the order only between two multiples.
  int64_t start = llvm::divideFloorSigned(lhs->low, rhs->low);
  if (start != llvm::divideFloorSigned(lhs->high, rhs->low))
    return Interval{0, rhs->low - 1};
  return Interval{llvm::mod(lhs->low, rhs->low),
                  llvm::mod(lhs->high, rhs->low)};
}

/// The places of all elements of `tensor`; none unless its sizes are known and
/// it has elements.
static std::optional<SmallVector<Interval>> getPlaces(Type tensor) {
  auto ranked = dyn_cast<RankedTensorType>(tensor);
  if (!ranked || !ranked.hasStaticShape() ||
      llvm::is_contained(ranked.getShape(), 0))
    return std::nullopt;
  return llvm::map_to_vector(
      ranked.getShape(), [](int64_t size) { return Interval{0, size - 1}; });
}

bool staysWithin(LayoutTransformOp op, unsigned axis) {
  auto source = dyn_cast<RankedTensorType>(op.getX().getType());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  if (!source || !result)
    return false;
  AffineExpr index = op.getIndexMap().getResult(axis);
  if (SymExprAttr size = getMappedSize(index, getDims(source), op.getContext()))
    if (compareDims(size, getDims(result)[axis]) == Proof::Equal)
      return true;
  std::optional<SmallVector<Interval>> places = getPlaces(source);
  if (!places || result.isDynamicDim(axis))
    return false;
  std::optional<Interval> range = getRange(index, *places);
  return range && range->low >= 0 && range->high < result.getDimSize(axis);
}

LogicalResult LayoutTransformOp::verify() {
  std::optional<SmallVector<Interval>> places = getPlaces(getX().getType());
  auto result = dyn_cast<RankedTensorType>(getType());
  if (!places || !result)
    return success();
  // R2: corners stay inside. Those of the first 8 axes are tried, with the
  // other axes at their first element, so that a rank costs no time.
  size_t rank = std::min<size_t>(places->size(), 8);
  for (size_t corner = 0; corner < size_t(1) << rank; ++corner) {
    SmallVector<Interval> element(places->size(), Interval{0, 0});
    for (size_t axis = 0; axis < rank; ++axis)
      if (corner >> axis & 1)
        element[axis].low = element[axis].high = (*places)[axis].high;
    for (auto [axis, size] : llvm::enumerate(result.getShape())) {
      std::optional<Interval> place =
          getRange(getIndexMap().getResult(axis), element);
      // Without a place, 64 bits do not hold it.
      if (ShapedType::isDynamic(size) ||
          (place && place->low >= 0 && place->low < size))
        continue;
      RuleError error =
          emitRuleError(*this, 2, "expects elements to have places in axis ");
      error << axis << " of the result, of size " << size << ", but element (";
      llvm::interleaveComma(element, error,
                            [&](Interval index) { error << index.low; });
      error << ") goes to ";
      if (place)
        error << place->low;
      else
        error << "one that 64 bits do not hold";
      error << "; give the result the size that 'index_map' reaches";
      error.attachNote(getX().getLoc())
          << "the operand, of type " << getX().getType() << ", is here";
      return failure();
    }
  }
  return success();
}

/// It is an error if `target` provably does not broadcast to `dims`.
static LogicalResult verifyCollapse(const std::optional<Dims> &dims,
                                    const std::optional<Dims> &target,
                                    EmitError emitError) {
  if (!dims || !target)
    return success();
  if (target->size() > dims->size())
    return emitError() << "expects a target of rank " << dims->size()
                       << " or less, but found rank " << target->size();
  size_t offset = dims->size() - target->size();
  for (auto [axis, size] : llvm::enumerate(*target))
    if (!size || size.getConstant() != 1)
      if (failed(verifySameDim((*dims)[offset + axis], size,
                               "dimension " + Twine(axis) + " of the target",
                               emitError)))
        return failure();
  return success();
}

LogicalResult CollapseSumToOp::inferTypes(Adaptor op, EmitError emitError,
                                          SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  std::optional<Dims> target = getShapeDims(op.getShape().getType());
  // R1: a shape that broadcasts.
  if (failed(verifyCollapse(info.dims, target, emitError.rule(1))))
    return failure();
  info.dims = target;
  return appendType(info, emitError, types);
}

LogicalResult CollapseSumLikeOp::inferTypes(Adaptor op, EmitError emitError,
                                            SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  TensorInfo target = TensorInfo::of(op.getCollapseTarget());
  // R1: a shape that broadcasts.
  if (failed(verifyCollapse(info.dims, target.dims, emitError.rule(1))))
    return failure();
  info.dims = target.dims;
  return appendType(info, emitError, types);
}

} // namespace mlir::relax
