// Ops that combine each element with all before it on an axis: types.
#include "Relax/Dialect/Relax/IR/ScanOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"

namespace mlir::relax {

static LogicalResult inferScan(Value data, std::optional<int64_t> axis,
                               std::optional<Type> dtype, EmitError emitError,
                               SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(data);
  // R1: an axis that exists.
  if (axis && info.dims &&
      failed(normalizeAxis(*axis, info.getRank(), emitError.rule(1))))
    return failure();
  // R2: elements to compute with.
  if (dtype && failed(verifyNumberDtype(*dtype, emitError.rule(2))))
    return failure();
  if (dtype)
    info.element = *dtype;
  if (!axis)
    info.dims = info.dims ? Dims{getNumElements(data.getContext(), *info.dims)}
                          : getUnknownDims(1);
  return appendType(info, emitError, types);
}

void RelaxDialect::registerScanOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ScanOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ScanOps.cpp.inc"
