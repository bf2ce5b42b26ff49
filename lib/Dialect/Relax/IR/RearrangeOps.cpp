// Ops that rearrange elements by patterns, and sums that undo broadcasts:
// types.
#include "JoinedKinds.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"

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

LogicalResult LayoutTransformOp::inferTypes(Adaptor op, EmitError emitError,
                                            SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  AffineMap map = op.getIndexMap();
  // R1: an index for each axis.
  if (map.getNumSymbols() != 0)
    return emitError(1) << "expects 'index_map' without symbols, but found "
                        << map.getNumSymbols();
  if (info.dims && map.getNumDims() != info.getRank())
    return emitError(1) << "expects 'index_map' of " << info.getRank()
                        << " indices, but found " << map.getNumDims();
  Dims dims = info.dims ? *info.dims : getUnknownDims(map.getNumDims());
  info.dims = llvm::map_to_vector(map.getResults(), [&](AffineExpr index) {
    return getMappedSize(index, dims, op.getX().getContext());
  });
  return appendType(info, emitError, types);
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
