// Collectives by MPI.
//
// Every exchange is started and then asked for until it is done: a worker that
// waits gives its core to those that compute, and gives up at a time limit,
// which MPI's own waits do not have.
#include "MPICommunicator.h"

#include "CallLimit.h"
#include "CollectiveTerms.h"
#include "Launcher.h"
#include "MPILibrary.h"
#include "MPIOperators.h"
#include "ReduceElements.h"

#include <chrono>
#include <climits>
#include <map>
#include <memory>
#include <thread>

namespace relax::runtime {

namespace {

/// What all communicators of a library share: types and operators of MPI.
template <typename Handle>
class MPIEnvironment {
public:
  /// Loads MPI and starts it; what went wrong, "" if nothing did.
  std::string start(void *library);

  // Gives back what was made of MPI, and ends it if it was started here, unless
  // something failed: that would wait for workers that are gone.
  ~MPIEnvironment();

  /// The handle of elements of so many bytes, or of the join of such elements.
  std::string getType(size_t bytes, Handle &type);
  std::string getOperator(RelaxReduceKind kind, DLDataType dtype,
                          Handle &reduceOperator);

  /// The text of an error's number, "" of 0.
  std::string describe(int error) const;

  MPILibrary<Handle> mpi;
  bool hasFailed = false;
  /// Whether threads may take turns in calling MPI.
  bool takesOtherThreads = false;

private:
  void leaveTogether(Deadline deadline);

  bool isStartedHere = false;
  std::map<size_t, Handle> types;
  std::map<MPIUserFunction *, Handle> operators;
};

template <typename Handle>
class MPICommunicator : public RelaxCommunicator {
public:
  MPICommunicator(std::shared_ptr<MPIEnvironment<Handle>> environment,
                  Handle group, int32_t rank, int32_t size)
      : RelaxCommunicator(rank, size), environment(std::move(environment)),
        group(group) {}
  ~MPICommunicator() override;

  std::string run(const Collective &collective, Deadline deadline) override;
  std::string split(int32_t color, int32_t key, Deadline deadline,
                    std::unique_ptr<RelaxCommunicator> &part) override;
  bool mayStart() const override { return environment->takesOtherThreads; }
  void abort(const std::string &text) override;

  /// The communicator of a group of MPI, which it frees.
  static std::unique_ptr<RelaxCommunicator>
  make(std::shared_ptr<MPIEnvironment<Handle>> environment, Handle group);

private:
  int begin(const Collective &own, Handle type, Handle reduceOperator,
            Handle &request);
  std::string begin(const Collective &own, Handle &request);
  std::string beginTerms(const Collective &own, Handle &request);
  std::string compareTerms(const Collective &own) const;
  std::string wait(const char *what, Handle &request, Deadline deadline);
  std::string exchange(const Collective &own, Deadline deadline);
  std::string exchangeInParts(const Collective &own, Deadline deadline);

