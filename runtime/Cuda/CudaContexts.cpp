// Makes contexts of the CUDA driver the thread's, once in a call.
#include "CudaContexts.h"

namespace relax::runtime {

namespace {

/// What a thread knows of its context.
struct ThreadContext {
  /// How many scopes are open.
  int depth = 0;
  /// The context that is the thread's inside of them, null if not known.
  void *known = nullptr;
  /// Whose driver has a context of a scope on the thread's stack, to be popped
  /// at the end; null if none.
  const CudaDriver *pushed = nullptr;
  /// The context that was made the thread's where it had none, and stays so.
  void *kept = nullptr;
};

} // namespace

static thread_local ThreadContext thread;

CudaContextScope::CudaContextScope() { ++thread.depth; }

CudaContextScope::~CudaContextScope() {
  if (--thread.depth)
    return;
  thread.known = nullptr;
  void *popped;
  if (thread.pushed)
    thread.pushed->popContext(&popped);
  thread.pushed = nullptr;
}

void CudaContextScope::forget() { thread.known = nullptr; }

// A thread without a context keeps the first one, as CUDA's run time does: the
// next call then finds its own, and has nothing to do but to ask. Whoever has a
// context of his own finds it again behind the scope.
static int enter(const CudaDriver &driver, void *wanted) {
  if (thread.known == wanted)
    return CudaSuccess;
  void *current = nullptr;
  int result = CudaSuccess;
  if (thread.pushed)
    result = driver.setContext(wanted);
  else if (!(result = driver.getContext(&current)) && !current) {
    result = driver.setContext(wanted);
    thread.kept = result ? thread.kept : wanted;
  } else if (!result && current != wanted) {
    result = driver.pushContext(wanted);
    thread.pushed = result ? nullptr : &driver;
  }
  thread.known = result ? nullptr : wanted;
  return result;
}

CurrentCudaContext::CurrentCudaContext(const CudaDriver &driver,
                                       void *deviceContext)
    : driver(driver) {
  if (thread.depth) {
    result = enter(driver, deviceContext);
    return;
  }
  result = driver.pushContext(deviceContext);
  isPushed = result == CudaSuccess;
}

CurrentCudaContext::~CurrentCudaContext() {
  void *popped;
  if (isPushed)
    driver.popContext(&popped);
}

// Not where others have made it the thread's, nor on other threads, which find
// the device's context again when it is next used.
void CurrentCudaContext::leave(const CudaDriver &driver, void *deviceContext) {
  if (thread.kept != deviceContext)
    return;
  thread.kept = nullptr;
  // Where the driver does not say, it is what it was.
  void *current = deviceContext;
  driver.getContext(&current);
  if (current == deviceContext)
    driver.setContext(nullptr);
}

} // namespace relax::runtime
