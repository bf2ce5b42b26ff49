// Loop nests as legalisations write them, and what their blocks access.
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

TEST_F(LoopNestTest, MatchesLoopsInIteratorOrder) {
  // The loops are nested in the opposite order of the iterators.
  ASSERT_TRUE(parse(R"(
    tir.for %i = %zero to %size {
      tir.for %j = %zero to %n {
        tir.block "b" iters(%vi : spatial = %j in %n, %vj : spatial = %i in %size)
            writes(%c : memref<16x16xf32>) {
          memref.store %f0, %c[%vi, %vj] : memref<16x16xf32>
        }
      }
    })"));
  std::string why;
  FailureOr<LoopNest> nest = matchLoopNest(getLoop("b", 0), &why);
  ASSERT_TRUE(succeeded(nest)) << why;
  EXPECT_EQ(nest->block, getBlock("b"));
  EXPECT_EQ(nest->loops[0], getLoop("b", 1));
  EXPECT_EQ(nest->loops[1], getLoop("b", 0));
  EXPECT_EQ(nest->getRoot(), getLoop("b", 0).getOperation());
  EXPECT_EQ(nest->getConstantExtent(0), std::nullopt);
  EXPECT_EQ(nest->getConstantExtent(1), 16);
}

TEST_F(LoopNestTest, SaysWhyItDoesNotMatch) {
  struct Case {
    StringRef loop, iter, reason;
  };
  for (const Case &row : {
           Case{"tir.for parallel %i = %zero to %size", "%i in %size",
                "expected serial loops, found 'parallel'"},
           Case{"tir.for %i = %one to %size", "%i in %size",
                "expected loops that start at 0, found 1"},
           Case{"tir.for %i = %zero to %four", "%i in %size",
                "expected each loop to run over what its iterator does, found "
                "4 for 16"},
           Case{"tir.for %i = %zero to %size", "%zero in %size",
                "expected each iterator to be bound to a loop of its own, "
                "found 0"},
       }) {
    ASSERT_TRUE(parse((row.loop +
                       " { tir.block \"b\" iters(%v : spatial = " + row.iter +
                       ") writes(%c : memref<16x16xf32>) { memref.store %f0, "
                       "%c[%v, %v] : memref<16x16xf32> } }")
                          .str()));
    std::string why;
    EXPECT_TRUE(failed(matchLoopNest(getLoop("b", 0), &why)));
    EXPECT_EQ(why, row.reason);
  }
}

TEST_F(LoopNestTest, CollectsAccessesWithTheInit) {
  ASSERT_TRUE(parse(getProduct()));
  SmallVector<ElementAccess> accesses = getAccesses(getBlock("product"));
  ASSERT_EQ(accesses.size(), 5u);
  EXPECT_TRUE(accesses[0].isStore);
  EXPECT_EQ(accesses[1].buffer, getArgument(0));
  EXPECT_FALSE(accesses[1].isStore);
  EXPECT_TRUE(accesses[4].isStore);
}

TEST_F(LoopNestTest, KnowsStrides) {
  ASSERT_TRUE(parse(getProduct()));
  BlockOp block = getBlock("product");
  SmallVector<ElementAccess> accesses = getAccesses(block);
  // a[i, k]: rows of 16 elements.
  EXPECT_EQ(getStride(block, accesses[1], 0), 16);
  EXPECT_EQ(getStride(block, accesses[1], 1), 0);
  EXPECT_EQ(getStride(block, accesses[1], 2), 1);
  EXPECT_TRUE(isInvariant(block, accesses[1], 1));
  EXPECT_FALSE(isInvariant(block, accesses[1], 2));
}

TEST_F(LoopNestTest, HasNoStrideWhereAnIndexIsNotAffine) {
  ASSERT_TRUE(parse(R"(
    tir.for %i = %zero to %four {
      tir.block "b" iters(%v : spatial = %i in %four)
          writes(%c : memref<16x16xf32>) {
        %square = arith.muli %v, %v : index
        memref.store %f0, %c[%square, %v] : memref<16x16xf32>
      }
    })"));
  BlockOp block = getBlock("b");
  EXPECT_EQ(getStride(block, getAccesses(block)[0], 0), std::nullopt);
}

TEST_F(LoopNestTest, LooksThroughBroadcasts) {
  // The first index is 0 or the iterator; the second has the iterator anyway,
  // the third chooses by it.
  ASSERT_TRUE(parse(R"(
    %isOne = arith.cmpi eq, %n, %one : index
    tir.for %i = %zero to %four {
      tir.for %j = %zero to %four {
        tir.block "b" iters(%v : spatial = %i in %four,
                            %w : spatial = %j in %four)
            writes(%c : memref<16x16xf32>) {
          %batch = arith.select %isOne, %zero, %v : index
          memref.store %f0, %c[%batch, %w] : memref<16x16xf32>
          %next = arith.addi %w, %one : index
          %either = arith.select %isOne, %w, %next : index
          memref.store %f0, %c[%zero, %either] : memref<16x16xf32>
          %isFirst = arith.cmpi eq, %v, %zero : index
          %inside = arith.select %isFirst, %w, %next : index
          memref.store %f0, %c[%zero, %inside] : memref<16x16xf32>
        }
      }
    })"));
  BlockOp block = getBlock("b");
  SmallVector<ElementAccess> accesses = getAccesses(block);
  EXPECT_EQ(getStride(block, accesses[0], 0), std::nullopt);
  EXPECT_FALSE(isInvariant(block, accesses[0], 0));
  EXPECT_EQ(getStride(block, accesses[0], 1), 1);
  EXPECT_EQ(getStride(block, accesses[1], 0), 0);
  EXPECT_EQ(getStride(block, accesses[1], 1), 1);
  EXPECT_EQ(getStride(block, accesses[2], 1), std::nullopt);
  EXPECT_FALSE(isInvariant(block, accesses[2], 0));
}

TEST_F(LoopNestTest, GivesCoefficients) {
  AffineExpr i = getAffineDimExpr(0, &context),
             j = getAffineDimExpr(1, &context);
  EXPECT_EQ(getCoefficient(i * 3 + j, 0), 3);
  EXPECT_EQ(getCoefficient(i * 3 + j, 1), 1);
  EXPECT_EQ(getCoefficient(i.floorDiv(2), 0), std::nullopt);
  EXPECT_EQ(getCoefficient(AffineExpr(), 0), std::nullopt);
}

TEST_F(LoopNestTest, ComparesSizes) {
  FuncOp func = parse(R"(
    %dim = memref.dim %a, %one : memref<16x16xf32>
    %other = arith.constant 16 : index
  )");
  ASSERT_TRUE(func);
  SmallVector<Value> constants;
  func.walk([&](Operation *op) {
    if (op->getNumResults() && op->getResult(0).getType().isIndex())
      constants.push_back(op->getResult(0));
  });
  // zero, one, four, size, dim, other.
  EXPECT_TRUE(isSameSize(constants[3], constants[5]));
  EXPECT_FALSE(isSameSize(constants[2], constants[5]));
  EXPECT_TRUE(isSizeOf(constants[4], getArgument(0), 1));
  EXPECT_TRUE(isSizeOf(constants[3], getArgument(0), 0));
  EXPECT_FALSE(isSizeOf(getArgument(3), getArgument(0), 0));
}
