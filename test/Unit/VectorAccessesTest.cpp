// Which accesses neighbouring lanes may do at once.
#include "Relax/Dialect/TIR/Analysis/VectorAccesses.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

TEST_F(LoopNestTest, RowsOfWholeVectorsAreInVectors) {
  ASSERT_TRUE(parse(getProduct()));
  BlockOp block = getBlock("product");
  SmallVector<ElementAccess> accesses = getAccesses(block);
  // b[k, j]: rows of 16 are multiples of 4 and of 16 lanes, not of 32.
  EXPECT_TRUE(isInVectors(block, accesses[2], 1, 4));
  EXPECT_TRUE(isInVectors(block, accesses[2], 1, 16));
  EXPECT_FALSE(isInVectors(block, accesses[2], 1, 32));
  // Along k it goes from row to row.
  EXPECT_FALSE(isInVectors(block, accesses[2], 2, 4));
}

TEST_F(LoopNestTest, AnOffsetBreaksVectors) {
  ASSERT_TRUE(parse(R"(
    tir.for %i = %zero to %four {
      tir.block "b" iters(%v : spatial = %i in %four)
          writes(%c : memref<16x16xf32>) {
        %w = arith.addi %v, %one : index
        memref.store %f0, %c[%zero, %w] : memref<16x16xf32>
      }
    })"));
  BlockOp block = getBlock("b");
  EXPECT_FALSE(isInVectors(block, getAccesses(block)[0], 0, 4));
}

TEST_F(LoopNestTest, CountsLanesByTheWidestType) {
  ASSERT_TRUE(parse(R"(
    %h = memref.alloc() : memref<16xf16>
    %d = memref.alloc() : memref<16xi4>
    tir.for %i = %zero to %size {
      tir.block "half" iters(%v : spatial = %i in %size)
          reads(%h : memref<16xf16>) writes(%c : memref<16x16xf32>) {
        %x = memref.load %h[%v] : memref<16xf16>
        %y = arith.extf %x : f16 to f32
        memref.store %y, %c[%v, %v] : memref<16x16xf32>
      }
    }
    tir.for %i = %zero to %size {
      tir.block "nibble" iters(%v : spatial = %i in %size)
          reads(%d : memref<16xi4>) writes(%d : memref<16xi4>) {
        %x = memref.load %d[%v] : memref<16xi4>
        memref.store %x, %d[%v] : memref<16xi4>
      }
    })"));
  SmallVector<ElementAccess> accesses = getAccesses(getBlock("half"));
  EXPECT_EQ(countLanes(accesses), 4);
  EXPECT_EQ(countLanes(ArrayRef(accesses).take_front()), 8);
  EXPECT_TRUE(hasWholeBytes(getBlock("half")));
  EXPECT_EQ(countLanes(getAccesses(getBlock("nibble"))), std::nullopt);
  EXPECT_FALSE(hasWholeBytes(getBlock("nibble")));
}

TEST_F(LoopNestTest, StraightBlocksHaveNoRegionsButTheirStart) {
  ASSERT_TRUE(parse(getProduct()));
  EXPECT_TRUE(isStraight(getBlock("product")));
  ASSERT_TRUE(parse(R"(
    tir.block "b" iters() writes(%c : memref<16x16xf32>) {
      tir.for %i = %zero to %size {
        memref.store %f0, %c[%i, %i] : memref<16x16xf32>
      }
    })"));
  EXPECT_FALSE(isStraight(getBlock("b")));
}
