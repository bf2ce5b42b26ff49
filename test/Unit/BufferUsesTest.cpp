// What uses a buffer, through views as well.
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

static constexpr StringLiteral viewed = R"(
  %m = memref.alloc() : memref<16x16xf32>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<16x16xf32> into memref<256xf32>
  tir.for %i = %zero to %size {
    tir.block "b" iters(%v : spatial = %i in %size)
        writes(%flat : memref<256xf32>) {
      memref.store %f0, %flat[%v] : memref<256xf32>
    }
  }
  memref.dealloc %m : memref<16x16xf32>
)";

TEST_F(LoopNestTest, UsersOfViewsUseTheBuffer) {
  FuncOp func = parse(viewed);
  ASSERT_TRUE(func);
  memref::StoreOp store = getOnlyStore(getBlock("b"));
  ASSERT_TRUE(store);
  Value buffer = getViewedBuffer(store.getMemRef());
  EXPECT_TRUE(buffer.getDefiningOp<memref::AllocOp>());
  // The store and the end; neither the view nor the list of the block.
  EXPECT_EQ(getBufferUsers(buffer).size(), 2u);
}

TEST_F(LoopNestTest, OnlyUnusedBuffersAreErased) {
  FuncOp func = parse(viewed);
  ASSERT_TRUE(func);
  auto countAllocs = [&] {
    unsigned count = 0;
    func.walk([&](memref::AllocOp) { ++count; });
    return count;
  };
  memref::StoreOp store = getOnlyStore(getBlock("b"));
  Value view = store.getMemRef();
  eraseDeadBuffer(view);
  EXPECT_EQ(countAllocs(), 1u);
  getLoop("b", 0)->erase();
  eraseDeadBuffer(view);
  EXPECT_EQ(countAllocs(), 0u);
}

TEST_F(LoopNestTest, KnowsWhetherABufferIsUnwritten) {
  FuncOp func = parse(viewed);
  ASSERT_TRUE(func);
  Operation *first = &func.getBody().front().front();
  Operation *last = func.getBody().front().getTerminator();
  EXPECT_TRUE(isUnwritten(first, last, ValueRange(getArgument(0))));
  EXPECT_FALSE(isUnwritten(
      first, last, ValueRange(getOnlyStore(getBlock("b")).getMemRef())));
}

TEST_F(LoopNestTest, TwoStoresAreNotTheOnlyOne) {
  ASSERT_TRUE(parse(R"(
    tir.block "b" iters() writes(%c : memref<16x16xf32>) {
      memref.store %f0, %c[%zero, %zero] : memref<16x16xf32>
      memref.store %f0, %c[%zero, %one] : memref<16x16xf32>
    })"));
  EXPECT_FALSE(getOnlyStore(getBlock("b")));
}
