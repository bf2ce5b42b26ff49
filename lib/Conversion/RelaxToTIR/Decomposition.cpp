// What rules that write an operator with others are made of.
#include "Decomposition.h"

#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

Dims Decomposition::dimsOf(Value value) {
  return getDims(llvm::cast<RankedTensorType>(value.getType()));
}

Type Decomposition::elementOf(Value value) {
  return llvm::cast<TensorType>(value.getType()).getElementType();
}

void Decomposition::noteByteSizes(StringRef name, TypeRange types) {
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || hasByteSize(tensor) || tooLarge)
      continue;
    tooLarge = true;
    llvm::raw_string_ostream(reason = "")
        << "it stands for '" << name << "' of type '" << tensor
        << "', expected a number of bytes that 64 bits hold; make its sizes "
           "smaller";
  }
}

// Constants are remembered in `made`: they need no legalisation, unlike ops.
Value Decomposition::number(double value, Type element) {
  Attribute attribute;
  if (isa<FloatType>(element))
    attribute = builder.getFloatAttr(element, value);
  else
    attribute = builder.getIntegerAttr(element, int64_t(value));
  auto type = RankedTensorType::get({}, element);
  Operation *constant = ConstantOp::create(
      builder, loc, type, DenseElementsAttr::get(type, attribute));
  return made.emplace_back(constant)->getResult(0);
}

// Sizes of a decomposition are symbols of the function, so shapes are made in
// place and fold if they are constant.
Value Decomposition::shape(ArrayRef<SymExprAttr> dims) {
  return ShapeOp::create(builder, loc, ShapeType::get(getContext(), dims),
                         getSymExprArray(getContext(), dims));
}

Value Decomposition::reshape(Value value, ArrayRef<SymExprAttr> dims) {
  if (!value)
    return value;
  return emit<ReshapeOp>({value, shape(dims)});
}

Value Decomposition::permute(Value value, ArrayRef<int64_t> axes) {
  PermuteDimsOp::Properties properties;
  properties.axes = builder.getDenseI64ArrayAttr(axes);
  return emit<PermuteDimsOp>(value, properties);
}

Value Decomposition::broadcast(Value value, ArrayRef<SymExprAttr> dims) {
  if (!value)
    return value;
  return emit<BroadcastToOp>({value, shape(dims)});
}

Value Decomposition::cast(Value value, Type element) {
  if (!value || elementOf(value) == element)
    return value;
  AsTypeOp::Properties properties;
  properties.dtype = TypeAttr::get(element);
  return emit<AsTypeOp>(value, properties);
}

Value Decomposition::range(SymExprAttr from, SymExprAttr to) {
  ArangeOp::Properties properties;
  properties.start = from;
  properties.end = to;
  properties.step = getDim(getContext(), 1);
  properties.dtype = TypeAttr::get(builder.getI64Type());
  return emit<ArangeOp>({}, properties);
}

} // namespace mlir::relax
