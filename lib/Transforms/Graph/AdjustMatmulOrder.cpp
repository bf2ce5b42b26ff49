// Multiply three factors in the order that takes fewer multiplications.
#include "KnownWeights.h"

#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::relax {
#define GEN_PASS_DEF_ADJUSTMATMULORDERPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {

/// A factor, of which the last two axes may change places.
struct Factor {
  Value value;
  bool transposed = false;
  Dims dims;

  explicit Factor(Value value, bool transposed = false)
      : value(value), transposed(transposed) {
    auto type = cast<RankedTensorType>(value.getType());
    dims = getDims(type);
    if (transposed)
      std::swap(dims[0], dims[1]);
  }
  int64_t getRank() const { return dims.size(); }
};

/// What a product has, and how many multiplications it takes. Null sizes are
/// not known.
struct Product {
  Dims dims;
  SymExprAttr cost;
};

} // namespace

/// The product of tensors of these sizes. A vector is multiplied by matrices.
static Product multiply(ArrayRef<SymExprAttr> lhs, ArrayRef<SymExprAttr> rhs) {
  bool isRow = lhs.size() == 1, isColumn = rhs.size() == 1;
  size_t left = lhs.size() - (isRow ? 1 : 2);
  size_t right = rhs.size() - (isColumn ? 1 : 2);
  size_t rank = std::max(left, right);
  MLIRContext *context = lhs.back().getContext();
  Dims dims;
  for (size_t axis = 0; axis < rank; ++axis) {
    SymExprAttr one = getDim(context, 1);
    SymExprAttr batch = axis + left < rank ? one : lhs[axis + left - rank];
    SymExprAttr other = axis + right < rank ? one : rhs[axis + right - rank];
    if (batch == one)
      batch = other;
    else if (other != one && other != batch)
      batch = {};
    dims.push_back(batch);
  }
  if (!isRow)
    dims.push_back(lhs[lhs.size() - 2]);
  if (!isColumn)
    dims.push_back(rhs.back());
  SymExprAttr cost = getNumElements(context, dims) * lhs.back();
  return {dims, cost};
}

/// The operands of a product, which may be transposed.
static std::optional<std::pair<Factor, Factor>> getFactors(MatmulOp outer,
                                                           Value value) {
  auto permute = value.getDefiningOp<PermuteDimsOp>();
  auto inner = (permute ? permute.getX() : value).getDefiningOp<MatmulOp>();
  if (!inner || inner->getBlock() != outer->getBlock() || !value.hasOneUse() ||
      !inner->hasOneUse() || inner.getOutDtypeAttr() != outer.getOutDtypeAttr())
    return std::nullopt;
  for (Value operand : inner.getOperands())
    if (!isa<RankedTensorType>(operand.getType()))
      return std::nullopt;
  if (!permute)
    return std::pair(Factor(inner.getX1()), Factor(inner.getX2()));
  for (Value operand : {inner.getX1(), inner.getX2(), inner.getResult()}) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || type.getRank() != 2)
      return std::nullopt;
  }
  // With one order of two axes that is no transposition.
  if (permute.getAxes() && (*permute.getAxes())[0] % 2 == 0)
    return std::nullopt;
  return std::pair(Factor(inner.getX2(), true), Factor(inner.getX1(), true));
}

/// Whether (a b) c equals a (b c): a vector stands at an end, and the others
/// are matrices then; all have one element type, in which is accumulated.
static bool associate(MatmulOp outer, ArrayRef<Factor> factors) {
  auto result = dyn_cast<RankedTensorType>(outer.getType());
  if (!result || factors[1].getRank() < 2)
    return false;
  bool hasVector = factors[0].getRank() == 1 || factors[2].getRank() == 1;
  for (const Factor &factor : factors) {
    auto type = cast<RankedTensorType>(factor.value.getType());
    if (type.getElementType() != result.getElementType() ||
        isUnknownElement(type.getElementType()) || factor.getRank() == 0 ||
        (hasVector && factor.getRank() > 2) ||
        llvm::is_contained(factor.dims, SymExprAttr()))
      return false;
  }
  return !(factors[0].getRank() == 1 && factors[2].getRank() == 1);
}

