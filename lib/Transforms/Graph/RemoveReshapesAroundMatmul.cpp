// Multiply in the batch axes that there are, in place of one axis that they are
// joined to before and that is split again behind.
//
// Importers (PyTorch's `bmm`, ONNX exporters) flatten the batch to one axis
// around each product. In attention these reshapes stand between the two
// products, and the kernel matcher of the fused attention looks for products
// that follow each other directly.
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Support/RootPatterns.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::relax {
#define GEN_PASS_DEF_REMOVERESHAPESAROUNDMATMULPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {
/// Batch axes, and the rows and columns of a matrix.
struct BatchDims {
  SmallVector<SymExprAttr> batch, matrix;
};
} // namespace

static std::optional<BatchDims> getBatchDims(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || type.getRank() < 2)
    return std::nullopt;
  SmallVector<SymExprAttr> dims = getDims(type);
  ArrayRef<SymExprAttr> all(dims);
  return BatchDims{SmallVector<SymExprAttr>(all.drop_back(2)),
                   SmallVector<SymExprAttr>(all.take_back(2))};
}

static bool areEqual(ArrayRef<SymExprAttr> lhs, ArrayRef<SymExprAttr> rhs) {
  return lhs.size() == rhs.size() &&
         llvm::all_of(llvm::zip_equal(lhs, rhs), [](auto pair) {
           auto [left, right] = pair;
           return compareDims(left, right) == Proof::Equal;
         });
}

/// What is given another element type for one user alone; else the value
/// itself. Mixed precision and quantised models cast between reshape and
/// product. A cast with further users is needed where it stands, so it is left.
static Value skipCast(Value value) {
  auto cast = value.getDefiningOp<AsTypeOp>();
  return cast && cast->hasOneUse() ? cast.getX() : value;
}

/// `value` with the cast of `like`, if `skipCast` found one there.
static Value castLike(OpBuilder &builder, Value value, Value like) {
  auto cast = like.getDefiningOp<AsTypeOp>();
  if (!cast || skipCast(like) == like)
    return value;
  Type type = mlir::cast<TensorType>(value.getType()).clone(cast.getDtype());
  return AsTypeOp::create(builder, cast.getLoc(), type, value, cast.getDtype());
}

/// The batch axes before a reshape that changes nothing but these. Only the
/// batch may change: a reshape that also moves elements between rows and
/// columns is another matrix.
static std::optional<SmallVector<SymExprAttr>> getBatchBefore(Value factor) {
  auto reshape = skipCast(factor).getDefiningOp<ReshapeOp>();
  if (!reshape)
    return std::nullopt;
  std::optional<BatchDims> before = getBatchDims(reshape.getX());
  std::optional<BatchDims> after = getBatchDims(factor);
  if (!before || !after || !areEqual(before->matrix, after->matrix))
    return std::nullopt;
  return before->batch;
}

/// What a factor is without its reshape.
static Value getWithoutReshape(OpBuilder &builder, Value factor) {
  auto reshape = skipCast(factor).getDefiningOp<ReshapeOp>();
  return castLike(builder, reshape.getX(), factor);
}

namespace {

/// reshape(matmul(reshape(x), reshape(y))) -> matmul(x, y), also of a product
/// or a factor that is given another element type
struct RemoveReshapes : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp reshape,
                                PatternRewriter &rewriter) const override {
    auto matmul = skipCast(reshape.getX()).getDefiningOp<MatmulOp>();
    if (!matmul || !matmul->hasOneUse())
      return rewriter.notifyMatchFailure(reshape, "of no product, or of one "
                                                  "that has other users");
    std::optional<SmallVector<SymExprAttr>> left =
        getBatchBefore(matmul.getX1());
    std::optional<SmallVector<SymExprAttr>> right =
        getBatchBefore(matmul.getX2());
    if (!left || !right || !areEqual(*left, *right))
      return rewriter.notifyMatchFailure(matmul, "factors have other batches");
    // Equal batches before the reshape do not suffice: `[2, 3]` flattened to 6
    // against another 6 is the same, but 1 against 6 was a broadcast after the
    // reshape, and there is none of these shapes before it.
    if (!areEqual(getBatchDims(matmul.getX1())->batch,
                  getBatchDims(matmul.getX2())->batch))
      return rewriter.notifyMatchFailure(matmul, "a factor is broadcast");
    std::optional<BatchDims> product = getBatchDims(matmul.getResult());
    std::optional<BatchDims> result = getBatchDims(reshape.getResult());
    if (!product || !result || !areEqual(product->matrix, result->matrix) ||
        !areEqual(result->batch, *left))
      return rewriter.notifyMatchFailure(reshape, "gives other axes");
    // The sum's element type stays that of the product, so no rounding is added
    // or lost between the casts.
    Type sum = cast<TensorType>(matmul.getType()).getElementType();
    Value made = MatmulOp::create(
        rewriter, matmul.getLoc(),
        cast<TensorType>(reshape.getType()).clone(sum),
        getWithoutReshape(rewriter, matmul.getX1()),
        getWithoutReshape(rewriter, matmul.getX2()), matmul.getOutDtypeAttr());
    rewriter.replaceOp(reshape, castLike(rewriter, made, reshape.getX()));
    return success();
  }
};

} // namespace

void populateRemoveReshapesAroundMatmulPatterns(RewritePatternSet &patterns) {
  patterns.add<RemoveReshapes>(patterns.getContext());
}

namespace {

struct RemoveReshapesAroundMatmulPass
    : impl::RemoveReshapesAroundMatmulPassBase<RemoveReshapesAroundMatmulPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateRemoveReshapesAroundMatmulPatterns(patterns);
    if (failed(applyPatternsIfPresent(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::relax
