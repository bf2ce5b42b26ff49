// Ops that order elements along an axis: types.
#include "Relax/Dialect/Relax/IR/SortOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

LogicalResult SortOp::inferTypes(Adaptor op, EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  // R1: an axis that exists.
  if (info.dims &&
      failed(normalizeAxis(op.getAxis(), info.getRank(), emitError.rule(1))))
    return failure();
  return appendType(info, emitError, types);
}

LogicalResult ArgsortOp::inferTypes(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  // R1: an axis that exists.
  if (info.dims &&
      failed(normalizeAxis(op.getAxis(), info.getRank(), emitError.rule(1))))
    return failure();
  // R2: a type for places.
  FailureOr<Type> places = getIndexElement(
      op.getDtype(), 32, op.getData().getContext(), emitError.rule(2));
  if (failed(places))
    return failure();
  info.element = *places;
  return appendType(info, emitError, types);
}

LogicalResult TopKOp::inferTypes(Adaptor op, EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  // R2: a type for places.
  FailureOr<Type> places = getIndexElement(
      op.getDtype(), 32, op.getData().getContext(), emitError.rule(2));
  if (failed(places))
    return failure();
  int64_t count = op.getK();
  if (info.dims) {
    // R1: an axis that exists.
    FailureOr<int64_t> axis =
        normalizeAxis(op.getAxis(), info.getRank(), emitError.rule(1));
    if (failed(axis))
      return failure();
    SymExprAttr &dim = (*info.dims)[*axis];
    std::optional<int64_t> most = dim ? dim.getUpperBound() : std::nullopt;
    // R3: as many elements as are asked for.
    if (most && count > *most)
      return emitError(3) << "expects 'k' to be at most " << *most
                          << ", but found " << count;
    if (count >= 1)
      dim = getDim(op.getData().getContext(), count);
  }
  if (op.getRetType() != "indices" &&
      failed(appendType(info, emitError, types)))
    return failure();
  info.element = *places;
  return op.getRetType() == "values" ? success()
                                     : appendType(info, emitError, types);
}

void RelaxDialect::registerSortOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/SortOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/SortOps.cpp.inc"
