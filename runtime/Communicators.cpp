// The C interface of groups of workers: how they are joined, parted and left.
#include "Communicator.h"
#include "Context.h"
#include "ExchangeQueue.h"
#include "MPICommunicator.h"
#include "NcclCommunicator.h"
#include "ThreadCommunicator.h"

#include <algorithm>
#include <cstdlib>

namespace relax::runtime {

// Seconds, unless the environment says a number above 0.
// Long enough for a worker that loads gigabytes first, and short enough that a
// job which hangs does not keep a cluster for hours.
static double readTimeout(std::string &failure) {
  constexpr double kSeconds = 300;
  const char *text = std::getenv("RELAX_COLLECTIVE_TIMEOUT");
  if (!text || !*text)
    return kSeconds;
  char *end = nullptr;
  double seconds = std::strtod(text, &end);
  if (*end == 0 && seconds > 0)
    return seconds;
  failure = std::string("expected seconds above 0 in RELAX_COLLECTIVE_TIMEOUT, "
                        "found '") +
            text + "'";
  return kSeconds;
}

double getDefaultTimeout() {
  std::string failure;
  return readTimeout(failure);
}

// A steady clock: a step of the machine's time must neither end a wait nor
// prolong it. It counts nanoseconds, of which some centuries are too many.
Deadline makeDeadline(double seconds) {
  constexpr double kForever = 1e9;
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(
             std::chrono::duration<double>(std::min(seconds, kForever)));
}

// Once an exchange has failed, workers no longer agree which one is next: going
// on would give results of different calls.
int32_t checkGroup(RelaxContext *context, const RelaxCommunicator *communicator,
                   const char *name) {
  if (!communicator)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "%s: expected a communicator, found null", name);
  if (communicator->failure.empty())
    return RELAX_OK;
  return fail(context, RELAX_ERROR_FAILED,
              "worker %d of %d: %s: the group is useless since an error: %s",
              communicator->rank, communicator->size, name,
              communicator->failure.c_str());
}

} // namespace relax::runtime

using relax::runtime::fail;
using relax::runtime::operate;

RelaxCommunicator::RelaxCommunicator(int32_t rank, int32_t size)
    : rank(rank), size(size), timeout(relax::runtime::getDefaultTimeout()),
      queue(std::make_shared<relax::runtime::ExchangeQueue>()) {}

RelaxCommunicator::~RelaxCommunicator() = default;

relax::runtime::Deadline RelaxCommunicator::getDeadline() const {
  return relax::runtime::makeDeadline(timeout);
}

// `name` is that of the call, for errors; `group` null stands for all
// processes.
static int32_t joinMPI(RelaxContext *context, const char *name,
                       const char *library, const void *group,
                       RelaxCommunicator **communicator) {
  return operate(context, [&]() -> int32_t {
    if (!communicator)
      return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                  "%s: expected a place for the communicator, found null",
                  name);
    std::string failure;
    (void)relax::runtime::readTimeout(failure);
    if (!failure.empty())
      return fail(context, RELAX_ERROR_INVALID_ARGUMENT, "%s: %s", name,
                  failure.c_str());
    *communicator = relax::runtime::joinMPI(library, group, failure).release();
    return *communicator ? int32_t(RELAX_OK)
                         : fail(context, RELAX_ERROR_UNSUPPORTED, "%s: %s",
                                name, failure.c_str());
  });
}

int32_t relax_communicator_join_mpi(RelaxContext *context, const char *library,
                                    RelaxCommunicator **communicator) {
  return joinMPI(context, "join_mpi", library, nullptr, communicator);
}

int32_t relax_communicator_join_mpi_group(RelaxContext *context,
                                          const char *library,
                                          const void *group,
                                          RelaxCommunicator **communicator) {
  if (!group)
    return operate(context, [&]() -> int32_t {
      return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                  "join_mpi_group: expected the address of an MPI_Comm, found "
                  "null");
    });
  return joinMPI(context, "join_mpi_group", library, group, communicator);
}

