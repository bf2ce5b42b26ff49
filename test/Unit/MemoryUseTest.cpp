// What functions take of memory, in numbers and in symbols.
#include "Relax/Analysis/MemoryUse.h"
#include "MemoryAnalysisFixture.h"

using namespace mlir;
using namespace mlir::relax;

using MemoryUseTest = MemoryAnalysisTest;

TEST_F(MemoryUseTest, StorageCountsWhileItIsAlive) {
  FuncOp func = parse(R"(
    relax.func impure @main() {
      %0 = relax.memory.alloc_storage [64]
      %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
      relax.memory.kill_tensor %1 : tensor<4xf32>
      %2 = relax.memory.alloc_tensor %0 at [16] : tensor<8xf32>
      relax.memory.kill_tensor %2 : tensor<8xf32>
      relax.memory.kill_storage %0
      %3 = relax.memory.alloc_storage [32]
      relax.memory.kill_storage %3
      relax.return
    })");
  ASSERT_TRUE(func);
  MemoryUse use(func);
  EXPECT_EQ(use.peak.getConstant(), 64);
  EXPECT_EQ(use.bound.getConstant(), 32);
  EXPECT_EQ(use.total.getConstant(), 96);
  EXPECT_EQ(use.numStorages, 2u);
  EXPECT_EQ(use.constants.getConstant(), 0);
  ASSERT_EQ(use.tensors.size(), 2u);
  EXPECT_EQ(use.tensors.front().getTensor(), valueAt(func, 3));
}

TEST_F(MemoryUseTest, SymbolsStay) {
  FuncOp func = parse(R"(
    relax.func impure @main(%x: tensor<?xf32, #relax.dims<[n]>>) {
      %0 = relax.memory.alloc_storage [n * 4]
      %1 = relax.memory.alloc_storage [n * 8]
      relax.memory.kill_storage %0
      relax.memory.kill_storage %1
      relax.return
    })");
  ASSERT_TRUE(func);
  auto n = SymExprAttr::symbol(&context, "n");
  EXPECT_EQ(MemoryUse(func).peak, n * 12);
}
