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

  /// Notes an exchange into `received` that is done, for a later `wait`.
  void addDone(const void *received);

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

  void work();

  std::mutex lock;
  std::condition_variable changed;
  std::deque<Started> waiting;
  /// Of each result, whether its exchange is done.
  std::map<const void *, bool> results;
  std::string failure;
  bool isOver = false;
  std::thread thread;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_EXCHANGEQUEUE_H
