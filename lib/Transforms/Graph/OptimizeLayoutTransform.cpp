// Drop moves of elements that the next one undoes.
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MemorySharing.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::relax {
#define GEN_PASS_DEF_OPTIMIZELAYOUTTRANSFORMPASS
#include "Relax/Transforms/Graph/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::relax {
namespace {

/// layout_transform(layout_transform(x)) -> x, if each element is back at its
/// place. Of one shape then there is no other place, so nothing is padded. A
/// map that is the identity on indices need not be one on tensors: with padding
/// the first op writes more elements than there were. If input and output have
/// one shape, though, the composition is a bijection of the same index set, so
/// no padded element can be in the result.
struct DropInverse : OpRewritePattern<LayoutTransformOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LayoutTransformOp second,
                                PatternRewriter &rewriter) const override {
    auto first = second.getX().getDefiningOp<LayoutTransformOp>();
    if (!first)
      return rewriter.notifyMatchFailure(second, "no other one before");
    AffineMap there = first.getIndexMap(), back = second.getIndexMap();
    if (back.getNumDims() != there.getNumResults() ||
        !simplifyAffineMap(back.compose(there)).isIdentity())
      return rewriter.notifyMatchFailure(second, "it is not the inverse");
    // Equal types are not enough: `?` twice are two sizes nobody compared.
    if (second.getType() != first.getX().getType() ||
        compareTypes(second.getType(), first.getX().getType()) != Proof::Equal)
      return rewriter.notifyMatchFailure(second, "another shape");
    for (unsigned axis = 0; axis < there.getNumResults(); ++axis)
      if (!staysWithin(first, axis))
        return rewriter.notifyMatchFailure(second, "elements may be dropped");
    // After memory planning the first operand may be freed before the result's
    // last use.
    if (!mayStandFor(first.getX(), second.getResult()))
      return rewriter.notifyMatchFailure(second, "its memory is ended");
    rewriter.replaceOp(second, first.getX());
    return success();
  }
};

} // namespace

void populateOptimizeLayoutTransformPatterns(RewritePatternSet &patterns) {
  patterns.add<DropInverse>(patterns.getContext());
}

namespace {

struct OptimizeLayoutTransformPass
    : impl::OptimizeLayoutTransformPassBase<OptimizeLayoutTransformPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateOptimizeLayoutTransformPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::relax
