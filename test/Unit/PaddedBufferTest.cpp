// Buffers whose padding one nest fills, and their inside another one.
#include "Relax/Dialect/TIR/Analysis/PaddedBuffer.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

namespace {

class PaddedBufferTest : public LoopNestTest {
protected:
  /// The buffer of a program that pads a line of %a by `before` elements in
  /// front and behind it up to 18, and adds the number `index` of it to %c.
  std::optional<PaddedBuffer> match(StringRef before, StringRef index,
                                    StringRef extra = "") {
    std::string source = R"(
      %length = arith.constant 18 : index
      %p = memref.alloc() : memref<18xf32>
      tir.for %i = %zero to %length {
        tir.block "fill" iters(%vi : spatial = %i in %length)
            writes(%p : memref<18xf32>) {
          memref.store %f0, %p[%vi] : memref<18xf32>
        }
      }
      tir.for %i = %zero to %size {
        tir.block "inside" iters(%vi : spatial = %i in %size)
            reads(%a : memref<16x16xf32>) writes(%p : memref<18xf32>) {
          %x = memref.load %a[%zero, %vi] : memref<16x16xf32>
          %at = )" + index.str() +
                         R"( : index
          memref.store %x, %p[%at] : memref<18xf32>
        }
      }
      )" + extra.str() + R"(
      tir.for %i = %zero to %size {
        tir.block "read" iters(%vi : spatial = %i in %size)
            reads(%p : memref<18xf32>) writes(%c : memref<16x16xf32>) {
          %at = arith.addi %vi, %)" +
                         before.str() + R"( : index
          %x = memref.load %p[%at] : memref<18xf32>
          memref.store %x, %c[%zero, %vi] : memref<16x16xf32>
        }
      }
    )";
    FuncOp func = parse(source);
    if (!func)
      return std::nullopt;
    for (auto alloc : func.getBody().front().getOps<memref::AllocOp>())
      return matchPadding(alloc);
    return std::nullopt;
  }
};

} // namespace

TEST_F(PaddedBufferTest, APaddingIsInFrontOfTheInside) {
  std::optional<PaddedBuffer> found = match("one", "arith.addi %vi, %one");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->padding.block, getBlock("fill"));
  EXPECT_EQ(found->interior.block, getBlock("inside"));
  ASSERT_EQ(found->axes.size(), 1u);
  EXPECT_EQ(found->axes[0].before, 1);
  EXPECT_EQ(found->axes[0].spread, 1);
  EXPECT_EQ(getConstantIndex(found->axes[0].extent), 16);
  EXPECT_EQ(found->loads.size(), 1u);
  EXPECT_TRUE(isCheap(*found));
  EXPECT_TRUE(keepsSources(*found));
}

TEST_F(PaddedBufferTest, WhatIsWrittenBetweenIsNoSourceAnyMore) {
  std::optional<PaddedBuffer> found = match("one", "arith.addi %vi, %one",
                                            R"(
      tir.for %i = %zero to %size {
        tir.block "other" iters(%vi : spatial = %i in %size)
            writes(%a : memref<16x16xf32>) {
          memref.store %f0, %a[%zero, %vi] : memref<16x16xf32>
        }
      })");
  ASSERT_TRUE(found);
  EXPECT_FALSE(keepsSources(*found));
}

TEST_F(PaddedBufferTest, AThirdWriterLeavesNoPadding) {
  EXPECT_FALSE(match("one", "arith.addi %vi, %one",
                     R"(
      tir.for %i = %zero to %size {
        tir.block "third" iters(%vi : spatial = %i in %size)
            writes(%p : memref<18xf32>) {
          memref.store %f0, %p[%vi] : memref<18xf32>
        }
      })"));
}

TEST_F(PaddedBufferTest, AnIndexThatIsNoSumIsNone) {
  EXPECT_FALSE(match("one", "arith.divui %vi, %four"));
}

TEST_F(PaddedBufferTest, AChoiceIsWhatItsConditionSays) {
  ASSERT_TRUE(match("one", "arith.addi %vi, %one"));
  OpBuilder b(module->getContext());
  Location loc = b.getUnknownLoc();
  b.setInsertionPointToStart(module->getBody());
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value two = arith::ConstantIndexOp::create(b, loc, 2);
  Value isLess =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, one, two);
  Value other =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, two, one);
  Value choice = arith::SelectOp::create(b, loc, isLess, two, one);
  EXPECT_EQ(skipChoice(choice, isLess), two);
  EXPECT_EQ(skipChoice(choice, other), choice);
  EXPECT_EQ(skipChoice(choice, Value()), choice);
  EXPECT_EQ(skipChoice(one, isLess), one);
}
