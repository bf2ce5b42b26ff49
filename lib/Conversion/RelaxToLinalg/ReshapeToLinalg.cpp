// `relax.reshape` as views of tensors: axes are collapsed or expanded where it
// shows which.
#include "FunctionToLinalg.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::relax {

/// Which axes of a tensor of sizes `fine` each axis of one of sizes `coarse`
/// stands for; none if there is one that does not provably end where they do.
/// collapse_shape and expand_shape are views that bufferize without a copy, and
/// tile through. tensor.reshape is opaque, so it is only for shapes whose axes
/// do not line up.
static std::optional<SmallVector<ReassociationIndices>>
getGroups(MLIRContext *context, ArrayRef<SymExprAttr> coarse,
          ArrayRef<SymExprAttr> fine) {
  SymExprAttr one = SymExprAttr::constant(context, 1);
  SmallVector<ReassociationIndices> groups;
  size_t next = 0;
  // Greedy from the left: take fine axes until their product provably is the
  // coarse size. A fine axis of 1 goes to the group on its left, which keeps
  // groups contiguous.
  for (SymExprAttr size : coarse) {
    SymExprAttr product = one;
    ReassociationIndices &group = groups.emplace_back();
    while (next < fine.size() &&
           (group.empty() || compareDims(product, size) != Proof::Equal)) {
      product = SymExprAttr::product(context, {product, fine[next]});
      group.push_back(next++);
    }
    if (compareDims(product, size) != Proof::Equal || group.empty())
      return std::nullopt;
  }
  // What is left must be ones, or the element counts differ.
  for (; next < fine.size(); ++next) {
    if (fine[next] != one)
      return std::nullopt;
    if (!groups.empty())
      groups.back().push_back(next);
  }
  return groups;
}

/// Stops the program where the numbers of elements differ.
/// The relax op promises a check at run time; upstream's reshapes are undefined
/// for other counts.
static void checkCount(FunctionToLinalg &function, ReshapeOp op,
                       RankedTensorType from, RankedTensorType to) {
  SymExprAttr before = getNumElements(from), after = getNumElements(to);
  if (compareDims(before, after) == Proof::Equal)
    return;
  Location loc = op.getLoc();
  OpBuilder &builder = function.getBuilder();
  Value had = function.lower(loc, before), wanted = function.lower(loc, after);
  // A size without a value was unknown in the type, and nothing can be
  // compared.
  if (!had || !wanted)
    return;
  Value isSame = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       had, wanted);
  cf::AssertOp::create(builder, loc, isSame,
                       "expected a shape of as many elements as the tensor's");
}

LogicalResult convertReshape(FunctionToLinalg &function, Operation *op) {
  auto reshape = cast<ReshapeOp>(op);
  Location loc = op->getLoc();
  auto from = cast<RankedTensorType>(reshape.getX().getType());
  auto to = cast<RankedTensorType>(reshape.getResult().getType());
  SmallVector<Type> types;
  (void)flattenType(to, types);
  Value tensor = function.get(reshape.getX()).front();
  auto plain = cast<RankedTensorType>(types.front());
  checkCount(function, reshape, from, to);
  SmallVector<OpFoldResult> sizes;
  for (auto [size, value] :
       llvm::zip_equal(plain.getShape(), function.get(reshape.getShape())))
    sizes.push_back(
        ShapedType::isDynamic(size)
            ? OpFoldResult(value)
            : OpFoldResult(function.getBuilder().getIndexAttr(size)));
  OpBuilder &builder = function.getBuilder();
  SmallVector<SymExprAttr> before = getDims(from), after = getDims(to);
  bool collapses = before.size() > after.size();
  auto groups = getGroups(op->getContext(), collapses ? after : before,
                          collapses ? before : after);
  Value result;
  // expand_shape and collapse_shape need the sizes of their result as values
  // for dynamic axes; collapsing computes them by itself.
  if (!groups)
    result = tensor::ReshapeOp::create(
        builder, loc, plain, tensor,
        tensor::FromElementsOp::create(
            builder, loc,
            getValueOrCreateConstantIndexOp(builder, loc, sizes)));
  else if (before.size() == after.size())
    result = function.castTo(loc, tensor, plain);
  else if (collapses)
    result =
        tensor::CollapseShapeOp::create(builder, loc, plain, tensor, *groups);
  else
    result = tensor::ExpandShapeOp::create(builder, loc, plain, tensor, *groups,
                                           sizes);
  function.set(op->getResult(0), result);
  return success();
}

} // namespace mlir::relax
