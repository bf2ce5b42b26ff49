// Sizes that only the run time knows, as symbols.
#include "RuntimeShape.h"
#include "Broadcasting.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

SmallVector<SymExprAttr> getKnownDims(NodeImport &node, Value value) {
  if (!value)
    return {};
  return getDims(cast<RankedTensorType>(value.getType()));
}

SymExprAttr getKnownDim(NodeImport &node, Value value, int64_t axis) {
  SmallVector<SymExprAttr> dims = getKnownDims(node, value);
  if (axis >= 0 && axis < int64_t(dims.size()))
    return dims[axis];
  // A model may have an input of any rank, whatever its operator says.
  if (value && !node.hasFailed())
    node.error() << "expected a tensor with an axis " << axis << ", found "
                 << value.getType();
  return node.makeExpr(0);
}

Value giveSymbols(NodeImport &node, Value value) {
  // A symbol for each unknown size. The match_cast binds it to the size that
  // the tensor has, which never fails.
  SmallVector<SymExprAttr> dims = getKnownDims(node, value);
  for (auto [index, dim] : llvm::enumerate(dims))
    if (!dim)
      dim = node.makeSymbol("d" + std::to_string(index));
  return castDims(node, value, dims);
}

Value readShape(NodeImport &node, Value numbers) {
  if (!numbers)
    return nullptr;
  RankedTensorType type = cast<RankedTensorType>(numbers.getType());
  // The rank of a shape cannot depend on data in relax.
  if (type.getRank() != 1 || type.isDynamicDim(0)) {
    node.error() << "shape has type " << type
                 << ", expected a list of known length";
    return nullptr;
  }
  Value shape = node.emit<TensorToShapeOp>(
      node.castTo(numbers, node.getBuilder().getI64Type()));
  if (!shape)
    return nullptr;
  SmallVector<SymExprAttr> sizes;
  // Fresh symbols: whatever numbers come, they are bound here and can be used
  // in types from here on.
  for (int64_t i = 0; i < type.getDimSize(0); ++i)
    sizes.push_back(node.makeSymbol("d" + std::to_string(i)));
  return MatchCastOp::create(node.getBuilder(), node.getLoc(),
                             ShapeType::get(node.getContext(), sizes), shape);
}

SmallVector<SymExprAttr> readSizes(NodeImport &node, unsigned input) {
  // What import knows costs no op, and its expressions may be provably equal to
  // others.
  if (std::optional<SymbolicTensor> known = node.getSymbolic(input))
    return known->elements;
  Value numbers = node.getTensor(input);
  // A single number as a list, since a shape is made of a list.
  if (node.getRank(input) == 0)
    numbers = node.emit<ReshapeOp>({numbers, node.makeShape(node.makeExpr(1))});
  Value shape = readShape(node, numbers);
  if (!shape)
    return {};
  return SmallVector<SymExprAttr>(cast<ShapeType>(shape.getType()).getDims());
}

} // namespace mlir::relax