int32_t relax_communicator_make_threads(RelaxContext *context, int32_t size,
                                        RelaxCommunicator **members) {
  return operate(context, [&]() -> int32_t {
    if (!members || size < 1)
      return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                  "make_threads: expected a number of workers from 1 on and "
                  "places for them, found %d%s",
                  size, members ? "" : " and null");
    auto made = relax::runtime::makeThreadGroup(size);
    for (int32_t rank = 0; rank < size; ++rank)
      members[rank] = made[size_t(rank)].release();
    return RELAX_OK;
  });
}

int32_t relax_communicator_join_nccl(RelaxContext *context,
                                     RelaxCommunicator *workers, int32_t device,
                                     const char *library,
                                     RelaxCommunicator **communicator) {
  return operate(context, [&]() -> int32_t {
    if (!context || !communicator)
      return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                  "join_nccl: expected a context and a place for the "
                  "communicator, found null");
    if (int32_t status =
            relax::runtime::checkGroup(context, workers, "join_nccl"))
      return status;
    std::unique_ptr<RelaxCommunicator> joined;
    if (int32_t status = relax::runtime::joinNccl(context, *workers, device,
                                                  library, joined))
      return status;
    *communicator = joined.release();
    return RELAX_OK;
  });
}

int32_t relax_communicator_split(RelaxContext *context,
                                 RelaxCommunicator *communicator, int32_t color,
                                 int32_t key, RelaxCommunicator **part) {
  return operate(context, [&]() -> int32_t {
    if (int32_t status =
            relax::runtime::checkGroup(context, communicator, "split"))
      return status;
    if (!part || color < 0)
      return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                  "worker %d of %d: split: expected a color from 0 on and a "
                  "place for the group, found %d%s",
                  communicator->rank, communicator->size, color,
                  part ? "" : " and null");
    std::unique_ptr<RelaxCommunicator> made;
    // A split is an exchange, too.
    communicator->failure = communicator->queue->finish();
    if (communicator->failure.empty())
      communicator->failure =
          communicator->split(color, key, communicator->getDeadline(), made);
    if (!communicator->failure.empty())
      return fail(context, RELAX_ERROR_FAILED, "worker %d of %d: %s",
                  communicator->rank, communicator->size,
                  communicator->failure.c_str());
    made->timeout = communicator->timeout;
    made->queue = communicator->queue;
    *part = made.release();
    return RELAX_OK;
  });
}

void relax_communicator_destroy(RelaxCommunicator *communicator) {
  // Parts before the whole, as they were made the other way; nothing goes on in
  // a group that ends.
  if (communicator) {
    communicator->queue->finish();
    communicator->meshGroups.clear();
  }
  delete communicator;
}

void relax_communicator_abort(RelaxCommunicator *communicator,
                              const char *text) {
  if (!communicator)
    return;
  (void)operate(nullptr, [&]() -> int32_t {
    std::string reason = "worker " + std::to_string(communicator->rank) +
                         " has ended the group: " + (text ? text : "?");
    communicator->failure = reason;
    communicator->abort(reason);
    // Others may wait for this worker in a part of the group.
    for (relax::runtime::MeshGroup &part : communicator->meshGroups)
      part.members->abort(reason);
    return RELAX_OK;
  });
}

int32_t relax_communicator_rank(const RelaxCommunicator *communicator) {
  return communicator ? communicator->rank : 0;
}

int32_t relax_communicator_size(const RelaxCommunicator *communicator) {
  return communicator ? communicator->size : 1;
}

int64_t relax_communicator_sent_bytes(const RelaxCommunicator *communicator) {
  if (!communicator)
    return 0;
  int64_t bytes = communicator->sentBytes;
  for (const relax::runtime::MeshGroup &part : communicator->meshGroups)
    bytes += part.members->sentBytes;
  return bytes;
}

void relax_communicator_set_timeout(RelaxCommunicator *communicator,
                                    double seconds) {
  if (communicator && seconds > 0)
    communicator->timeout = seconds;
}
