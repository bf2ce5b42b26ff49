// Operations on floats of tensor programs.
#include "Relax/Dialect/TIR/Analysis/FloatOperations.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

TEST_F(LoopNestTest, AProductIsTwoOperationsAStep) {
  FuncOp function = parse(getProduct());
  ASSERT_TRUE(function);
  relax::SymExprAttr flops = countFloatOperations(function);
  ASSERT_TRUE(flops);
  EXPECT_EQ(flops.getConstant(), 2 * 16 * 16 * 16);
}

TEST_F(LoopNestTest, NobodyKnowsWhatATileComputes) {
  FuncOp function = parse(getProduct());
  ASSERT_TRUE(function);
  function.setScheduled();
  EXPECT_FALSE(countFloatOperations(function));
}
