// Collectives by NCCL.
//
// NCCL knows devices alone: it has no rendezvous, no barrier and no memory of
// the host. So each group is one of other workers, threads or MPI, which share
// what NCCL knows the group by, and do every exchange of tensors on the CPU.
//
// An exchange is put into the stream in which the program's kernels are, and
// then asked for until it is done: NCCL has no time limit, and a worker that
// has died would let the others wait for ever. One that is started goes into a
// stream beside that, one for all groups of the device: NCCL wants their
// exchanges in one order on all workers.
#include "NcclCommunicator.h"

#include "Context.h"
#include "NcclLibrary.h"

#include <map>

namespace relax::runtime {

// ncclUint8: what is only moved is bytes.
static constexpr int kBytes = 1;

namespace {

/// A device's context, for as long as communicators need it, and the stream of
/// what is exchanged while kernels run.
class HeldContext {
public:
  HeldContext(const CudaDriver &driver, int32_t number)
      : driver(driver), number(number) {}
  ~HeldContext();
  HeldContext(const HeldContext &) = delete;
  HeldContext &operator=(const HeldContext &) = delete;

  /// The driver's answer.
  int hold() {
    int result = driver.getDevice(&handle, number);
    return result ? result : driver.retainContext(&context, handle);
  }

  /// Lets the stream beside wait for what is in `kernels` now; the driver's
  /// answer. The context is current.
  int follow(void *kernels);

  const CudaDriver &driver;
  const int32_t number;
  void *context = nullptr;
  /// The stream beside, null before something was started.
  void *beside = nullptr;

private:
  int handle = 0;
  void *ready = nullptr;
};

class NcclCommunicator : public RelaxCommunicator {
public:
  /// `own` is `workers` where nobody else has them.
  NcclCommunicator(const NcclLibrary &nccl, std::shared_ptr<HeldContext> held,
                   RelaxCommunicator &workers,
                   std::unique_ptr<RelaxCommunicator> own)
      : RelaxCommunicator(workers.rank, workers.size), nccl(nccl),
        held(std::move(held)), workers(workers), own(std::move(own)) {
    timeout = workers.timeout;
  }
  ~NcclCommunicator() override { end(hasFailed); }

  std::string join(Deadline deadline);
  std::string run(const Collective &collective, Deadline deadline) override;
  bool takesOnDevice(const Collective &collective) const override;
  std::string start(const Collective &collective) override;
  std::string finish(const void *received, Deadline deadline) override;
  std::string split(int32_t color, int32_t key, Deadline deadline,
                    std::unique_ptr<RelaxCommunicator> &part) override;
  void abort(const std::string &text) override;

private:
  /// An exchange that goes on, and the event behind it.
  struct Started {
    Collective collective;
    void *end;
  };

  std::string begin(const Collective &collective, void *stream);
  int call(const Collective &collective, void *stream);
  int exchangeParts(const Collective &collective, void *stream);
  std::string checkDevice(const Collective &collective) const;
  std::string wait(const Collective &collective, Deadline deadline,
                   const std::function<int()> &query);
  std::string leave(std::string failure);
  void end(bool isAborted);

