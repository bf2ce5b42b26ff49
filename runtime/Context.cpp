// Contexts: making and ending them, errors, memory and thread settings.
#include "Cores.h"
#include "Frame.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace relax::runtime {

namespace {

/// What failed on a thread while another one was inside a call: that call must
/// not fail by it, nor is it to be lost.
/// A context is used by one thread at a time. If another one makes a mistake
/// meanwhile, say a second call, that error must not appear in the running
/// call. So each thread has a slot for errors of its own, and the context's
/// number says whose it is: an address could be used again by a new context.
struct OwnError {
  uint64_t context;
  int32_t status;
  char text[maxErrorLength];
};

} // namespace

static thread_local OwnError ownError;

// Without a context there is the thread's own error alone.
static uint64_t getNumber(const RelaxContext *context) {
  return context ? context->number : 0;
}

static bool hasOwnError(const RelaxContext *context) {
  return ownError.status != RELAX_OK && ownError.context == getNumber(context);
}

// True if the call under way, if any, is one that this thread works for.
// A worker thread of the call works for it: getCurrentContext is set on these.
static bool isOwnCall(const RelaxContext *context) {
  std::thread::id owner = context->owner.load(std::memory_order_relaxed);
  return owner == std::thread::id() || owner == std::this_thread::get_id() ||
         getCurrentContext() == context;
}

// Errors are one line: what comes from outside may hold more.
// Log formats are one error a line, and names in messages come from models.
static void makeOneLine(char *text) {
  for (; *text; ++text)
    if (static_cast<unsigned char>(*text) < ' ')
      *text = ' ';
}

// strlen, which compilers know of a literal: g++ warns of the other branch,
// which no literal takes, once strnlen hides the length.
static void copyText(char (&to)[maxErrorLength], const char *text) {
  size_t length = std::strlen(text);
  bool isCut = length >= maxErrorLength;
  size_t kept = isCut ? maxErrorLength - sizeof("...") : length;
  std::memcpy(to, text, kept);
  // Cut off visibly.
  std::memcpy(to + kept, isCut ? "..." : "", isCut ? sizeof("...") : 1);
  makeOneLine(to);
}

static int32_t failOwn(const RelaxContext *context, int32_t status,
                       const char *text) {
  if (hasOwnError(context))
    return status;
  copyText(ownError.text, text);
  ownError.context = getNumber(context);
  return ownError.status = status;
}

// The lock is held only for writing the first error. Release after the text:
// whoever reads the status with acquire sees the text complete.
int32_t failCall(RelaxContext *context, int32_t status, const char *text) {
  if (!context)
    return status;
  std::lock_guard<ForkSafeMutex> guard(context->errorLock);
  if (context->status.load(std::memory_order_relaxed) != RELAX_OK)
    return status;
  copyText(context->error, text);
  context->status.store(status, std::memory_order_release);
  return status;
}

// Formatting happens outside of the lock, on the stack; no allocation, since
// this may be out of memory.
int32_t fail(RelaxContext *context, int32_t status, const char *format, ...) {
  if (!context)
    return status;
  // One more than fits, so that what is too long is seen to be.
  char text[maxErrorLength + 1];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  return isOwnCall(context) ? failCall(context, status, text)
                            : failOwn(context, status, text);
}

int32_t failWithoutContext(int32_t status, const char *text) {
  return failOwn(nullptr, status, text);
}

// The owner of the context is another thread: nothing of the context may be
// touched.
int32_t failBusy(RelaxContext *context) {
  ownError.status = RELAX_OK;
  return failOwn(context, RELAX_ERROR_BUSY,
                 "the context is in use by a call of another thread; give each "
                 "thread a context of its own, or let it wait");
}

void clearError(RelaxContext *context) {
  if (hasOwnError(context))
    ownError.status = RELAX_OK;
  // A thread must not clear the error of a call that is not its own.
  if (!context || context->status.load(std::memory_order_relaxed) == RELAX_OK ||
      !isOwnCall(context))
    return;
  std::lock_guard<ForkSafeMutex> guard(context->errorLock);
  context->error[0] = '\0';
  context->status.store(RELAX_OK, std::memory_order_relaxed);
}

// Each operation of the C API begins without an error, but not one that
// compiled code or an external function does inside of a call.
void beginOperation(RelaxContext *context) {
  if (context && context->owner.load(std::memory_order_relaxed) !=
                     std::this_thread::get_id())
    clearError(context);
}

