// How loops drive iterators: once each, all of them, within their predicates.
#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

// A block over 16 values, driven by `loops`, with `where`.
static std::string getDriven(StringRef loops, StringRef value, StringRef where,
                             unsigned depth) {
  return (loops + " tir.block \"b\" iters(%v : spatial = " + value +
          " in %size) " + where +
          " writes(%c : memref<16x16xf32>) { memref.store %f0, %c[%v, %v] : "
          "memref<16x16xf32> }" +
          std::string(depth, '}'))
      .str();
}

static constexpr StringLiteral splitLoops =
    "tir.for %i = %zero to %four { tir.for %j = %zero to %four {"
    "%p = arith.muli %i, %four : index %q = arith.addi %p, %j : index ";

TEST_F(LoopNestTest, SplitLoopsCoverTheDomainOnce) {
  ASSERT_TRUE(parse(getDriven(splitLoops, "%q", "", 2)));
  BlockOp block = getBlock("b");
  EXPECT_TRUE(coversDomain(block));
  EXPECT_EQ(findRepeatingLoop(block, getLoops(block), block.getIters()),
            ForOp());
}

TEST_F(LoopNestTest, ALoopThatDrivesNothingRepeats) {
  ASSERT_TRUE(parse(getDriven("tir.for %i = %zero to %four { "
                              "tir.for %j = %zero to %size {",
                              "%j", "", 2)));
  BlockOp block = getBlock("b");
  EXPECT_EQ(findRepeatingLoop(block, getLoops(block), block.getIters()),
            getLoop("b", 0));
}

TEST_F(LoopNestTest, TooShortLoopsDoNotCover) {
  ASSERT_TRUE(parse(getDriven("tir.for %j = %zero to %four {", "%j", "", 1)));
  EXPECT_FALSE(coversDomain(getBlock("b")));
}

TEST_F(LoopNestTest, APredicateThatTheRangeImpliesIsNoRestriction) {
  std::string loops = splitLoops.str() +
                      "%in = arith.cmpi slt, %q, %size : index "
                      "%less = arith.cmpi slt, %q, %four : index ";
  ASSERT_TRUE(parse(getDriven(loops, "%q", "where %in", 2)));
  EXPECT_TRUE(isPredicateImplied(getBlock("b")));
  ASSERT_TRUE(parse(getDriven(loops, "%q", "where %less", 2)));
  EXPECT_FALSE(isPredicateImplied(getBlock("b")));
}

TEST_F(LoopNestTest, PartsItersByKind) {
  ASSERT_TRUE(parse(getProduct()));
  BlockOp block = getBlock("product");
  EXPECT_EQ(getItersOf(block, true), SmallVector<Value>({block.getIters()[2]}));
  EXPECT_EQ(getItersOf(block, false).size(), 2u);
}