/// Whether the product of these two is known before the inputs are.
static bool isKnown(const Factor &lhs, const Factor &rhs) {
  return followsFromWeights(lhs.value) && followsFromWeights(rhs.value);
}

/// Whether the other order is better: it has less to do when the inputs come,
/// or takes fewer multiplications, and never more, whatever the sizes are.
static bool isBetterFrom(bool leftFirst, ArrayRef<Factor> factors) {
  ArrayRef<SymExprAttr> a = factors[0].dims, b = factors[1].dims,
                        c = factors[2].dims;
  bool leftKnown = isKnown(factors[0], factors[1]);
  bool rightKnown = isKnown(factors[1], factors[2]);
  if (leftKnown != rightKnown)
    return leftFirst ? rightKnown : leftKnown;
  Product ab = multiply(a, b), bc = multiply(b, c);
  if (llvm::is_contained(ab.dims, SymExprAttr()) ||
      llvm::is_contained(bc.dims, SymExprAttr()))
    return false;
  SymExprAttr left = ab.cost + multiply(ab.dims, c).cost;
  SymExprAttr right = bc.cost + multiply(a, bc.dims).cost;
  SymExprAttr saved = leftFirst ? left - right : right - left;
  return saved && compareDims(left, right) != Proof::Equal &&
         saved.getLowerBound().value_or(-1) >= 0;
}

/// The factor as a value.
static Value materialize(OpBuilder &builder, const Factor &factor) {
  if (!factor.transposed)
    return factor.value;
  auto type = cast<RankedTensorType>(factor.value.getType());
  return PermuteDimsOp::create(
      builder, factor.value.getLoc(),
      getTensorType(factor.dims, type.getElementType(), getVDevice(type)),
      factor.value, DenseI64ArrayAttr());
}

namespace {

/// matmul(matmul(a, b), c) <-> matmul(a, matmul(b, c))
struct AdjustOrder : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp outer,
                                PatternRewriter &rewriter) const override {
    if (!isa<DataflowOp>(outer->getParentOp()) ||
        !isa<RankedTensorType>(outer.getX1().getType()) ||
        !isa<RankedTensorType>(outer.getX2().getType()))
      return rewriter.notifyMatchFailure(outer, "no known ranks in a region");
    if (auto inner = getFactors(outer, outer.getX1()))
      if (succeeded(adjust(outer, true,
                           {inner->first, inner->second, Factor(outer.getX2())},
                           rewriter)))
        return success();
    if (auto inner = getFactors(outer, outer.getX2()))
      return adjust(outer, false,
                    {Factor(outer.getX1()), inner->first, inner->second},
                    rewriter);
    return rewriter.notifyMatchFailure(outer, "no three factors");
  }

private:
  static LogicalResult adjust(MatmulOp outer, bool leftFirst,
                              ArrayRef<Factor> factors,
                              PatternRewriter &rewriter) {
    if (!associate(outer, factors))
      return rewriter.notifyMatchFailure(outer, "not associative");
    if (!isBetterFrom(leftFirst, factors))
      return rewriter.notifyMatchFailure(outer, "no better order");
    size_t first = leftFirst ? 1 : 0;
    Product inner = multiply(factors[first].dims, factors[first + 1].dims);
    if (llvm::is_contained(inner.dims, SymExprAttr()))
      return rewriter.notifyMatchFailure(outer, "a size is not known");
    auto result = cast<RankedTensorType>(outer.getType());
    SmallVector<Value> values;
    for (const Factor &factor : factors)
      values.push_back(materialize(rewriter, factor));
    Value product = MatmulOp::create(
        rewriter, outer.getLoc(),
        getTensorType(inner.dims, result.getElementType(), getVDevice(result)),
        values[first], values[first + 1], outer.getOutDtypeAttr());
    rewriter.replaceOpWithNewOp<MatmulOp>(
        outer, result, leftFirst ? values[0] : product,
        leftFirst ? product : values[2], outer.getOutDtypeAttr());
    return success();
  }
};

} // namespace

void populateAdjustMatmulOrderPatterns(RewritePatternSet &patterns) {
  patterns.add<AdjustOrder>(patterns.getContext());
}

namespace {

struct AdjustMatmulOrderPass
    : impl::AdjustMatmulOrderPassBase<AdjustMatmulOrderPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateAdjustMatmulOrderPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::relax
