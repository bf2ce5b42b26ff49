// Time limits of calls that cannot be given up.
#ifndef RELAX_RUNTIME_CALLLIMIT_H
#define RELAX_RUNTIME_CALLLIMIT_H

#include "Communicator.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace relax::runtime {

/// How long a worker waits before it tells that another one is lost.
std::chrono::seconds getTurn(int32_t rank);

/// Ends the process, with a message, if its end has not come in time.
class CallLimit {
public:
  /// `name` is that of the call; without a `rank`, before MPI knows it, the
  /// launcher's counts.
  CallLimit(const char *name, Deadline deadline, int32_t rank = -1);
  ~CallLimit();
  CallLimit(const CallLimit &) = delete;
  CallLimit &operator=(const CallLimit &) = delete;

private:
  void watch(const char *name, Deadline latest, int32_t rank);

  std::mutex lock;
  std::condition_variable changed;
  bool isDone = false;
  std::thread watcher;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CALLLIMIT_H
