// Drop what only gives a value another name.
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "Relax/Transforms/Graph/Patterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::relax {
#define GEN_PASS_DEF_CANONICALIZEBINDINGSPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {

/// A cast to the type that the value has checks nothing, and defines nothing:
/// the value's type has its symbols already. A cast to an equal type with a
/// symbol in it is no definition either: the first op in the function that has
/// the bare symbol defines it, and that is the operand's.
struct DropEqualMatchCast : OpRewritePattern<MatchCastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatchCastOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getInput().getType() != op.getResult().getType())
      return failure();
    rewriter.replaceOp(op, op.getInput());
    return success();
  }
};

/// A tuple of all the fields of a tuple is that tuple.
struct DropTupleOfItsFields : OpRewritePattern<TupleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TupleOp op,
                                PatternRewriter &rewriter) const override {
    Value whole;
    // All fields, in order, and of one tuple. A prefix or another order is a
    // tuple of its own.
    for (auto [index, field] : llvm::enumerate(op.getFields())) {
      auto item = field.getDefiningOp<TupleGetItemOp>();
      if (!item || item.getIndex() != index ||
          (whole && whole != item.getTuple()))
        return failure();
      whole = item.getTuple();
    }
    // The types may differ: a field may say less than the tuple's type does.
    // Then users would see another type.
    if (!whole || whole.getType() != op.getType())
      return failure();
    rewriter.replaceOp(op, whole);
    return success();
  }
};

/// What a region only passes through, from outside or to nobody, does not go
/// through it. Such a result only renames a value that is visible anyway. Fewer
/// results also let dead code elimination find what is unused inside.
struct DropPassedThrough : OpRewritePattern<DataflowOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DataflowOp op,
                                PatternRewriter &rewriter) const override {
    OutputOp output = op.getOutput();
    SmallVector<Value> kept;
    SmallVector<Type> types;
    SmallVector<std::pair<Value, Value>> passed;
    SmallVector<Value> results;
    for (auto [value, result] :
         llvm::zip(output.getOperands(), op.getResults())) {
      // The types must be equal, as the region may widen what it gives: users
      // were verified against the result's type.
      bool isOutside = !op.getBody().isAncestor(value.getParentRegion());
      if (isOutside && value.getType() == result.getType()) {
        passed.push_back({result, value});
      } else if (!result.use_empty()) {
        kept.push_back(value);
        types.push_back(result.getType());
        results.push_back(result);
      }
    }
    if (kept.size() == op.getNumResults())
      return failure();
    // Results go before the body moves: a passed value is defined outside and
    // dominates the region, hence all users of its result.
    for (auto [result, value] : passed)
      rewriter.replaceAllUsesWith(result, value);
    rewriter.modifyOpInPlace(output,
                             [&] { output.getOperation()->setOperands(kept); });
    auto smaller = DataflowOp::create(rewriter, op.getLoc(), types);
    rewriter.inlineRegionBefore(op.getBody(), smaller.getBody(),
                                smaller.getBody().end());
    for (auto [result, replacement] : llvm::zip(results, smaller.getResults()))
      rewriter.replaceAllUsesWith(result, replacement);
    rewriter.eraseOp(op);
    return success();
  }
};

/// A region that does nothing and gives nothing.
struct DropEmptyDataflow : OpRewritePattern<DataflowOp> {
  // Upstream's dead code elimination takes it as well, since it has no effect;
  // here it goes in the same run in which its last result went.
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DataflowOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumResults() != 0 ||
        !llvm::hasSingleElement(op.getBody().front()))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void populateCanonicalizeBindingsPatterns(RewritePatternSet &patterns) {
  patterns.add<DropEmptyDataflow, DropEqualMatchCast, DropPassedThrough,
               DropTupleOfItsFields>(patterns.getContext());
}

namespace {

struct CanonicalizeBindingsPass
    : impl::CanonicalizeBindingsPassBase<CanonicalizeBindingsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateCanonicalizeBindingsPatterns(patterns);
    // Not coming to an end leaves a program that is as right as before.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
  }
};

} // namespace

} // namespace mlir::relax
