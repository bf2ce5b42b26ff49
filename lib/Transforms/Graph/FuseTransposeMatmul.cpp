// Read the right operand of a product where it lies transposed.
//
// A weight that is stored with its rows as columns, as PyTorch's linear layers
// do, would be written in the other order at each call. What reads it by the
// order of its own axes is an einsum, so that no operator of its own is needed.
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/Transpose.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::relax {
#define GEN_PASS_DEF_FUSETRANSPOSEMATMULPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

/// Whether an einsum says the same as the product: its elements are those of
/// the operands, and the sizes that are summed over are equal. An einsum would
/// repeat a size of 1, where a product that runs says that sizes differ.
static bool isSum(MatmulOp matmul, RankedTensorType weight) {
  auto left = dyn_cast<RankedTensorType>(matmul.getX1().getType());
  auto result = dyn_cast<RankedTensorType>(matmul.getType());
  if (!left || !result || left.getRank() == 0)
    return false;
  SymExprAttr depth = getDims(left).back();
  return depth && depth == getDims(weight).back() &&
         result.getElementType() == left.getElementType() &&
         weight.getElementType() == left.getElementType();
}

namespace {

/// matmul(x, permute_dims(w)) -> einsum(x, w)
struct ReadTransposed : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp matmul,
                                PatternRewriter &rewriter) const override {
    Value weight = getTransposed(matmul.getX2());
    auto type = weight ? dyn_cast<RankedTensorType>(weight.getType())
                       : RankedTensorType();
    // In a dataflow region nothing can end the weight between the two.
    if (!type || !isa<DataflowOp>(matmul->getParentOp()) ||
        matmul.getX2().getDefiningOp()->getBlock() != matmul->getBlock())
      return rewriter.notifyMatchFailure(matmul, "no transposed weight");
    if (!isSum(matmul, type))
      return rewriter.notifyMatchFailure(matmul, "an einsum says less");
    // A vector has no axis of rows; others broadcast their batches.
    auto left = cast<RankedTensorType>(matmul.getX1().getType());
    StringRef subscripts =
        left.getRank() == 1 ? "k,...jk->...j" : "...ik,...jk->...ij";
    rewriter.replaceOpWithNewOp<EinsumOp>(matmul, matmul.getType(),
                                          ValueRange{matmul.getX1(), weight},
                                          rewriter.getStringAttr(subscripts));
    return success();
  }
};

struct FuseTransposeMatmulPass
    : impl::FuseTransposeMatmulPassBase<FuseTransposeMatmulPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ReadTransposed>(patterns.getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::relax
