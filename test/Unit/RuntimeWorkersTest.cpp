// Threads of the run-time library: parallel loops, scratch memory, many
// contexts on one module.
#include "RuntimeFixture.h"

#include <atomic>
#include <chrono>
#include <numeric>
#include <sched.h>
#include <set>
#include <thread>

namespace {

using RuntimeWorkers = RuntimeFixture;
using Tensors = std::vector<RelaxTensor *>;

/// How often each iteration of a loop ran.
struct Counts {
  explicit Counts(int64_t number) : counts(size_t(number)) {}
  std::vector<std::atomic<int>> counts;
  bool areAllOne() const {
    for (const std::atomic<int> &count : counts)
      if (count != 1)
        return false;
    return true;
  }
};

} // namespace

static void countRange(void *closure, int64_t begin, int64_t end) {
  auto *counts = static_cast<Counts *>(closure);
  for (int64_t i = begin; i < end; ++i)
    ++counts->counts[size_t(i)];
}

// Runs loops of many sizes, one after the other.
static int32_t runLoops(RelaxContext *, const DLTensor *const *,
                        RelaxTensor **) {
  for (int64_t number : {0, 1, 2, 3, 7, 8, 9, 100, 1000, 12345})
    for (int again = 0; again < 20; ++again) {
      Counts counts(number);
      relax_rt_parallel_for(number, countRange, &counts);
      if (!counts.areAllOne())
        return 1;
    }
  return 0;
}

TEST_F(RuntimeWorkers, RunsEachIterationOnce) {
  OneFunctionModule module(context, runLoops, 0, 0);
  Tensors outputs;
  for (int32_t threads : {1, 2, 3, 8, 0}) {
    ASSERT_EQ(relax_context_set_num_threads(context, threads), RELAX_OK);
    EXPECT_EQ(module.call(context, {}, outputs), RELAX_OK) << threads;
  }
}

TEST_F(RuntimeWorkers, WakesThreadsThatSleep) {
  OneFunctionModule module(context, runLoops, 0, 0);
  Tensors outputs;
  relax_context_set_num_threads(context, 3);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(module.call(context, {}, outputs), RELAX_OK);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

namespace {

/// What the threads of a loop tell each other, of which the worker is bound to
/// the core of the caller.
struct Meeting {
  std::thread::id caller = std::this_thread::get_id();
  std::atomic<int> callersCore{sched_getcpu()}, boundTo{-1};
  std::atomic<bool> hasLeft{false};

  void callerComes() { callersCore = sched_getcpu(); }
  void workerComes();
};

} // namespace

// The caller may be moved in between, and then the worker may stay: it is bound
// again to where the caller is now.
void Meeting::workerComes() {
  cpu_set_t own;
  sched_getaffinity(0, sizeof(own), &own);
  if (boundTo >= 0 && !CPU_ISSET(boundTo, &own)) {
    hasLeft = true;
    return;
  }
  boundTo = callersCore.load();
  CPU_ZERO(&own);
  CPU_SET(boundTo, &own);
  sched_setaffinity(0, sizeof(own), &own);
}

// Calls loops until the worker has left the core of the caller.
static int32_t meetOnOneCore(RelaxContext *, const DLTensor *const *,
                             RelaxTensor **) {
  Meeting meeting;
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!meeting.hasLeft && std::chrono::steady_clock::now() < end)
    relax_rt_parallel_for(
        8,
        [](void *closure, int64_t, int64_t) {
          auto *meeting = static_cast<Meeting *>(closure);
          if (std::this_thread::get_id() != meeting->caller)
            return meeting->workerComes();
          meeting->callerComes();
          // Long enough for the worker to come.
          std::this_thread::sleep_for(std::chrono::microseconds(200));
        },
        &meeting);
  return meeting.hasLeft ? 0 : 1;
}

