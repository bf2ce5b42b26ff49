// Locks that a child of fork finds free.
#ifndef RELAX_RUNTIME_FORKSAFEMUTEX_H
#define RELAX_RUNTIME_FORKSAFEMUTEX_H

#include "relax_runtime.h"

#include <mutex>

namespace relax::runtime {

/// A mutex that no thread holds while the process forks, so that what it guards
/// is whole in the child, which has only the thread that forked. A thread that
/// holds one does not fork.
class ForkSafeMutex {
public:
  /// `context` is one that a child forgets the threads of; may be null. It
  /// lives as long as the mutex.
  explicit ForkSafeMutex(RelaxContext *context = nullptr);
  ~ForkSafeMutex();
  ForkSafeMutex(const ForkSafeMutex &) = delete;
  ForkSafeMutex &operator=(const ForkSafeMutex &) = delete;

  void lock() { mutex.lock(); }
  void unlock() { mutex.unlock(); }

private:
  static void lockAll();
  static void unlockAll();
  static void unlockInChild();
  static const int isRegistered;

  std::mutex mutex;
  RelaxContext *context;
  /// Neighbours in the list of all of them.
  ForkSafeMutex *previous = nullptr, *next = nullptr;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_FORKSAFEMUTEX_H
