// Join tensors before their axes are put in another order, not after.
//
// Weights of a product are often stored transposed. Joining the stored tensors
// first leaves one permutation for all, which a kernel reads as a transposed
// operand, where before each part was moved in memory.
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/Layout/LayoutPlan.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/Sequence.h"

namespace mlir::relax {
#define GEN_PASS_DEF_REORDERPERMUTEDIMSAFTERCONCATPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

/// The axes of a tensor of this rank in the order of `permute`.
static AxisList getAxes(PermuteDimsOp permute, int64_t rank) {
  AxisList axes;
  for (int64_t place : llvm::seq<int64_t>(0, rank)) {
    int64_t axis =
        permute.getAxes() ? (*permute.getAxes())[place] : rank - 1 - place;
    axes.push_back(axis < 0 ? axis + rank : axis);
  }
  return axes;
}

/// The one order that all operands were put in, for no other op; empty if there
/// is none.
static AxisList getCommonAxes(ConcatOp concat, int64_t rank) {
  AxisList common;
  for (Value part : concat.getTensors()) {
    auto permute = part.getDefiningOp<PermuteDimsOp>();
    // If somebody else reads the permuted part, it has to be made anyway, and
    // the pass would only add work.
    auto isConcat = [&](Operation *user) { return user == concat; };
    if (!permute || permute->getBlock() != concat->getBlock() ||
        !isa<RankedTensorType>(permute.getX().getType()) ||
        !llvm::all_of(permute->getUsers(), isConcat))
      return {};
    AxisList axes = getAxes(permute, rank);
    if (!common.empty() && axes != common)
      return {};
    common = axes;
  }
  return common;
}

namespace {

/// concat(permute_dims(a), permute_dims(b)) -> permute_dims(concat(a, b))
struct PermuteAfterConcat : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConcatOp concat,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(concat.getType());
    if (!type || !concat.getAxis() || !isa<DataflowOp>(concat->getParentOp()))
      return rewriter.notifyMatchFailure(concat, "no axis in a region");
    int64_t rank = type.getRank();
    AxisList axes = getCommonAxes(concat, rank);
    if (axes.empty())
      return rewriter.notifyMatchFailure(concat, "no common order of axes");
    SmallVector<Value> parts;
    for (Value part : concat.getTensors())
      parts.push_back(part.getDefiningOp<PermuteDimsOp>().getX());
    int64_t axis = *concat.getAxis();
    // Place i of the result is axis `axes[i]` of what is joined. So sizes go
    // back by the inverse, and the axis to join on goes through `axes` itself.
    SmallVector<SymExprAttr> dims = getDims(type), joined(rank);
    for (auto [place, from] : llvm::enumerate(axes))
      joined[from] = dims[place];
    Value whole = ConcatOp::create(
        rewriter, concat.getLoc(),
        getTensorType(joined, type.getElementType(), getVDevice(type)), parts,
        rewriter.getI64IntegerAttr(axes[axis < 0 ? axis + rank : axis]));
    auto first = concat.getTensors().front().getDefiningOp<PermuteDimsOp>();
    rewriter.replaceOpWithNewOp<PermuteDimsOp>(concat, type, whole,
                                               first.getAxesAttr());
    return success();
  }
};

} // namespace

void populateReorderPermuteDimsAfterConcatPatterns(
    RewritePatternSet &patterns) {
  patterns.add<PermuteAfterConcat>(patterns.getContext());
}

namespace {

struct ReorderPermuteDimsAfterConcatPass
    : impl::ReorderPermuteDimsAfterConcatPassBase<
          ReorderPermuteDimsAfterConcatPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateReorderPermuteDimsAfterConcatPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::relax
