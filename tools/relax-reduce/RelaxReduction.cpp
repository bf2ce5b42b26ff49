// How programs of our dialects become simpler without becoming invalid.
//
// A value becomes an operand of its op or zeros, which frees what it was
// computed from; a region that only structures the program becomes its body.
#include "RelaxReduction.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

namespace mlir::relax {
namespace {

/// An op with one result -> its first operand of the same type.
struct ResultToOperand : public RewritePattern {
  explicit ResultToOperand(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa_and_nonnull<RelaxDialect>(op->getDialect()) ||
        op->getNumResults() != 1)
      return failure();
    for (Value operand : op->getOperands())
      if (operand.getType() == op->getResult(0).getType()) {
        rewriter.replaceOp(op, operand);
        return success();
      }
    return failure();
  }
};

/// An op with one tensor -> zeros of its type.
struct TensorToZeros : public RewritePattern {
  explicit TensorToZeros(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa_and_nonnull<RelaxDialect>(op->getDialect()) ||
        op->getNumResults() != 1 || isa<ConstantOp, ZerosOp>(op))
      return failure();
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || !type.getElementType().isIntOrFloat())
      return failure();
    if (type.hasStaticShape() && !type.getEncoding()) {
      rewriter.replaceOpWithNewOp<ConstantOp>(
          op, type, cast<ElementsAttr>(rewriter.getZeroAttr(type)));
      return success();
    }
    SmallVector<SymExprAttr> dims = getDims(type);
    if (llvm::is_contained(dims, SymExprAttr()))
      return failure();
    Value shape = ShapeOp::create(rewriter, op->getLoc(),
                                  ShapeType::get(getContext(), dims),
                                  rewriter.getArrayAttr(SmallVector<Attribute>(
                                      dims.begin(), dims.end())));
    rewriter.replaceOpWithNewOp<ZerosOp>(op, type, shape,
                                         TypeAttr::get(type.getElementType()));
    return success();
  }
};

/// Put the ops of `body` in place of `op`, whose results become the operands of
/// the terminator.
void replaceByBody(PatternRewriter &rewriter, Operation *op, Block &body,
                   ValueRange arguments = {}) {
  Operation *terminator = body.getTerminator();
  SmallVector<Value> results(terminator->getOperands());
  rewriter.eraseOp(terminator);
  rewriter.inlineBlockBefore(&body, op, arguments);
  rewriter.replaceOp(op, results);
}

/// A dataflow region -> its ops.
struct InlineDataflow : public OpRewritePattern<DataflowOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DataflowOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getOutput().getOperandTypes() != op.getResultTypes())
      return failure();
    replaceByBody(rewriter, op, op.getBody().front());
    return success();
  }
};

/// A conditional -> its first branch.
struct TakeThenBranch : public OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Block &branch = op.getThenRegion().front();
    if (branch.getTerminator()->getOperandTypes() != op.getResultTypes())
      return failure();
    replaceByBody(rewriter, op, branch);
    return success();
  }
};

/// A loop -> one iteration.
struct RunLoopOnce : public OpRewritePattern<tir::ForOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tir::ForOp op,
                                PatternRewriter &rewriter) const override {
    replaceByBody(rewriter, op, *op.getBody(), op.getLowerBound());
    return success();
  }
};

/// A branch -> what it does if its condition holds.
struct TakeThenRegion : public OpRewritePattern<tir::IfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tir::IfOp op,
                                PatternRewriter &rewriter) const override {
    replaceByBody(rewriter, op, op.getThen().front());
    return success();
  }
};

struct RelaxReduction : public DialectReductionPatternInterface {
  explicit RelaxReduction(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}
  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    patterns
        .add<ResultToOperand, TensorToZeros, InlineDataflow, TakeThenBranch>(
            patterns.getContext());
  }
};

struct TIRReduction : public DialectReductionPatternInterface {
  explicit TIRReduction(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}
  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    patterns.add<RunLoopOnce, TakeThenRegion>(patterns.getContext());
  }
};

} // namespace

void registerReductions(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, RelaxDialect *dialect) {
    dialect->addInterfaces<RelaxReduction>();
  });
  registry.addExtension(+[](MLIRContext *, tir::TIRDialect *dialect) {
    dialect->addInterfaces<TIRReduction>();
  });
}

} // namespace mlir::relax
