// Take columns of a product instead of multiplying by columns that are taken.
//
// It pays where one weight is taken from with several lists of indices: the
// product is then computed once. Gathering columns of a large weight also moves
// more memory than gathering those of the product, if x has few rows.
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::relax {
#define GEN_PASS_DEF_REORDERTAKEAFTERMATMULPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

/// Whether columns are taken, one for each index. What is outside of the tensor
/// and not a number stays so only if it is taken last.
static bool takesColumns(TakeOp take) {
  auto table = dyn_cast<RankedTensorType>(take.getX().getType());
  auto indices = dyn_cast<RankedTensorType>(take.getIndices().getType());
  // Mode "nan" gives NaN for a column outside. Multiplied, such a column gives
  // NaN as well, but over an empty K the sum is 0. Report apache/tvm#20201:
  // there the rewrite lost the mode, so the others keep theirs
  // (F-20201-take-mode.mlir).
  if (!table || table.getRank() < 2 || !indices || indices.getRank() != 1 ||
      !take.getAxis() || take.getMode() == "nan")
    return false;
  int64_t axis = *take.getAxis();
  return axis == -1 || axis == table.getRank() - 1;
}

namespace {

/// matmul(x, take(w, i)) -> take(matmul(x, w), i), of the last axis
struct TakeAfterMatmul : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp matmul,
                                PatternRewriter &rewriter) const override {
    auto take = matmul.getX2().getDefiningOp<TakeOp>();
    // In a dataflow region nothing can end the table between the two.
    if (!take || !isa<DataflowOp>(matmul->getParentOp()) ||
        take->getBlock() != matmul->getBlock())
      return rewriter.notifyMatchFailure(matmul, "nothing taken in a region");
    auto type = dyn_cast<RankedTensorType>(matmul.getType());
    if (!type || !takesColumns(take))
      return rewriter.notifyMatchFailure(take, "no columns are taken");
    auto table = cast<RankedTensorType>(take.getX().getType());
    // A vector as first operand has no row axis, so the axis is counted in the
    // result and not in the table.
    SmallVector<SymExprAttr> dims = getDims(type);
    dims.back() = getDims(table).back();
    Value product = MatmulOp::create(
        rewriter, matmul.getLoc(),
        getTensorType(dims, type.getElementType(), getVDevice(type)),
        matmul.getX1(), take.getX(), matmul.getOutDtypeAttr());
    rewriter.replaceOpWithNewOp<TakeOp>(
        matmul, type, product, take.getIndices(),
        rewriter.getI64IntegerAttr(type.getRank() - 1), take.getModeAttr());
    return success();
  }
};

} // namespace

void populateReorderTakeAfterMatmulPatterns(RewritePatternSet &patterns) {
  patterns.add<TakeAfterMatmul>(patterns.getContext());
}

namespace {

struct ReorderTakeAfterMatmulPass
    : impl::ReorderTakeAfterMatmulPassBase<ReorderTakeAfterMatmulPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateReorderTakeAfterMatmulPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::relax
