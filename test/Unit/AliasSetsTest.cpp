// Which values may share memory: casts, views, tuples, conditionals, calls.
#include "Relax/Analysis/AliasSets.h"
#include "MemoryAnalysisFixture.h"

using namespace mlir;
using namespace mlir::relax;

using AliasSetsTest = MemoryAnalysisTest;

TEST_F(AliasSetsTest, CastsViewsAndTuplesPassOn) {
  FuncOp func = parse(R"(
    relax.func @f(%x: tensor<16xf32>) {
      %0 = relax.builtin.alloc_tensor : tensor<16xf32>
      %1 = relax.match_cast %0 : tensor<16xf32> to tensor<16xf32>
      %2 = relax.memory.view %1 at [0] : tensor<16xf32> to tensor<4x4xf32>
      %3 = relax.tuple %2, %x : (tensor<4x4xf32>, tensor<16xf32>) -> tuple<tensor<4x4xf32>, tensor<16xf32>>
      %4 = relax.tuple_get_item %3[1] : tuple<tensor<4x4xf32>, tensor<16xf32>> -> tensor<16xf32>
      relax.return
    })");
  ASSERT_TRUE(func);
  AliasSets sets(func);
  Value alloc = valueAt(func, 0), parameter = func.getBody().getArgument(0);
  EXPECT_EQ(sets.getRoots(valueAt(func, 2)), ArrayRef<Value>({alloc}));
  EXPECT_EQ(sets.getRoots(valueAt(func, 3)),
            ArrayRef<Value>({alloc, parameter}));
  // A field of a tuple in sight is that field.
  EXPECT_EQ(sets.getRoots(valueAt(func, 4)), ArrayRef<Value>({parameter}));
  EXPECT_EQ(sets.getAliases(alloc).size(), 4u);
  EXPECT_FALSE(sets.escapes(alloc));
}

TEST_F(AliasSetsTest, ConditionalsJoin) {
  FuncOp func = parse(R"(
    relax.func @f(%c: tensor<i1>, %x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = relax.builtin.alloc_tensor : tensor<16xf32>
      %1 = relax.if %c : tensor<i1> -> tensor<16xf32> {
        relax.yield %0 : tensor<16xf32>
      } else {
        relax.yield %x : tensor<16xf32>
      }
      relax.return %1 : tensor<16xf32>
    })");
  ASSERT_TRUE(func);
  AliasSets sets(func);
  EXPECT_EQ(sets.getRoots(valueAt(func, 1)).size(), 2u);
  EXPECT_TRUE(sets.escapes(valueAt(func, 0)));
}

TEST_F(AliasSetsTest, UnknownCodeMayGiveItsArgumentsBack) {
  FuncOp func = parse(R"(
    relax.func impure @f(%x: tensor<16xf32>) {
      %0 = relax.builtin.alloc_tensor : tensor<16xf32>
      %1 = relax.call_packed @g(%0) : (tensor<16xf32>) -> tensor<16xf32>
      %2 = relax.call_tir_inplace @exp(%x, %1) {inplace_indices = array<i64: 1>} : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
      %3 = relax.call_tir @exp(%2) : (tensor<16xf32>) -> tensor<16xf32>
      relax.return
    }
    relax.extern_func @g)");
  ASSERT_TRUE(func);
  AliasSets sets(func);
  Value alloc = valueAt(func, 0);
  EXPECT_EQ(sets.getRoots(valueAt(func, 1)), ArrayRef<Value>({alloc}));
  EXPECT_EQ(sets.getRoots(valueAt(func, 2)), ArrayRef<Value>({alloc}));
  EXPECT_EQ(sets.getRoots(valueAt(func, 3)),
            ArrayRef<Value>({valueAt(func, 3)}));
}

TEST_F(AliasSetsTest, ClosuresHoldWhatTheyUse) {
  FuncOp func = parse(R"(
    relax.func @f() {
      %0 = relax.builtin.alloc_tensor : tensor<16xf32>
      %1 = relax.builtin.alloc_tensor : tensor<16xf32>
      %2 = relax.lambda : !relax.callable<() -> tensor<16xf32>, pure> {
        relax.yield %0 : tensor<16xf32>
      }
      relax.return
    })");
  ASSERT_TRUE(func);
  AliasSets sets(func);
  EXPECT_TRUE(sets.escapes(valueAt(func, 0)));
  EXPECT_FALSE(sets.escapes(valueAt(func, 1)));
}
