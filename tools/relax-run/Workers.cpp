// The processes that a launcher of MPI started.
#include "Workers.h"

#include "Arguments.h"
#include "Supervisor.h"

#include <cstdio>
#include <cstdlib>

namespace relax::run {

Workers::Workers() {
  int32_t number = relax_launched_worker();
  isLaunched = number >= 0;
  rank = isLaunched ? number : 0;
}

// Before anything runs in this process that a fork would not copy: threads,
// MPI.
void Workers::supervise() const {
  if (!isLaunched)
    return;
  // A worker whose neighbour has died is ended by it; UCX, by which MPICH moves
  // tensors, would print its stack first.
  setenv("UCX_HANDLE_ERRORS", "none", /*overwrite=*/0);
  superviseWorker(rank);
}

// From the environment, before MPI runs: which files are read may depend on the
// number, and errors about them have to name it.
std::vector<std::string> Workers::fill(int count,
                                       const char *const *words) const {
  const std::string place = "{rank}";
  std::vector<std::string> filled(words, words + count);
  for (std::string &word : filled)
    for (size_t at = word.find(place); at != std::string::npos;
         at = word.find(place, at))
      word.replace(at, place.size(), std::to_string(rank));
  return filled;
}

// NCCL before the workers by which it was joined.
Workers::~Workers() {
  relax_communicator_destroy(onDevices);
  relax_communicator_destroy(world);
}

// Device 0 is the process's own: programs name it, and launchers say which GPU
// that is by CUDA_VISIBLE_DEVICES.
void Workers::serve(RelaxContext *context, bool usesNccl) {
  if (!isLaunched && usesNccl)
    throw Failure("--nccl: expected a launcher of MPI, found none; start the "
                  "program by mpirun");
  if (!isLaunched)
    return;
  if ((!world && relax_communicator_join_mpi(context, nullptr, &world)) ||
      (usesNccl && !onDevices &&
       relax_communicator_join_nccl(context, world, 0, nullptr, &onDevices)) ||
      relax_context_set_communicators(context, onDevices ? onDevices : world,
                                      nullptr))
    throw Failure(relax_context_error(context));
}

void Workers::fail(const char *text) {
  std::fflush(stdout);
  // The library's texts name the worker already.
  std::string message = text;
  if (isLaunched && message.find("worker ") == std::string::npos)
    message = "worker " + std::to_string(rank) + ": " + message;
  std::fprintf(stderr, "relax-run: error: %s\n", message.c_str());
  std::fflush(stderr);
  noteError();
  // MPICH's launcher does not end the others if this one ends before it has
  // joined them: they would wait for it.
  if (isLaunched && !world)
    (void)relax_communicator_join_mpi(nullptr, nullptr, &world);
  relax_communicator_abort(world, text);
}

} // namespace relax::run
