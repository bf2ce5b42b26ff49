// Tensors whose parts go to workers, or come from them.
#include "Relax/Dialect/Relax/IR/TensorParts.h"

#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "llvm/ADT/Sequence.h"

namespace mlir::relax {

Value cutAxis(OpBuilder &builder, Location location, Value tensor, int64_t axis,
              int64_t parts) {
  SmallVector<SymExprAttr> dims =
      getDims(cast<RankedTensorType>(tensor.getType()));
  dims[axis] = floorDiv(dims[axis], parts);
  dims.insert(dims.begin() + axis,
              SymExprAttr::constant(builder.getContext(), parts));
  return TensorBuilder(builder, location).reshape(tensor, dims);
}

Value moveAxis(OpBuilder &builder, Location location, Value tensor,
               int64_t from, int64_t to) {
  auto type =
      dyn_cast_or_null<RankedTensorType>(tensor ? tensor.getType() : Type());
  if (!type)
    return tensor;
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq(type.getRank()));
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, from);
  return TensorBuilder(builder, location).permute(tensor, order);
}

} // namespace mlir::relax
