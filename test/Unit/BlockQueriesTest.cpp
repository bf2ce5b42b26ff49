// Where blocks are, and which of them depend on each other.
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

// "first" writes %b from %a, "second" %c from %b.
static constexpr StringLiteral chain = R"(
  tir.for %i = %zero to %size {
    tir.block "first" iters(%v : spatial = %i in %size)
        reads(%a : memref<16x16xf32>) writes(%b : memref<16x16xf32>) {
      %x = memref.load %a[%v, %v] : memref<16x16xf32>
      memref.store %x, %b[%v, %v] : memref<16x16xf32>
    }
  }
  tir.for %i = %zero to %four {
    tir.for thread_binding "threadIdx.x" %j = %zero to %four {
      %p = arith.muli %i, %four : index
      %q = arith.addi %p, %j : index
      tir.block "second" iters(%v : spatial = %q in %size)
          reads(%b : memref<16x16xf32>) writes(%c : memref<16x16xf32>) {
        %x = memref.load %b[%v, %v] : memref<16x16xf32>
        memref.store %x, %c[%v, %v] : memref<16x16xf32>
      }
    }
  }
)";

TEST_F(LoopNestTest, FindsTheOneBlockOfAName) {
  ASSERT_TRUE(parse(chain));
  EXPECT_TRUE(succeeded(findBlock(*module, "first")));
  EXPECT_TRUE(failed(findBlock(*module, "third")));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].find("third"), std::string::npos);
}

TEST_F(LoopNestTest, RejectsTwoBlocksOfAName) {
  std::string twice = chain.str();
  twice.replace(twice.find("second"), 6, "first");
  ASSERT_TRUE(parse(twice));
  EXPECT_TRUE(failed(findBlock(*module, "first")));
  EXPECT_EQ(errors.size(), 1u);
}

TEST_F(LoopNestTest, KnowsProducersAndConsumers) {
  FuncOp func = parse(chain);
  ASSERT_TRUE(func);
  BlockOp first = getBlock("first"), second = getBlock("second");
  EXPECT_EQ(getConsumers(first), SmallVector<BlockOp>({second}));
  EXPECT_EQ(getProducers(second), SmallVector<BlockOp>({first}));
  EXPECT_TRUE(getProducers(first).empty());
  EXPECT_EQ(getChildBlocks(func), SmallVector<BlockOp>({first, second}));
  // All of %b and %c are parameters.
  EXPECT_EQ(getOutputBlocks(func), SmallVector<BlockOp>({first, second}));
  EXPECT_EQ(getStatements(func).size(), 2u);
}

TEST_F(LoopNestTest, KnowsWhichLoopsDriveABlock) {
  ASSERT_TRUE(parse(chain));
  BlockOp second = getBlock("second");
  EXPECT_EQ(getLoops(second).size(), 2u);
  EXPECT_EQ(getDrivingLoops(second, false).size(), 2u);
  EXPECT_TRUE(getDrivingLoops(second, true).empty());
  EXPECT_TRUE(dependsOn(second.getIters()[0], getLoop("second", 1)));
  EXPECT_FALSE(dependsOn(second.getIters()[0], getLoop("first", 0)));
  EXPECT_EQ(getChain(getLoop("second", 0)).size(), 2u);
}

TEST_F(LoopNestTest, ListsTouchedBuffers) {
  ASSERT_TRUE(parse(chain));
  TouchedBuffers touched = getTouchedBuffers(getBlock("second"));
  EXPECT_TRUE(touched.isKnown);
  EXPECT_TRUE(touched.mayRead(getArgument(1)));
  EXPECT_FALSE(touched.mayWrite(getArgument(1)));
  EXPECT_TRUE(touched.mayWrite(getArgument(2)));
  EXPECT_FALSE(touched.mayRead(getArgument(0)));
}

TEST_F(LoopNestTest, GivesFreshLabels) {
  FuncOp func = parse(chain);
  EXPECT_EQ(getFreshLabel(func, "third"), "third");
  std::string fresh = getFreshLabel(func, "first");
  EXPECT_NE(fresh, "first");
  EXPECT_TRUE(StringRef(fresh).starts_with("first"));
}

TEST_F(LoopNestTest, SeesEffectsOutsideOfBlocks) {
  FuncOp func = parse(chain);
  EXPECT_EQ(findEffectOutsideBlocks(func), nullptr);
  func = parse("memref.store %f0, %c[%zero, %zero] : memref<16x16xf32>");
  Operation *effect = findEffectOutsideBlocks(func);
  ASSERT_NE(effect, nullptr);
  EXPECT_EQ(effect->getName().getStringRef(), "memref.store");
}
