// Ops that bring mean and spread of elements to given values: types.
#include "JoinedKinds.h"

#include "Relax/Dialect/Relax/IR/NormalizationOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"

namespace mlir::relax {

/// The first operand with the element type and the device of all; none of these
/// may differ.
static FailureOr<TensorInfo> joinOperands(ValueRange operands,
                                          EmitError emitError) {
  SmallVector<TensorInfo> infos = getTensorInfos(operands);
  // R1, R4: one element type, one device.
  FailureOr<TensorInfo> joined = joinKinds(infos, {1, 4}, emitError);
  if (succeeded(joined))
    joined->dims = infos.front().dims;
  return joined;
}

/// Check parameters that go along `axes` of the data.
static LogicalResult verifyParameters(const TensorInfo &data,
                                      ValueRange parameters,
                                      ArrayRef<int64_t> axes,
                                      EmitError emitError) {
  Dims expected = getUnknownDims(axes.size());
  // R2: axes that exist, each once.
  if (failed(verifyDistinctAxes(axes, emitError.rule(2))))
    return failure();
  if (data.dims) {
    FailureOr<SmallVector<int64_t>> normal =
        normalizeAxes(axes, data.getRank(), emitError.rule(2));
    if (failed(normal))
      return failure();
    for (auto [index, axis] : llvm::enumerate(*normal))
      expected[index] = (*data.dims)[axis];
  }
  // R3: parameters of the axes' sizes.
  for (Value parameter : parameters)
    if (failed(verifyDims(TensorInfo::of(parameter), "each parameter", expected,
                          emitError.rule(3))))
      return failure();
  return success();
}

/// Check the axes of a norm that works on each channel apart.
static LogicalResult verifyChannelAxes(const TensorInfo &data, int64_t channel,
                                       ArrayRef<int64_t> axes,
                                       EmitError emitError) {
  // R2: axes that exist, each once, also the channel's.
  SmallVector<int64_t> all(axes);
  all.push_back(channel);
  if (!data.dims)
    return verifyDistinctAxes(all, emitError.rule(2));
  return normalizeAxes(all, data.getRank(), emitError.rule(2));
}

LogicalResult BatchNormOp::inferTypes(Adaptor op, EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> data = joinOperands(op.getOperands(), emitError);
  if (failed(data))
    return failure();
  int64_t axis = op.getAxis();
  if (failed(verifyParameters(*data, op.getOperands().drop_front(), axis,
                              emitError)) ||
      failed(appendType(*data, emitError, types)))
    return failure();
  for (Value moving : {op.getMovingMean(), op.getMovingVar()}) {
    TensorInfo info = TensorInfo::of(moving);
    info.element = data->element;
    if (failed(appendType(info, emitError, types)))
      return failure();
  }
  return success();
}

LogicalResult LayerNormOp::inferTypes(Adaptor op, EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> data = joinOperands(op.getOperands(), emitError);
  if (failed(data) ||
      failed(verifyParameters(*data, op.getOperands().drop_front(),
                              op.getAxes(), emitError)))
    return failure();
  return appendType(*data, emitError, types);
}

LogicalResult RMSNormOp::inferTypes(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> data = joinOperands(op.getOperands(), emitError);
  if (failed(data) ||
      failed(verifyParameters(*data, op.getWeight(), op.getAxes(), emitError)))
    return failure();
  return appendType(*data, emitError, types);
}

LogicalResult GroupNormOp::inferTypes(Adaptor op, EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> data = joinOperands(op.getOperands(), emitError);
  int64_t axis = op.getChannelAxis();
  if (failed(data) ||
      failed(verifyChannelAxes(*data, axis, op.getAxes(), emitError)) ||
      failed(verifyParameters(*data, op.getOperands().drop_front(), axis,
                              emitError)))
    return failure();
  if (data->dims) {
    SymExprAttr channels =
        (*data->dims)[axis < 0 ? axis + data->getRank() : axis];
    std::optional<int64_t> count =
        channels ? channels.getConstant() : std::nullopt;
    // R5: groups of one size.
    if (count && *count % int64_t(op.getNumGroups()) != 0)
      return emitError(5) << "expects channels that divide into "
                          << op.getNumGroups() << " groups, but found "
                          << *count;
  }
  return appendType(*data, emitError, types);
}

LogicalResult InstanceNormOp::inferTypes(Adaptor op, EmitError emitError,
                                         SmallVectorImpl<Type> &types) {
  FailureOr<TensorInfo> data = joinOperands(op.getOperands(), emitError);
  int64_t axis = op.getChannelAxis();
  if (failed(data) ||
      failed(verifyChannelAxes(*data, axis, op.getAxes(), emitError)) ||
      failed(verifyParameters(*data, op.getOperands().drop_front(), axis,
                              emitError)))
    return failure();
  return appendType(*data, emitError, types);
}

void RelaxDialect::registerNormalizationOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/NormalizationOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/NormalizationOps.cpp.inc"
