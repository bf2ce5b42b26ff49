// Plain reductions, and the epilogues that join them.
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "LoopNestFixture.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tir;

// Another function after `getProduct`: %b = max(%c, 0), element by element.
static constexpr StringLiteral relu = R"(
  tir.for %i = %zero to %size {
    tir.for %j = %zero to %size {
      tir.block "relu" iters(%vi : spatial = %i in %size,
                             %vj : spatial = %j in %size)
          reads(%c : memref<16x16xf32>) writes(%b : memref<16x16xf32>) {
        %x = memref.load %c[%vi, %vj] : memref<16x16xf32>
        %y = arith.maximumf %x, %f0 : f32
        memref.store %y, %b[%vi, %vj] : memref<16x16xf32>
      }
    }
  }
)";

TEST_F(LoopNestTest, AProductIsAReduction) {
  ASSERT_TRUE(parse(getProduct()));
  std::string why;
  FailureOr<LoopNest> nest = matchLoopNest(getLoop("product", 0), &why);
  ASSERT_TRUE(succeeded(nest)) << why;
  FailureOr<Reduction> reduction = matchReduction(*nest, &why);
  ASSERT_TRUE(succeeded(reduction)) << why;
  EXPECT_EQ(reduction->out, getArgument(2));
  EXPECT_EQ(reduction->spatial, SmallVector<unsigned>({0, 1}));
  EXPECT_EQ(reduction->reduce, SmallVector<unsigned>({2}));
  EXPECT_EQ(reduction->getInputs().size(), 2u);
  EXPECT_EQ(reduction->getReduceExtents().size(), 1u);
  EXPECT_FALSE(reduction->epilogue);
}

// A function in which `reader` reads what only the product of %a and %a writes.
static std::string getFused(StringRef product, StringRef reader) {
  std::string body = "%m = memref.alloc() : memref<16x16xf32>\n" +
                     product.str() + reader.str() +
                     "memref.dealloc %m : memref<16x16xf32>\n";
  auto replace = [&](StringRef from, StringRef to) {
    for (size_t at = 0; (at = body.find(from, at)) != std::string::npos;)
      body.replace(at, from.size(), to);
  };
  replace("%c[", "%m[");
  replace("(%c :", "(%m :");
  return body;
}

// %b is only an output.
static std::string readOnce(StringRef product) {
  std::string changed = product.str();
  for (size_t at = 0; (at = changed.find("%b", at)) != std::string::npos;)
    changed.replace(at, 2, "%a");
  return changed;
}

TEST_F(LoopNestTest, AnElementwiseReaderIsAnEpilogue) {
  ASSERT_TRUE(parse(getFused(readOnce(getProduct()), relu)));
  FailureOr<Reduction> reduction =
      matchReduction(*matchLoopNest(getLoop("product", 0), nullptr), nullptr);
  ASSERT_TRUE(succeeded(reduction));
  FailureOr<LoopNest> user = findOnlyUser(*reduction);
  ASSERT_TRUE(succeeded(user));
  EXPECT_EQ(user->block, getBlock("relu"));
  EXPECT_TRUE(attachEpilogue(*reduction, *user));
  EXPECT_EQ(reduction->epilogueIters,
            SmallVector<unsigned>({0, 1, Reduction::kNoIter}));
}

TEST_F(LoopNestTest, IteratorsOfOneValueOfAnEpilogueGoWithNone) {
  std::string reader = "tir.for %u = %zero to %one {\n" + relu.str() + "}\n";
  reader.replace(reader.find("iters("), 6,
                 "iters(%vu : spatial = %u in %one, ");
  ASSERT_TRUE(parse(getFused(readOnce(getProduct()), reader)));
  FailureOr<Reduction> reduction =
      matchReduction(*matchLoopNest(getLoop("product", 0), nullptr), nullptr);
  ASSERT_TRUE(succeeded(reduction));
  attachOnlyUser(*reduction);
  ASSERT_TRUE(reduction->epilogue);
  EXPECT_EQ(reduction->epilogueIters,
            SmallVector<unsigned>({1, 2, Reduction::kNoIter}));
  EXPECT_EQ(reduction->getLastRoot(), reduction->epilogue->getRoot());
}

TEST_F(LoopNestTest, ASpatialBlockIsNoReduction) {
  ASSERT_TRUE(parse(relu));
  std::string why;
  EXPECT_TRUE(failed(
      matchReduction(*matchLoopNest(getLoop("relu", 0), nullptr), &why)));
  EXPECT_FALSE(why.empty());
  EXPECT_EQ(matchAccumulator(getBlock("relu")), std::nullopt);
}

TEST_F(LoopNestTest, OnlyStepsInAnyOrderHaveACombiner) {
  ASSERT_TRUE(parse(getProduct()));
  auto accumulator = matchAccumulator(getBlock("product"));
  ASSERT_TRUE(accumulator);
  EXPECT_TRUE(isa_and_nonnull<arith::AddFOp>(
      getCombiner(accumulator->load, accumulator->store)));
  // A difference depends on the order.
  std::string difference = getProduct().str();
  difference.replace(difference.find("arith.addf"), 10, "arith.subf");
  ASSERT_TRUE(parse(difference));
  accumulator = matchAccumulator(getBlock("product"));
  ASSERT_TRUE(accumulator);
  EXPECT_EQ(getCombiner(accumulator->load, accumulator->store), nullptr);
}
