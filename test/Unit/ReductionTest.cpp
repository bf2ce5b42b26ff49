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

TEST_F(LoopNestTest, AnElementwiseReaderIsAnEpilogue) {
  // %b is only an output here.
  std::string product = getProduct().str();
  for (size_t at = 0; (at = product.find("%b", at)) != std::string::npos;)
    product.replace(at, 2, "%a");
  std::string body = "%m = memref.alloc() : memref<16x16xf32>\n" + product +
                     relu.str() + "memref.dealloc %m : memref<16x16xf32>\n";
  // The product goes to a buffer that only the epilogue reads.
  for (size_t at = 0; (at = body.find("%c[", at)) != std::string::npos;)
    body.replace(at, 3, "%m[");
  for (size_t at = 0; (at = body.find("(%c :", at)) != std::string::npos;)
    body.replace(at, 5, "(%m :");
  ASSERT_TRUE(parse(body));
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
