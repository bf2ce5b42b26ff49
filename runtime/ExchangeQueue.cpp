// Does exchanges in a thread of their own, while the worker computes.
//
// MPI's nonblocking calls alone do not overlap: most libraries move data only
// while one of their functions runs. So the thread asks until an exchange is
// done, and the worker makes no call of MPI meanwhile: whoever exchanges
// without starting first waits for all that was started. That is
// MPI_THREAD_SERIALIZED, and the order of exchanges is that of the program.
//
// A device needs no thread: what is started there goes on in a stream, of which
// the worker's own thread asks when it waits.
#include "ExchangeQueue.h"

#include <utility>

namespace relax::runtime {

ExchangeQueue::~ExchangeQueue() {
  {
    std::lock_guard<std::mutex> guard(lock);
    isOver = true;
  }
  changed.notify_all();
  if (thread.joinable())
    thread.join();
}

void ExchangeQueue::start(RelaxCommunicator &communicator,
                          const Collective &collective) {
  std::lock_guard<std::mutex> guard(lock);
  results[collective.received] = {};
  waiting.push_back({&communicator, collective});
  // Most programs never start one, and need no thread.
  if (!thread.joinable())
    thread = std::thread(&ExchangeQueue::work, this);
  changed.notify_all();
}

void ExchangeQueue::add(const void *received, RelaxCommunicator *communicator) {
  std::lock_guard<std::mutex> guard(lock);
  results[received] = {communicator, communicator == nullptr};
}

// Of a device without the lock: the thread may have to go on for other workers
// to come as far.
bool ExchangeQueue::wait(const void *received, std::string &text) {
  std::unique_lock<std::mutex> guard(lock);
  auto found = results.find(received);
  if (found == results.end())
    return false;
  if (RelaxCommunicator *starter = found->second.onDevice) {
    guard.unlock();
    std::string own = starter->finish(received, starter->getDeadline());
    guard.lock();
    if (failure.empty())
      failure = own;
  } else {
    changed.wait(guard, [&] { return found->second.isDone; });
  }
  results.erase(found);
  text = failure;
  return true;
}

std::string ExchangeQueue::finish() {
  std::unique_lock<std::mutex> guard(lock);
  changed.wait(guard, [&] { return waiting.empty(); });
  for (auto &[received, result] : results)
    if (RelaxCommunicator *starter = std::exchange(result.onDevice, nullptr)) {
      std::string own = starter->finish(received, starter->getDeadline());
      if (failure.empty())
        failure = own;
      result.isDone = true;
    }
  return failure;
}

// An exchange stays in front of the queue until it is done, so that an empty
// queue is one without work. After a failure workers no longer agree on what is
// next, so that none of the others begins.
void ExchangeQueue::work() {
  std::unique_lock<std::mutex> guard(lock);
  while (true) {
    changed.wait(guard, [&] { return isOver || !waiting.empty(); });
    if (waiting.empty())
      return;
    if (failure.empty()) {
      Started next = waiting.front();
      guard.unlock();
      // Its time begins here: those before it have had their own.
      std::string text = next.communicator->run(
          next.collective, next.communicator->getDeadline());
      guard.lock();
      failure = text;
    }
    results[waiting.front().collective.received].isDone = true;
    waiting.pop_front();
    changed.notify_all();
  }
}

} // namespace relax::runtime
