// What kernels call, which carry no context: parallel loops, scratch memory and
// failures of the call that their thread works for.
#include "Context.h"
#include "Workers.h"

#include <memory>

namespace relax::runtime {

// True on a thread that is inside a parallel loop.
// A parallel loop inside of another runs sequentially: its workers are busy
// with the outer one and would wait for each other.
static thread_local bool isInsideLoop = false;

namespace {

/// What a loop's pieces need besides their range.
struct Loop {
  RelaxLoopBody body;
  void *closure;
};

} // namespace

// Runs a piece on a thread that is inside the loop meanwhile.
// Set around each piece and on each thread, because pieces run on workers and
// on the caller.
static void runPiece(void *closure, int64_t begin, int64_t end) {
  auto *loop = static_cast<Loop *>(closure);
  isInsideLoop = true;
  loop->body(loop->closure, begin, end);
  isInsideLoop = false;
}

// The workers of a context, started at its first loop; null if there are none.
// Threads start at the first loop, since many programs have none.
static Workers *getWorkers(RelaxContext *context) {
  if (!context || context->numThreads < 2)
    return nullptr;
  if (!context->workers) {
    try {
      context->workers =
          // The caller takes part, hence one fewer. If threads cannot be
          // started the loop runs alone, slowly but rightly.
          std::make_unique<Workers>(context, context->numThreads - 1);
    } catch (...) {
      return nullptr;
    }
  }
  return context->workers.get();
}

// Where kernels that are called outside of any call take scratch memory from.
// Never deleted: kernels of the just-in-time compiler may run during exit.
static Pool *getScratchPool() {
  static auto *pool = new (std::nothrow) Pool();
  return pool;
}

} // namespace relax::runtime

using relax::runtime::getCurrentContext;

void relax_rt_parallel_for(int64_t count, RelaxLoopBody body, void *closure) {
  if (count <= 0)
    return;
  relax::runtime::Workers *workers = nullptr;
  // One step needs no thread.
  if (count > 1 && !relax::runtime::isInsideLoop)
    workers = relax::runtime::getWorkers(getCurrentContext());
  if (!workers) {
    body(closure, 0, count);
    return;
  }
  relax::runtime::Loop loop = {body, closure};
  workers->run(count, relax::runtime::runPiece, &loop);
}

// Scratch memory is freed by its pointer: the header stands right in front of
// it, so the kernel keeps only one pointer.
void *relax_rt_scratch_alloc(int64_t bytes) {
  RelaxStorage *storage = nullptr;
  if (RelaxContext *context = getCurrentContext())
    storage = relax::runtime::allocateStorage(context, bytes);
  else if (relax::runtime::Pool *pool = relax::runtime::getScratchPool())
    storage = bytes < 0 ? nullptr : pool->allocate(uint64_t(bytes));
  return storage ? storage->data() : nullptr;
}

void relax_rt_scratch_release(void *scratch) {
  if (scratch)
    relax::runtime::releaseBlock(static_cast<RelaxStorage *>(scratch) - 1);
}

void relax_rt_kernel_fail(const char *text) {
  relax_rt_fail(getCurrentContext(), text);
}
