// The threads that share the parallel loops of one context.
#ifndef RELAX_RUNTIME_WORKERS_H
#define RELAX_RUNTIME_WORKERS_H

#include "relax_rt.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace relax::runtime {

/// Threads that wait for loops. One loop runs at a time; the thread that brings
/// it works too, and waits only for workers that took part, never for one that
/// is still asleep.
class Workers {
public:
  /// Starts `number` threads, or as many as the system gives.
  Workers(RelaxContext *context, int32_t number);

  /// Ends the threads; no loop may be running.
  ~Workers();

  /// Lets go of workers whose threads are in another process. Null is allowed.
  static void abandon(std::unique_ptr<Workers> workers);

  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  /// Runs `body` over [0, count) on the caller and the workers.
  void run(int64_t count, RelaxLoopBody body, void *closure);

private:
  void work();
  bool join(uint64_t &seen);
  void leave();
  void runPieces();

  RelaxContext *context;
  std::vector<std::thread> threads;
  /// The next one of those that were abandoned.
  Workers *nextAbandoned = nullptr;

  /// Guards all but `next` and the reading of the two other atomics.
  std::mutex lock;
  std::condition_variable started, finished;
  /// Counts loops; workers watch it.
  std::atomic<uint64_t> generation{0};
  /// Workers that take part in the loop.
  std::atomic<int32_t> inside{0};
  /// True while workers may still join the loop.
  bool isOpen = false;
  bool isEnding = false;
  int32_t numAsleep = 0;

  /// The loop; written while no worker is inside.
  RelaxLoopBody body = nullptr;
  void *closure = nullptr;
  int64_t count = 0, piece = 1;
  /// The first iteration that nobody has taken.
  std::atomic<int64_t> next{0};
};

/// The context whose call this thread works for, null outside calls.
RelaxContext *getCurrentContext();

/// Makes a context the current one for as long as the object lives.
class CurrentContextScope {
public:
  explicit CurrentContextScope(RelaxContext *context);
  ~CurrentContextScope();
  CurrentContextScope(const CurrentContextScope &) = delete;
  CurrentContextScope &operator=(const CurrentContextScope &) = delete;

private:
  RelaxContext *previous;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_WORKERS_H