RelaxStorage *allocateStorage(RelaxContext *context, int64_t bytes) {
  if (bytes < 0) {
    fail(context, RELAX_ERROR_OUT_OF_MEMORY,
         "out of memory: a storage of %lld bytes was requested",
         static_cast<long long>(bytes));
    return nullptr;
  }
  RelaxStorage *storage = context->pool->allocate(uint64_t(bytes));
  if (!storage)
    fail(context, RELAX_ERROR_OUT_OF_MEMORY,
         "out of memory: %lld bytes were requested, the limit is %llu bytes",
         static_cast<long long>(bytes),
         static_cast<unsigned long long>(context->pool->getLimit()));
  return storage;
}

} // namespace relax::runtime

using relax::runtime::fail;

const char *relax_version(void) { return RELAX_VERSION_TEXT; }

RelaxContext *relax_context_create(void) {
  // Pool and context are apart: tensors outlive their context, and with it the
  // pool has to live until the last block is back (`orphan`).
  try {
    auto *pool = new (std::nothrow) relax::runtime::Pool();
    if (!pool)
      return nullptr;
    auto *context = new (std::nothrow) RelaxContext();
    if (!context) {
      pool->orphan();
      return nullptr;
    }
    // Numbers begin at 1, since 0 stands for no context.
    static std::atomic<uint64_t> numContexts{0};
    context->pool = pool;
    context->number = ++numContexts;
    return context;
  } catch (...) {
    return nullptr;
  }
}

void relax_context_destroy(RelaxContext *context) {
  if (!context)
    return;
  // Its threads take scratch memory from the pool.
  // Order: workers may still hold scratch memory, devices have blocks and
  // constants; the pool goes last.
  context->workers.reset();
  context->records.timer.reset(); // has events of a device
  context->devices.clear();
  context->pool->orphan();
  delete context;
}

const char *relax_context_error(const RelaxContext *context) {
  if (relax::runtime::hasOwnError(context))
    return relax::runtime::ownError.text;
  return context ? context->error : "no context was given";
}

int32_t relax_context_status(const RelaxContext *context) {
  if (relax::runtime::hasOwnError(context))
    return relax::runtime::ownError.status;
  return context ? context->status.load(std::memory_order_acquire)
                 : int32_t(RELAX_ERROR_INVALID_ARGUMENT);
}

// The affinity and not the number of processors: in a container with 2 of 64
// processors, 64 threads would only disturb each other.
// Only between calls: the workers are in use inside of one.
int32_t relax_context_set_num_threads(RelaxContext *context, int32_t number) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  relax::runtime::CallScope scope(context);
  if (!scope.isEntered())
    return relax::runtime::failBusy(context);
  bool isInCall = context->depth > 1;
  if (!isInCall)
    relax::runtime::clearError(context);
  constexpr int32_t maxThreads = relax::runtime::maxThreads;
  if (number < 0 || number > maxThreads)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "expected 0 to %d threads, found %d", maxThreads, number);
  if (isInCall)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "expected no call under way while the number of threads "
                "changes, found one");
  if (number == 0)
    // A change of the number ends the workers; new ones start at the next
    // loop.
    number = relax::runtime::getDefaultThreads();
  if (number != context->numThreads)
    context->workers.reset();
  context->numThreads = number;
  return RELAX_OK;
}

int32_t relax_context_num_threads(const RelaxContext *context) {
  return context ? context->numThreads.load() : 1;
}

void relax_context_set_memory_limit(RelaxContext *context, uint64_t bytes) {
  if (context)
    context->pool->setLimit(bytes);
}

void relax_context_memory(const RelaxContext *context,
                          RelaxMemoryStatistics *statistics) {
  if (!statistics)
    return;
  *statistics = RelaxMemoryStatistics();
  if (!context)
    return;
  context->pool->getStatistics(*statistics);
  statistics->num_copied_inputs = context->records.numCopiedInputs;
}

void relax_context_reset_peak(RelaxContext *context) {
  if (context)
    context->pool->resetPeak();
}

void relax_context_trim(RelaxContext *context) {
  if (!context)
    return;
  context->pool->trim();
  for (const std::unique_ptr<relax::runtime::CudaDevice> &device :
       context->devices)
    // Cached device memory as well, for a process that shares a device.
    if (device)
      device->getMemory().trim();
}
