// What a back end of collectives does: threads, MPI, NCCL.
#ifndef RELAX_RUNTIME_COMMUNICATOR_H
#define RELAX_RUNTIME_COMMUNICATOR_H

#include "Cuda/CudaDevice.h"
#include "relax_collectives.h"

#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace relax::runtime {

enum class CollectiveKind {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  Broadcast,
  Scatter,
  Gather,
  Send,
  Receive,
  Barrier,
};

/// The name of a kind, as in `relax_all_reduce` without its prefix.
const char *getName(CollectiveKind kind);

/// One exchange, as one worker asks for it. Tensors were checked.
struct Collective {
  CollectiveKind kind;
  RelaxReduceKind reduce = RELAX_REDUCE_SUM;
  /// The worker that sends or receives alone.
  int32_t root = 0;
  DLDataType dtype = {RELAX_INT, 8, 1};
  /// Elements of a part: what one worker gives to another.
  int64_t count = 0;
  const void *sent = nullptr;
  void *received = nullptr;
  /// The CUDA device of the tensors, null on the CPU; who told it to work.
  CudaDevice *device = nullptr;
  RelaxContext *context = nullptr;

  /// Whether elements of several workers become one.
  bool isReduced() const {
    return kind == CollectiveKind::AllReduce ||
           kind == CollectiveKind::ReduceScatter;
  }
  size_t getElementBytes() const { return dtype.bits * dtype.lanes / 8u; }
  size_t getPartBytes() const { return size_t(count) * getElementBytes(); }
};

/// How many parts of an exchange a worker of `workers` sends and receives,
/// where it does either.
struct Parts {
  int64_t sent = 1, received = 1;
};
Parts countParts(CollectiveKind kind, int64_t workers);

/// Copies memory that may be none, of tensors without elements.
inline void copyBytes(void *to, const void *from, size_t bytes) {
  if (bytes != 0)
    std::memcpy(to, from, bytes);
}

/// A call's end at the latest.
using Deadline = std::chrono::steady_clock::time_point;

/// The end of a call that begins now and may take so many seconds.
Deadline makeDeadline(double seconds);

/// Seconds that a call may take unless the program says otherwise: those of
/// RELAX_COLLECTIVE_TIMEOUT, else 300.
double getDefaultTimeout();

/// An error if the group is null or useless since a failure. `name` is that of
/// what was asked of it.
int32_t checkGroup(RelaxContext *context, const RelaxCommunicator *communicator,
                   const char *name);

/// Asks a library until an exchange called `name` is done, or its time is over;
/// what went wrong, "" if nothing did. `ask` says whether it is done, and what
/// is wrong with it.
std::string waitFor(const char *name, Deadline deadline,
                    const std::function<bool(std::string &failure)> &ask);

class ExchangeQueue;

/// Does an exchange of tensors on a device by way of the host, for a
/// communicator that does not take them there; what went wrong, "" if nothing
/// did. An error of the device is that of the collective's context, too.
std::string runStaged(RelaxCommunicator &communicator,
                      const Collective &collective, Deadline deadline);

} // namespace relax::runtime

namespace relax::runtime {
/// The workers that differ from one only along axes of a mesh, on which all of
/// a group stand.
struct MeshGroup {
  /// The number of the mesh's axes, their sizes, the axes.
  std::vector<int64_t> numbers;
  std::unique_ptr<RelaxCommunicator> members;
};
} // namespace relax::runtime

/// One worker of a group.
struct RelaxCommunicator {
  RelaxCommunicator(int32_t rank, int32_t size);
  virtual ~RelaxCommunicator();
  RelaxCommunicator(const RelaxCommunicator &) = delete;
  RelaxCommunicator &operator=(const RelaxCommunicator &) = delete;

  /// Does an exchange; what went wrong, "" if nothing did. A failure leaves
  /// the group useless.
  virtual std::string run(const relax::runtime::Collective &collective,
                          relax::runtime::Deadline deadline) = 0;

  /// Whether `run` takes this exchange of tensors on a CUDA device; the same
  /// for all workers.
  virtual bool takesOnDevice(const relax::runtime::Collective &) const {
    return false;
  }

  /// Whether `run` may be called by another thread than the worker's, while
  /// that one makes no call.
  virtual bool mayStart() const { return false; }

  /// Starts an exchange that it takes on a device, beside what is computed
  /// there from now on, and waits for the one into `received`; what went wrong,
  /// "" if nothing did. A failure leaves the group useless.
  virtual std::string start(const relax::runtime::Collective &collective) {
    return run(collective, getDeadline());
  }
  virtual std::string finish(const void * /*received*/,
                             relax::runtime::Deadline /*deadline*/) {
    return "";
  }

  /// See relax_communicator_split.
  virtual std::string split(int32_t color, int32_t key,
                            relax::runtime::Deadline deadline,
                            std::unique_ptr<RelaxCommunicator> &part) = 0;

  /// See relax_communicator_abort.
  virtual void abort(const std::string &text) = 0;

  /// When a call that begins now has to end.
  relax::runtime::Deadline getDeadline() const;

  const int32_t rank, size;
  /// Seconds that a call may take.
  double timeout;
  /// What was started to exchange; that of the group of which this is a part.
  std::shared_ptr<relax::runtime::ExchangeQueue> queue;
  /// Of the tensors given to exchanges, parts of the group not counted.
  int64_t sentBytes = 0;
  /// Why the group is useless, "" as long as it is not.
  std::string failure;
  /// Parts of the group that programs have asked for: making one is an exchange
  /// itself, and programs ask in each call.
  std::vector<relax::runtime::MeshGroup> meshGroups;
};

#endif // RELAX_RUNTIME_COMMUNICATOR_H
