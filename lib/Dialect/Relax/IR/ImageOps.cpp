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
    return emitError() << (needed ? "expects 'roi'" : "expects no 'roi'")
                       << " for mode \"" << op.getCoordinateTransformationMode()
                       << '"';
  if (needed && op.getRoi()->size() != 2 * count)
    return emitError() << "expects 'roi' to have " << 2 * count
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
      TensorLayout::parse(op.getLayout(), letters, emitError);
  if (failed(layout) || failed(verifyRegion(op, spatial.size(), emitError)))
    return failure();
  // R2: the rank of the layout.
  TensorInfo info = TensorInfo::of(op.getData());
  FailureOr<Dims> sizes = layout->getAxes(info, "data", emitError);
  if (failed(sizes))
    return failure();
  std::optional<Dims> wanted = getShapeDims(op.getSize().getType());
  // R3: a size for each axis.
  if (wanted && wanted->size() != spatial.size())
    return emitError() << "expects 'size' to have " << spatial.size()
                       << " entries, but found " << wanted->size();
  for (size_t axis = 0; axis < spatial.size(); ++axis)
    (*sizes)[axis + 2] = wanted ? (*wanted)[axis] : SymExprAttr();
  info.dims = layout->fromAxes(*sizes);
  if (op.getOutDtype())
    info.element = *op.getOutDtype();
  return appendType(info, emitError, types);
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
