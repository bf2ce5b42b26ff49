// How programs of our dialects become simpler without becoming invalid.
//
// A value becomes an operand of its op or zeros, which frees what it was
// computed from; a region that only structures the program becomes its body.
// Each pattern leaves fewer ops that are neither constants nor zeros with their
// shape, or erases an op: so the reducer, which tries them again and again,
// ends.
#include "RelaxReduction.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
namespace {

/// An op with one result -> an operand of the same type.
/// An operand has the type already, so that no user becomes invalid. Three
/// positions are three patterns: which one keeps the fault is not known.
struct ResultToOperand : public RewritePattern {
  /// `position` counts the operands of that type.
  ResultToOperand(MLIRContext *context, unsigned position)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context),
        position(position) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1)
      return failure();
    llvm::SmallSetVector<Value, 4> operands;
    for (Value operand : op->getOperands())
      if (operand.getType() == op->getResult(0).getType())
        operands.insert(operand);
    if (position >= operands.size())
      return failure();
    rewriter.replaceOp(op, operands[position]);
    return success();
  }

  unsigned position;
};

/// Whether `makeZeros` knows the elements and the sizes.
/// A tensor of unknown sizes has no zeros that could be written down.
bool hasZeros(Type of) {
  auto type = dyn_cast<RankedTensorType>(of);
  return type && type.getElementType().isIntOrFloat() &&
         !llvm::is_contained(getDims(type), SymExprAttr());
}

/// Zeros of a tensor's type.
Value makeZeros(OpBuilder &builder, Location location, Type of) {
  auto type = cast<RankedTensorType>(of);
  if (type.hasStaticShape() && !type.getEncoding())
    return ConstantOp::create(builder, location, type,
                              cast<ElementsAttr>(builder.getZeroAttr(type)));
  SmallVector<SymExprAttr> dims = getDims(type);
  Value shape = ShapeOp::create(
      builder, location, ShapeType::get(builder.getContext(), dims),
      builder.getArrayAttr(SmallVector<Attribute>(dims.begin(), dims.end())));
  return ZerosOp::create(builder, location, type, shape,
                         TypeAttr::get(type.getElementType()));
}

/// An op that gives tensors -> zeros of their types.
struct TensorsToZeros : public RewritePattern {
  explicit TensorsToZeros(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa_and_nonnull<RelaxDialect>(op->getDialect()) ||
        op->getNumResults() == 0 || isa<ConstantOp, ZerosOp>(op) ||
        !llvm::all_of(op->getResultTypes(), hasZeros))
      return failure();
    SmallVector<Value> zeros;
    for (Type type : op->getResultTypes())
      zeros.push_back(makeZeros(rewriter, op->getLoc(), type));
    rewriter.replaceOp(op, zeros);
    return success();
  }
};

/// A number that a kernel computes or loads -> the constant 0.
struct NumberToZero : public RewritePattern {
  explicit NumberToZero(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || op->hasTrait<OpTrait::ConstantLike>() ||
        !op->getParentOfType<tir::FuncOp>() ||
        !op->getResult(0).getType().isIntOrIndexOrFloat())
      return failure();
    TypedAttr zero = rewriter.getZeroAttr(op->getResult(0).getType());
    if (!zero)
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, zero);
    return success();
  }
};

/// Put the ops of `body` in place of `op`, whose results become the operands of
/// the terminator.
/// The terminator goes first: inlining leaves no place for it.
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
    // A result whose type says more than the value's would change the types of
    // its users.
    if (op.getOutput().getOperandTypes() != op.getResultTypes())
      return failure();
    replaceByBody(rewriter, op, op.getBody().front());
    return success();
  }
};

/// A conditional -> one of its branches.
struct TakeBranch : public OpRewritePattern<IfOp> {
  TakeBranch(MLIRContext *context, unsigned region)
      : OpRewritePattern(context), region(region) {}
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Block &branch = op->getRegion(region).front();
    if (branch.getTerminator()->getOperandTypes() != op.getResultTypes())
      return failure();
    replaceByBody(rewriter, op, branch);
    return success();
  }

  unsigned region;
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

/// A branch -> what it does if its condition holds, or if it does not.
struct TakeRegion : public OpRewritePattern<tir::IfOp> {
  TakeRegion(MLIRContext *context, unsigned region)
      : OpRewritePattern(context), region(region) {}
  LogicalResult matchAndRewrite(tir::IfOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getRegion(region).empty())
      return failure();
    replaceByBody(rewriter, op, op->getRegion(region).front());
    return success();
  }

  unsigned region;
};

/// A block -> what it does for the values that its iterators are bound to.
struct InlineBlock : public OpRewritePattern<tir::BlockOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tir::BlockOp op,
                                PatternRewriter &rewriter) const override {
    if (tir::InitOp init = op.getInit())
      replaceByBody(rewriter, init, *init.getBody());
    replaceByBody(rewriter, op, *op.getBody(), op.getBindings());
    return success();
  }
};

struct RelaxReduction : public DialectReductionPatternInterface {
  explicit RelaxReduction(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}
  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    for (unsigned position : {0, 1, 2})
      patterns.add<ResultToOperand>(patterns.getContext(), position);
    patterns.add<TensorsToZeros, InlineDataflow>(patterns.getContext());
    for (unsigned region : {0, 1})
      patterns.add<TakeBranch>(patterns.getContext(), region);
  }
};

struct TIRReduction : public DialectReductionPatternInterface {
  explicit TIRReduction(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}
  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    patterns.add<NumberToZero, RunLoopOnce, InlineBlock>(patterns.getContext());
    for (unsigned region : {0, 1})
      patterns.add<TakeRegion>(patterns.getContext(), region);
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
