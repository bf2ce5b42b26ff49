// Which sizes in a tensor program are the same in every run.
// A slice is only needed where an iterator does not cover an axis. Types alone
// show `?` on both sides; the trace finds that they are one size, and most
// slices vanish.
#include "BufferSizes.h"

#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

namespace {
/// Where a size comes from: a number, an axis of a parameter with the
/// expression of its caller, or a value that the program computes.
struct Size {
  std::optional<int64_t> constant;
  Value origin;
  int64_t axis = 0;
  SymExprAttr dim;
};
} // namespace

static Size traceExtent(Value extent);

static Size traceAxis(Value buffer, int64_t axis) {
  auto type = cast<MemRefType>(buffer.getType());
  Size size;
  if (!type.isDynamicDim(axis)) {
    size.constant = type.getDimSize(axis);
    return size;
  }
  // An allocation has the size that it was given.
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
    return traceExtent(alloc.getDynamicSizes()[type.getDynamicDimIndex(axis)]);
  size.origin = buffer;
  size.axis = axis;
  auto parameter = dyn_cast<BlockArgument>(buffer);
  if (!parameter)
    return size;
  auto function = dyn_cast<tir::FuncOp>(parameter.getOwner()->getParentOp());
  if (!function)
    return size;
  if (auto dims = function.getArgAttrOfType<DimsAttr>(parameter.getArgNumber(),
                                                      "tir.dims"))
    size.dim = dims.getDims()[axis];
  return size;
}

// A size that is computed is compared by its value: SSA values are the same
// number.
static Size traceExtent(Value extent) {
  Size size;
  size.constant = getConstantIntValue(extent);
  if (size.constant)
    return size;
  if (auto dim = extent.getDefiningOp<memref::DimOp>())
    if (std::optional<int64_t> axis = dim.getConstantIndex())
      return traceAxis(dim.getSource(), *axis);
  size.origin = extent;
  return size;
}

bool isSizeOfAxis(Value extent, Value buffer, int64_t axis) {
  Size lhs = traceExtent(extent), rhs = traceAxis(buffer, axis);
  // Two different numbers are no equal sizes, and a number equals no unknown
  // one.
  if (lhs.constant || rhs.constant)
    return lhs.constant == rhs.constant;
  return (lhs.origin == rhs.origin && lhs.axis == rhs.axis) ||
         compareDims(lhs.dim, rhs.dim) == Proof::Equal;
}

} // namespace mlir::relax
