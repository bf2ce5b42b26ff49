// Places of storages that live at different times, by hand and at random.
#include "Context.h"
#include "RuntimeFixture.h"

#include <random>

using relax::runtime::planStorages;
using relax::runtime::StorageDemand;
using relax::runtime::StoragePlan;

using RuntimeStoragePlan = RuntimeFixture;

namespace {

/// The most bytes that live at one time.
int64_t findBound(const std::vector<int64_t> &lives,
                  const std::vector<int64_t> &sizes) {
  int64_t most = 0;
  for (size_t at = 0; at < sizes.size(); ++at) {
    int64_t sum = 0;
    for (size_t i = 0; i < sizes.size(); ++i)
      if (lives[2 * i] <= lives[2 * at] && lives[2 * at] < lives[2 * i + 1])
        sum += sizes[i];
    most = std::max(most, sum);
  }
  return most;
}

TEST(StoragePlanTest, NothingTakesNothing) {
  EXPECT_EQ(planStorages({0, 0, nullptr, nullptr}).size, 0);
}

TEST(StoragePlanTest, OneEndsWhereAnotherBegins) {
  int64_t lives[] = {0, 2, 2, 3}, sizes[] = {64, 100};
  StorageDemand demand = {2, 0, lives, sizes};
  StoragePlan plan = planStorages(demand);
  EXPECT_EQ(plan.size, 128);
  EXPECT_EQ(plan.offsets, std::vector<int64_t>({0, 0}));
  EXPECT_TRUE(plan.isOf(demand));
  sizes[0] = 65;
  EXPECT_FALSE(plan.isOf(demand));
}

// Random sizes are harder than those of layers, which are few.
TEST(StoragePlanTest, IsNearTheBoundAndNothingOverlaps) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    size_t count = 1 + random() % 60;
    std::vector<int64_t> lives, sizes;
    for (size_t i = 0; i < count; ++i) {
      int64_t begin = int64_t(i) * 2;
      lives.insert(lives.end(), {begin, begin + 3 + int64_t(random() % 6)});
      sizes.push_back(int64_t(random() % 100) * 4096);
    }
    StoragePlan plan = planStorages({count, 0, lives.data(), sizes.data()});
    EXPECT_LE(double(plan.size), 1.5 * double(findBound(lives, sizes)) + 64);
    for (size_t i = 0; i < count; ++i) {
      EXPECT_EQ(plan.offsets[i] % RELAX_ALIGNMENT, 0);
      EXPECT_LE(plan.offsets[i] + sizes[i], plan.size);
      for (size_t j = 0; j < i; ++j) {
        bool together =
            lives[2 * i] < lives[2 * j + 1] && lives[2 * j] < lives[2 * i + 1];
        bool apart = plan.offsets[i] + sizes[i] <= plan.offsets[j] ||
                     plan.offsets[j] + sizes[j] <= plan.offsets[i];
        EXPECT_TRUE(apart || !together);
      }
    }
  }
}

// The sizes of a network that the largest first alone places at 1.07 times the
// bound would do; here a part in the middle has to come before larger ones.
TEST(StoragePlanTest, TriesAgainWherePartsDoNotFit) {
  int64_t lives[] = {0, 3, 2, 5, 4, 7, 0, 2, 5, 7};
  int64_t sizes[] = {64 * 4, 64 * 3, 64 * 4, 64 * 3, 64 * 3};
  StoragePlan plan = planStorages({5, 0, lives, sizes});
  EXPECT_EQ(plan.size, 64 * 7);
}

// A result lies apart, as it outlives the others. Until it is written, what has
// ended by then lies in it.
TEST(StoragePlanTest, UsesRoomOfWhatBeginsLater) {
  int64_t lives[] = {0, 2, 1, 4, 3, 9}, sizes[] = {192, 64, 256};
  StoragePlan plan = planStorages({2, 1, lives, sizes});
  EXPECT_EQ(plan.size, 64);
  EXPECT_EQ(plan.blocks, std::vector<size_t>({1, 0}));
  sizes[2] = 128;
  plan = planStorages({2, 1, lives, sizes});
  EXPECT_EQ(plan.size, 256);
}

TEST_F(RuntimeStoragePlan, LeadsToOwnedStorages) {
  static const int64_t lives[] = {2, 1, 0, 2, 1, 4, 3, 9};
  int64_t sizes[] = {192, 64, 256}, offsets[2];
  RelaxStorage *owned = nullptr;
  RelaxStorage *storage =
      relax_rt_storage_plan(context, lives, sizes, offsets, &owned);
  ASSERT_NE(storage, nullptr);
  char *first = static_cast<char *>(relax_rt_storage_data(storage));
  EXPECT_EQ(first + offsets[0], relax_rt_storage_data(owned));
  EXPECT_EQ(offsets[1], 0);
  relax_rt_storage_release(context, storage);
  relax_rt_storage_release(context, owned);
}

TEST_F(RuntimeStoragePlan, GivesTheSamePlaceAgain) {
  static const int64_t lives[] = {3, 0, 0, 2, 1, 3, 2, 4};
  int64_t sizes[] = {1000, 2000, 1000}, offsets[3], again[3];
  RelaxStorage *storage =
      relax_rt_storage_plan(context, lives, sizes, offsets, nullptr);
  ASSERT_NE(storage, nullptr);
  EXPECT_EQ(getMemory().live_bytes, 3072u);
  EXPECT_EQ(offsets[0], offsets[2]);
  relax_rt_storage_release(context, storage);
  storage = relax_rt_storage_plan(context, lives, sizes, again, nullptr);
  EXPECT_TRUE(std::equal(offsets, offsets + 3, again));
  relax_rt_storage_release(context, storage);
  EXPECT_EQ(getMemory().num_system_allocations, 1u);
  // Other sizes in the same place of the program.
  sizes[1] = 64;
  storage = relax_rt_storage_plan(context, lives, sizes, again, nullptr);
  EXPECT_EQ(getMemory().live_bytes, 1088u);
  relax_rt_storage_release(context, storage);
}

TEST_F(RuntimeStoragePlan, RejectsWhatIsAbsurd) {
  static const int64_t lives[] = {2, 0, 0, 2, 1, 3};
  int64_t sizes[] = {64, -5}, offsets[2];
  EXPECT_EQ(relax_rt_storage_plan(context, lives, sizes, offsets, nullptr),
            nullptr);
  EXPECT_EQ(getError(), "out of memory: a storage of -5 bytes was requested");
  relax_context_set_num_threads(context, 1); // begins anew
  int64_t huge[] = {INT64_MAX, INT64_MAX};
  EXPECT_EQ(relax_rt_storage_plan(context, lives, huge, offsets, nullptr),
            nullptr);
  EXPECT_EQ(relax_rt_status(context), RELAX_ERROR_OUT_OF_MEMORY);
}

} // namespace
