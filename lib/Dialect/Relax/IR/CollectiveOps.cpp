// Exchange of tensors among workers: types.
#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "WorkerPart.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

LogicalResult checkMesh(std::optional<ArrayRef<int64_t>> mesh,
                        std::optional<ArrayRef<int64_t>> axes,
                        std::optional<int64_t> workers, EmitError emitError,
                        unsigned rule) {
  if (workers && *workers > INT32_MAX)
    return emitError(rule) << "expects at most 2147483647 workers, found "
                           << *workers;
  // Without either, all workers or a group that the run time knows take part.
  if (!mesh && !axes)
    return success();
  if (!mesh || !axes)
    return emitError(rule) << "expects 'mesh' and 'mesh_axes' together, found "
                           << (mesh ? "'mesh'" : "'mesh_axes'") << " alone";
  if (mesh->empty() ||
      llvm::any_of(*mesh, [](int64_t size) { return size < 1; }))
    return emitError(rule) << "expects a mesh of sizes of 1 or more, found ["
                           << *mesh << "]";
  int64_t found = 1;
  llvm::SmallSetVector<int64_t, 4> places;
  for (int64_t axis : *axes) {
    if (axis < 0 || axis >= int64_t(mesh->size()) || !places.insert(axis))
      return emitError(rule) << "expects different axes of the mesh [" << *mesh
                             << "], found [" << *axes << "]";
    // A number of workers that wraps is that of no machine.
    if (llvm::MulOverflow(found, (*mesh)[axis], found))
      return emitError(rule)
             << "expects fewer workers, found a mesh of [" << *mesh << "]";
  }
  if (workers && found != *workers)
    return emitError(rule) << "expects " << *workers
                           << " workers along the axes [" << *axes
                           << "] of the mesh [" << *mesh << "], found "
                           << found;
  return success();
}

LogicalResult AllReduceOp::inferTypes(Adaptor op, EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  // R1: workers on a grid.
  if (failed(checkMesh(op.getMesh(), op.getMeshAxes(), std::nullopt, emitError,
                       1)))
    return failure();
  types.push_back(op.getX().getType());
  return success();
}

/// It is an error about R1 if a tensor has no axis that workers could share.
static LogicalResult checkFirstAxis(const TensorInfo &info,
                                    EmitError emitError) {
  if (info.dims && info.dims->empty())
    return emitError(1)
           << "expects an operand of rank 1 or more, but found rank 0";
  return success();
}

/// All workers' tensors concatenated.
template <typename AdaptorT>
static LogicalResult inferGathered(AdaptorT op, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  // R2: workers on a grid.
  if (failed(checkMesh(op.getMesh(), op.getMeshAxes(), op.getNumWorkers(),
                       emitError, 2)))
    return failure();
  TensorInfo info = TensorInfo::of(op.getX());
  // R1: an axis to put them on.
  if (failed(checkFirstAxis(info, emitError)))
    return failure();
  // Rank 0 comes here where R1 is switched off.
  if (!info.dims || info.dims->empty())
    return appendType(info, emitError, types);
  info.dims->front() = info.dims->front() * int64_t(op.getNumWorkers());
  return appendType(info, emitError, types);
}

LogicalResult AllGatherOp::inferTypes(Adaptor op, EmitError emitError,
                                      SmallVectorImpl<Type> &types) {
  // R1, R2: an axis to put them on, workers on a grid.
  return inferGathered(op, emitError, types);
}

LogicalResult GatherToWorker0Op::inferTypes(Adaptor op, EmitError emitError,
                                            SmallVectorImpl<Type> &types) {
  // R1, R2: an axis to put them on, workers on a grid.
  return inferGathered(op, emitError, types);
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

LogicalResult ReduceScatterOp::inferTypes(Adaptor op, EmitError emitError,
                                          SmallVectorImpl<Type> &types) {
  // R3: workers on a grid; R1, R2: an axis that exists, in parts of one size.
  if (failed(checkMesh(op.getMesh(), op.getMeshAxes(), op.getNumWorkers(),
                       emitError, 3)) ||
      failed(checkFirstAxis(TensorInfo::of(op.getX()), emitError)))
    return failure();
  return inferWorkerPart(op.getX(), op.getNumWorkers(), 0, emitError, types);
}

LogicalResult AllToAllOp::inferTypes(Adaptor op, EmitError emitError,
                                     SmallVectorImpl<Type> &types) {
  // R3: workers on a grid; R1, R2: an axis that exists, in parts of one size.
  // The parts are exchanged, not kept, so their type is only looked at.
  SmallVector<Type> parts;
  if (failed(checkMesh(op.getMesh(), op.getMeshAxes(), op.getNumWorkers(),
                       emitError, 3)) ||
      failed(checkFirstAxis(TensorInfo::of(op.getX()), emitError)) ||
      failed(
          inferWorkerPart(op.getX(), op.getNumWorkers(), 0, emitError, parts)))
    return failure();
  types.push_back(op.getX().getType());
  return success();
}

LogicalResult ScatterFromWorker0Op::inferTypes(Adaptor op, EmitError emitError,
                                               SmallVectorImpl<Type> &types) {
  // R1, R2: an axis that exists, in parts of one size.
  return inferWorkerPart(op.getX(), op.getNumWorkers(), op.getAxis(), emitError,
                         types);
}

/// A place is counted among the workers of the axes, so that the same program
/// serves each row of a grid.
template <typename OpT>
static LogicalResult verifyPeer(OpT op) {
  // R1: workers on a grid.
  if (failed(checkMesh(op.getMesh(), op.getMeshAxes(), std::nullopt,
                       EmitError(op), 1)))
    return failure();
  int64_t workers = 1;
  for (int64_t axis : op.getMeshAxes()) {
    // What R1 is about comes here where R1 is switched off.
    if (axis < 0 || axis >= int64_t(op.getMesh().size()))
      return success();
    workers *= op.getMesh()[axis];
  }
  // R2: one of them.
  if (int64_t(op.getPeer()) < 0 || int64_t(op.getPeer()) >= workers)
    return emitRuleError(op, 2, "expects a worker from 0 to ")
           << workers - 1 << ", found " << int64_t(op.getPeer());
  return success();
}

LogicalResult SendOp::verify() { return verifyPeer(*this); }

LogicalResult ReceiveOp::verify() { return verifyPeer(*this); }

LogicalResult BarrierOp::verify() {
  // R1: workers on a grid.
  return checkMesh(getMesh(), getMeshAxes(), std::nullopt, EmitError(*this), 1);
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
