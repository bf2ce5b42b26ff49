// Runs parallel loops on a context's own threads. Workers watch for the next
// loop for a moment before they sleep: kernels follow each other closely.
#include "Workers.h"

#include <algorithm>
#include <chrono>
#include <system_error>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace relax::runtime {

// How long a thread watches before it sleeps.
static constexpr std::chrono::microseconds watchTime(100);

// Pieces a thread: more even out what a busy core delays, fewer cost less.
static constexpr int64_t piecesPerThread = 4;

static thread_local RelaxContext *currentContext = nullptr;

RelaxContext *getCurrentContext() { return currentContext; }

CurrentContextScope::CurrentContextScope(RelaxContext *context)
    : previous(currentContext) {
  currentContext = context;
}

CurrentContextScope::~CurrentContextScope() { currentContext = previous; }

static void relaxProcessor() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Watches until the condition holds; false if it does not in time.
template <typename Condition>
static bool watch(Condition condition) {
  auto end = std::chrono::steady_clock::now() + watchTime;
  do {
    for (int i = 0; i < 64; ++i) {
      if (condition())
        return true;
      relaxProcessor();
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

Workers::Workers(RelaxContext *context, int32_t number) : context(context) {
  threads.reserve(size_t(number));
  try {
    while (number-- > 0)
      threads.emplace_back([this] { work(); });
  } catch (const std::system_error &) {
    // The loops run on the threads that there are.
  }
}

Workers::~Workers() {
  {
    std::lock_guard<std::mutex> guard(lock);
    isEnding = true;
    generation.fetch_add(1, std::memory_order_release);
  }
  started.notify_all();
  for (std::thread &thread : threads)
    thread.join();
}

void Workers::abandon(std::unique_ptr<Workers> workers) {
  // What is left is small, and reachable for those who look for leaks.
  static Workers *abandoned = nullptr;
  if (!workers)
    return;
  workers->nextAbandoned = abandoned;
  abandoned = workers.release();
}

void Workers::runPieces() {
  for (;;) {
    int64_t begin = next.fetch_add(piece, std::memory_order_relaxed);
    if (begin >= count)
      return;
    body(closure, begin, std::min(begin + piece, count));
  }
}

bool Workers::join(uint64_t &seen) {
  std::lock_guard<std::mutex> guard(lock);
  seen = generation.load(std::memory_order_relaxed);
  if (!isOpen)
    return false;
  inside.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void Workers::leave() {
  // The lock makes the last one's news reach a caller that goes to sleep.
  std::lock_guard<std::mutex> guard(lock);
  if (inside.fetch_sub(1, std::memory_order_release) == 1)
    finished.notify_one();
}

void Workers::work() {
  CurrentContextScope scope(context);
  uint64_t seen = 0;
  auto isNews = [&] {
    return generation.load(std::memory_order_acquire) != seen;
  };
  for (;;) {
    if (!watch(isNews)) {
      std::unique_lock<std::mutex> guard(lock);
      ++numAsleep;
      started.wait(guard, isNews);
      --numAsleep;
    }
    if (join(seen)) {
      runPieces();
      leave();
      continue;
    }
    std::lock_guard<std::mutex> guard(lock);
    if (isEnding)
      return;
  }
}

void Workers::run(int64_t count, RelaxLoopBody body, void *closure) {
  int64_t numThreads = int64_t(threads.size()) + 1;
  bool wake;
  {
    std::lock_guard<std::mutex> guard(lock);
    this->body = body;
    this->closure = closure;
    this->count = count;
    piece = std::max<int64_t>(1, count / (numThreads * piecesPerThread));
    next.store(0, std::memory_order_relaxed);
    isOpen = true;
    generation.fetch_add(1, std::memory_order_release);
    wake = numAsleep > 0;
  }
  if (wake)
    started.notify_all();
  runPieces();
  {
    std::lock_guard<std::mutex> guard(lock);
    isOpen = false;
  }
  auto isDone = [&] { return inside.load(std::memory_order_acquire) == 0; };
  if (watch(isDone))
    return;
  std::unique_lock<std::mutex> guard(lock);
  finished.wait(guard, isDone);
}

} // namespace relax::runtime
