// Ops on images: types.
#include "Relax/Dialect/Relax/IR/ImageOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorLayout.h"

namespace mlir::relax {

/// R4: a region where, and only where, the mode looks at one.
template <typename Adaptor>
static LogicalResult verifyRegion(Adaptor op, size_t count,
                                  EmitError emitError) {
  bool needed = op.getCoordinateTransformationMode() == "tf_crop_and_resize";
  if (needed != op.getRoi().has_value())
    return emitError(4) << (needed ? "expects 'roi'" : "expects no 'roi'")
                        << " for mode \""
                        << op.getCoordinateTransformationMode() << '"';
  if (needed && op.getRoi()->size() != 2 * count)
    return emitError(4) << "expects 'roi' to have " << 2 * count
                        << " entries, but found " << op.getRoi()->size();
  return success();
}

template <typename Adaptor>
static LogicalResult inferResize(Adaptor op, StringRef spatial,
                                 EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  std::string letters = ("NC" + spatial).str();
  // R1: a layout that names the right axes.
  FailureOr<TensorLayout> layout =
      TensorLayout::parse(op.getLayout(), letters, emitError.rule(1));
  if (failed(layout) || failed(verifyRegion(op, spatial.size(), emitError)))
    return failure();
  // R2: the rank of the layout.
  TensorInfo info = TensorInfo::of(op.getData());
  FailureOr<Dims> sizes = layout->getAxes(info, "data", emitError.rule(2));
  if (failed(sizes))
    return failure();
  std::optional<Dims> wanted = getShapeDims(op.getSize().getType());
  // R3: a size for each axis.
  if (wanted && wanted->size() != spatial.size())
    return emitError(3) << "expects 'size' to have " << spatial.size()
                        << " entries, but found " << wanted->size();
  for (size_t axis = 0; axis < spatial.size(); ++axis)
    (*sizes)[axis + 2] = wanted ? (*wanted)[axis] : SymExprAttr();
  info.dims = layout->fromAxes(*sizes);
  if (op.getOutDtype())
    info.element = *op.getOutDtype();
  return appendType(info, emitError, types);
}

LogicalResult AffineGridOp::inferTypes(Adaptor op, EmitError emitError,
                                       SmallVectorImpl<Type> &types) {
  TensorInfo info = TensorInfo::of(op.getData());
  MLIRContext *context = op.getData().getContext();
  SymExprAttr two = getDim(context, 2);
  // R1: 2 by 3 matrices.
  if (failed(verifyDims(info, "matrices",
                        {SymExprAttr(), two, getDim(context, 3)},
                        emitError.rule(1))))
    return failure();
  std::optional<Dims> wanted = getShapeDims(op.getSize().getType());
  // R2: a size for each axis.
  if (wanted && wanted->size() != 2)
    return emitError(2) << "expects 'size' to have 2 entries, but found "
                        << wanted->size();
  Dims size = wanted.value_or(getUnknownDims(2));
  info.dims = Dims{info.dims ? info.dims->front() : SymExprAttr(), two, size[0],
                   size[1]};
  return appendType(info, emitError, types);
}

LogicalResult GridSampleOp::inferTypes(Adaptor op, EmitError emitError,
                                       SmallVectorImpl<Type> &types) {
  // R1: a layout that names the right axes.
  FailureOr<TensorLayout> layout =
      TensorLayout::parse(op.getLayout(), "NCHW", emitError.rule(1));
  if (failed(layout))
    return failure();
  // R2: the rank of the layout.
  TensorInfo info = TensorInfo::of(op.getData());
  FailureOr<Dims> sizes = layout->getAxes(info, "data", emitError.rule(2));
  if (failed(sizes))
    return failure();
  TensorInfo grid = TensorInfo::of(op.getGrid());
  // R3: two coordinates for each place.
  Dims expected{(*sizes)[0], getDim(op.getData().getContext(), 2),
                SymExprAttr(), SymExprAttr()};
  if (failed(verifyDims(grid, "the grid", expected, emitError.rule(3))))
    return failure();
  // R4: one device.
  FailureOr<VDeviceAttr> vdevice =
      getCommonVDevice({info, grid}, emitError.rule(4));
  if (failed(vdevice))
    return failure();
  Dims places = grid.dims.value_or(getUnknownDims(4));
  Dims result{pickKnown((*sizes)[0], places[0]), (*sizes)[1], places[2],
              places[3]};
  return appendType({info.element, layout->fromAxes(result), *vdevice},
                    emitError, types);
}

void RelaxDialect::registerImageOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ImageOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ImageOps.cpp.inc"
