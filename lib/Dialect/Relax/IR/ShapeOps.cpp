// Between tensors, shapes and scalars.
#include "Relax/Dialect/Relax/IR/ShapeOps.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TypeRules.h"
#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/ShapeOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerShapeOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/ShapeOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ShapeOfOp
//===----------------------------------------------------------------------===//

LogicalResult ShapeOfOp::inferTypes(Adaptor op, EmitError emitError,
                                    SmallVectorImpl<Type> &types) {
  // R1: the tensor's dimensions.
  auto tensor = dyn_cast<RankedTensorType>(op.getInput().getType());
  if (!tensor) {
    types.push_back(ShapeType::get(op.getInput().getContext()));
    return success();
  }
  if (tensor.getRank() > ShapeType::kMaxRank)
    return emitError(1) << "expects a tensor of rank " << ShapeType::kMaxRank
                        << " or less, but found rank " << tensor.getRank();
  types.push_back(ShapeType::get(op.getInput().getContext(), getDims(tensor)));
  return success();
}

//===----------------------------------------------------------------------===//
// TensorToShapeOp
//===----------------------------------------------------------------------===//

LogicalResult TensorToShapeOp::inferTypes(Adaptor op, EmitError emitError,
                                          SmallVectorImpl<Type> &types) {
  // R2: as many extents as the tensor has elements.
  auto tensor = dyn_cast<RankedTensorType>(op.getInput().getType());
  if (!tensor || tensor.getRank() != 1 || tensor.isDynamicDim(0)) {
    types.push_back(ShapeType::get(op.getInput().getContext()));
    return success();
  }
  if (tensor.getDimSize(0) > ShapeType::kMaxRank)
    return emitError(2) << "expects a tensor of at most " << ShapeType::kMaxRank
                        << " extents, but found " << tensor;
  types.push_back(
      ShapeType::get(op.getInput().getContext(), tensor.getDimSize(0)));
  return success();
}

LogicalResult TensorToShapeOp::verify() {
  // R1: a vector of integers.
  auto tensor = cast<TensorType>(getInput().getType());
  if (tensor.hasRank() && tensor.getRank() != 1)
    return emitRuleError(*this, 1, "expects a tensor of rank 1, found ")
           << tensor;
  Type element = tensor.getElementType();
  if (!element.isIntOrIndex() && !isa<UnknownType>(element))
    return emitRuleError(*this, 1, "expects integer elements, found ")
           << tensor;
  return success();
}

//===----------------------------------------------------------------------===//
// ShapeToTensorOp
//===----------------------------------------------------------------------===//

LogicalResult ShapeToTensorOp::inferTypes(Adaptor op, EmitError emitError,
                                          SmallVectorImpl<Type> &types) {
  // R1: i64, as long as the rank.
  auto shape = cast<ShapeType>(op.getInput().getType());
  int64_t rank = shape.hasRank() ? shape.getRank() : ShapedType::kDynamic;
  types.push_back(RankedTensorType::get(
      rank, IntegerType::get(op.getInput().getContext(), 64)));
  return success();
}

//===----------------------------------------------------------------------===//
// SizeOp
//===----------------------------------------------------------------------===//

LogicalResult SizeOp::inferTypes(Adaptor op, EmitError emitError,
                                 SmallVectorImpl<Type> &types) {
  // R1: one i64.
  types.push_back(RankedTensorType::get(
      {}, IntegerType::get(op.getInput().getContext(), 64)));
  return success();
}

//===----------------------------------------------------------------------===//
// ScalarToTensorOp
//===----------------------------------------------------------------------===//

OpFoldResult ScalarToTensorOp::fold(FoldAdaptor adaptor) {
  RankedTensorType type = getResult().getType();
  // A placement is no part of a constant's values.
  if (type.getEncoding())
    return {};
  if (auto number = dyn_cast_or_null<FloatAttr>(adaptor.getInput()))
    return DenseElementsAttr::get(type, number.getValue());
  if (auto number = dyn_cast_or_null<IntegerAttr>(adaptor.getInput()))
    return DenseElementsAttr::get(
        type, number.getValue().sextOrTrunc(type.getElementTypeBitWidth()));
  return {};
}

LogicalResult ScalarToTensorOp::verify() {
  // R1: one element of the scalar's type.
  Type scalar = getInput().getType();
  if (scalar.isIndex())
    scalar = IntegerType::get(getContext(), 64);
  RankedTensorType tensor = getResult().getType();
  Type element = tensor.getElementType();
  if (auto integer = dyn_cast<IntegerType>(element))
    element = IntegerType::get(getContext(), integer.getWidth());
  if (tensor.getRank() != 0 || element != scalar)
    return emitRuleError(*this, 1, "expects a tensor of rank 0 of ")
           << scalar << ", found " << tensor;
  return success();
}

} // namespace mlir::relax