  std::shared_ptr<MPIEnvironment<Handle>> environment;
  Handle group;
  /// Of the exchange that is under way: what this worker asks for, then what
  /// each of the others does. Members, as MPI may write to them after a
  /// failure.
  CollectiveTerms terms;
  std::vector<CollectiveTerms> allTerms;
};

} // namespace

//===----------------------------------------------------------------------===//
// MPIEnvironment
//===----------------------------------------------------------------------===//

template <typename Handle>
std::string MPIEnvironment<Handle>::describe(int error) const {
  if (error == 0)
    return "";
  // MPI_MAX_ERROR_STRING is 512 of MPICH, 256 of Open MPI.
  char text[1024] = "";
  int length = 0;
  if (mpi.errorString(error, text, &length) != 0)
    return "MPI's error " + std::to_string(error);
  return text;
}

template <typename Handle>
std::string MPIEnvironment<Handle>::start(void *library) {
  std::string missing = mpi.find(library);
  if (!missing.empty())
    return "expected MPI 3 or newer, found a library without '" + missing + "'";
  int isOn = 0, isOver = 0, level = 0;
  mpi.initialized(&isOn);
  mpi.finalized(&isOver);
  if (isOver)
    return "expected MPI to run, found that the program has ended it";
  // Calls come from one thread at a time: MPI_THREAD_SERIALIZED, 2 everywhere.
  constexpr int kSerialized = 2;
  if (isOn) {
    takesOtherThreads = mpi.queryThread(&level) == 0 && level >= kSerialized;
    return "";
  }
  CallLimit limit("MPI_Init_thread", makeDeadline(getDefaultTimeout()));
  std::string failure =
      describe(mpi.initThread(nullptr, nullptr, kSerialized, &level));
  takesOtherThreads = level >= kSerialized;
  isStartedHere = failure.empty();
  // Of what belongs to no group, too, errors are told.
  if (isStartedHere)
    mpi.setErrorHandler(mpi.world, mpi.errorsReturn);
  return failure;
}

// MPICH 4.0 over UCX's TCP asks each other worker for an acknowledgement in
// MPI_Finalize, and then waits for the launcher, where it answers nobody. Who
// is asked while still busy with MPI answers at once; its own question, later,
// is never answered (one run in eight). So all stop first, and ask only when
// the last one has surely left the barrier, too: whoever answers then has
// asked.
template <typename Handle>
void MPIEnvironment<Handle>::leaveTogether(Deadline deadline) {
  constexpr std::chrono::milliseconds kToLeave(100);
  int size = 1;
  Handle request{};
  if (mpi.size(mpi.world, &size) != 0 || size == 1 ||
      mpi.barrier(mpi.world, &request) != 0)
    return;
  (void)waitFor("MPI_Ibarrier", deadline, [&](std::string &failure) {
    int isDone = 0;
    failure = describe(mpi.test(&request, &isDone, mpi.statusIgnore));
    return isDone != 0;
  });
  std::this_thread::sleep_for(kToLeave);
}

template <typename Handle>
MPIEnvironment<Handle>::~MPIEnvironment() {
  int isOver = 1;
  if (!hasFailed && mpi.finalized)
    mpi.finalized(&isOver);
  if (isOver)
    return;
  for (auto &[bytes, type] : types)
    mpi.freeType(&type);
  for (auto &[join, reduceOperator] : operators)
    mpi.freeOperator(&reduceOperator);
  if (!isStartedHere)
    return;
  Deadline deadline = makeDeadline(getDefaultTimeout());
  CallLimit limit("MPI_Finalize", deadline);
  leaveTogether(deadline);
  mpi.finalize();
}

// Types are kept by their size: MPI moves bytes, and joining knows the dtype
// from its operator, so f32 and i32 share one.
template <typename Handle>
std::string MPIEnvironment<Handle>::getType(size_t bytes, Handle &type) {
  auto found = types.find(bytes);
  if (found == types.end()) {
    int error = mpi.makeType(int(bytes), mpi.byte, &type);
    if (error == 0)
      error = mpi.commitType(&type);
    if (error != 0)
      return describe(error);
    found = types.emplace(bytes, type).first;
  }
  type = found->second;
  return "";
}

// Commutative, so that MPI may take its fastest tree; the order is the same in
// each run of as many workers all the same.
template <typename Handle>
std::string MPIEnvironment<Handle>::getOperator(RelaxReduceKind kind,
                                                DLDataType dtype,
                                                Handle &reduceOperator) {
  MPIUserFunction *join = findJoin(kind, dtype);
  auto found = operators.find(join);
  if (found == operators.end()) {
    int error = mpi.makeOperator(join, /*commute=*/1, &reduceOperator);
    if (error != 0)
      return describe(error);
    found = operators.emplace(join, reduceOperator).first;
  }
  reduceOperator = found->second;
  return "";
}

//===----------------------------------------------------------------------===//
// MPICommunicator
//===----------------------------------------------------------------------===//

template <typename Handle>
MPICommunicator<Handle>::~MPICommunicator() {
  int isOver = 1;
  environment->mpi.finalized(&isOver);
  // Freeing waits for the others, too.
  if (!isOver && !environment->hasFailed)
    environment->mpi.freeGroup(&group);
}

template <typename Handle>
std::unique_ptr<RelaxCommunicator> MPICommunicator<Handle>::make(
    std::shared_ptr<MPIEnvironment<Handle>> environment, Handle group) {
  int rank = 0, size = 1;
  // Errors are told and do not end the process.
  environment->mpi.setErrorHandler(group, environment->mpi.errorsReturn);
  environment->mpi.rank(group, &rank);
  environment->mpi.size(group, &size);
  return std::make_unique<MPICommunicator>(std::move(environment), group, rank,
                                           size);
}

// Nonblocking forms of all: the blocking ones can neither yield nor give up.
template <typename Handle>
int MPICommunicator<Handle>::begin(const Collective &own, Handle type,
                                   Handle reduceOperator, Handle &request) {
  MPILibrary<Handle> &mpi = environment->mpi;
  constexpr int tag = 0;
  int count = int(own.count);
  const void *sent = own.sent;
  switch (own.kind) {
  case CollectiveKind::AllReduce:
    return mpi.allReduce(sent == own.received ? mpi.inPlace : sent,
                         own.received, count, type, reduceOperator, group,
                         &request);
  case CollectiveKind::ReduceScatter:
    return mpi.reduceScatter(sent, own.received, count, type, reduceOperator,
                             group, &request);
  case CollectiveKind::AllGather:
    return mpi.allGather(sent, count, type, own.received, count, type, group,
                         &request);
  case CollectiveKind::AllToAll:
    return mpi.allToAll(sent, count, type, own.received, count, type, group,
                        &request);
  case CollectiveKind::Broadcast:
    return mpi.broadcast(own.received, count, type, own.root, group, &request);
  case CollectiveKind::Scatter:
    return mpi.scatter(sent, count, type, own.received, count, type, own.root,
                       group, &request);
  case CollectiveKind::Gather:
    return mpi.gather(sent, count, type, own.received, count, type, own.root,
                      group, &request);
  case CollectiveKind::Send:
    return mpi.send(sent, count, type, own.root, tag, group, &request);
  case CollectiveKind::Receive:
    return mpi.receive(own.received, count, type, own.root, tag, group,
                       &request);
  case CollectiveKind::Barrier:
    return mpi.barrier(group, &request);
  }
  return 0;
}

template <typename Handle>
std::string MPICommunicator<Handle>::wait(const char *what, Handle &request,
                                          Deadline deadline) {
  return waitFor(what, deadline, [&](std::string &failure) {
    int isDone = 0;
    int error =
        environment->mpi.test(&request, &isDone, environment->mpi.statusIgnore);
    if (error != 0)
      failure = std::string(what) + " failed: " + environment->describe(error);
    return isDone != 0;
  });
}

template <typename Handle>
std::string MPICommunicator<Handle>::begin(const Collective &own,
                                           Handle &request) {
  const char *name = getName(own.kind);
  if (own.count > INT_MAX)
    return std::string(name) +
           " takes at most 2147483647 elements a worker, "
           "found " +
           std::to_string(own.count);
  Handle type{}, reduceOperator{};
  std::string failure = environment->getType(own.getElementBytes(), type);
  if (failure.empty() && own.isReduced())
    failure = environment->getOperator(own.reduce, own.dtype, reduceOperator);
  if (!failure.empty())
    return failure;
  int error = begin(own, type, reduceOperator, request);
  return error == 0
             ? ""
             : std::string(name) + " failed: " + environment->describe(error);
}

// To all, or to the one that receives, in a message of its own.
template <typename Handle>
std::string MPICommunicator<Handle>::beginTerms(const Collective &own,
                                                Handle &request) {
  constexpr int tag = 1;
  MPILibrary<Handle> &mpi = environment->mpi;
  terms = CollectiveTerms(own);
  allTerms.resize(size_t(size));
  Handle type{};
  std::string failure = environment->getType(sizeof(terms), type);
  if (!failure.empty())
    return failure;
  int error = own.kind == CollectiveKind::Send
                  ? mpi.send(&terms, 1, type, own.root, tag, group, &request)
              : own.kind == CollectiveKind::Receive
                  ? mpi.receive(&allTerms[size_t(own.root)], 1, type, own.root,
                                tag, group, &request)
                  : mpi.allGather(&terms, 1, type, allTerms.data(), 1, type,
                                  group, &request);
  return environment->describe(error);
}

template <typename Handle>
std::string MPICommunicator<Handle>::compareTerms(const Collective &own) const {
  if (own.kind == CollectiveKind::Send)
    return "";
  if (own.kind == CollectiveKind::Receive)
    return terms.compare(allTerms[size_t(own.root)], own.root);
  std::string mismatch;
  for (int32_t other = 0; other != size && mismatch.empty(); ++other)
    mismatch = terms.compare(allTerms[size_t(other)], other);
  return mismatch;
}

template <typename Handle>
std::string MPICommunicator<Handle>::exchange(const Collective &own,
                                              Deadline deadline) {
  Handle request{};
  std::string failure = begin(own, request);
  return failure.empty() ? wait(getName(own.kind), request, deadline) : failure;
}

// Libraries take operators that they do not know through a tree, in which a
// worker sends all of the tensor several times, one after the other. In parts
// each element is sent twice, as around a ring (Patarasuk and Yuan, 2009), and
// joined once, so that all workers have the same bits.
template <typename Handle>
std::string MPICommunicator<Handle>::exchangeInParts(const Collective &own,
                                                     Deadline deadline) {
  Collective scattered = own, gathered = own;
  scattered.kind = CollectiveKind::ReduceScatter;
  gathered.kind = CollectiveKind::AllGather;
  scattered.count = gathered.count = own.count / size;
  // Not a vector, which would be filled first.
  std::unique_ptr<char[]> part(new char[scattered.getPartBytes()]);
  scattered.received = part.get();
  gathered.sent = part.get();
  std::string failure = exchange(scattered, deadline);
  return failure.empty() ? exchange(gathered, deadline) : failure;
}

// Terms go on beside a short exchange, which so takes as long as without them,
// and in front of a long one.
template <typename Handle>
std::string MPICommunicator<Handle>::run(const Collective &own,
                                         Deadline deadline) {
  // Short ones are a matter of steps, of which a tree has fewer.
  constexpr size_t kMinBytes = 1 << 16;
  const char *name = getName(own.kind);
  bool isShort = own.getPartBytes() < kMinBytes;
  Handle ofTerms{}, request{};
  std::string failure = beginTerms(own, ofTerms);
  if (failure.empty() && isShort)
    failure = begin(own, request);
  if (failure.empty())
    failure = wait(name, ofTerms, deadline);
  if (failure.empty())
    failure = compareTerms(own);
  if (failure.empty())
    failure = isShort ? wait(name, request, deadline)
              : own.kind == CollectiveKind::AllReduce && own.count % size == 0
                  ? exchangeInParts(own, deadline)
                  : exchange(own, deadline);
  if (!failure.empty()) {
    environment->hasFailed = true;
    std::this_thread::sleep_for(getTurn(rank));
  }
  if (failure.empty() && own.isReduced() && own.reduce == RELAX_REDUCE_AVG)
    divideElements(own.received, own.dtype, own.count, size);
  return failure;
}

// All meet before, so that a worker that does not come is an error of the group
// and not the end of the process.
template <typename Handle>
std::string
MPICommunicator<Handle>::split(int32_t color, int32_t key, Deadline deadline,
                               std::unique_ptr<RelaxCommunicator> &part) {
  Collective barrier{CollectiveKind::Barrier};
  std::string failure = run(barrier, deadline);
  if (!failure.empty())
    return failure;
  Handle made{};
  CallLimit limit("MPI_Comm_split", deadline, rank);
  int error = environment->mpi.split(group, color, key, &made);
  if (error != 0) {
    environment->hasFailed = true;
    return "split failed: " + environment->describe(error);
  }
  part = make(environment, made);
  return "";
}

// The world and not the group: workers outside of a split wait for it, too.
// MPICH's launcher ends at once then, and loses what workers have written but
// it has not passed on yet.
template <typename Handle>
void MPICommunicator<Handle>::abort(const std::string &) {
  constexpr std::chrono::milliseconds kToPassOn(100);
  environment->hasFailed = true;
  std::this_thread::sleep_for(kToPassOn);
  environment->mpi.abort(environment->mpi.world, 1);
}

// The environment outlives all groups of it: each of them keeps it, and MPI
// ends with the last one.
template <typename Handle>
static std::unique_ptr<RelaxCommunicator>
join(void *library, const void *joined, std::string &failure) {
  auto environment = std::make_shared<MPIEnvironment<Handle>>();
  failure = environment->start(library);
  if (!failure.empty())
    return nullptr;
  // A group of its own, so that messages of the program do not meet ours.
  Handle group{}, from = environment->mpi.world;
  if (joined)
    from = *static_cast<const Handle *>(joined);
  CallLimit limit("MPI_Comm_dup", makeDeadline(getDefaultTimeout()));
  failure = environment->describe(environment->mpi.duplicate(from, &group));
  if (!failure.empty())
    return nullptr;
  auto made = MPICommunicator<Handle>::make(std::move(environment), group);
  failure = joined ? "" : checkLaunched(made->size);
  return failure.empty() ? std::move(made) : nullptr;
}

std::unique_ptr<RelaxCommunicator>
joinMPI(const char *library, const void *group, std::string &failure) {
  void *loaded = loadMPI(library, failure);
  if (!loaded)
    return nullptr;
  failure.clear();
  return hasOpenMPIInterface(loaded) ? join<void *>(loaded, group, failure)
                                     : join<int>(loaded, group, failure);
}

} // namespace relax::runtime
