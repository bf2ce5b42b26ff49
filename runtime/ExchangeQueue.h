// Exchanges that go on while their worker computes.
#ifndef RELAX_RUNTIME_EXCHANGEQUEUE_H
#define RELAX_RUNTIME_EXCHANGEQUEUE_H

#include "Communicator.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace relax::runtime {

/// What a worker has started to exchange: a thread does one exchange after the
/// other, in the order in which they were started, which is that of all
/// workers. A group and its parts share one.
class ExchangeQueue {
public:
  ExchangeQueue() = default;
  ~ExchangeQueue();
  ExchangeQueue(const ExchangeQueue &) = delete;
  ExchangeQueue &operator=(const ExchangeQueue &) = delete;

  /// Starts an exchange; its tensors are left alone until it is waited for.
  void start(RelaxCommunicator &communicator, const Collective &collective);

  /// Notes an exchange into `received` that is done, or that `communicator` has
  /// started on a device, for a later `wait`.
  void add(const void *received, RelaxCommunicator *communicator = nullptr);

  /// Waits for the exchange into `received`; false if none was started. What
  /// went wrong with it, or one before it, is in `failure`.
  bool wait(const void *received, std::string &failure);

  /// Waits for all; what went wrong with one of them, "" if nothing did.
  std::string finish();

private:
  struct Started {
    RelaxCommunicator *communicator;
    Collective collective;
  };

  /// Who has started it on a device, else null; whether it is done.
  struct Result {
    RelaxCommunicator *onDevice = nullptr;
    bool isDone = false;
  };

  void work();

  std::mutex lock;
  std::condition_variable changed;
  std::deque<Started> waiting;
  std::map<const void *, Result> results;
  std::string failure;
  bool isOver = false;
  std::thread thread;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_EXCHANGEQUEUE_H
