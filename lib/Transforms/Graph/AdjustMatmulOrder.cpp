// Multiply three factors in the order that takes fewer multiplications.
//
// `(a b) c` and `a (b c)` differ in cost by the ratio of their sizes: for x of
// n x 8 and weights of 8 x 2 and 2 x 8 the left order takes 32 n
// multiplications, the right one 128 + 64 n. Low-rank adapters (LoRA: Hu et
// al., 2021) are written in the costly order, as a sum of a weight and a
// product. Floats round differently in each order; who runs the pass accepts
// that, as in TVM.
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

/// A factor, of which the last two axes may change places. A transposition is
/// kept as a flag until an order is chosen. `(b a)^T = a^T b^T` swaps the two
/// factors, and materialising early would leave dead `permute_dims` behind for
/// the greedy driver.
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
/// Sizes are symbolic, so costs are expressions and not numbers. A batch axis
/// of two different symbols has no known size: one may be 1 at run time, and
/// then the other counts.
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
  // One multiplication for each element of the result and each step of K.
  SymExprAttr cost = getNumElements(context, dims) * lhs.back();
  return {dims, cost};
}

/// The operands of a product, which may be transposed.
static std::optional<std::pair<Factor, Factor>> getFactors(MatmulOp outer,
                                                           Value value) {
  auto permute = value.getDefiningOp<PermuteDimsOp>();
  auto inner = (permute ? permute.getX() : value).getDefiningOp<MatmulOp>();
  // A product with a second user would be computed twice. Equal `out_dtype`
  // matters since a narrower inner type rounds in between.
  if (!inner || inner->getBlock() != outer->getBlock() || !value.hasOneUse() ||
      !inner->hasOneUse() || inner.getOutDtypeAttr() != outer.getOutDtypeAttr())
    return std::nullopt;
  for (Value operand : inner.getOperands())
    if (!isa<RankedTensorType>(operand.getType()))
      return std::nullopt;
  if (!permute)
    return std::pair(Factor(inner.getX1()), Factor(inner.getX2()));
  // A permutation of more than two axes moves batches about, which no factor
  // can express.
  for (Value operand : {inner.getX1(), inner.getX2(), inner.getResult()}) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || type.getRank() != 2)
      return std::nullopt;
  }
  // With one order of two axes that is no transposition. Axis 0 or -2 first:
  // both mean that each axis stays where it is.
  if (permute.getAxes() && (*permute.getAxes())[0] % 2 == 0)
    return std::nullopt;
  return std::pair(Factor(inner.getX2(), true), Factor(inner.getX1(), true));
}

/// Whether (a b) c equals a (b c): a vector stands at an end, and the others
/// are matrices then; all have one element type, in which is accumulated. With
/// a vector at each end there is nothing to gain: `(a b) c` takes k m + m
/// multiplications, `a (b c)` takes k m + k.
static bool associate(MatmulOp outer, ArrayRef<Factor> factors) {
  auto result = dyn_cast<RankedTensorType>(outer.getType());
  if (!result || factors[1].getRank() < 2)
    return false;
  bool hasVector = factors[0].getRank() == 1 || factors[2].getRank() == 1;
  for (const Factor &factor : factors) {
    auto type = cast<RankedTensorType>(factor.value.getType());
    // An unknown size would make the cost unknown, and with it the comparison.
    if (type.getElementType() != result.getElementType() ||
        isUnknownElement(type.getElementType()) || factor.getRank() == 0 ||
        (hasVector && factor.getRank() > 2) ||
        llvm::is_contained(factor.dims, SymExprAttr()))
      return false;
  }
  return factors[0].getRank() != 1 || factors[2].getRank() != 1;
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
  // What follows from weights alone is computed once, before any input is
  // there. It costs nothing per call, so it comes first even if it takes more
  // multiplications (`@weights` in the test).
  if (leftKnown != rightKnown)
    return leftFirst ? rightKnown : leftKnown;
  Product ab = multiply(a, b), bc = multiply(b, c);
  if (llvm::is_contained(ab.dims, SymExprAttr()) ||
      llvm::is_contained(bc.dims, SymExprAttr()))
    return false;
  SymExprAttr left = ab.cost + multiply(ab.dims, c).cost;
  SymExprAttr right = bc.cost + multiply(a, bc.dims).cost;
  // The difference is asked for its lower bound. Comparing the two costs for
  // one sample of sizes would pick an order that is wrong for others; TVM asks
  // its arithmetic analyzer the same. Equal costs change nothing, else two runs
  // would swap back and forth.
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
    // Left first, then right: with two products as operands either may be
    // opened, and the greedy driver comes back for the other one.
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
