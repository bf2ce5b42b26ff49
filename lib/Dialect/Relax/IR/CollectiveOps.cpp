// Exchange of tensors among workers: types.
#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "WorkerPart.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

LogicalResult AllReduceOp::inferTypes(Adaptor op, EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  types.push_back(op.getX().getType());
  return success();
}

LogicalResult AllGatherOp::inferTypes(Adaptor op, EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getX());
  if (!info.dims)
    return appendType(info, emitError, types);
  // R1: an axis to put them on.
  if (info.dims->empty())
    return emitError(1)
           << "expects an operand of rank 1 or more, but found rank 0";
  info.dims->front() = info.dims->front() * int64_t(op.getNumWorkers());
  return appendType(info, emitError, types);
}

LogicalResult BroadcastFromWorker0Op::inferTypes(Adaptor op,
                                                 EmitError emitError,
                                                 SmallVectorImpl<Type> &types) {
  types.push_back(op.getX().getType());
  return success();
}

LogicalResult inferWorkerPart(Value tensor, int64_t workers, int64_t axis,
                              EmitError emitError,
                              SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(tensor);
  if (!info.dims)
    return appendType(info, emitError, types);
  FailureOr<int64_t> place =
      normalizeAxis(axis, info.getRank(), emitError.rule(1));
  if (failed(place))
    return failure();
  SymExprAttr &dim = (*info.dims)[*place];
  SymExprAttr rest = floorMod(dim, workers);
  if (rest && rest.getConstant() && rest.getConstant() != 0)
    return emitError(2) << "expects a size that divides by " << workers
                        << " workers, but found " << toString(dim);
  dim = floorDiv(dim, workers);
  return appendType(info, emitError, types);
}

LogicalResult ScatterFromWorker0Op::inferTypes(Adaptor op, EmitError emitError,
                                               SmallVectorImpl<Type> &types) {
  // R1, R2: an axis that exists, in parts of one size.
  return inferWorkerPart(op.getX(), op.getNumWorkers(), op.getAxis(), emitError,
                         types);
}

void RelaxDialect::registerCollectiveOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/CollectiveOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/CollectiveOps.cpp.inc"
