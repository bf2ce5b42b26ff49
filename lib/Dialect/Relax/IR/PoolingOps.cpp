// Pooling: types.
#include "Relax/Dialect/Relax/IR/PoolingOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorLayout.h"

namespace mlir::relax {

/// The layouts of operand and result.
static FailureOr<std::pair<TensorLayout, TensorLayout>>
readLayouts(StringRef layout, StringRef outLayout, StringRef spatial,
            EmitError emitError) {
  std::string letters = ("NC" + spatial).str();
  FailureOr<TensorLayout> in = TensorLayout::parse(layout, letters, emitError);
  if (failed(in))
    return failure();
  // The operand's layout again is no second fault.
  if (outLayout.empty())
    return std::make_pair(*in, *in);
  FailureOr<TensorLayout> out =
      TensorLayout::parse(outLayout, letters, emitError);
  if (failed(out))
    return failure();
  return std::make_pair(*in, *out);
}

template <typename Adaptor>
static FailureOr<SmallVector<Window>> readWindows(Adaptor op, size_t count,
                                                  EmitError emitError) {
  FailureOr<SmallVector<int64_t>> size =
      getPerAxis(op.getPoolSize(), count, 1, 1, "pool_size", emitError);
  FailureOr<SmallVector<int64_t>> strides =
      getPerAxis(op.getStrides(), count, 1, 1, "strides", emitError);
  FailureOr<SmallVector<int64_t>> dilation =
      getPerAxis(op.getDilation(), count, 1, 1, "dilation", emitError);
  FailureOr<SmallVector<int64_t>> padding =
      getPerAxis(op.getPadding(), 2 * count, 0, 0, "padding", emitError);
  if (failed(size) || failed(strides) || failed(dilation) || failed(padding))
    return failure();
  SmallVector<Window> windows;
  MLIRContext *context = op.getData().getContext();
  for (size_t axis = 0; axis < count; ++axis)
    windows.push_back({getDim(context, (*size)[axis]), (*strides)[axis],
                       (*dilation)[axis], (*padding)[axis],
                       (*padding)[axis + count], op.getCeilMode()});
  return windows;
}

template <typename Adaptor>
static LogicalResult inferPool(Adaptor op, StringRef spatial,
                               EmitError emitError,
                               SmallVectorImpl<Type> &types) {
  // R1: one number an axis.
  FailureOr<SmallVector<Window>> windows =
      readWindows(op, spatial.size(), emitError.rule(1));
  if (failed(windows))
    return failure();
  // R2: layouts that name the right axes.
  auto layouts = readLayouts(op.getLayout(), op.getOutLayout(), spatial,
                             emitError.rule(2));
  if (failed(layouts))
    return failure();
  // R3: the rank of the layout.
  TensorInfo info = TensorInfo::of(op.getData());
  FailureOr<Dims> sizes =
      layouts->first.getAxes(info, "data", emitError.rule(3));
  if (failed(sizes))
    return failure();
  for (auto [axis, window] : llvm::enumerate(*windows)) {
    // R4: a window that fits.
    FailureOr<SymExprAttr> places =
        getWindowCount((*sizes)[axis + 2], window, emitError.rule(4));
    if (failed(places))
      return failure();
    (*sizes)[axis + 2] = *places;
  }
  info.dims = layouts->second.fromAxes(*sizes);
  return appendType(info, emitError, types);
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
  auto layouts = readLayouts(op.getLayout(), op.getOutLayout(), spatial,
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
