// Processes and threads: what a child of fork can do with its parent's
// contexts, and what the threads hear that share one context.
#include "RuntimeFixture.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using Tensors = std::vector<RelaxTensor *>;

class RuntimeFork : public RuntimeFixture {
protected:
  /// Calls with threads, so that there are some to forget.
  void startThreads(const OneFunctionModule &module) {
    ASSERT_EQ(relax_context_set_num_threads(context, 3), RELAX_OK);
    Tensors outputs;
    ASSERT_EQ(module.call(context, {}, outputs), RELAX_OK) << getError();
  }
};

using RuntimeSharing = RuntimeFork;

} // namespace

// The thread sanitizer lets no child start threads.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define RELAX_CHILD_HAS_NO_THREADS 1
#endif
#endif
#ifdef RELAX_CHILD_HAS_NO_THREADS
static constexpr bool canChildStartThreads = false;
#else
static constexpr bool canChildStartThreads = true;
#endif

// The exit code of a child that runs `body`; it is killed after a while.
static int runInChild(const std::function<int()> &body) {
  pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void addUp(void *sum, int64_t begin, int64_t end) {
  *static_cast<std::atomic<int64_t> *>(sum) += end - begin;
}

// Runs a parallel loop.
static int32_t runLoop(RelaxContext *, const DLTensor *const *,
                       RelaxTensor **) {
  std::atomic<int64_t> sum{0};
  relax_rt_parallel_for(1000, addUp, &sum);
  return sum == 1000 ? 0 : 1;
}

TEST_F(RuntimeFork, DestroysTheContextInTheChild) {
  OneFunctionModule module(context, runLoop, 0, 0);
  startThreads(module);
  EXPECT_EQ(runInChild([&] {
              relax_context_destroy(context);
              return 7;
            }),
            7);
}

TEST_F(RuntimeFork, SetsThreadsInTheChild) {
  OneFunctionModule module(context, runLoop, 0, 0);
  startThreads(module);
  EXPECT_EQ(
      runInChild([&] { return relax_context_set_num_threads(context, 2); }), 0);
}

TEST_F(RuntimeFork, StartsThreadsInTheChild) {
  if (!canChildStartThreads)
    GTEST_SKIP();
  // Two iterations wait for each other, which takes two threads.
  RelaxEntry meet = [](RelaxContext *, const DLTensor *const *,
                       RelaxTensor **) -> int32_t {
    std::atomic<int> arrived{0};
    relax_rt_parallel_for(
        2,
        [](void *arrived, int64_t, int64_t) {
          auto *number = static_cast<std::atomic<int> *>(arrived);
          ++*number;
          while (*number < 2)
            std::this_thread::yield();
        },
        &arrived);
    return 0;
  };
  OneFunctionModule module(context, meet, 0, 0);
  startThreads(module);
  Tensors outputs;
  EXPECT_EQ(runInChild([&] {
              int32_t status = module.call(context, {}, outputs);
              // A child of the child, too.
              return status ? status : runInChild([&] {
                relax_context_set_num_threads(context, 2);
                return module.call(context, {}, outputs);
              });
            }),
            0);
}

TEST_F(RuntimeFork, ExitsInTheChild) {
  OneFunctionModule module(context, runLoop, 0, 0);
  startThreads(module);
  EXPECT_EQ(runInChild([&]() -> int {
              relax_context_destroy(context);
              relax_context_destroy(relax_context_create());
              std::exit(5);
            }),
            5);
}

TEST_F(RuntimeFork, FindsLocksFreeInTheChild) {
  // Another thread allocates, fails and looks functions up all the time.
  std::atomic<bool> isEnding{false};
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *,
                        RelaxTensor **) -> int32_t {
    for (int i = 0; i < 100; ++i)
      relax_rt_storage_release(context, relax_rt_storage_alloc(context, 64));
    relax_register_function("test.fork", nullptr, nullptr);
    return relax_rt_fail(context, "wrong");
  };
  OneFunctionModule module(context, entry, 0, 0);
  std::thread other([&] {
    Tensors outputs;
    while (!isEnding)
      module.call(context, {}, outputs);
  });
  for (int i = 0; i < 200; ++i)
    ASSERT_EQ(runInChild([&] {
                Tensors outputs;
                int32_t status = module.call(context, {}, outputs);
                relax_context_destroy(context);
                return status;
              }),
              RELAX_ERROR_FAILED);
  isEnding = true;
  other.join();
}

