// Pooling: types.
#include "PoolWindows.h"

#include "Relax/Dialect/Relax/IR/PoolingOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"

namespace mlir::relax {

template <typename Adaptor>
static LogicalResult inferPool(Adaptor op, StringRef spatial,
                               EmitError emitError,
                               SmallVectorImpl<Type> &types) {
  // R1, R2, R3, R4: what a window and layouts have to be.
  FailureOr<TensorInfo> info =
      inferPooled(op, spatial, {1, 2, 3, 4}, emitError);
  return failed(info) ? failure() : appendType(*info, emitError, types);
}

template <typename Adaptor>
static LogicalResult inferAdaptivePool(Adaptor op, StringRef spatial,
                                       EmitError emitError,
                                       SmallVectorImpl<Type> &types) {
  // R1: one number an axis.
  FailureOr<SmallVector<int64_t>> wanted =
      getPerAxis(op.getOutputSize(), spatial.size(), 1, 1, "output_size",
                 emitError.rule(1));
  if (failed(wanted))
    return failure();
  // R2: layouts that name the right axes.
  auto layouts = readPoolLayouts(op.getLayout(), op.getOutLayout(), spatial,
                                 emitError.rule(2));
  if (failed(layouts))
    return failure();
  // R3: the rank of the layout.
  TensorInfo info = TensorInfo::of(op.getData());
  FailureOr<Dims> sizes =
      layouts->first.getAxes(info, "data", emitError.rule(3));
  if (failed(sizes))
    return failure();
  if (op.getOutputSize())
    for (auto [axis, size] : llvm::enumerate(*wanted))
      (*sizes)[axis + 2] = getDim(op.getData().getContext(), size);
  info.dims = layouts->second.fromAxes(*sizes);
  return appendType(info, emitError, types);
}

void RelaxDialect::registerPoolingOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/PoolingOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/PoolingOps.cpp.inc"
