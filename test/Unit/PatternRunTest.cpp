// Patterns whose answers are wrong are found, and right ones are not.
#include "Stress/PatternRun.h"

#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relax;

namespace {

struct SaysSuccess : OpRewritePattern<ExpOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ExpOp, PatternRewriter &) const override {
    return success();
  }
};

struct SaysFailure : OpRewritePattern<ExpOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ExpOp op, PatternRewriter &) const override {
    op->setAttr("seen", UnitAttr::get(op.getContext()));
    return failure();
  }
};

template <typename From, typename To>
struct Replace : OpRewritePattern<From> {
  using OpRewritePattern<From>::OpRewritePattern;
  LogicalResult matchAndRewrite(From op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<To>(op, op.getType(), op.getX());
    return success();
  }
};

class PatternRunTest : public testing::Test {
protected:
  PatternRunTest() { context.loadDialect<RelaxDialect>(); }

  template <typename... Patterns>
  std::string apply() {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        R"(relax.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
             %0 = relax.exp %x : tensor<4xf32>
             relax.return %0 : tensor<4xf32>
           })",
        &context);
    RewritePatternSet patterns(&context);
    patterns.add<Patterns...>(&context);
    addCanonicalizationPatterns(patterns);
    Decisions decisions(1);
    return applyPatternsShuffled(*module, std::move(patterns), decisions)
        .message;
  }

  MLIRContext context;
};

} // namespace

TEST_F(PatternRunTest, SuccessIsAChange) {
  EXPECT_EQ(apply<SaysSuccess>(), "succeeds and changes nothing");
}

TEST_F(PatternRunTest, FailureIsNone) {
  EXPECT_EQ(apply<SaysFailure>(), "fails and changes the module");
}

TEST_F(PatternRunTest, AnEndIsReached) {
  using ToAbs = Replace<ExpOp, AbsOp>;
  using ToExp = Replace<AbsOp, ExpOp>;
  EXPECT_EQ(apply<ToAbs>(), "");
  EXPECT_EQ((apply<ToAbs, ToExp>()), "come to no end");
}
