// The processes that a launcher of MPI started, of which this one is one.
#ifndef RELAX_TOOLS_RUN_WORKERS_H
#define RELAX_TOOLS_RUN_WORKERS_H

#include "relax_collectives.h"

#include <string>
#include <vector>

namespace relax::run {

/// All workers that run the same command; this process alone if no launcher
/// started it.
class Workers {
public:
  /// Reads what the launcher says in the environment.
  Workers();
  ~Workers();
  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  /// Lets a parent of this process say how it ends, if there is a launcher.
  void supervise() const;

  /// Number of this worker, from 0.
  int getRank() const { return rank; }

  /// The words with this worker's number in place of each "{rank}".
  std::vector<std::string> fill(int count, const char *const *words) const;

  /// Lets programs that run with `context` exchange tensors, if there is a
  /// launcher: joins the others at the first time, by NCCL too if it is used.
  /// Throws Failure.
  void serve(RelaxContext *context, bool usesNccl);

  /// Says an error, and ends the others if they were joined.
  void fail(const char *text);

private:
  bool isLaunched = false;
  int rank = 0;
  RelaxCommunicator *world = nullptr, *onDevices = nullptr;
};

} // namespace relax::run

#endif // RELAX_TOOLS_RUN_WORKERS_H