  const NcclLibrary &nccl;
  std::shared_ptr<HeldContext> held;
  RelaxCommunicator &workers;
  std::unique_ptr<RelaxCommunicator> own;
  void *group = nullptr;
  bool hasFailed = false;
  /// By their results.
  std::map<const void *, Started> started;
};

} // namespace

//===----------------------------------------------------------------------===//
// The stream beside kernels
//===----------------------------------------------------------------------===//

HeldContext::~HeldContext() {
  if (!context)
    return;
  {
    CurrentCudaContext current(driver, context);
    if (ready)
      driver.destroyEvent(ready);
    if (beside)
      driver.destroyStream(beside);
  }
  driver.releaseContext(handle);
}

// What has been made is kept, also where more of it fails.
int HeldContext::follow(void *kernels) {
  int result = CudaSuccess;
  if (!beside && (result = driver.createStream(&beside, CudaNonBlocking)))
    beside = nullptr;
  if (!result && !ready &&
      (result = driver.createEvent(&ready, CudaWithoutTiming)))
    ready = nullptr;
  if (!result)
    result = driver.recordEvent(ready, kernels);
  return result ? result : driver.waitForEvent(beside, ready, 0);
}

//===----------------------------------------------------------------------===//
// Types and operators
//===----------------------------------------------------------------------===//

// The number of ncclDataType_t; -1 where there is none.
static int getType(DLDataType dtype) {
  if (dtype.lanes != 1)
    return -1;
  switch (dtype.code) {
  case RELAX_INT:
    return dtype.bits == 8    ? 0
           : dtype.bits == 32 ? 2
           : dtype.bits == 64 ? 4
                              : -1;
  case RELAX_UINT:
    return dtype.bits == 8    ? 1
           : dtype.bits == 32 ? 3
           : dtype.bits == 64 ? 5
                              : -1;
  case RELAX_FLOAT:
    return dtype.bits == 16   ? 6
           : dtype.bits == 32 ? 7
           : dtype.bits == 64 ? 8
                              : -1;
  case RELAX_BFLOAT:
    return dtype.bits == 16 ? 9 : -1;
  default:
    return -1;
  }
}

// The number of ncclRedOp_t: maximum and minimum stand the other way round.
static int getOperator(RelaxReduceKind kind) {
  constexpr int numbers[] = {0, 1, 3, 2, 4};
  return numbers[kind];
}

// What NCCL does otherwise than relax_collectives.h says goes by the host: it
// loses a NaN in a minimum or maximum, and says nothing of how the average of
// integers is rounded.
bool NcclCommunicator::takesOnDevice(const Collective &collective) const {
  if (!collective.isReduced())
    return true;
  bool isFloat = collective.dtype.code == RELAX_FLOAT ||
                 collective.dtype.code == RELAX_BFLOAT;
  bool isExtreme = collective.reduce == RELAX_REDUCE_MIN ||
                   collective.reduce == RELAX_REDUCE_MAX;
  bool isAverage = collective.reduce == RELAX_REDUCE_AVG;
  return getType(collective.dtype) >= 0 && !(isFloat ? isExtreme : isAverage);
}

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

static std::string describeDriver(const Collective &collective, int result) {
  return std::string(getName(collective.kind)) + ": the driver's error " +
         std::to_string(result);
}

std::string NcclCommunicator::checkDevice(const Collective &collective) const {
  int32_t found = collective.device->getNumber();
  return found == held->number
             ? ""
             : std::string(getName(collective.kind)) +
                   ": expected tensors on cuda:" +
                   std::to_string(held->number) +
                   ", with which this worker joined, found cuda:" +
                   std::to_string(found);
}

// What NCCL has no function for is parts that are sent and received at once;
// outside of a group each would wait for its other end.
int NcclCommunicator::exchangeParts(const Collective &collective,
                                    void *stream) {
  size_t part = collective.getPartBytes();
  int error = nccl.beginGroup();
  auto send = [&](int32_t to, int32_t number) {
    if (error == 0)
      error = nccl.send(static_cast<const char *>(collective.sent) +
                            part * size_t(number),
                        part, kBytes, to, group, stream);
  };
  auto receive = [&](int32_t from, int32_t number) {
    if (error == 0)
      error = nccl.receive(static_cast<char *>(collective.received) +
                               part * size_t(number),
                           part, kBytes, from, group, stream);
  };
  bool isRoot = rank == collective.root;
  for (int32_t other = 0; other < size; ++other) {
    if (collective.kind == CollectiveKind::AllToAll) {
      send(other, other);
      receive(other, other);
    } else if (collective.kind == CollectiveKind::Scatter && isRoot) {
      send(other, other);
    } else if (collective.kind == CollectiveKind::Gather && isRoot) {
      receive(other, other);
    }
  }
  if (collective.kind == CollectiveKind::Scatter)
    receive(collective.root, 0);
  else if (collective.kind == CollectiveKind::Gather)
    send(collective.root, 0);
  // Whatever was begun has to be ended, or all later calls would be part of it.
  int ended = nccl.endGroup();
  return error ? error : ended;
}

int NcclCommunicator::call(const Collective &collective, void *stream) {
  size_t count = size_t(collective.count), bytes = collective.getPartBytes();
  int type = getType(collective.dtype);
  switch (collective.kind) {
  case CollectiveKind::AllReduce:
    return nccl.allReduce(collective.sent, collective.received, count, type,
                          getOperator(collective.reduce), group, stream);
  case CollectiveKind::ReduceScatter:
    return nccl.reduceScatter(collective.sent, collective.received, count, type,
                              getOperator(collective.reduce), group, stream);
  case CollectiveKind::AllGather:
    return nccl.allGather(collective.sent, collective.received, bytes, kBytes,
                          group, stream);
  case CollectiveKind::Broadcast:
    return nccl.broadcast(collective.received, collective.received, bytes,
                          kBytes, collective.root, group, stream);
  case CollectiveKind::Send:
    return nccl.send(collective.sent, bytes, kBytes, collective.root, group,
                     stream);
  case CollectiveKind::Receive:
    return nccl.receive(collective.received, bytes, kBytes, collective.root,
                        group, stream);
  case CollectiveKind::AllToAll:
  case CollectiveKind::Scatter:
  case CollectiveKind::Gather:
    return exchangeParts(collective, stream);
  case CollectiveKind::Barrier:
    break;
  }
  return 0;
}

std::string NcclCommunicator::begin(const Collective &collective,
                                    void *stream) {
  CurrentCudaContext current(held->driver, held->context);
  if (current.result)
    return describeDriver(collective, current.result);
  int error = call(collective, stream);
  return error ? std::string(getName(collective.kind)) +
                     " failed: " + nccl.describe(error)
               : "";
}

// `query` says whether the exchange has ended, in the driver's words.
std::string NcclCommunicator::wait(const Collective &collective,
                                   Deadline deadline,
                                   const std::function<int()> &query) {
  const char *name = getName(collective.kind);
  return waitFor(name, deadline, [&](std::string &failure) {
    CurrentCudaContext current(held->driver, held->context);
    int done = current.result ? current.result : query();
    if (done != CudaNotReady) {
      if (checkCuda(collective.context, held->driver, held->number, done,
                    "a kernel or copy failed"))
        failure = relax_context_error(collective.context);
      return true;
    }
    int error = 0, result = nccl.getAsyncError(group, &error);
    if (error || result)
      failure = std::string(name) +
                " failed: " + nccl.describe(error ? error : result);
    return false;
  });
}

// What is under way would go on to touch the tensors' memory.
std::string NcclCommunicator::leave(std::string failure) {
  if (!failure.empty()) {
    hasFailed = true;
    end(true);
  }
  return failure;
}

std::string NcclCommunicator::run(const Collective &collective,
                                  Deadline deadline) {
  if (!collective.device)
    return workers.run(collective, deadline);
  std::string failure = checkDevice(collective);
  if (!failure.empty() || collective.count == 0)
    return failure;
  void *stream = collective.device->getStream(collective.context);
  failure = begin(collective, stream);
  if (failure.empty())
    failure =
        wait(collective, deadline, [&] { return held->driver.query(stream); });
  return leave(failure);
}

// Kernels from here on do not wait for it, nor it for them: the program waits
// before it reads the result or writes the operand.
std::string NcclCommunicator::start(const Collective &collective) {
  std::string failure = checkDevice(collective);
  if (!failure.empty())
    return failure;
  void *kernels = collective.device->getStream(collective.context);
  CurrentCudaContext current(held->driver, held->context);
  int result = current.result ? current.result : held->follow(kernels);
  if (!result)
    failure = begin(collective, held->beside);
  Started &own = started[collective.received];
  // A call that failed has left its exchange.
  if (own.end)
    held->driver.destroyEvent(own.end);
  own = {collective, nullptr};
  if (!result && failure.empty() &&
      (result = held->driver.createEvent(&own.end, CudaWithoutTiming)))
    own.end = nullptr;
  if (own.end)
    result = held->driver.recordEvent(own.end, held->beside);
  if (result)
    failure = describeDriver(collective, result);
  return leave(failure);
}

std::string NcclCommunicator::finish(const void *received, Deadline deadline) {
  auto found = started.find(received);
  if (found == started.end())
    return "";
  Started own = found->second;
  started.erase(found);
  std::string failure = wait(own.collective, deadline,
                             [&] { return held->driver.queryEvent(own.end); });
  CurrentCudaContext current(held->driver, held->context);
  held->driver.destroyEvent(own.end);
  return leave(failure);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

// The first worker's error is told to all, or they would wait for its number.
std::string NcclCommunicator::join(Deadline deadline) {
  struct {
    NcclId id;
    int32_t error;
  } told = {};
  if (rank == 0)
    told.error = nccl.getUniqueId(&told.id);
  Collective share{CollectiveKind::Broadcast};
  share.count = sizeof(told);
  share.sent = share.received = &told;
  std::string failure = workers.run(share, deadline);
  if (failure.empty() && told.error)
    failure = "join_nccl failed on worker 0: " + nccl.describe(told.error);
  if (!failure.empty())
    return failure;
  CurrentCudaContext current(held->driver, held->context);
  if (current.result)
    return "join_nccl: the driver's error " + std::to_string(current.result);
  int error = nccl.initRank(&group, size, told.id, rank);
  return error ? "join_nccl failed: " + nccl.describe(error) : "";
}

std::string NcclCommunicator::split(int32_t color, int32_t key,
                                    Deadline deadline,
                                    std::unique_ptr<RelaxCommunicator> &part) {
  std::unique_ptr<RelaxCommunicator> members;
  std::string failure = workers.split(color, key, deadline, members);
  if (!failure.empty())
    return failure;
  RelaxCommunicator &known = *members;
  auto made =
      std::make_unique<NcclCommunicator>(nccl, held, known, std::move(members));
  failure = made->join(deadline);
  part = std::move(made);
  return failure;
}

// Leaving waits for what the others still do; after a failure that would be for
// ever.
void NcclCommunicator::end(bool isAborted) {
  if (!group)
    return;
  CurrentCudaContext current(held->driver, held->context);
  (void)(isAborted ? nccl.abort(group) : nccl.destroy(group));
  for (auto &[received, own] : started)
    if (own.end)
      held->driver.destroyEvent(own.end);
  started.clear();
  group = nullptr;
}

void NcclCommunicator::abort(const std::string &text) {
  hasFailed = true;
  end(true);
  workers.abort(text);
}

// What this worker needs before it meets the others; the status of an error.
static int32_t prepare(RelaxContext *context, int32_t device,
                       const char *library, const NcclLibrary *&nccl,
                       std::shared_ptr<HeldContext> &held) {
  std::string failure;
  nccl = loadNccl(library, failure);
  if (!nccl)
    return fail(context, RELAX_ERROR_UNSUPPORTED, "join_nccl: %s",
                failure.c_str());
  CudaDevice *cuda = getCudaDevice(context, device);
  const CudaDriver *driver = cuda ? findCudaDevice(context, device) : nullptr;
  if (!driver)
    return relax_context_status(context);
  held = std::make_shared<HeldContext>(*driver, device);
  return checkCuda(context, *driver, device, held->hold(),
                   "cannot hold its context");
}

// A worker that cannot join says so to all: they would wait for it else.
int32_t joinNccl(RelaxContext *context, RelaxCommunicator &workers,
                 int32_t device, const char *library,
                 std::unique_ptr<RelaxCommunicator> &joined) {
  const NcclLibrary *nccl = nullptr;
  std::shared_ptr<HeldContext> held;
  int32_t status = prepare(context, device, library, nccl, held);
  uint8_t canJoin = status == RELAX_OK, canAllJoin = 0;
  Collective ask{CollectiveKind::AllReduce, RELAX_REDUCE_MIN};
  ask.dtype = {RELAX_UINT, 8, 1};
  ask.count = 1;
  ask.sent = &canJoin;
  ask.received = &canAllJoin;
  std::string failure = workers.run(ask, workers.getDeadline());
  if (status)
    return status;
  if (failure.empty() && !canAllJoin)
    failure = "join_nccl: another worker cannot join; its error says why";
  std::unique_ptr<NcclCommunicator> made;
  if (failure.empty()) {
    made = std::make_unique<NcclCommunicator>(*nccl, std::move(held), workers,
                                              nullptr);
    failure = made->join(workers.getDeadline());
  }
  if (!failure.empty())
    return fail(context, RELAX_ERROR_FAILED, "worker %d of %d: %s",
                workers.rank, workers.size, failure.c_str());
  joined = std::move(made);
  return RELAX_OK;
}

} // namespace relax::runtime
