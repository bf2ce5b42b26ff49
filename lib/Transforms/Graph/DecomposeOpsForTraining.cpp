// Write normalizations with simpler operators, which have derivatives and fuse.
#include "Relax/Dialect/Relax/IR/NormalizationOps.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::relax {
#define GEN_PASS_DEF_DECOMPOSEOPSFORTRAININGPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

/// Whether sums in elements of this type are as good as those of the operator,
/// which keeps them wider. f16 and bf16 are left alone because the operator
/// accumulates them in f32 (docs/semantics.md). A sum of many halves in halves
/// stops growing at 2048 for ones.
static bool isWide(Value data) {
  auto type = dyn_cast<RankedTensorType>(data.getType());
  return type &&
         (type.getElementType().isF32() || type.getElementType().isF64());
}

/// `centered / sqrt(variance + epsilon)`.
static Value normalize(TensorBuilder &tensors, Value centered, Value variance,
                       const APFloat &epsilon) {
  Value spread = tensors.add(variance, epsilon.convertToDouble());
  return tensors.div(centered, tensors.emit<SqrtOp>(spread));
}

/// `normal * gamma + beta`, as far as the operator says so; with parameters
/// that get these axes to stand beside the data.
template <typename OpT>
static Value scaleAndShift(OpT norm, TensorBuilder &tensors, Value normal,
                           ArrayRef<int64_t> missing) {
  if (norm.getScale())
    normal = tensors.mul(normal, tensors.expand(norm.getGamma(), missing));
  if (norm.getCenter())
    normal = tensors.add(normal, tensors.expand(norm.getBeta(), missing));
  return normal;
}

/// The axes of a tensor that are not in `axes`.
static SmallVector<int64_t> getOthers(Value data, ArrayRef<int64_t> axes) {
  SmallVector<int64_t> others;
  for (int64_t axis = 0; axis < TensorBuilder::rankOf(data); ++axis)
    if (!llvm::is_contained(axes, axis))
      others.push_back(axis);
  return others;
}

/// Why the operator stays as it is; empty where it is to be written out.
static StringRef findObstacle(Operation *norm) {
  if (!isWide(norm->getOperand(0)))
    return "its sums are wider, or its type says too little";
  if (!llvm::all_of(norm->getOperands(), TensorBuilder::hasRank))
    return "the rank of a parameter is not known";
  return "";
}

/// Replaces the results by new values, which keep the types declared: those may
/// say less or more than what follows. The declared type may have a symbol
/// where the computed one has `?`, or a `?` where that has a number. A cast
/// would be one more op for the gradient to go through.
static void replaceNorm(Operation *norm, PatternRewriter &rewriter,
                        ValueRange values) {
  for (auto [value, result] : llvm::zip(values, norm->getResults()))
    if (value.getType() != result.getType())
      value.setType(result.getType());
  rewriter.replaceOp(norm, values);
}

namespace {

/// batch_norm(x) -> (x - mean) / sqrt(variance + epsilon) * gamma + beta, with
/// mean and variance of the batch in training
struct DecomposeBatchNorm : OpRewritePattern<BatchNormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BatchNormOp norm,
                                PatternRewriter &rewriter) const override {
    if (StringRef why = findObstacle(norm); !why.empty())
      return rewriter.notifyMatchFailure(norm, why);
    // In inference the statistics are passed on as they are, so their types
    // must fit; nothing would check a cast here.
    if (!norm.getTraining() &&
        (norm.getMean().getType() != norm.getMovingMean().getType() ||
         norm.getVariance().getType() != norm.getMovingVar().getType()))
      return rewriter.notifyMatchFailure(norm, "a statistic gets another type");
    Value data = norm.getData();
    TensorBuilder tensors(rewriter, norm.getLoc());
    SmallVector<int64_t> others =
        getOthers(data, TensorBuilder::fromFront(norm.getAxis(),
                                                 TensorBuilder::rankOf(data)));
    Value mean = norm.getMovingMean(), variance = norm.getMovingVar();
    if (norm.getTraining()) {
      mean = tensors.mean(data, others, /*keep=*/false);
      variance = tensors.variance(data, others, /*keep=*/false);
    }
    Value centered = tensors.sub(data, tensors.expand(mean, others));
    Value normal = normalize(
        tensors, centered, tensors.expand(variance, others), norm.getEpsilon());
    normal = scaleAndShift(norm, tensors, normal, others);
    replace(norm, rewriter, tensors, {normal, mean, variance});
    return success();
  }

private:
  /// A moving statistic, renewed by that of the batch. `moving * (1 - momentum)
  /// + batch * momentum`, as TVM has it. Other frameworks swap the two weights.
  static Value renew(BatchNormOp norm, TensorBuilder &tensors, Value moving,
                     Value batch) {
    double momentum = norm.getMomentum().convertToDouble();
    Value kept = tensors.mul(moving, 1 - momentum);
    return tensors.add(kept, tensors.mul(batch, momentum));
  }

  static void replace(BatchNormOp norm, PatternRewriter &rewriter,
                      TensorBuilder &tensors, std::array<Value, 3> results) {
    if (norm.getTraining()) {
      results[1] = renew(norm, tensors, norm.getMovingMean(), results[1]);
      results[2] = renew(norm, tensors, norm.getMovingVar(), results[2]);
    }
    replaceNorm(norm, rewriter, results);
  }
};

/// layer_norm(x) -> (x - mean) / sqrt(variance + epsilon) * gamma + beta
struct DecomposeLayerNorm : OpRewritePattern<LayerNormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LayerNormOp norm,
                                PatternRewriter &rewriter) const override {
    if (StringRef why = findObstacle(norm); !why.empty())
      return rewriter.notifyMatchFailure(norm, why);
    Value data = norm.getData();
    int64_t rank = TensorBuilder::rankOf(data);
    SmallVector<int64_t> axes =
        llvm::map_to_vector(norm.getAxes(), [&](int64_t axis) {
          return TensorBuilder::fromFront(axis, rank);
        });
    // Parameters have the order of `axes`. Broadcasting aligns by position, so
    // with unsorted axes gamma would need a permutation first.
    if (axes.empty() || !llvm::is_sorted(axes))
      return rewriter.notifyMatchFailure(norm, "parameters stand otherwise");
    // Beside the last axes they stand as they are. Trailing axes align with the
    // data by themselves: broadcasting starts at the last axis.
    SmallVector<int64_t> missing;
    if (axes.front() + int64_t(axes.size()) != rank)
      missing = getOthers(data, axes);
    TensorBuilder tensors(rewriter, norm.getLoc());
    Value centered = tensors.sub(data, tensors.mean(data, norm.getAxes()));
    Value normal =
        normalize(tensors, centered, tensors.variance(data, norm.getAxes()),
                  norm.getEpsilon());
    replaceNorm(norm, rewriter, scaleAndShift(norm, tensors, normal, missing));
    return success();
  }
};

} // namespace

void populateDecomposeOpsForTrainingPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeBatchNorm, DecomposeLayerNorm>(patterns.getContext());
}

namespace {

struct DecomposeOpsForTrainingPass
    : impl::DecomposeOpsForTrainingPassBase<DecomposeOpsForTrainingPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateDecomposeOpsForTrainingPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::relax
