// What a block passes when it moves.
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

static constexpr StringLiteral chain = R"(
  %m = memref.alloc() : memref<16x16xf32>
  tir.for %i = %zero to %size {
    tir.block "first" iters(%v : spatial = %i in %size)
        reads(%a : memref<16x16xf32>) writes(%m : memref<16x16xf32>) {
      %x = memref.load %a[%v, %zero] : memref<16x16xf32>
      memref.store %x, %m[%zero, %v] : memref<16x16xf32>
    }
  }
  tir.for %i = %zero to %size {
    tir.block "second" iters(%v : spatial = %i in %size)
        reads(%m : memref<16x16xf32>) writes(%c : memref<16x16xf32>) {
      %x = memref.load %m[%zero, %v] : memref<16x16xf32>
      memref.store %x, %c[%v, %v] : memref<16x16xf32>
    }
  }
  memref.dealloc %m : memref<16x16xf32>
)";

TEST_F(LoopNestTest, ABlockOwnsTheLoopsThatHoldItAlone) {
  ASSERT_TRUE(parse(getProduct()));
  BlockOp block = getBlock("product");
  EXPECT_EQ(getOwnNest(block).size(), 3u);
  EXPECT_EQ(getOwnRoot(block), getLoop("product", 0).getOperation());
}

TEST_F(LoopNestTest, SiblingsAreInTheInnermostCommonRegion) {
  ASSERT_TRUE(parse(chain));
  auto [a, b] = getSiblings(getBlock("first"), getBlock("second"));
  EXPECT_EQ(a, getLoop("first", 0).getOperation());
  EXPECT_EQ(b, getLoop("second", 0).getOperation());
}

TEST_F(LoopNestTest, FindsConflictsOnTheWay) {
  ASSERT_TRUE(parse(chain));
  Operation *first = getLoop("first", 0), *second = getLoop("second", 0);
  Value made = getInputs(getBlock("second"))[0];
  EXPECT_NE(findConflict(first, second, ValueRange(made), {}, {}), nullptr);
  // Ops of the moved block itself do not count.
  EXPECT_EQ(
      findConflict(first, second, ValueRange(made), {}, {getBlock("first")}),
      nullptr);
  EXPECT_EQ(findConflictIn(second, ValueRange(made), {}, {}), nullptr);
  EXPECT_NE(findConflictIn(second, {}, ValueRange(made), {}), nullptr);
}

TEST_F(LoopNestTest, KnowsInputsAndTheOnlyResult) {
  ASSERT_TRUE(parse(chain));
  EXPECT_EQ(getInputs(getBlock("first")), SmallVector<Value>({getArgument(0)}));
  EXPECT_TRUE(getOnlyResult(getBlock("first")));
  // A parameter is not made in the function.
  EXPECT_FALSE(getOnlyResult(getBlock("second")));
}

TEST_F(LoopNestTest, MapsDimensionsToIterators) {
  ASSERT_TRUE(parse(chain));
  BlockOp first = getBlock("first");
  std::optional<SmallVector<int64_t>> iters =
      getResultIters(first, getOnlyResult(first));
  ASSERT_TRUE(iters);
  EXPECT_EQ(*iters, SmallVector<int64_t>({-1, 0}));
  // One iterator at two dimensions is no map.
  EXPECT_FALSE(getResultIters(getBlock("second"), getArgument(2)));
}

TEST_F(LoopNestTest, BuffersMoveIntoTheLoopThatAloneUsesThem) {
  ASSERT_TRUE(parse(R"(
    %m = memref.alloc() : memref<16xf32>
    tir.for %i = %zero to %size {
      tir.block "b" iters(%v : spatial = %i in %size)
          writes(%m : memref<16xf32>) {
        memref.store %f0, %m[%v] : memref<16xf32>
      }
    })"));
  memref::AllocOp alloc = getOnlyResult(getBlock("b"));
  ASSERT_TRUE(alloc);
  moveBufferInto(alloc, getLoop("b", 0));
  EXPECT_EQ(alloc->getParentOp(), getLoop("b", 0).getOperation());
}
