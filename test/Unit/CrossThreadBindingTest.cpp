// What the threads of a block may reduce together, and what fails.
#include "Relax/Dialect/TIR/Analysis/CrossThreadBinding.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

TEST_F(LoopNestTest, PlainReductionsMayBeBound) {
  ASSERT_TRUE(parse(getProduct()));
  ForOp k = getLoop("product", 2);
  EXPECT_TRUE(succeeded(checkCrossThread(k, "threadIdx.x")));
  EXPECT_EQ(getReductionsOver(k), SmallVector<BlockOp>({getBlock("product")}));
  EXPECT_TRUE(getReductionsOver(getLoop("product", 0)).empty());
  // Nothing is bound yet.
  EXPECT_TRUE(getReducingThreads(getBlock("product")).empty());
  EXPECT_FALSE(isOverThreads(k));
}

TEST_F(LoopNestTest, BlocksOfThreadsDoNotReduceTogether) {
  ASSERT_TRUE(parse(getProduct()));
  EXPECT_TRUE(failed(checkCrossThread(getLoop("product", 2), "blockIdx.x")));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].find("expected threadIdx.x, .y or .z"),
            std::string::npos);
}

TEST_F(LoopNestTest, ABoundReductionHasReducingThreads) {
  std::string bound = getProduct().str();
  StringRef last = "tir.for %k";
  bound.replace(bound.find(last), last.size(),
                "tir.for thread_binding \"threadIdx.x\" %k");
  ASSERT_TRUE(parse(bound));
  EXPECT_EQ(getReducingThreads(getBlock("product")),
            SmallVector<ForOp>({getLoop("product", 2)}));
  EXPECT_TRUE(isOverThreads(getLoop("product", 2)));
}

TEST_F(LoopNestTest, StepsInOrderAreNotMatched) {
  std::string difference = getProduct().str();
  difference.replace(difference.find("arith.addf"), 10, "arith.subf");
  ASSERT_TRUE(parse(difference));
  EXPECT_TRUE(failed(matchCrossThread(getBlock("product"), "bind")));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(
      StringRef(errors[0]).starts_with("cannot bind 'tir.block' \"product\""));
}
