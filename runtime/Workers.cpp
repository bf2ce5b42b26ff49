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

// Kernels have no context among their parameters. A worker sets its own once,
// and a call sets it on the thread of the caller.
static thread_local RelaxContext *currentContext = nullptr;

RelaxContext *getCurrentContext() { return currentContext; }

CurrentContextScope::CurrentContextScope(RelaxContext *context)
    // Scopes nest: a function of the host that compiled code calls may itself
    // call a module on this thread.
    : previous(currentContext) {
  currentContext = context;
}

CurrentContextScope::~CurrentContextScope() { currentContext = previous; }

// Tells the core that this is a spinning wait, so that the other hardware
// thread of it has the units, and leaving the loop costs no misprediction of
// memory order (Intel SDM, PAUSE).
static void relaxProcessor() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Watches until the condition holds; false if it does not in time.
template <typename Condition>
// The clock is read once in 64 looks: it costs more than a look.
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
    // The loops run on the threads that there are. A process may have a limit
    // of threads, and a loop with fewer of them gives the same results.
  }
}

Workers::~Workers() {
  {
    std::lock_guard<std::mutex> guard(lock);
    // Under the lock, so that a worker that has just looked at the condition
    // of `started` cannot miss it between its look and its sleep.
    isEnding = true;
    generation.fetch_add(1, std::memory_order_release);
  }
  started.notify_all();
  for (std::thread &thread : threads)
    thread.join();
}

// After a fork the threads are in the other process: there is nothing to join
// here, and std::thread's destructor would call terminate.
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
    // Pieces are taken and not dealt out: a thread that a busy core delays
    // takes fewer. Relaxed is enough, as only the number matters; what the
    // pieces are made of came by the lock in join().
    int64_t begin = next.fetch_add(piece, std::memory_order_relaxed);
    if (begin >= count)
      return;
    body(closure, begin, std::min(begin + piece, count));
  }
}

// The lock hands over body, closure and count. A worker that comes late finds
// the loop closed, and so never calls a body whose closure, in the caller's
// frame, is gone.
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
  // Release, so that what the body wrote is seen by the caller, which
  // acquires.
  if (inside.fetch_sub(1, std::memory_order_release) == 1)
    finished.notify_one();
}

void Workers::work() {
  CurrentContextScope scope(context);
  uint64_t seen = 0;
  // Acquire only lets it see the count early. The data comes by the lock in
  // join().
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

// The caller works as well: a loop has one thread more than there are workers,
// and no loop waits for a worker to wake up.
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
    // notify is a system call, so none is made while all workers watch.
    started.notify_all();
  runPieces();
  {
    // Closed before waiting: nobody can come in after the number inside is 0.
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
