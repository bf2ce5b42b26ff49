// Which arguments a call may overwrite: fresh ones, for the last time.
#include "Relax/Analysis/InPlaceCalls.h"
#include "MemoryAnalysisFixture.h"

using namespace mlir;
using namespace mlir::relax;

namespace {
class InPlaceCallsTest : public MemoryAnalysisTest {
protected:
  /// Whether op `index` of the function may overwrite its first argument.
  static bool overwrites(FuncOp func, unsigned index) {
    return InPlaceCalls(func).isInPlace(opAt(func, index)->getOpOperand(0));
  }
};
} // namespace

TEST_F(InPlaceCallsTest, ParametersBelongToTheCaller) {
  FuncOp func = parse(R"(
    relax.func impure @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = relax.call_tir_inplace @bump(%x) {inplace_indices = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
      relax.return %0 : tensor<16xf32>
    })");
  ASSERT_TRUE(func);
  EXPECT_FALSE(overwrites(func, 0));
}

TEST_F(InPlaceCallsTest, ResultsOfCallsAreFresh) {
  FuncOp func = parse(R"(
    relax.func impure @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = relax.call_tir @exp(%x) : (tensor<16xf32>) -> tensor<16xf32>
      %1 = relax.call_tir_inplace @bump(%0) {inplace_indices = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
      relax.return %1 : tensor<16xf32>
    })");
  ASSERT_TRUE(func);
  EXPECT_TRUE(overwrites(func, 1));
}

TEST_F(InPlaceCallsTest, AllocationsAreFresh) {
  FuncOp func = parse(R"(
    relax.func impure @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = relax.builtin.alloc_tensor : tensor<16xf32>
      %1 = relax.call_tir_inplace @bump(%0) {inplace_indices = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
      relax.return %1 : tensor<16xf32>
    })");
  ASSERT_TRUE(func);
  EXPECT_TRUE(overwrites(func, 1));
}

TEST_F(InPlaceCallsTest, LaterUsesKeepTheValue) {
  FuncOp func = parse(R"(
    relax.func impure @f(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
      %0 = relax.call_tir @exp(%x) : (tensor<16xf32>) -> tensor<16xf32>
      %1 = relax.call_tir_inplace @bump(%0) {inplace_indices = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
      relax.return %1, %0 : tensor<16xf32>, tensor<16xf32>
    })");
  ASSERT_TRUE(func);
  EXPECT_FALSE(overwrites(func, 1));
}

TEST_F(InPlaceCallsTest, AnAliasKeepsTheValue) {
  FuncOp func = parse(R"(
    relax.func impure @f(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
      %0 = relax.call_tir @exp(%x) : (tensor<16xf32>) -> tensor<16xf32>
      %1 = relax.match_cast %0 : tensor<16xf32> to tensor<16xf32>
      %2 = relax.call_tir_inplace @bump(%0) {inplace_indices = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
      relax.return %2, %1 : tensor<16xf32>, tensor<16xf32>
    })");
  ASSERT_TRUE(func);
  EXPECT_FALSE(overwrites(func, 2));
}
