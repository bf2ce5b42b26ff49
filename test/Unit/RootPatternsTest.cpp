// Programs are rewritten where they have an op that a pattern begins at.
#include "Relax/Support/RootPatterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace mlir::relax {
namespace {

/// Seen by what it makes.
struct SubtractionToSum : OpRewritePattern<arith::SubIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SubIOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::AddIOp>(op, op.getLhs(), op.getRhs());
    return success();
  }
};

/// Begins at any op.
struct DivisionToProduct : RewritePattern {
  explicit DivisionToProduct(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<arith::DivSIOp>(op))
      return failure();
    rewriter.replaceOpWithNewOp<arith::MulIOp>(op, op->getOperand(0),
                                               op->getOperand(1));
    return success();
  }
};

struct RootPatternsTest : testing::Test {
  RootPatternsTest() {
    context.loadDialect<arith::ArithDialect>();
    context.allowUnregisteredDialects();
  }

  template <typename... Patterns>
  LogicalResult run(StringRef op) {
    // A product that is dead, and an op with a user.
    module = parseSourceString<ModuleOp>(
        ("%x, %y = \"t.x\"() : () -> (i32, i32)\n"
         "%dead = arith.muli %x, %y : i32\n"
         "%0 = " +
         op + " %x, %y : i32\n\"t.use\"(%0) : (i32) -> ()\n")
            .str(),
        &context);
    RewritePatternSet patterns(&context);
    patterns.add<Patterns...>(&context);
    return applyPatternsIfPresent(*module, std::move(patterns));
  }

  template <typename OpT>
  unsigned count() {
    unsigned number = 0;
    module->walk([&](OpT) { ++number; });
    return number;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

// Upstream's rewrite erases what is dead.
TEST_F(RootPatternsTest, RewritesWhereThereIsARoot) {
  ASSERT_TRUE(succeeded(run<SubtractionToSum>("arith.subi")));
  EXPECT_EQ(count<arith::AddIOp>(), 1u);
  EXPECT_EQ(count<arith::SubIOp>(), 0u);
  EXPECT_EQ(count<arith::MulIOp>(), 0u);
}

TEST_F(RootPatternsTest, DoesNothingWithoutRoots) {
  ASSERT_TRUE(succeeded(run<SubtractionToSum>("arith.divsi")));
  EXPECT_EQ(count<arith::DivSIOp>(), 1u);
  EXPECT_EQ(count<arith::MulIOp>(), 1u);
}

TEST_F(RootPatternsTest, RewritesWhereAPatternBeginsAnywhere) {
  ASSERT_TRUE(
      succeeded(run<SubtractionToSum, DivisionToProduct>("arith.divsi")));
  EXPECT_EQ(count<arith::DivSIOp>(), 0u);
  EXPECT_EQ(count<arith::MulIOp>(), 1u);
}

} // namespace
} // namespace mlir::relax
