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

TEST_F(LoopNestTest, DescribesWhatMakesValues) {
  FuncOp func = parse(R"(
    tir.for %i = %zero to %four {
      %j = arith.addi %i, %one : index
      %in = arith.cmpi slt, %j, %size : index
      tir.block "b" iters(%v : spatial = %i in %four, %w : spatial = %j in %size)
          where %in writes(%c : memref<16x16xf32>) {
        memref.store %f0, %c[%v, %v] : memref<16x16xf32>
        memref.store %f0, %c[%v, %j] : memref<16x16xf32>
      }
    })");
  ASSERT_TRUE(func);
  BlockOp block = getBlock("b");
  EXPECT_EQ(describe(Value(func.getArgument(0))), "parameter #0");
  EXPECT_EQ(describe(ValueRange()), "none");
  EXPECT_EQ(describeBindings(block), "a loop, 'arith.addi' under a predicate");
  EXPECT_EQ(describeIndices(block, getArgument(2)),
            "iterator #0, 'arith.addi'");
  EXPECT_EQ(describeIndices(block, getArgument(0)), "none");
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
