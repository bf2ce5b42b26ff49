// Makes fork wait until nobody holds a lock, and contexts of a child forget the
// threads that it does not have.
#include "ForkSafeMutex.h"
#include "Context.h"

#include <new>
#include <pthread.h>

namespace relax::runtime {

// All mutexes, newest first. Taken before any of them.
// Fork copies memory with locks as they are. A lock that another thread holds
// would be locked for ever in the child. So all are taken before the fork, in
// list order, and released on both sides. PyTorch's data loaders fork.
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

// The list's own lock comes first everywhere, so that the order of locking is
// one and the same.
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
// Only the forking thread exists in the child.
static void forgetThreads(RelaxContext &context) {
  Workers::abandon(std::move(context.workers));
  // Placement new over the old vector: its destructor would call the CUDA
  // driver, which does not work after fork. The memory leaks on purpose.
  new (&context.devices) std::vector<std::unique_ptr<CudaDevice>>();
  if (context.owner.load() == std::this_thread::get_id())
    return;
  // A call that another thread was in will never end here; the context is made
  // free.
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

// Registered when the library is loaded, since the first fork may come at any
// time.
const int ForkSafeMutex::isRegistered =
    pthread_atfork(lockAll, unlockAll, unlockInChild);

} // namespace relax::runtime
