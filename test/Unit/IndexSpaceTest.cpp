// Indices as expressions, and integer questions about them.
#include "Relax/Dialect/TIR/Analysis/IndexSpace.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

TEST_F(LoopNestTest, ItersStandForTheirBindings) {
  ASSERT_TRUE(parse(R"(
    tir.for %i = %zero to %four {
      tir.for %j = %zero to %four {
        %p = arith.muli %i, %four : index
        %q = arith.addi %p, %j : index
        tir.block "b" iters(%v : spatial = %q in %size)
            writes(%c : memref<16x16xf32>) {
          memref.store %f0, %c[%v, %zero] : memref<16x16xf32>
        }
      }
    })"));
  BlockOp block = getBlock("b");
  IndexSpace space(&context);
  AffineExpr expr = space.getExpr(block.getIters()[0]);
  ASSERT_EQ(space.getVariables().size(), 2u);
  EXPECT_EQ(space.getVariables()[0], getLoop("b", 0).getInductionVar());
  EXPECT_EQ(expr,
            getAffineDimExpr(0, &context) * 4 + getAffineDimExpr(1, &context));
  // What was added before stays a variable.
  IndexSpace own(&context);
  AffineExpr iter = own.add(block.getIters()[0]);
  EXPECT_EQ(own.getExpr(block.getIters()[0]), iter);
  EXPECT_TRUE(
      isIndexInside(getLoop("b", 1).getInductionVar(), getLoop("b", 0)));
  EXPECT_FALSE(isIndexInside(getArgument(3), getLoop("b", 0)));
}

// %c[i] is written, %c[i + `offset`] read.
static std::string getShifted(StringRef offset) {
  return ("tir.for %i = %zero to %four {"
          "tir.block \"b\" iters(%v : spatial = %i in %four) "
          "reads(%c : memref<16x16xf32>) writes(%c : memref<16x16xf32>) {"
          "%w = arith.addi %v, " +
          offset +
          " : index "
          "%x = memref.load %c[%w, %zero] : memref<16x16xf32> "
          "memref.store %x, %c[%v, %zero] : memref<16x16xf32> } }")
      .str();
}

TEST_F(LoopNestTest, AccessesOfOtherIterationsAreToldApart) {
  // A read of four rows on never meets a write of the loop of four.
  FuncOp func = parse(getShifted("%four"));
  ASSERT_TRUE(func);
  bool isComplete = true;
  SmallVector<ElementAccess> accesses =
      collectAccesses(getLoop("b", 0), isComplete);
  ASSERT_EQ(accesses.size(), 2u);
  EXPECT_TRUE(isComplete);
  ForOp loop = getLoop("b", 0);
  EXPECT_TRUE(areDisjoint(accesses[0], accesses[1], loop, Order::Before));
  EXPECT_TRUE(areDisjoint(accesses[1], accesses[0], loop, Order::Before));

  // One of the next row meets the write of the iteration after it, and none
  // before.
  func = parse(getShifted("%one"));
  accesses = collectAccesses(getLoop("b", 0), isComplete);
  loop = getLoop("b", 0);
  EXPECT_FALSE(areDisjoint(accesses[0], accesses[1], loop, Order::Before));
  EXPECT_TRUE(areDisjoint(accesses[0], accesses[1], loop, Order::After));
}

TEST_F(LoopNestTest, EmptySystemsAreContradictions) {
  FuncOp func = parse(getProduct());
  ASSERT_TRUE(func);
  ForOp loop = getLoop("product", 0);
  IntegerSystem system(&context);
  system.addDomain(getBlock("product"), 0);
  EXPECT_FALSE(system.isEmpty());
  // i is below 16, so i - 16 is never at least 0.
  std::optional<IntegerSystem::Row> row =
      system.getRow(loop.getInductionVar(), 0);
  ASSERT_TRUE(row);
  row->constant -= 16;
  system.addNonNegative(*row);
  EXPECT_TRUE(system.isEmpty());
}

TEST_F(LoopNestTest, CallsMakeAccessesIncomplete) {
  context.allowUnregisteredDialects();
  FuncOp func = parse("\"other.op\"(%c) : (memref<16x16xf32>) -> ()");
  ASSERT_TRUE(func);
  bool isComplete = true;
  collectAccesses(func, isComplete);
  EXPECT_FALSE(isComplete);
}
