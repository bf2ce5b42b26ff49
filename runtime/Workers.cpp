// Runs parallel loops on a context's own threads. Workers watch for the next
// loop for a moment before they sleep: kernels follow each other closely.
#include "Workers.h"

#include <algorithm>
#include <chrono>
#include <pthread.h>
#include <sched.h>
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

Workers::Workers(RelaxContext *context, int32_t number)
    : context(context), loop(size_t(number) + 1) {
  threads.reserve(size_t(number));
  try {
    // Workers count from 1, and look at no share before a loop has begun, which
    // is when this constructor has ended.
    for (size_t thread = 1; thread <= size_t(number); ++thread)
      threads.emplace_back([this, thread] { work(thread); });
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

// A thread has the same share of each loop: what it wrote in one kernel, and
// has in its own caches, it reads in the next one. Where the cores have no
// cache in common, a line that another core has written costs more than its
// computation.
void SharedLoop::begin(int64_t count, RelaxLoopBody newBody, void *newClosure,
                       size_t threads) {
  body = newBody;
  closure = newClosure;
  numThreads = threads;
  caller = pthread_self();
  callersCore = sched_getcpu();
  int64_t number = int64_t(threads);
  piece = std::max<int64_t>(1, count / (number * piecesPerThread));
  for (int64_t i = 0; i < number; ++i) {
    shares[size_t(i)].next.store(count * i / number, std::memory_order_relaxed);
    shares[size_t(i)].end = count * (i + 1) / number;
  }
}

void SharedLoop::run(size_t thread) {
  for (size_t i = 0; i < numThreads; ++i) {
    // Its own share first. Then it helps the others, piece by piece: a thread
    // that a busy core delays gives pieces away.
    Share &share = shares[(thread + i) % numThreads];
    for (;;) {
      // Looked at before taken, since taking would fetch the line of a share
      // that has nothing left. Relaxed is enough, as only the number matters;
      // what the pieces are made of came by the lock of the workers.
      if (share.next.load(std::memory_order_relaxed) >= share.end)
        break;
      int64_t begin = share.next.fetch_add(piece, std::memory_order_relaxed);
      if (begin >= share.end)
        break;
      body(closure, begin, std::min(begin + piece, share.end));
    }
  }
}

// A system without an idle core wakes a thread on the core of the thread that
// wakes it, and may leave it there for seconds: it sees two threads that pause
// now and then. Each would only get the time that the other one does not take,
// and a watching worker would take the caller's. So the worker goes to any of
// the other cores that the caller may use. It is bound to none of them: two
// programs that bind their threads meet on the same cores.
void SharedLoop::leaveCallersCore() const {
  if (callersCore < 0 || callersCore != sched_getcpu())
    return;
  cpu_set_t cores;
  CPU_ZERO(&cores);
  // The caller's cores and not those from which this worker started: a program
  // may limit its threads after its first loop.
  if (pthread_getaffinity_np(caller, sizeof(cores), &cores) != 0)
    return;
  CPU_CLR(callersCore, &cores);
  if (CPU_COUNT(&cores) > 0)
    // A failure leaves the worker where it is, which is slow and right.
    sched_setaffinity(0, sizeof(cores), &cores);
}

// The lock hands over the loop. A worker that comes late finds
// the loop closed, and so never calls a body whose closure, in the caller's
// frame, is gone.
bool Workers::join(uint64_t &seen) {
  std::lock_guard<std::mutex> guard(lock);
  seen = generation.load(std::memory_order_relaxed);
  if (!isOpen)
    return false;
  // Under the lock the loop stays open, and with it the thread of the caller.
  loop.leaveCallersCore();
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

void Workers::work(size_t thread) {
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
      loop.run(thread);
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
  bool wake;
  {
    std::lock_guard<std::mutex> guard(lock);
    loop.begin(count, body, closure, threads.size() + 1);
    isOpen = true;
    generation.fetch_add(1, std::memory_order_release);
    wake = numAsleep > 0;
  }
  if (wake)
    // notify is a system call, so none is made while all workers watch.
    started.notify_all();
  loop.run(/*thread=*/0);
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
