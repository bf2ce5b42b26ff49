// Every operator that bears another order of axes says what it makes of it.
#include "Relax/Dialect/Relax/Layout/LayoutInterface.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

namespace mlir::relax {
namespace {

TEST(LayoutInterface, FollowsTheFactsOfTheOperators) {
  DialectRegistry registry;
  registry.insert<RelaxDialect>();
  registerLayouts(registry);
  MLIRContext context(registry);
  context.loadDialect<RelaxDialect>();
  size_t count = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    auto *order = name.getInterface<AxisOrderInterface>();
    bool bears = order && order->getAxisOrder() != AxisOrder::AsWritten;
    EXPECT_EQ(bears, name.hasInterface<LayoutInterface>())
        << name.getStringRef().str();
    count += bears;
  }
  EXPECT_GT(count, 100u);
}

TEST(LayoutPlan, GoesThereAndBack) {
  AxisList order = {0, 2, 3, 1};
  EXPECT_EQ(getInverse(order), AxisList({0, 3, 1, 2}));
  EXPECT_EQ(getPlace(order, 1), 3);
  EXPECT_EQ(getPlace(order, -1), 2);
  EXPECT_TRUE(getPermutation(order, order, 4).empty());
  EXPECT_EQ(getPermutation({}, order, 4), order);
  EXPECT_EQ(getPermutation(order, {}, 4), getInverse(order));
  EXPECT_TRUE(getSimplified({0, 1, 2}).empty());
}

TEST(LayoutPlan, AxesComeAndGo) {
  AxisList order = {0, 2, 3, 1};
  EXPECT_TRUE(dropAxes(order, {2, 3}).empty());
  EXPECT_EQ(dropAxes(order, {0}), AxisList({1, 2, 0}));
  EXPECT_EQ(addAxes(order, {1}), AxisList({0, 1, 3, 4, 2}));
  EXPECT_EQ(addAxes(order, {4}), AxisList({0, 2, 3, 1, 4}));
}

} // namespace
} // namespace mlir::relax
