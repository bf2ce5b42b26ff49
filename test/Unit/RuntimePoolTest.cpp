// Pooled memory of the run-time library.
#include "Context.h"
#include "RuntimeFixture.h"

#include <chrono>
#include <thread>

using relax::runtime::getSizeClass;
using relax::runtime::SizeClass;

using RuntimePool = RuntimeFixture;

TEST(RuntimeSizeClass, HoldsItsRequestAndWastesLittle) {
  for (uint64_t bytes = 1; bytes < (uint64_t(1) << 61);
       bytes += bytes / 7 + 1) {
    SizeClass found = getSizeClass(bytes);
    ASSERT_GE(found.capacity, bytes);
    ASSERT_LT(found.index, relax::runtime::numSizeClasses);
    ASSERT_LE(found.capacity - bytes, bytes / 64 + 64);
  }
}

TEST(RuntimeSizeClass, GrowsWithTheSizeAndIsItsOwnClass) {
  SizeClass previous = getSizeClass(0);
  EXPECT_EQ(previous.capacity, 64u);
  for (uint64_t bytes = 1; bytes < 100000; ++bytes) {
    SizeClass found = getSizeClass(bytes);
    ASSERT_GE(found.capacity, previous.capacity);
    ASSERT_EQ(found.index - previous.index,
              found.capacity != previous.capacity);
    ASSERT_EQ(getSizeClass(found.capacity).index, found.index);
    ASSERT_EQ(found.capacity % 64, 0u);
    previous = found;
  }
}

TEST_F(RuntimePool, AlignsAndReuses) {
  RelaxStorage *first = relax_rt_storage_alloc(context, 1000);
  ASSERT_NE(first, nullptr);
  void *data = relax_rt_storage_data(first);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % RELAX_ALIGNMENT, 0u);
  std::memset(data, 1, 1000);
  EXPECT_EQ(getMemory().live_bytes, 1024u);
  relax_rt_storage_release(context, first);
  EXPECT_EQ(getMemory().live_bytes, 0u);
  EXPECT_EQ(getMemory().cached_bytes, 1024u);
  RelaxStorage *second = relax_rt_storage_alloc(context, 1024);
  EXPECT_EQ(relax_rt_storage_data(second), data);
  relax_rt_storage_release(context, second);
  EXPECT_EQ(getMemory().num_allocations, 2u);
  EXPECT_EQ(getMemory().num_system_allocations, 1u);
}

TEST_F(RuntimePool, ServesASmallerRequestFromALargerBlock) {
  relax_rt_storage_release(context, relax_rt_storage_alloc(context, 1 << 20));
  RelaxStorage *smaller = relax_rt_storage_alloc(context, 600 << 10);
  EXPECT_EQ(getMemory().num_system_allocations, 1u);
  RelaxStorage *muchSmaller = relax_rt_storage_alloc(context, 1000);
  EXPECT_EQ(getMemory().num_system_allocations, 2u);
  relax_rt_storage_release(context, smaller);
  relax_rt_storage_release(context, muchSmaller);
}

TEST_F(RuntimePool, CountsPeakAndTrims) {
  RelaxStorage *a = relax_rt_storage_alloc(context, 4096);
  RelaxStorage *b = relax_rt_storage_alloc(context, 4096);
  relax_rt_storage_release(context, a);
  relax_rt_storage_release(context, b);
  EXPECT_EQ(getMemory().peak_bytes, 8192u);
  relax_context_reset_peak(context);
  EXPECT_EQ(getMemory().peak_bytes, 0u);
  EXPECT_EQ(getMemory().cached_bytes, 8192u);
  relax_context_trim(context);
  EXPECT_EQ(getMemory().cached_bytes, 0u);
}

TEST_F(RuntimePool, DoesNotPileUpChangingSizes) {
  for (int64_t mebibytes = 1; mebibytes < 60; mebibytes += 3)
    relax_rt_storage_release(context,
                             relax_rt_storage_alloc(context, mebibytes << 20));
  EXPECT_LE(getMemory().cached_bytes, uint64_t(64) << 20);
}

TEST_F(RuntimePool, CountsOwners) {
  RelaxStorage *storage = relax_rt_storage_alloc(context, 64);
  EXPECT_EQ(relax_rt_storage_retain(context, storage), storage);
  relax_rt_storage_release(context, storage);
  EXPECT_EQ(getMemory().live_bytes, 64u);
  relax_rt_storage_release(context, storage);
  relax_rt_storage_release(context, nullptr);
  EXPECT_EQ(relax_rt_storage_retain(context, nullptr), nullptr);
}

