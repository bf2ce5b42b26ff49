// What loops and blocks are called in errors, and how these begin.
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

TEST_F(LoopNestTest, DescribesLoopsByTheirBlock) {
  FuncOp func = parse(getProduct());
  ASSERT_TRUE(func);
  EXPECT_EQ(describe(getBlock("product")), "'tir.block' \"product\"");
  EXPECT_EQ(describe(getLoop("product", 1)),
            "loop #1 around 'tir.block' \"product\"");
  EXPECT_EQ(describe(func), "'tir.func'");
}

TEST_F(LoopNestTest, DescribesLoopsWithoutBlocks) {
  FuncOp func = parse("tir.for %i = %zero to %size {}");
  ASSERT_TRUE(func);
  EXPECT_EQ(describe(*func.getBody().getOps<ForOp>().begin()),
            "a loop without blocks");
}

TEST_F(LoopNestTest, PreconditionFailuresNameVerbAndOp) {
  ASSERT_TRUE(parse(getProduct()));
  EXPECT_TRUE(
      failed(LogicalResult(failPrecondition(getLoop("product", 0), "split")
                           << "expected a reason")));
  EXPECT_EQ(errors,
            SmallVector<std::string>({"cannot split loop #0 around 'tir.block' "
                                      "\"product\": expected a reason"}));
}