TEST_F(RuntimeWorkers, LeavesTheCoreOfTheCaller) {
  cpu_set_t cores;
  ASSERT_EQ(sched_getaffinity(0, sizeof(cores), &cores), 0);
  if (CPU_COUNT(&cores) < 2)
    GTEST_SKIP() << "needs two cores";
  OneFunctionModule module(context, meetOnOneCore, 0, 0);
  Tensors outputs;
  ASSERT_EQ(relax_context_set_num_threads(context, 2), RELAX_OK);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_OK);
}

// Who wrote an element in a loop is the one that reads it in the next one, if
// nobody is delayed: a thread begins with its own share.
TEST_F(RuntimeWorkers, BeginsWithTheSameShare) {
  RelaxEntry entry = [](RelaxContext *, const DLTensor *const *,
                        RelaxTensor **) -> int32_t {
    struct Firsts {
      std::thread::id caller = std::this_thread::get_id();
      std::atomic<int64_t> ofCaller{-1}, ofWorker{-1};
    };
    int numElsewhere = 0;
    for (int again = 0; again < 50; ++again) {
      Firsts firsts;
      relax_rt_parallel_for(
          1000,
          [](void *closure, int64_t begin, int64_t) {
            auto *firsts = static_cast<Firsts *>(closure);
            int64_t none = -1;
            (std::this_thread::get_id() == firsts->caller ? firsts->ofCaller
                                                          : firsts->ofWorker)
                .compare_exchange_strong(none, begin);
          },
          &firsts);
      // A worker that comes late finds some of its share taken, or all.
      if (firsts.ofCaller != 0 ||
          (firsts.ofWorker >= 0 && firsts.ofWorker < 500))
        ++numElsewhere;
    }
    // A busy core may delay the one that begins.
    return numElsewhere > 25;
  };
  OneFunctionModule module(context, entry, 0, 0);
  Tensors outputs;
  ASSERT_EQ(relax_context_set_num_threads(context, 2), RELAX_OK);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_OK);
}

TEST_F(RuntimeWorkers, RunsOutsideOfCallsOnOneThread) {
  Counts counts(100);
  relax_rt_parallel_for(100, countRange, &counts);
  EXPECT_TRUE(counts.areAllOne());
}

TEST_F(RuntimeWorkers, RunsInnerLoopsInOnePiece) {
  RelaxEntry entry = [](RelaxContext *, const DLTensor *const *,
                        RelaxTensor **) -> int32_t {
    std::atomic<int> pieces{0};
    auto inner = [](void *closure, int64_t begin, int64_t end) {
      EXPECT_EQ(begin, 0);
      EXPECT_EQ(end, 10);
      ++*static_cast<std::atomic<int> *>(closure);
    };
    struct Closure {
      std::atomic<int> *pieces;
      RelaxLoopBody inner;
    } closure = {&pieces, inner};
    relax_rt_parallel_for(
        64,
        [](void *closure, int64_t begin, int64_t end) {
          auto *outer = static_cast<Closure *>(closure);
          for (int64_t i = begin; i < end; ++i)
            relax_rt_parallel_for(10, outer->inner, outer->pieces);
        },
        &closure);
    return pieces == 64 ? 0 : 1;
  };
  OneFunctionModule module(context, entry, 0, 0);
  Tensors outputs;
  relax_context_set_num_threads(context, 4);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_OK);
}

TEST_F(RuntimeWorkers, PassesFailuresOfAnyThreadOn) {
  RelaxEntry entry = [](RelaxContext *, const DLTensor *const *,
                        RelaxTensor **) -> int32_t {
    relax_rt_parallel_for(
        1000, [](void *, int64_t, int64_t) { relax_rt_kernel_fail("broken"); },
        nullptr);
    return 0;
  };
  OneFunctionModule module(context, entry, 0, 0);
  Tensors outputs;
  relax_context_set_num_threads(context, 4);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "broken");
  relax_rt_kernel_fail("outside of calls nobody hears it");
  EXPECT_EQ(getError(), "broken");
}