TEST_F(RuntimePool, RejectsWhatIsAbsurd) {
  for (int64_t bytes : {INT64_MAX, INT64_MAX - 63, int64_t(1) << 62,
                        int64_t(1) << 61, int64_t(1) << 50}) {
    EXPECT_EQ(relax_rt_storage_alloc(context, bytes), nullptr);
    EXPECT_EQ(relax_rt_status(context), RELAX_ERROR_OUT_OF_MEMORY);
    EXPECT_NE(getError().find("out of memory: " + std::to_string(bytes) +
                              " bytes were requested, the limit is "),
              std::string::npos)
        << getError();
    relax_context_set_num_threads(context, 1); // begins anew
  }
  EXPECT_EQ(relax_rt_storage_alloc(context, -5), nullptr);
  EXPECT_EQ(getError(), "out of memory: a storage of -5 bytes was requested");
}

TEST_F(RuntimePool, KeepsToItsLimit) {
  relax_context_set_memory_limit(context, 1 << 20);
  RelaxStorage *half = relax_rt_storage_alloc(context, 512 << 10);
  ASSERT_NE(half, nullptr);
  EXPECT_EQ(relax_rt_storage_alloc(context, 768 << 10), nullptr);
  EXPECT_EQ(getError(), "out of memory: 786432 bytes were requested, the limit "
                        "is 1048576 bytes");
  relax_rt_storage_release(context, half);
  // What is cached gives way.
  RelaxStorage *most = relax_rt_storage_alloc(context, 768 << 10);
  EXPECT_NE(most, nullptr);
  EXPECT_EQ(getMemory().cached_bytes, 0u);
  relax_rt_storage_release(context, most);
}

TEST_F(RuntimePool, ComputesSizesWithoutOverflow) {
  int64_t dims[] = {3, 5};
  EXPECT_EQ(relax_rt_tensor_bytes(context, 32, 2, dims), 60);
  EXPECT_EQ(relax_rt_tensor_bytes(context, 4, 2, dims), 8);
  EXPECT_EQ(relax_rt_tensor_bytes(context, 32, 0, nullptr), 4);
  int64_t empty[] = {INT64_MAX, 0, INT64_MAX};
  EXPECT_EQ(relax_rt_tensor_bytes(context, 32, 3, empty), 0);
  EXPECT_EQ(relax_rt_status(context), RELAX_OK);
  int64_t huge[] = {int64_t(1) << 40, int64_t(1) << 40};
  EXPECT_EQ(relax_rt_tensor_bytes(context, 32, 2, huge), -1);
  EXPECT_EQ(getError(),
            "out of memory: the size of a new tensor does not fit in 64 bits");
  // The error of the size is the one that stays.
  EXPECT_EQ(relax_rt_storage_alloc(context, -1), nullptr);
  EXPECT_EQ(getError(),
            "out of memory: the size of a new tensor does not fit in 64 bits");
}

TEST_F(RuntimePool, RejectsNegativeDims) {
  int64_t dims[] = {3, -2};
  EXPECT_EQ(relax_rt_tensor_bytes(context, 32, 2, dims), -1);
  EXPECT_EQ(getError(),
            "expected dim 1 of a new tensor to be at least 0, found -2");
}

TEST_F(RuntimePool, RejectsARankWithoutDims) {
  EXPECT_EQ(relax_rt_tensor_bytes(context, 32, 2, nullptr), -1);
  EXPECT_EQ(getError(),
            "expected the dims of a new tensor of rank 2, found none");
}

TEST(RuntimePoolLife, EndsWithItsLastTensorNotWithItsContext) {
  RelaxContext *context = relax_context_create();
  int64_t dims[] = {100};
  RelaxTensor *tensor = nullptr;
  ASSERT_EQ(
      relax_tensor_create(context, {RELAX_FLOAT, 32, 1}, 1, dims, &tensor),
      RELAX_OK);
  relax_context_destroy(context);
  std::memset(relax_tensor_data(tensor), 0, 400);
  std::thread([&] { relax_tensor_release(tensor); }).join();
  relax_context_destroy(nullptr);
}

TEST_F(RuntimePool, TakesBlocksFromManyThreads) {
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([this, t] {
      for (int i = 1; i < 2000; ++i) {
        int64_t dims[] = {i * (t + 1) % 777};
        RelaxTensor *tensor = relax_rt_tensor_alloc(nullptr, 0, 8, 1, 1, dims);
        EXPECT_EQ(tensor, nullptr);
        relax::runtime::releaseBlock(
            context->pool->allocate(uint64_t(dims[0])));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(RuntimePool, CostsLessThanAMicrosecond) {
  constexpr int number = 20000;
  auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < number; ++i)
    relax_rt_storage_release(context, relax_rt_storage_alloc(context, 50000));
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  RecordProperty("nanoseconds", std::to_string(seconds / number * 1e9));
  // Ten times the aim: machines of tests are busy.
  EXPECT_LT(seconds / number, 10e-6);
}
