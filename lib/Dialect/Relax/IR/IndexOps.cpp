// Ops that take elements of a tensor by their places: types and folds.
#include "TakenAxis.h"

#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

LogicalResult TakeOp::inferTypes(Adaptor op, EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  TensorInfo indices = TensorInfo::of(op.getIndices());
  // R2: one device.
  FailureOr<VDeviceAttr> vdevice =
      getCommonVDevice({info, indices}, emitError.rule(2));
  if (failed(vdevice))
    return failure();
  info.vdevice = *vdevice;
  // R3: an element type that has a NaN.
  if (op.getMode() == "nan" && info.element.isIntOrIndex())
    return emitError(3) << "expects float elements for mode \"nan\", but found "
                        << info.element;
  if (!info.dims) {
    if (!op.getAxis())
      info.dims = indices.dims;
    return appendType(info, emitError, types);
  }
  // R1: an axis that exists.
  FailureOr<int64_t> axis =
      getTakenAxis(op.getAxis(), info.getRank(), emitError.rule(1));
  if (failed(axis))
    return failure();
  if (!indices.dims) {
    info.dims = std::nullopt;
    return appendType(info, emitError, types);
  }
  info.dims = getTakenDims(*info.dims, *axis, *indices.dims);
  return appendType(info, emitError, types);
}

/// The expression in an array of bounds.
static SymExprAttr getBound(ArrayAttr bounds, size_t index) {
  return cast<SymExprAttr>(bounds[index]);
}

LogicalResult StridedSliceOp::inferTypes(Adaptor op, EmitError emitError,
                                         SmallVectorImpl<Type> &types) {
  size_t count = op.getAxes().size();
  // R1: as many bounds and strides as axes.
  for (auto [name, size] :
       {std::pair<StringRef, size_t>("begin", op.getBegin().size()),
        std::pair<StringRef, size_t>("end", op.getEnd().size()),
        std::pair<StringRef, size_t>(
            "strides", op.getStrides() ? op.getStrides()->size() : count)})
    if (size != count)
      return emitError(1) << "expects '" << name << "' to have " << count
                          << " entries, but found " << size;
  // R3: a slice that moves on.
  if (op.getStrides())
    for (auto [axis, stride] : llvm::zip(op.getAxes(), *op.getStrides()))
      if (stride == 0)
        return emitError(3) << "expects strides other than 0, but found 0 for "
                               "axis "
                            << axis;
  TensorInfo info = TensorInfo::of(op.getX());
  // R2: axes that exist, each once.
  if (!info.dims)
    return failed(verifyDistinctAxes(op.getAxes(), emitError.rule(2)))
               ? failure()
               : appendType(info, emitError, types);
  FailureOr<SmallVector<int64_t>> axes =
      normalizeAxes(op.getAxes(), info.getRank(), emitError.rule(2));
  if (failed(axes))
    return failure();
  for (auto [index, axis] : llvm::enumerate(*axes)) {
    SymExprAttr &dim = (*info.dims)[axis];
    dim = resolveSlice(dim, getBound(op.getBegin(), index),
                       getBound(op.getEnd(), index),
                       op.getStrides() ? (*op.getStrides())[index] : 1,
                       op.getAssumeInbound())
              .length;
  }
  return appendType(info, emitError, types);
}

LogicalResult DynamicStridedSliceOp::inferTypes(Adaptor op, EmitError emitError,
                                                SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  TensorInfo info = infos.front();
  for (const TensorInfo &bound : ArrayRef(infos).drop_front()) {
    if (!bound.dims)
      continue;
    // R1: a bound for each axis.
    if (bound.getRank() != 1)
      return emitError(1) << "expects bounds of rank 1, but found rank "
                          << bound.getRank();
    if (info.dims &&
        failed(verifySameDim(getDim(info.element.getContext(), info.getRank()),
                             bound.dims->front(), "the length of each bound",
                             emitError.rule(1))))
      return failure();
  }
  // R2: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(2));
  if (failed(vdevice))
    return failure();
  info.vdevice = *vdevice;
  if (info.dims)
    info.dims = getUnknownDims(info.getRank());
  return appendType(info, emitError, types);
}

OpFoldResult StridedSliceOp::fold(FoldAdaptor) {
  return getAxes().empty() && getX().getType() == getType()
             ? foldTo(getX(), *this)
             : OpFoldResult();
}

//===-- Coordinates -------------------------------------------------------===//

LogicalResult GatherElementsOp::inferTypes(Adaptor op, EmitError emitError,
                                           SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  TensorInfo indices = TensorInfo::of(op.getIndices());
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice =
      getCommonVDevice({info, indices}, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  info.vdevice = *vdevice;
  // R1: an axis that exists.
  if (info.dims &&
      failed(normalizeAxis(op.getAxis(), info.getRank(), emitError.rule(1))))
    return failure();
  // R2: a coordinate for each axis.
  if (info.dims && indices.dims && info.getRank() != indices.getRank())
    return emitError(2) << "expects data and indices of one rank, but found "
                        << info.getRank() << " and " << indices.getRank();
  if (indices.dims)
    info.dims = indices.dims;
  else if (info.dims)
    info.dims = getUnknownDims(info.getRank());
  return appendType(info, emitError, types);
}

LogicalResult GatherNDOp::inferTypes(Adaptor op, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  TensorInfo indices = TensorInfo::of(op.getIndices());
  int64_t batch = op.getBatchDims();
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice =
      getCommonVDevice({info, indices}, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  // R1: something behind the common axes.
  for (const TensorInfo &operand : {info, indices})
    if (operand.dims && operand.getRank() <= batch)
      return emitError(1) << "expects operands of rank " << batch
                          << " + 1 or more, but found rank "
                          << operand.getRank();
  TensorInfo result{info.element, std::nullopt, *vdevice};
  // Whether the attribute is what it has to be is checked elsewhere, and later.
  if (batch < 0)
    return appendType(result, emitError, types);
  SymExprAttr last = indices.dims ? indices.dims->back() : SymExprAttr();
  std::optional<int64_t> count = last ? last.getConstant() : std::nullopt;
  if (!info.dims || !count || *count < 0)
    return appendType(result, emitError, types);
  // R2: a coordinate an axis.
  if (*count > info.getRank() - batch)
    return emitError(2) << "expects at most " << info.getRank() - batch
                        << " coordinates, but found " << *count;
  result.dims = Dims(ArrayRef(*indices.dims).drop_back());
  result.dims->append(info.dims->begin() + batch + *count, info.dims->end());
  return appendType(result, emitError, types);
}

LogicalResult IndexTensorOp::inferTypes(Adaptor op, EmitError emitError,
                                        SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  ArrayRef<TensorInfo> indices = ArrayRef(infos).drop_front();
  TensorInfo info = infos.front();
  int64_t count = indices.size();
  // R1: an axis for each index tensor.
  if (indices.empty() || (info.dims && count > info.getRank()))
    return emitError(1) << "expects between one index tensor and one an axis, "
                           "but found "
                        << count;
  // R3: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(3));
  if (failed(vdevice))
    return failure();
  // R2: index tensors of one shape.
  FailureOr<std::optional<Dims>> dims = broadcast(indices, emitError.rule(2));
  if (failed(dims))
    return failure();
  TensorInfo result{info.element, std::nullopt, *vdevice};
  if (info.dims && *dims) {
    result.dims = **dims;
    result.dims->append(info.dims->begin() + count, info.dims->end());
  }
  return appendType(result, emitError, types);
}

void RelaxDialect::registerIndexOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/IndexOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/IndexOps.cpp.inc"