// Takes, fills and gives back scratch memory, nested.
static void useScratch(void *, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i) {
    auto *outer = static_cast<char *>(relax_rt_scratch_alloc(1000 + i));
    auto *inner = static_cast<char *>(relax_rt_scratch_alloc(5000));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(outer) % RELAX_ALIGNMENT, 0u);
    std::memset(outer, int(i), size_t(1000 + i));
    std::memset(inner, int(i + 1), 5000);
    EXPECT_EQ(outer[999], char(i));
    relax_rt_scratch_release(inner);
    relax_rt_scratch_release(outer);
  }
}

TEST_F(RuntimeWorkers, GivesScratchMemory) {
  RelaxEntry entry = [](RelaxContext *, const DLTensor *const *,
                        RelaxTensor **) -> int32_t {
    relax_rt_parallel_for(500, useScratch, nullptr);
    return 0;
  };
  OneFunctionModule module(context, entry, 0, 0);
  Tensors outputs;
  relax_context_set_num_threads(context, 4);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_OK);
  useScratch(nullptr, 0, 10);
  relax_rt_scratch_release(nullptr);
}

TEST_F(RuntimeWorkers, RejectsAbsurdScratchMemory) {
  RelaxEntry entry = [](RelaxContext *, const DLTensor *const *,
                        RelaxTensor **) -> int32_t {
    EXPECT_EQ(relax_rt_scratch_alloc(INT64_MAX), nullptr);
    return 0;
  };
  OneFunctionModule module(context, entry, 0, 0);
  Tensors outputs;
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(relax_rt_scratch_alloc(-1), nullptr);
}

TEST_F(RuntimeWorkers, CountsThreads) {
  EXPECT_GE(relax_num_cores(), 1);
  EXPECT_EQ(relax_context_num_threads(context), relax_num_cores());
  EXPECT_EQ(relax_context_set_num_threads(context, 3), RELAX_OK);
  EXPECT_EQ(relax_context_num_threads(context), 3);
  EXPECT_EQ(relax_context_set_num_threads(context, -1),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "expected 0 to 4096 threads, found -1");
  EXPECT_EQ(relax_context_num_threads(context), 3);
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *,
                        RelaxTensor **) -> int32_t {
    return relax_context_set_num_threads(context, 2);
  };
  OneFunctionModule module(context, entry, 0, 0);
  Tensors outputs;
  EXPECT_NE(module.call(context, {}, outputs), RELAX_OK);
  EXPECT_EQ(getError(), "expected no call under way while the number of "
                        "threads changes, found one");
}

// Sums its input in a loop, through storages and scratch memory.
static int32_t addOne(RelaxContext *context, const DLTensor *const *inputs,
                      RelaxTensor **outputs) {
  RelaxStorage *storage = relax_rt_storage_alloc(context, 8192);
  outputs[0] = relax_rt_tensor_copy(context, inputs[0]);
  if (!storage || !outputs[0])
    return relax_rt_status(context);
  relax_rt_parallel_for(
      inputs[0]->shape[0],
      [](void *data, int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          static_cast<float *>(data)[i] += 1;
      },
      relax_rt_tensor_data(outputs[0]));
  relax_rt_storage_release(context, storage);
  return 0;
}

TEST_F(RuntimeWorkers, ServesManyContextsWithOneModule) {
  OneFunctionModule module(context, addOne, 1, 1);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  threads.reserve(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      RelaxContext *own = relax_context_create();
      relax_context_set_num_threads(own, 2);
      std::vector<float> data(1000, float(t));
      std::vector<int64_t> dims = {1000};
      DLTensor view = makeView(data.data(), {RELAX_FLOAT, 32, 1}, dims);
      for (int i = 0; i < 100; ++i) {
        Tensors outputs(1);
        if (module.call(own, {&view}, outputs))
          ++wrong;
        else if (getFloats(*relax_tensor_dl(outputs[0])) !=
                 std::vector<float>(1000, float(t + 1)))
          ++wrong;
        relax_tensor_release(outputs[0]);
      }
      relax_context_destroy(own);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}
