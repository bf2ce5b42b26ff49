// The keys that rows of attention may see.
#include "Relax/Dialect/TIR/Analysis/KeyMask.h"
#include "AttentionSources.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

namespace {

class KeyMaskTest : public LoopNestTest {
protected:
  /// The bounds of a mask by `condition`; the number of bounds is -1 where
  /// there is no attention.
  KeyMask match(StringRef condition) {
    FuncOp func = parse(getAttention(getMask(condition)));
    if (!func)
      return KeyMask();
    SmallVector<LoopNest> nests = getTopNests(func);
    chain = matchAttention(nests.back(), nests);
    return chain ? matchKeyMask(*chain) : KeyMask();
  }
  Value getIter(unsigned number) {
    return getBlock("mask").getBody()->getArgument(number);
  }

  std::optional<AttentionChain> chain;
};

} // namespace

TEST_F(KeyMaskTest, ACausalMaskEndsAtTheRow) {
  KeyMask mask = match("%seen = arith.cmpi sle, %vj, %vi : index\n");
  ASSERT_EQ(mask.bounds.size(), 1u);
  EXPECT_TRUE(mask.hidden);
  EXPECT_EQ(mask.bounds[0].key, getIter(1));
  EXPECT_EQ(mask.bounds[0].bound, getIter(0));
  EXPECT_TRUE(mask.bounds[0].isUpper);
  EXPECT_TRUE(mask.bounds[0].isShifted) << "the key of the row itself is seen";
}

TEST_F(KeyMaskTest, OperandsMayComeInEachOrder) {
  KeyMask mask = match("%seen = arith.cmpi sgt, %vi, %vj : index\n");
  ASSERT_EQ(mask.bounds.size(), 1u);
  EXPECT_EQ(mask.bounds[0].key, getIter(1));
  EXPECT_TRUE(mask.bounds[0].isUpper);
  EXPECT_FALSE(mask.bounds[0].isShifted);
}

TEST_F(KeyMaskTest, AWindowHasTwoBounds) {
  KeyMask mask = match("%upper = arith.cmpi sle, %vj, %vi : index\n"
                       "%first = arith.subi %vi, %four : index\n"
                       "%lower = arith.cmpi sgt, %vj, %first : index\n"
                       "%seen = arith.andi %upper, %lower : i1\n");
  ASSERT_EQ(mask.bounds.size(), 2u);
  EXPECT_TRUE(mask.bounds[0].isUpper);
  EXPECT_FALSE(mask.bounds[1].isUpper);
  EXPECT_TRUE(mask.bounds[1].isShifted);
}

TEST_F(KeyMaskTest, OneOfTwoConditionsBoundsNothing) {
  KeyMask mask = match("%upper = arith.cmpi sle, %vj, %vi : index\n"
                       "%lower = arith.cmpi sgt, %vj, %four : index\n"
                       "%seen = arith.ori %upper, %lower : i1\n");
  ASSERT_TRUE(chain);
  EXPECT_TRUE(mask.bounds.empty());
}

TEST_F(KeyMaskTest, ABoundMustNotFallAlongRows) {
  // 15 - row falls.
  KeyMask mask = match("%last = arith.constant 15 : index\n"
                       "%end = arith.subi %last, %vi : index\n"
                       "%seen = arith.cmpi slt, %vj, %end : index\n");
  ASSERT_TRUE(chain);
  EXPECT_TRUE(mask.bounds.empty());
  // The key counts in steps of two.
  mask = match("%two = arith.constant 2 : index\n"
               "%twice = arith.muli %vj, %two : index\n"
               "%seen = arith.cmpi slt, %twice, %vi : index\n");
  ASSERT_TRUE(chain);
  EXPECT_TRUE(mask.bounds.empty());
}

TEST_F(KeyMaskTest, WithoutAMaskAllKeysAreSeen) {
  FuncOp func = parse(getAttention());
  ASSERT_TRUE(func);
  SmallVector<LoopNest> nests = getTopNests(func);
  chain = matchAttention(nests.back(), nests);
  ASSERT_TRUE(chain);
  KeyMask mask = matchKeyMask(*chain);
  EXPECT_FALSE(mask.hidden);
  EXPECT_TRUE(mask.bounds.empty());
}
