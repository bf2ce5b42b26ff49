// The C interface of collectives: checks what it is given, hands it to a back
// end, and says which worker met an error.
#include "Communicator.h"
#include "DType.h"
#include "MPICommunicator.h"
#include "ReduceElements.h"
#include "Tensor.h"
#include "ThreadCommunicator.h"

#include <cstdlib>

namespace relax::runtime {

// In the order of the enumeration; messages and the C functions share them, so
// that a user finds one by the other.
const char *getName(CollectiveKind kind) {
  static const char *const names[] = {
      "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast",
      "scatter",    "gather",     "send",           "receive",    "barrier"};
  return names[size_t(kind)];
}

// Seconds, unless the environment says a number above 0.
// Long enough for a worker that loads gigabytes first, and short enough that a
// job which hangs does not keep a cluster for hours.
static double getDefaultTimeout() {
  constexpr double kSeconds = 300;
  const char *text = std::getenv("RELAX_COLLECTIVE_TIMEOUT");
  double seconds = text ? std::strtod(text, nullptr) : 0;
  return seconds > 0 ? seconds : kSeconds;
}

// A steady clock: a step of the machine's time must neither end a wait nor
// prolong it.
static Deadline getDeadline(const RelaxCommunicator &communicator) {
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(
             std::chrono::duration<double>(communicator.timeout));
}

namespace {
/// What a caller gives, and what is made of it. `sent` or `received` is null
/// where this worker has none.
struct Request {
  RelaxContext *context;
  RelaxCommunicator *communicator;
  Collective collective;
  const DLTensor *sent = nullptr, *received = nullptr;
};
} // namespace

// An error that begins with the worker's number.
static int32_t failAs(const Request &request, int32_t status,
                      const std::string &text) {
  return fail(request.context, status, "worker %d of %d: %s",
              request.communicator->rank, request.communicator->size,
              text.c_str());
}

// Exchanges count elements, programs have sizes: a reader looks for the latter.
static std::string describe(const DLTensor &tensor) {
  std::string text = std::to_string(getNumElements(tensor)) + " elements of " +
                     DTypeText(tensor.dtype).text + " (sizes [";
  for (int32_t axis = 0; axis != tensor.ndim; ++axis)
    text += (axis ? ", " : "") + std::to_string(tensor.shape[axis]);
  return text + "])";
}

// Whether two tensors share memory.
static bool overlap(const DLTensor &a, const DLTensor &b, size_t aBytes,
                    size_t bBytes) {
  auto *first = static_cast<const char *>(getData(a));
  auto *second = static_cast<const char *>(getData(b));
  return first < second + bBytes && second < first + aBytes;
}

// How many parts of the smaller tensor's size each side has.
static void countParts(const Request &request, int64_t &sent,
                       int64_t &received) {
  int64_t workers = request.communicator->size;
  sent = received = 1;
  switch (request.collective.kind) {
  case CollectiveKind::AllGather:
  case CollectiveKind::Gather:
    received = workers;
    return;
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::Scatter:
    sent = workers;
    return;
  case CollectiveKind::AllToAll:
    sent = received = workers;
    return;
  default:
    return;
  }
}

// Strides would have to be copied away, on each worker in the same way;
// compiled code gives compact tensors only, so an error is cheaper than that.
static int32_t checkTensor(const Request &request, const char *name,
                           const DLTensor &tensor) {
  Subject subject(name);
  if (int32_t status = checkUsable(request.context, subject, &tensor))
    return status;
  if (!isCompact(tensor))
    return failAs(request, RELAX_ERROR_INVALID_ARGUMENT,
                  std::string(name) +
                      ": expected a compact tensor, found one with strides");
  if (tensor.dtype.bits * tensor.dtype.lanes % 8 != 0)
    return failAs(request, RELAX_ERROR_UNSUPPORTED,
                  std::string(name) +
                      ": expected elements of whole bytes, found " +
                      DTypeText(tensor.dtype).text);
  return RELAX_OK;
}

// One tensor for two names is meant where elements stay where they are.
// Where parts move, a worker would overwrite what another one still reads, so
// that only these two kinds may work in place.
static bool mayShare(const Request &request) {
  return (request.collective.kind == CollectiveKind::AllReduce ||
          request.collective.kind == CollectiveKind::Broadcast) &&
         getData(*request.sent) == getData(*request.received);
}

// Of a worker that only sends or only receives one side is known; the part's
// size follows from either.
static int32_t checkSizes(Request &request) {
  int64_t sentParts, receivedParts;
  countParts(request, sentParts, receivedParts);
  const DLTensor *sent = request.sent, *received = request.received;
  const DLTensor &known = sent ? *sent : *received;
  int64_t parts = sent ? sentParts : receivedParts;
  Collective &collective = request.collective;
  collective.dtype = known.dtype;
  collective.count = getNumElements(known) / parts;
  const char *name = getName(collective.kind);
  if (getNumElements(known) % parts != 0)
    return failAs(request, RELAX_ERROR_INVALID_ARGUMENT,
                  std::string(name) + ": expected a number of elements that " +
                      std::to_string(parts) + " workers divide, found " +
                      describe(known));
  if (!sent || !received)
    return RELAX_OK;
  int64_t expected = collective.count * receivedParts;
  if (getNumElements(*received) != expected ||
      !isSame(sent->dtype, received->dtype))
    return failAs(request, RELAX_ERROR_INVALID_ARGUMENT,
                  std::string(name) + ": expected a result of " +
                      std::to_string(expected) + " elements of " +
                      DTypeText(sent->dtype).text + " for an operand of " +
                      describe(*sent) + " and " +
                      std::to_string(request.communicator->size) +
                      " workers, found " + describe(*received));
  size_t bytes = collective.getPartBytes();
  if (overlap(*sent, *received, bytes * size_t(sentParts),
              bytes * size_t(receivedParts)) &&
      !mayShare(request))
    return failAs(request, RELAX_ERROR_INVALID_ARGUMENT,
                  std::string(name) + ": expected a result with memory of its "
                                      "own, found that of the operand");
  return RELAX_OK;
}

// After the sizes, which are wrong more often; MPI would join bytes of an
// unknown dtype without a word.
static int32_t checkReduce(const Request &request) {
  const Collective &collective = request.collective;
  if (!collective.isReduced() ||
      findReduce(collective.reduce, collective.dtype))
    return RELAX_OK;
  static const char *const names[] = {"sum", "prod", "min", "max", "avg"};
  bool isKnown = collective.reduce >= RELAX_REDUCE_SUM &&
                 collective.reduce <= RELAX_REDUCE_AVG;
  if (!isKnown)
    return failAs(request, RELAX_ERROR_INVALID_ARGUMENT,
                  std::string(getName(collective.kind)) +
                      ": expected a reduction from 0 to 4, found " +
                      std::to_string(collective.reduce));
  return failAs(request, RELAX_ERROR_UNSUPPORTED,
                std::string(getName(collective.kind)) +
                    ": expected elements that have a '" +
                    names[collective.reduce] + "', found " +
                    DTypeText(collective.dtype).text);
}

// Once an exchange has failed, workers no longer agree which one is next: going
// on would give results of different calls.
static int32_t checkGroup(RelaxContext *context,
                          const RelaxCommunicator *communicator,
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

// All checks come before the exchange, and look at this worker's side only:
// after an error here the others wait until their time limit, or are ended by
// abort.
static int32_t run(Request request) {
  Collective &collective = request.collective;
  RelaxCommunicator *communicator = request.communicator;
  if (int32_t status =
          checkGroup(request.context, communicator, getName(collective.kind)))
    return status;
  if (collective.root < 0 || collective.root >= communicator->size)
    return failAs(request, RELAX_ERROR_INVALID_ARGUMENT,
                  std::string(getName(collective.kind)) +
                      ": expected a worker from 0 to " +
                      std::to_string(communicator->size - 1) + ", found " +
                      std::to_string(collective.root));
  if (request.sent)
    if (int32_t status = checkTensor(request, "operand", *request.sent))
      return status;
  if (request.received)
    if (int32_t status = checkTensor(request, "result", *request.received))
      return status;
  if (request.sent || request.received) {
    if (int32_t status = checkSizes(request))
      return status;
    if (int32_t status = checkReduce(request))
      return status;
  }
  collective.sent = request.sent ? getData(*request.sent) : nullptr;
  collective.received = request.received ? getData(*request.received) : nullptr;
  // MPI's broadcast has one place for both.
  if (collective.kind == CollectiveKind::Broadcast && collective.sent &&
      collective.sent != collective.received) {
    copyBytes(collective.received, collective.sent, collective.getPartBytes());
    collective.sent = collective.received;
  }
  if (request.sent)
    communicator->sentBytes +=
        getNumElements(*request.sent) * int64_t(collective.getElementBytes());
  communicator->failure =
      communicator->run(collective, getDeadline(*communicator));
  if (communicator->failure.empty())
    return RELAX_OK;
  return failAs(request, RELAX_ERROR_FAILED, communicator->failure);
}

// As `guarded`, after the error of an operation before is gone.
template <typename Body>
static int32_t operate(RelaxContext *context, Body body) {
  beginOperation(context);
  return guarded(context, body);
}

// A tensor that must be there. The worker is named only once it is known.
static int32_t runWith(Request request, bool needsSent, bool needsReceived) {
  return operate(request.context, [&]() -> int32_t {
    const char *name = getName(request.collective.kind);
    if ((needsSent && !request.sent) || (needsReceived && !request.received))
      return fail(request.context, RELAX_ERROR_INVALID_ARGUMENT,
                  "%s: expected a tensor for the %s, found null", name,
                  needsSent && !request.sent ? "operand" : "result");
    return run(request);
  });
}

} // namespace relax::runtime

using relax::runtime::Collective;
using relax::runtime::CollectiveKind;
using relax::runtime::fail;
using relax::runtime::operate;
using relax::runtime::runWith;

RelaxCommunicator::RelaxCommunicator(int32_t rank, int32_t size)
    : rank(rank), size(size), timeout(relax::runtime::getDefaultTimeout()) {}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

int32_t relax_communicator_join_mpi(RelaxContext *context, const char *library,
                                    RelaxCommunicator **communicator) {
  return operate(context, [&]() -> int32_t {
    if (!communicator)
      return fail(
          context, RELAX_ERROR_INVALID_ARGUMENT,
          "join_mpi: expected a place for the communicator, found null");
    std::string failure;
    *communicator = relax::runtime::joinMPI(library, failure).release();
    return *communicator ? int32_t(RELAX_OK)
                         : fail(context, RELAX_ERROR_UNSUPPORTED,
                                "join_mpi: %s", failure.c_str());
  });
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

int32_t relax_communicator_split(RelaxContext *context,
                                 RelaxCommunicator *communicator, int32_t color,
                                 int32_t key, RelaxCommunicator **part) {
  return operate(context, [&]() -> int32_t {
    if (int32_t status =
            relax::runtime::checkGroup(context, communicator, "split"))
      return status;
    if (!part || color < 0)
      return fail(
          context, RELAX_ERROR_INVALID_ARGUMENT,
          "split: expected a color from 0 on and a place for the group, "
          "found %d%s",
          color, part ? "" : " and null");
    std::unique_ptr<RelaxCommunicator> made;
    communicator->failure = communicator->split(
        color, key, relax::runtime::getDeadline(*communicator), made);
    if (!communicator->failure.empty())
      return fail(context, RELAX_ERROR_FAILED, "worker %d of %d: %s",
                  communicator->rank, communicator->size,
                  communicator->failure.c_str());
    made->timeout = communicator->timeout;
    *part = made.release();
    return RELAX_OK;
  });
}

void relax_communicator_destroy(RelaxCommunicator *communicator) {
  // Parts before the whole, as they were made the other way.
  if (communicator)
    communicator->meshGroups.clear();
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

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

int32_t relax_all_reduce(RelaxContext *context, RelaxCommunicator *communicator,
                         RelaxReduceKind kind, const DLTensor *sent,
                         const DLTensor *received) {
  Collective collective{CollectiveKind::AllReduce, kind};
  return runWith({context, communicator, collective, sent, received}, true,
                 true);
}

int32_t relax_all_gather(RelaxContext *context, RelaxCommunicator *communicator,
                         const DLTensor *sent, const DLTensor *received) {
  Collective collective{CollectiveKind::AllGather};
  return runWith({context, communicator, collective, sent, received}, true,
                 true);
}

int32_t relax_reduce_scatter(RelaxContext *context,
                             RelaxCommunicator *communicator,
                             RelaxReduceKind kind, const DLTensor *sent,
                             const DLTensor *received) {
  Collective collective{CollectiveKind::ReduceScatter, kind};
  return runWith({context, communicator, collective, sent, received}, true,
                 true);
}

int32_t relax_all_to_all(RelaxContext *context, RelaxCommunicator *communicator,
                         const DLTensor *sent, const DLTensor *received) {
  Collective collective{CollectiveKind::AllToAll};
  return runWith({context, communicator, collective, sent, received}, true,
                 true);
}

// Whether this worker is the one with its own part to play.
// Its tensor is the only one that counts; what the others give for it is not
// even looked at, as in MPI.
static bool isRoot(const RelaxCommunicator *communicator, int32_t root) {
  return communicator && communicator->rank == root;
}

int32_t relax_broadcast(RelaxContext *context, RelaxCommunicator *communicator,
                        int32_t root, const DLTensor *sent,
                        const DLTensor *received) {
  Collective collective{CollectiveKind::Broadcast, RELAX_REDUCE_SUM, root};
  bool sends = isRoot(communicator, root);
  return runWith(
      {context, communicator, collective, sends ? sent : nullptr, received},
      sends, true);
}

int32_t relax_scatter(RelaxContext *context, RelaxCommunicator *communicator,
                      int32_t root, const DLTensor *sent,
                      const DLTensor *received) {
  Collective collective{CollectiveKind::Scatter, RELAX_REDUCE_SUM, root};
  bool sends = isRoot(communicator, root);
  return runWith(
      {context, communicator, collective, sends ? sent : nullptr, received},
      sends, true);
}

int32_t relax_gather(RelaxContext *context, RelaxCommunicator *communicator,
                     int32_t root, const DLTensor *sent,
                     const DLTensor *received) {
  Collective collective{CollectiveKind::Gather, RELAX_REDUCE_SUM, root};
  bool receives = isRoot(communicator, root);
  return runWith(
      {context, communicator, collective, sent, receives ? received : nullptr},
      true, receives);
}

int32_t relax_send(RelaxContext *context, RelaxCommunicator *communicator,
                   int32_t peer, const DLTensor *sent) {
  Collective collective{CollectiveKind::Send, RELAX_REDUCE_SUM, peer};
  return runWith({context, communicator, collective, sent, nullptr}, true,
                 false);
}

int32_t relax_receive(RelaxContext *context, RelaxCommunicator *communicator,
                      int32_t peer, const DLTensor *received) {
  Collective collective{CollectiveKind::Receive, RELAX_REDUCE_SUM, peer};
  return runWith({context, communicator, collective, nullptr, received}, false,
                 true);
}

int32_t relax_barrier(RelaxContext *context, RelaxCommunicator *communicator) {
  Collective collective{CollectiveKind::Barrier};
  return runWith({context, communicator, collective}, false, false);
}
