// Makes fork wait until nobody holds a lock, and contexts of a child forget the
// threads that it does not have.
#include "ForkSafeMutex.h"
#include "Context.h"

#include <new>
#include <pthread.h>

namespace relax::runtime {

// All mutexes, newest first. Taken before any of them.
static std::mutex listLock;
static ForkSafeMutex *first = nullptr;

ForkSafeMutex::ForkSafeMutex(RelaxContext *context) : context(context) {
  std::lock_guard<std::mutex> guard(listLock);
  next = first;
  if (next)
    next->previous = this;
  first = this;
}

ForkSafeMutex::~ForkSafeMutex() {
  std::lock_guard<std::mutex> guard(listLock);
  (previous ? previous->next : first) = next;
  if (next)
    next->previous = previous;
}

void ForkSafeMutex::lockAll() {
  listLock.lock();
  for (ForkSafeMutex *each = first; each; each = each->next)
    each->lock();
}

void ForkSafeMutex::unlockAll() {
  for (ForkSafeMutex *each = first; each; each = each->next)
    each->unlock();
  listLock.unlock();
}

// Joining a thread that does not exist would wait for ever, so what belongs to
// other threads is left as it is; the child starts its own. The CUDA driver
// does not work in a child: its devices are opened anew, which then says so.
static void forgetThreads(RelaxContext &context) {
  Workers::abandon(std::move(context.workers));
  new (&context.devices) std::vector<std::unique_ptr<CudaDevice>>();
  if (context.owner.load() == std::this_thread::get_id())
    return;
  context.owner.store(std::thread::id());
  context.depth = 0;
  context.frame = nullptr;
}

void ForkSafeMutex::unlockInChild() {
  for (ForkSafeMutex *each = first; each; each = each->next)
    if (each->context)
      forgetThreads(*each->context);
  unlockAll();
}

const int ForkSafeMutex::isRegistered =
    pthread_atfork(lockAll, unlockAll, unlockInChild);

} // namespace relax::runtime
