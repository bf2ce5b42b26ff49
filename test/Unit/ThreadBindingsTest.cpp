// Which loops start kernels, and which cannot be axes of their launch.
#include "Relax/Analysis/ThreadBindings.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

using ThreadBindingsTest = LoopNestTest;

TEST_F(ThreadBindingsTest, TheOutermostBoundLoopStartsAKernel) {
  FuncOp func = parse(R"(
    tir.for %i = %zero to %four {
      tir.for thread_binding "blockIdx.x" %j = %zero to %four {
        tir.for thread_binding "threadIdx.y" %k = %zero to %four {}
      }
    }
    tir.for %i = %zero to %four {})");
  ASSERT_TRUE(func);
  SmallVector<ForOp> kernels = getKernels(func);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(getLaunchAxis(kernels[0]), 0u);
  EXPECT_EQ(getLaunchAxis(*kernels[0].getRegion().getOps<ForOp>().begin()), 4u);
  EXPECT_TRUE(findBindingProblems(kernels[0]).empty());
}

TEST_F(ThreadBindingsTest, VirtualThreadsAreNoAxisOfALaunch) {
  FuncOp func =
      parse("tir.for thread_binding \"vthread.x\" %i = %zero to %four {}");
  ASSERT_TRUE(func);
  ASSERT_EQ(getKernels(func).size(), 1u);
  EXPECT_FALSE(getLaunchAxis(getKernels(func)[0]));
}

TEST_F(ThreadBindingsTest, AnAxisIsBoundOnce) {
  FuncOp func = parse(R"(
    tir.for thread_binding "threadIdx.x" %i = %zero to %four {
      tir.for thread_binding "threadIdx.x" %j = %zero to %four {}
    })");
  ASSERT_TRUE(func);
  SmallVector<BindingProblem> problems =
      findBindingProblems(getKernels(func)[0]);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].fault, BindingFault::Nested);
  EXPECT_EQ(problems[0].other, getKernels(func)[0]);
}

TEST_F(ThreadBindingsTest, AnAxisHasOneExtent) {
  FuncOp func = parse(R"(
    tir.for thread_binding "blockIdx.x" %i = %zero to %four {
      tir.for thread_binding "threadIdx.x" %j = %zero to %four {}
      tir.for thread_binding "threadIdx.x" %j = %zero to %size {}
    })");
  ASSERT_TRUE(func);
  SmallVector<BindingProblem> problems =
      findBindingProblems(getKernels(func)[0]);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].fault, BindingFault::OtherExtent);
}

TEST_F(ThreadBindingsTest, TheHostKnowsTheExtents) {
  FuncOp func = parse(R"(
    tir.for thread_binding "blockIdx.x" %i = %zero to %four {
      %known = arith.addi %n, %four : index
      tir.for thread_binding "threadIdx.x" %j = %zero to %known {}
      tir.for thread_binding "threadIdx.y" %j = %zero to %i {}
    })");
  ASSERT_TRUE(func);
  SmallVector<BindingProblem> problems =
      findBindingProblems(getKernels(func)[0]);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].fault, BindingFault::ComputedBounds);
  EXPECT_EQ(problems[0].loop.getThreadAxis(), "threadIdx.y");
}