TEST_F(RuntimeFork, GoesOnInTheCallThatForked) {
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *,
                        RelaxTensor **outputs) -> int32_t {
    RelaxStorage *storage = relax_rt_storage_alloc(context, 64);
    int64_t dims[] = {1};
    int status = runInChild([&] {
      outputs[0] = relax_rt_tensor_alloc(context, RELAX_FLOAT, 32, 1, 1, dims);
      relax_rt_storage_release(context, storage);
      return relax_rt_status(context);
    });
    outputs[0] = relax_rt_tensor_alloc(context, RELAX_FLOAT, 32, 1, 1, dims);
    return status;
  };
  OneFunctionModule module(context, entry, 0, 1);
  Tensors outputs(1);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_OK) << getError();
  relax_tensor_release(outputs[0]);
}

namespace {

/// A call that waits until it is let go.
struct Gate {
  std::atomic<bool> isInside{false}, isOpen{false};
  void wait(const std::atomic<bool> &flag) {
    while (!flag)
      std::this_thread::yield();
  }
};

} // namespace

static Gate *gate;

static int32_t waitAtGate(RelaxContext *context, const DLTensor *const *,
                          RelaxTensor **) {
  gate->isInside = true;
  gate->wait(gate->isOpen);
  return relax_rt_status(context);
}

// Runs `body` while another thread is inside a call, whose status it returns.
static int32_t runBeside(RelaxContext *context,
                         const std::function<void()> &body) {
  Gate own;
  gate = &own;
  OneFunctionModule module(context, waitAtGate, 0, 0);
  int32_t status = -1;
  std::thread other([&] {
    Tensors outputs;
    status = module.call(context, {}, outputs);
  });
  own.wait(own.isInside);
  body();
  own.isOpen = true;
  other.join();
  return status;
}

TEST_F(RuntimeSharing, TellsTheThreadThatIsTurnedAway) {
  OneFunctionModule module(context, runLoop, 0, 0);
  std::string busy = "the context is in use by a call of another thread; give "
                     "each thread a context of its own, or let it wait";
  EXPECT_EQ(runBeside(context,
                      [&] {
                        Tensors outputs(1, reinterpret_cast<RelaxTensor *>(1));
                        EXPECT_EQ(module.call(context, {}, outputs),
                                  RELAX_ERROR_BUSY);
                        EXPECT_EQ(outputs[0], nullptr);
                        EXPECT_EQ(getError(), busy);
                        EXPECT_EQ(relax_context_status(context),
                                  RELAX_ERROR_BUSY);
                        EXPECT_EQ(relax_context_set_num_threads(context, 2),
                                  RELAX_ERROR_BUSY);
                        EXPECT_EQ(getError(), busy);
                      }),
            RELAX_OK);
  // Another thread does not hear of it, this one until its next operation.
  std::thread([&] { EXPECT_EQ(getError(), ""); }).join();
  EXPECT_EQ(getError(), busy);
  Tensors none;
  EXPECT_EQ(module.call(context, {}, none), RELAX_OK);
  EXPECT_EQ(getError(), "");
  EXPECT_EQ(relax_context_status(context), RELAX_OK);
}

TEST_F(RuntimeSharing, KeepsErrorsOutOfTheCallOfAnotherThread) {
  int64_t negative[] = {-1};
  EXPECT_EQ(
      runBeside(
          context,
          [&] {
            RelaxTensor *tensor = nullptr;
            EXPECT_NE(relax_tensor_create(context, {RELAX_FLOAT, 32, 1}, 1,
                                          negative, &tensor),
                      RELAX_OK);
            EXPECT_EQ(
                getError(),
                "expected dim 0 of a new tensor to be at least 0, found -1");
          }),
      RELAX_OK);
}

TEST_F(RuntimeSharing, FailsTheCallFromAnyThread) {
  EXPECT_EQ(runBeside(context, [&] { relax_rt_fail(context, "from outside"); }),
            RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "from outside");
}

TEST_F(RuntimeSharing, ForgetsTheCallOfAnotherThreadInTheChild) {
  if (!canChildStartThreads)
    GTEST_SKIP();
  OneFunctionModule module(context, runLoop, 0, 0);
  startThreads(module);
  EXPECT_EQ(runBeside(context,
                      [&] {
                        EXPECT_EQ(runInChild([&] {
                                    Tensors outputs;
                                    int32_t status =
                                        module.call(context, {}, outputs);
                                    relax_context_destroy(context);
                                    return status;
                                  }),
                                  RELAX_OK);
                      }),
            RELAX_OK);
}

TEST(RuntimeErrors, TellsWhatFailsWithoutAContext) {
  EXPECT_EQ(relax_register_function("", nullptr, nullptr),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(relax_context_error(nullptr),
               "expected the name of an external function, found none");
  EXPECT_EQ(relax_register_function("test.none", nullptr, nullptr), RELAX_OK);
  EXPECT_STREQ(relax_context_error(nullptr), "no context was given");
}
