// The threads that share the parallel loops of one context.
#ifndef RELAX_RUNTIME_WORKERS_H
#define RELAX_RUNTIME_WORKERS_H

#include "relax_rt.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <vector>

namespace relax::runtime {

/// A loop, and which thread has which of its iterations.
class SharedLoop {
public:
  explicit SharedLoop(size_t maxThreads) : shares(new Share[maxThreads]) {}

  /// Deals `count` iterations to `numThreads` threads; the caller is the first.
  void begin(int64_t count, RelaxLoopBody body, void *closure,
             size_t numThreads);

  /// Runs the iterations of a thread, then those that others have left.
  void run(size_t thread);

  /// Moves the calling thread to another core if it has that of the thread that
  /// began the loop, and waits for its end.
  void leaveCallersCore() const;

private:
  /// The iterations of one thread; the first is its next one. Apart from those
  /// of other threads, which change their own all the time.
  struct alignas(64) Share {
    std::atomic<int64_t> next{0};
    int64_t end = 0;
  };

  RelaxLoopBody body = nullptr;
  void *closure = nullptr;
  size_t numThreads = 1;
  int64_t piece = 1;
  std::unique_ptr<Share[]> shares;
  pthread_t caller = {};
  /// -1 if nobody knows.
  int callersCore = -1;
};

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
  void work(size_t thread);
  bool join(uint64_t &seen);
  void leave();

  RelaxContext *context;
  std::vector<std::thread> threads;
  /// The next one of those that were abandoned.
  Workers *nextAbandoned = nullptr;

  /// Guards all but the shares and the reading of the two other atomics.
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

  /// Begun while no worker is inside.
  SharedLoop loop;
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
