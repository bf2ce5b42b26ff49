// Placement of tensors that live at different times, by hand and at random.
#include "Relax/Analysis/StorageReuse.h"
#include "MemoryAnalysisFixture.h"
#include <random>

using namespace mlir;
using namespace mlir::relax;

using StorageReuseTest = MemoryAnalysisTest;

TEST(PlacementTest, NothingTakesNothing) {
  EXPECT_EQ(placeRequests({}).size, 0);
}

TEST(PlacementTest, DisjointLivesSharePlace) {
  Placement placement = placeRequests({{64, {0, 1}}, {128, {2, 3}}});
  EXPECT_EQ(placement.offsets, SmallVector<int64_t>({0, 0}));
  EXPECT_EQ(placement.size, 128);
}

TEST(PlacementTest, TheSmallestGapIsTaken) {
  // Between the long lives of A, B and C there are gaps of 128 and of 64.
  Placement placement = placeRequests({{256, {0, 9}},
                                       {192, {0, 1}},
                                       {191, {0, 9}},
                                       {160, {0, 1}},
                                       {150, {0, 9}},
                                       {64, {2, 3}}});
  EXPECT_EQ(placement.offsets[1], 256);
  EXPECT_EQ(placement.offsets[3], 256 + 192 + 191);
  // 160 bytes are a tighter fit than 192.
  EXPECT_EQ(placement.offsets[5], placement.offsets[3]);
}

TEST(PlacementTest, RandomRequestsDoNotOverlap) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 202; ++round) {
    SmallVector<PlacementRequest> requests;
    int64_t sum = 0;
    // Many are placed in another way.
    bool isLarge = round >= 200;
    unsigned count = isLarge ? 5000 : random() % 40;
    for (unsigned index = 0; index < count; ++index) {
      unsigned begin = random() % (isLarge ? 1000 : 50);
      requests.push_back({int64_t(64 * (random() % 9)),
                          {begin, unsigned(begin + random() % 10)}});
      sum += requests.back().size;
    }
    Placement placement = placeRequests(requests);
    EXPECT_LE(placement.size, sum);
    for (unsigned i = 0; i < requests.size(); ++i)
      for (unsigned j = 0; j < i; ++j) {
        bool together = requests[i].range.overlaps(requests[j].range);
        bool apart =
            placement.offsets[i] + requests[i].size <= placement.offsets[j] ||
            placement.offsets[j] + requests[j].size <= placement.offsets[i];
        EXPECT_TRUE(apart || !together);
      }
  }
}

// Of unlike units that the parameters say, the run time makes one storage.
TEST_F(StorageReuseTest, UnitsOfParametersArePlannedLater) {
  FuncOp func = parse(R"(
    relax.func impure @f(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) {
      %0 = relax.builtin.alloc_tensor : tensor<?x3xf32, #relax.dims<[n, 3]>>
      %1 = relax.builtin.alloc_tensor : tensor<2x?xi64, #relax.dims<[2, n]>>
      %2 = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[m]>>
      relax.return
    })");
  ASSERT_TRUE(func);
  StorageReuse reuse(func);
  ASSERT_EQ(reuse.storages().size(), 3u);
  for (const PlannedStorage &storage : reuse.storages())
    EXPECT_EQ(storage.tensors.size(), 1u);
  EXPECT_EQ(reuse.storages()[0].size, SymExprAttr::symbol(&context, "n") * 12);
}

TEST_F(StorageReuseTest, OneStorageAUnit) {
  FuncOp func = parse(R"(
    relax.func impure @f(%x: tensor<?x?xf32>) {
      %y = relax.match_cast %x : tensor<?x?xf32>
          to tensor<?x?xf32, #relax.dims<[n, m]>>
      %0 = relax.builtin.alloc_tensor : tensor<?x3xf32, #relax.dims<[n, 3]>>
      %1 = relax.builtin.alloc_tensor : tensor<2x?xi64, #relax.dims<[2, n]>>
      %2 = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[m]>>
      %3 = relax.builtin.alloc_tensor : tensor<4xf32>
      relax.return
    })");
  ASSERT_TRUE(func);
  StorageReuse reuse(func);
  ASSERT_EQ(reuse.storages().size(), 3u);
  EXPECT_EQ(reuse.storages()[0].tensors.size(), 2u);
  EXPECT_EQ(reuse.storages()[0].size, SymExprAttr::symbol(&context, "n") * 16);
}

// Behind each other in one storage, tensors of 4 and 8 bytes a unit would begin
// at multiples of 64 times it.
TEST_F(StorageReuseTest, SmallUnitsShareFromTheBeginning) {
  FuncOp func = parse(R"(
    relax.func impure @f(%x: tensor<?xf32, #relax.dims<[n]>>) {
      %0 = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[n]>>
      %1 = relax.builtin.alloc_tensor : tensor<?xf64, #relax.dims<[n]>>
      %2 = relax.add %0, %0 : tensor<?xf32, #relax.dims<[n]>>
      %3 = relax.builtin.alloc_tensor : tensor<?xf32, #relax.dims<[n]>>
      %4 = relax.add %1, %1 : tensor<?xf64, #relax.dims<[n]>>
      %5 = relax.add %3, %3 : tensor<?xf32, #relax.dims<[n]>>
      relax.return
    })");
  ASSERT_TRUE(func);
  StorageReuse reuse(func);
  ASSERT_EQ(reuse.storages().size(), 2u);
  SymExprAttr n = SymExprAttr::symbol(&context, "n");
  EXPECT_EQ(reuse.storages()[0].size, n * 8);
  EXPECT_EQ(reuse.storages()[0].tensors.size(), 1u);
  EXPECT_EQ(reuse.storages()[1].size, n * 4);
  EXPECT_EQ(reuse.storages()[1].tensors.size(), 2u);
  for (const PlannedStorage &storage : reuse.storages())
    for (const PlacedTensor &tensor : storage.tensors)
      EXPECT_EQ(tensor.offset.getConstant(), 0);
}

TEST_F(StorageReuseTest, WhatIsReturnedStandsAlone) {
  FuncOp func = parse(R"(
    relax.func impure @f() -> (tensor<16xf32>, tensor<16xf32>) {
      %0 = relax.builtin.alloc_tensor : tensor<16xf32>
      %1 = relax.builtin.alloc_tensor : tensor<16xf32>
      relax.return %0, %1 : tensor<16xf32>, tensor<16xf32>
    })");
  ASSERT_TRUE(func);
  StorageReuse reuse(func);
  ASSERT_EQ(reuse.storages().size(), 2u);
  EXPECT_EQ(reuse.storages()[0].size.getConstant(), 64);
}

TEST_F(StorageReuseTest, SizesThatDoNotFitAreLeft) {
  FuncOp func = parse(R"(
    relax.func impure @f() {
      %0 = relax.builtin.alloc_tensor : tensor<4611686018427387904x4xf32>
      relax.return
    })");
  ASSERT_TRUE(func);
  EXPECT_TRUE(StorageReuse(func).storages().empty());
}
