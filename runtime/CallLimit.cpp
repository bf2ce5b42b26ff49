// Time limits of calls that cannot be given up: those by which MPI starts, ends
// and makes groups have no requests that could be asked for.
#include "CallLimit.h"
#include "Launcher.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace relax::runtime {

// Where one worker is lost, all others find it at about the same time, and each
// would tell. The first of them tells at once and ends the others, who wait for
// that in the order of their numbers: there is one message, whoever is left.
std::chrono::seconds getTurn(int32_t rank) {
  // Open MPI's launcher takes a second to end the others; those from the fifth
  // on tell only if four are lost.
  constexpr int32_t kMaxTurns = 4;
  return std::min(rank, kMaxTurns) * std::chrono::seconds(2);
}

CallLimit::CallLimit(const char *name, Deadline deadline, int32_t rank) {
  // Before MPI has started only the launcher knows the worker's number.
  int32_t worker = rank < 0 ? std::max(0, getLaunchedRank()) : rank;
  watcher = std::thread(&CallLimit::watch, this, name,
                        deadline + getTurn(worker), worker);
}

// The thread that made the call cannot be reached, so that only this one can
// tell. The launcher ends the others.
void CallLimit::watch(const char *name, Deadline latest, int32_t rank) {
  std::unique_lock<std::mutex> guard(lock);
  if (changed.wait_until(guard, latest, [&] { return isDone; }))
    return;
  std::fprintf(
      stderr,
      "relax-runtime: error: worker %d: %s has not ended in time: another "
      "worker has died or is stuck, or the network is\n",
      rank, name);
  std::fflush(stderr);
  // No destructors: they would wait for the call.
  _exit(1);
}

CallLimit::~CallLimit() {
  {
    std::lock_guard<std::mutex> guard(lock);
    isDone = true;
  }
  changed.notify_all();
  watcher.join();
}

} // namespace relax::runtime
