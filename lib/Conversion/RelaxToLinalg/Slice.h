// A part of a tensor or memref.
#ifndef RELAX_LIB_CONVERSION_RELAXTOLINALG_SLICE_H
#define RELAX_LIB_CONVERSION_RELAXTOLINALG_SLICE_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

/// Offsets, sizes and strides, an entry for each axis of the whole.
struct Slice {
  SmallVector<OpFoldResult> offsets, sizes, strides;
  /// The axes that the part has.
  SmallVector<int64_t> shape;

  /// Adds an axis, which the part may lack.
  void add(OpFoldResult offset, OpFoldResult size, OpFoldResult stride,
           bool isKept = true) {
    offsets.push_back(offset);
    sizes.push_back(size);
    strides.push_back(stride);
    if (isKept)
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  }
  /// The part.
  Value take(OpBuilder &builder, Location loc, Value whole) const {
    if (auto type = dyn_cast<RankedTensorType>(whole.getType()))
      return tensor::ExtractSliceOp::create(
          builder, loc, RankedTensorType::get(shape, type.getElementType()),
          whole, offsets, sizes, strides);
    auto type = memref::SubViewOp::inferRankReducedResultType(
        shape, cast<MemRefType>(whole.getType()), offsets, sizes, strides);
    return memref::SubViewOp::create(builder, loc, type, whole, offsets, sizes,
                                     strides);
  }
  /// The tensor with the part replaced.
  Value put(OpBuilder &builder, Location loc, Value part, Value whole) const {
    return tensor::InsertSliceOp::create(builder, loc, part, whole, offsets,
                                         sizes, strides);
  }
};

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOLINALG_SLICE_H
