// Ops that put elements into a copy of a tensor by their places: types.
#include "JoinedKinds.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ScatterOps.h"

namespace mlir::relax {

/// The result of a scatter: data with the element type and the device of all.
static FailureOr<TensorInfo> joinOperands(Value data, Value updates,
                                          ValueRange operands,
                                          unsigned deviceRule,
                                          EmitError emitError) {
  TensorInfo info = TensorInfo::of(data);
  // R1: one element type. R4, R5: one device.
  FailureOr<TensorInfo> joined =
      joinKinds({info, TensorInfo::of(updates)}, getTensorInfos(operands),
                {1, deviceRule}, emitError);
  if (succeeded(joined))
    joined->dims = info.dims;
  return joined;
}

LogicalResult ScatterElementsOp::inferTypes(Adaptor op, EmitError emitError,
                                            SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> info = joinOperands(op.getData(), op.getUpdates(),
                                            op.getOperands(), 4, emitError);
  if (failed(info))
    return failure();
  TensorInfo indices = TensorInfo::of(op.getIndices());
  TensorInfo updates = TensorInfo::of(op.getUpdates());
  if (info->dims) {
    // R2: an axis that exists.
    if (failed(normalizeAxis(op.getAxis(), info->getRank(), emitError.rule(2))))
      return failure();
    // R3: a coordinate for each axis, and an update for each index.
    if (failed(verifyDims(indices, "indices", getUnknownDims(info->getRank()),
                          emitError.rule(3))))
      return failure();
  }
  if (indices.dims &&
      failed(verifyDims(updates, "updates", *indices.dims, emitError.rule(3))))
    return failure();
  return appendType(*info, emitError, types);
}

LogicalResult ScatterNDOp::inferTypes(Adaptor op, EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> info = joinOperands(op.getData(), op.getUpdates(),
                                            op.getOperands(), 4, emitError);
  if (failed(info))
    return failure();
  TensorInfo indices = TensorInfo::of(op.getIndices());
  // R2: coordinates on axes that exist.
  if (indices.dims && indices.dims->empty())
    return emitError(2)
           << "expects indices of rank 1 or more, but found rank 0";
  SymExprAttr last = indices.dims ? indices.dims->back() : SymExprAttr();
  std::optional<int64_t> count = last ? last.getConstant() : std::nullopt;
  if (!info->dims || !count)
    return appendType(*info, emitError, types);
  if (*count > info->getRank())
    return emitError(2) << "expects at most " << info->getRank()
                        << " coordinates, but found " << *count;
  // R3: a slice for each coordinate.
  Dims expected(ArrayRef(*indices.dims).drop_back());
  expected.append(info->dims->begin() + *count, info->dims->end());
  if (failed(verifyDims(TensorInfo::of(op.getUpdates()), "updates", expected,
                        emitError.rule(3))))
    return failure();
  return appendType(*info, emitError, types);
}

LogicalResult SliceScatterOp::inferTypes(Adaptor op, EmitError emitError,
                                         SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> info =
      joinOperands(op.getInput(), op.getSrc(), op.getOperands(), 5, emitError);
  if (failed(info))
    return failure();
  int64_t step = op.getStep();
  // R3: a step that leads on.
  if (step < 1)
    return emitError(3) << "expects a step of 1 or more, but found " << step;
  if (!info->dims)
    return appendType(*info, emitError, types);
  // R2: an axis that exists.
  FailureOr<int64_t> axis =
      normalizeAxis(op.getAxis(), info->getRank(), emitError.rule(2));
  if (failed(axis))
    return failure();
  // R4: as many elements as the slice has.
  Dims expected = *info->dims;
  expected[*axis] = resolveSlice(expected[*axis], op.getStart(), op.getEnd(),
                                 step, /*assumeInbound=*/false)
                        .length;
  if (failed(verifyDims(TensorInfo::of(op.getSrc()), "the source", expected,
                        emitError.rule(4))))
    return failure();
  return appendType(*info, emitError, types);
}

LogicalResult IndexPutOp::inferTypes(Adaptor op, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> info = joinOperands(op.getData(), op.getValues(),
                                            op.getOperands(), 4, emitError);
  if (failed(info))
    return failure();
  int64_t count = op.getIndices().size();
  // R2: an axis for each index tensor.
  if (count == 0 || (info->dims && count > info->getRank()))
    return emitError(2) << "expects between one index tensor and one an axis, "
                           "but found "
                        << count;
  // R3: index tensors of one shape.
  if (failed(broadcast(getTensorInfos(op.getIndices()), emitError.rule(3))))
    return failure();
  return appendType(*info, emitError, types);
}

void RelaxDialect::registerScatterOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ScatterOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ScatterOps.cpp.inc"
