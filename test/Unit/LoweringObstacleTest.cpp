// Why a pass left an op behind, and what the reader is told to do.
#include "Relax/Analysis/LoweringObstacle.h"
#include "MemoryAnalysisFixture.h"

using namespace mlir;
using namespace mlir::relax;

using LoweringObstacleTest = MemoryAnalysisTest;

TEST_F(LoweringObstacleTest, NamesTheUnknownPartOfAType) {
  FuncOp func = parse(R"(
    relax.func @f(%x: tensor<*xf32>, %y: tensor<?xf32>, %z: tensor<4x!relax.unknown>) {
      %0 = relax.exp %x : tensor<*xf32>
      %1 = relax.exp %y : tensor<?xf32>
      %2 = relax.nn.relu %z : tensor<4x!relax.unknown>
      relax.return
    })");
  ASSERT_TRUE(func);
  EXPECT_TRUE(StringRef(getLoweringObstacle(opAt(func, 0)))
                  .contains("of unknown rank"));
  EXPECT_TRUE(StringRef(getLoweringObstacle(opAt(func, 1)))
                  .contains("of unknown dimension; run 'relax-infer-types'"));
  EXPECT_TRUE(StringRef(getLoweringObstacle(opAt(func, 2)))
                  .contains("operand #0 is 'tensor<4x!relax.unknown>'"));
}

TEST_F(LoweringObstacleTest, DataflowAllowsNoEffects) {
  FuncOp func = parse(R"(
    relax.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = relax.dataflow -> tensor<16xf32> {
        %1 = relax.call_tir @exp(%x) : (tensor<16xf32>) -> tensor<16xf32>
        relax.output %1 : tensor<16xf32>
      }
      relax.return %0 : tensor<16xf32>
    })");
  ASSERT_TRUE(func);
  Operation *call = &opAt(func, 0)->getRegion(0).front().front();
  EXPECT_TRUE(StringRef(getLoweringObstacle(call))
                  .contains("run 'relax-to-non-dataflow' first"));
}

TEST_F(LoweringObstacleTest, WhatIsKnownHasNoObstacle) {
  FuncOp func = parse(R"(
    relax.func @f(%x: tensor<16xf32>) {
      %0 = relax.exp %x : tensor<16xf32>
      relax.return
    })");
  ASSERT_TRUE(func);
  EXPECT_TRUE(StringRef(getLoweringObstacle(opAt(func, 0)))
                  .contains("nothing about the op hinders that pass"));
}
