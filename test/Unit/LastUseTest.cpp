// Where lives end: after the last alias, after conditionals, never twice.
#include "Relax/Analysis/LastUse.h"
#include "MemoryAnalysisFixture.h"

using namespace mlir;
using namespace mlir::relax;

using LastUseTest = MemoryAnalysisTest;

TEST_F(LastUseTest, AliasesKeepAlive) {
  FuncOp func = parse(R"(
    relax.func impure @f(%x: tensor<16xf32>) {
      %0 = relax.builtin.alloc_tensor : tensor<16xf32>
      %1 = relax.match_cast %0 : tensor<16xf32> to tensor<16xf32>
      %2 = relax.builtin.alloc_tensor : tensor<16xf32>
      relax.call_prim_func @exp ins(%1 : tensor<16xf32>) outs(%2 : tensor<16xf32>)
      relax.return
    })");
  ASSERT_TRUE(func);
  LastUse lastUse(func);
  ASSERT_EQ(lastUse.kills().size(), 2u);
  EXPECT_EQ(lastUse.kills()[0].value, valueAt(func, 0));
  EXPECT_EQ(lastUse.kills()[0].last, opAt(func, 3));
  EXPECT_TRUE(lastUse.getLiveRange(valueAt(func, 0))
                  .overlaps(lastUse.getLiveRange(valueAt(func, 2))));
}

TEST_F(LastUseTest, ReturnedAndKilledValuesHaveNoKill) {
  FuncOp func = parse(R"(
    relax.func impure @f(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = relax.builtin.alloc_tensor : tensor<16xf32>
      %1 = relax.builtin.alloc_tensor : tensor<16xf32>
      relax.memory.kill_tensor %1 : tensor<16xf32>
      relax.return %0 : tensor<16xf32>
    })");
  ASSERT_TRUE(func);
  EXPECT_TRUE(LastUse(func).kills().empty());
}

TEST_F(LastUseTest, UsesInBranchesCountAroundThem) {
  FuncOp func = parse(R"(
    relax.func impure @f(%c: tensor<i1>, %x: tensor<16xf32>) {
      %0 = relax.memory.alloc_storage [64]
      %1 = relax.memory.alloc_tensor %0 at [0] : tensor<16xf32>
      %2 = relax.if %c : tensor<i1> -> tensor<16xf32> {
        %3 = relax.builtin.alloc_tensor : tensor<16xf32>
        relax.call_prim_func @exp ins(%1 : tensor<16xf32>) outs(%3 : tensor<16xf32>)
        relax.yield %3 : tensor<16xf32>
      } else {
        relax.yield %x : tensor<16xf32>
      }
      %4 = relax.tuple %2 : (tensor<16xf32>) -> tuple<tensor<16xf32>>
      relax.return
    })");
  ASSERT_TRUE(func);
  LastUse lastUse(func);
  // What the branch gives is used outside of it: it has no end inside.
  ASSERT_EQ(lastUse.kills().size(), 2u);
  EXPECT_EQ(lastUse.kills()[0].last, opAt(func, 2));
  EXPECT_EQ(lastUse.kills()[1].last, opAt(func, 2));
}
