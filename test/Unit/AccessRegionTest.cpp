// Ranges of indices while loops run.
#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

// Two loops of four around a block; `index` is what it is driven by.
static std::string getLoopsOf(StringRef index) {
  return ("tir.for %i = %zero to %four { tir.for %j = %zero to %four { "
          "%four_i = arith.muli %i, %four : index "
          "%all = arith.addi %four_i, %j : index "
          "tir.block \"b\" iters(%v : spatial = " +
          index +
          " in %size) writes(%c : memref<16x16xf32>) { memref.store %f0, "
          "%c[%v, %v] : memref<16x16xf32> } } }")
      .str();
}

TEST_F(LoopNestTest, RangesAreExpressionsOfOuterLoops) {
  FuncOp func = parse(getLoopsOf("%all"));
  ASSERT_TRUE(func);
  Value index = getBlock("b").getBindings()[0];
  AffineExpr four = getAffineConstantExpr(4, &context);

  // Inside of the inner loop there is none, so the index is one number.
  IndexRange range = AccessRegion(getLoop("b", 1)).getRange(index);
  ASSERT_TRUE(range);
  EXPECT_EQ(range.first, range.last);

  AccessRegion outer(getLoop("b", 0));
  // The loop itself does not count as inside.
  EXPECT_EQ(AccessRegion::getSize(outer.getRange(index)), four);

  AccessRegion whole(func);
  range = whole.getRange(index);
  ASSERT_TRUE(range);
  EXPECT_EQ(range.first, getAffineConstantExpr(0, &context));
  EXPECT_EQ(range.last, getAffineConstantExpr(15, &context));
  EXPECT_TRUE(whole.isWhole(range, getBlock("b").getExtents()[0]));
  EXPECT_TRUE(whole.isHyperRectangular(ValueRange(index)));
}

TEST_F(LoopNestTest, TwoIndicesOfOneLoopAreNoRectangle) {
  FuncOp func = parse(getLoopsOf("%all"));
  Value loop = getLoop("b", 1).getInductionVar();
  EXPECT_FALSE(AccessRegion(func).isHyperRectangular(ValueRange({loop, loop})));
  Value other = getLoop("b", 0).getInductionVar();
  EXPECT_TRUE(AccessRegion(func).isHyperRectangular(ValueRange({loop, other})));
}

TEST_F(LoopNestTest, JoinedRangesHoldBoth) {
  auto constant = [&](int64_t value) {
    return getAffineConstantExpr(value, &context);
  };
  IndexRange joined = AccessRegion::join({constant(2), constant(5)},
                                         {constant(4), constant(9)});
  EXPECT_EQ(joined.first, constant(2));
  EXPECT_EQ(joined.last, constant(9));
  EXPECT_FALSE(AccessRegion::join(joined, {}));
  // Of different values nothing is known.
  AffineExpr x = getAffineDimExpr(0, &context),
             y = getAffineDimExpr(1, &context);
  EXPECT_FALSE(AccessRegion::join({x, x}, {y, y}));
  // Unless they differ by a constant.
  EXPECT_EQ(AccessRegion::join({x, x + 1}, {x + 2, x + 3}).last, x + 3);
}

TEST_F(LoopNestTest, UnknownIndicesHaveNoRange) {
  FuncOp func = parse(R"(
    tir.for %i = %zero to %four {
      %square = arith.muli %i, %i : index
      tir.block "b" iters(%v : spatial = %square in %size)
          writes(%c : memref<16x16xf32>) {
        memref.store %f0, %c[%v, %v] : memref<16x16xf32>
      }
    })");
  ASSERT_TRUE(func);
  AccessRegion region(func);
  EXPECT_FALSE(region.getRange(getBlock("b").getBindings()[0]));
}
