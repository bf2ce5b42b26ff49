// The C interface of exchanges: checks what it is given, hands it to a back
// end, and says which worker met an error.
#include "Communicator.h"
#include "DType.h"
#include "ExchangeQueue.h"
#include "ReduceElements.h"
#include "Tensor.h"

#include <thread>

namespace relax::runtime {

// In the order of the enumeration; messages and the C functions share them, so
// that a user finds one by the other.
const char *getName(CollectiveKind kind) {
  static const char *const names[] = {
      "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast",
      "scatter",    "gather",     "send",           "receive",    "barrier"};
  return names[size_t(kind)];
}

// A short exchange ends while its worker looks on; a long wait leaves the core
// to workers that share it.
std::string waitFor(const char *name, Deadline deadline,
                    const std::function<bool(std::string &failure)> &ask) {
  constexpr int kLooks = 2000;
  constexpr auto kPause = std::chrono::microseconds(50);
  std::string failure;
  for (int looks = 0;; ++looks) {
    bool isDone = ask(failure);
    if (isDone || !failure.empty())
      return failure;
    if (std::chrono::steady_clock::now() > deadline)
      return std::string(name) +
             " has not ended in time: another worker has died, is stuck or "
             "makes another call";
    if (looks < kLooks)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(kPause);
  }
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

static std::string getPlace(const DLTensor &tensor) {
  int32_t number = getCudaNumber(tensor);
  return number < 0 ? "the CPU" : "cuda:" + std::to_string(number);
}

// Whether two tensors share memory.
static bool overlap(const DLTensor &a, const DLTensor &b, size_t aBytes,
                    size_t bBytes) {
  auto *first = static_cast<const char *>(getData(a));
  auto *second = static_cast<const char *>(getData(b));
  return first < second + bBytes && second < first + aBytes;
}

Parts countParts(CollectiveKind kind, int64_t workers) {
  switch (kind) {
  case CollectiveKind::AllGather:
  case CollectiveKind::Gather:
    return {1, workers};
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::Scatter:
    return {workers, 1};
  case CollectiveKind::AllToAll:
    return {workers, workers};
  default:
    return {};
  }
}

// Strides would have to be copied away, on each worker in the same way;
// compiled code gives compact tensors only, so an error is cheaper than that.
static int32_t checkTensor(const Request &request, const char *name,
                           const DLTensor &tensor) {
  Subject subject(name);
  if (int32_t status = checkUsableAnywhere(request.context, subject, &tensor))
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
  Parts all = countParts(request.collective.kind, request.communicator->size);
  const DLTensor *sent = request.sent, *received = request.received;
  const DLTensor &known = sent ? *sent : *received;
  int64_t parts = sent ? all.sent : all.received;
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
  int64_t expected = collective.count * all.received;
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
  if (overlap(*sent, *received, bytes * size_t(all.sent),
              bytes * size_t(all.received)) &&
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

// Both tensors are where the exchange is: one of them would be copied else,
// which the program can say better.
static int32_t findDevice(Request &request) {
  const DLTensor *sent = request.sent, *received = request.received;
  int32_t number = getCudaNumber(sent ? *sent : *received);
  if (sent && received && getCudaNumber(*received) != number)
    return failAs(request, RELAX_ERROR_INVALID_ARGUMENT,
                  std::string(getName(request.collective.kind)) +
                      ": expected operand and result on one device, found " +
                      getPlace(*sent) + " and " + getPlace(*received));
  if (number < 0)
    return RELAX_OK;
  if (!request.context)
    return fail(nullptr, RELAX_ERROR_INVALID_ARGUMENT,
                "%s: expected a context for tensors on cuda:%d, found null",
                getName(request.collective.kind), number);
  request.collective.context = request.context;
  request.collective.device = getCudaDevice(request.context, number);
  return request.collective.device ? RELAX_OK
                                   : relax_context_status(request.context);
}

// Of the root, where MPI's broadcast has one place for both.
static int32_t moveToResult(Collective &collective) {
  const void *sent = collective.sent;
  collective.sent = collective.received;
  if (collective.device)
    return collective.device->copyFrom(collective.context, *collective.device,
                                       collective.received, sent,
                                       collective.getPartBytes());
  copyBytes(collective.received, sent, collective.getPartBytes());
  return RELAX_OK;
}

// An error of a device has a status of its own, and is told with the worker.
static int32_t failExchange(const Request &request) {
  int32_t status = RELAX_ERROR_FAILED;
  if (request.context && relax_context_status(request.context)) {
    status = relax_context_status(request.context);
    clearError(request.context);
  }
  return failAs(request, status, request.communicator->failure);
}

// Of all workers or of none. What goes by the host is in the order of the
// device's stream, which another thread does not know. What has no elements has
// no memory to wait for.
static bool canStart(const Request &request) {
  const Collective &collective = request.collective;
  bool isOfAll = collective.kind == CollectiveKind::AllReduce ||
                 collective.kind == CollectiveKind::AllGather ||
                 collective.kind == CollectiveKind::ReduceScatter ||
                 collective.kind == CollectiveKind::AllToAll;
  return isOfAll && collective.count > 0 &&
         (collective.device ? request.communicator->takesOnDevice(collective)
                            : request.communicator->mayStart());
}

// Starts an exchange, or does it after those that were started.
static int32_t exchange(const Request &request) {
  const Collective &collective = request.collective;
  RelaxCommunicator *communicator = request.communicator;
  bool isStart = request.context && request.context->bindings.startsExchanges;
  if (isStart && canStart(request)) {
    if (!collective.device) {
      communicator->queue->start(*communicator, collective);
      return RELAX_OK;
    }
    communicator->failure = communicator->start(collective);
    communicator->queue->add(collective.received, communicator);
    return communicator->failure.empty() ? RELAX_OK : failExchange(request);
  }
  communicator->failure = communicator->queue->finish();
  if (!communicator->failure.empty())
    return failExchange(request);
  Deadline deadline = communicator->getDeadline();
  bool isStaged = collective.device && !communicator->takesOnDevice(collective);
  communicator->failure = isStaged
                              ? runStaged(*communicator, collective, deadline)
                              : communicator->run(collective, deadline);
  if (isStart)
    communicator->queue->add(collective.received);
  return communicator->failure.empty() ? RELAX_OK : failExchange(request);
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
    if (int32_t status = findDevice(request))
      return status;
  }
  collective.sent = request.sent ? getData(*request.sent) : nullptr;
  collective.received = request.received ? getData(*request.received) : nullptr;
  if (collective.kind == CollectiveKind::Broadcast && collective.sent &&
      collective.sent != collective.received && moveToResult(collective)) {
    communicator->failure = relax_context_error(request.context);
    return failExchange(request);
  }
  if (request.sent)
    communicator->sentBytes +=
        getNumElements(*request.sent) * int64_t(collective.getElementBytes());
  return exchange(request);
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
using relax::runtime::runWith;

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

int32_t relax_wait(RelaxContext *context, RelaxCommunicator *communicator,
                   const DLTensor *received) {
  using namespace relax::runtime;
  return operate(context, [&]() -> int32_t {
    if (int32_t status = checkGroup(context, communicator, "wait"))
      return status;
    if (!received)
      return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                  "wait: expected a tensor that an exchange was started into, "
                  "found null");
    if (getNumElements(*received) == 0)
      return RELAX_OK;
    Request request{context, communicator, {CollectiveKind::AllReduce}};
    std::string failure;
    if (!communicator->queue->wait(getData(*received), failure))
      return failAs(request, RELAX_ERROR_INVALID_ARGUMENT,
                    "wait: expected a tensor that an exchange was started "
                    "into, found another one");
    communicator->failure = failure;
    return failure.empty() ? int32_t(RELAX_OK) : failExchange(request);
  });
}

int32_t relax_barrier(RelaxContext *context, RelaxCommunicator *communicator) {
  Collective collective{CollectiveKind::Barrier};
  return runWith({context, communicator, collective}, false, false);
}
