// Contexts: making and ending them, errors, memory and thread settings.
#include "Context.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <sched.h>

namespace relax::runtime {

// Errors are one line: what comes from outside may hold more.
static void makeOneLine(char *text) {
  for (; *text; ++text)
    if (static_cast<unsigned char>(*text) < ' ')
      *text = ' ';
}

int32_t fail(RelaxContext *context, int32_t status, const char *format, ...) {
  if (!context)
    return status;
  std::lock_guard<std::mutex> guard(context->errorLock);
  if (context->status.load(std::memory_order_relaxed) != RELAX_OK)
    return status;
  va_list arguments;
  va_start(arguments, format);
  int length =
      std::vsnprintf(context->error, maxErrorLength, format, arguments);
  va_end(arguments);
  if (length >= int(maxErrorLength))
    std::memcpy(context->error + maxErrorLength - 4, "...", 4);
  makeOneLine(context->error);
  context->status.store(status, std::memory_order_release);
  return status;
}

void clearError(RelaxContext *context) {
  if (context->status.load(std::memory_order_relaxed) == RELAX_OK)
    return;
  std::lock_guard<std::mutex> guard(context->errorLock);
  context->error[0] = '\0';
  context->status.store(RELAX_OK, std::memory_order_relaxed);
}

void beginOperation(RelaxContext *context) {
  if (context && !context->frame)
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

using relax::runtime::beginOperation;
using relax::runtime::fail;

const char *relax_version(void) { return RELAX_VERSION_TEXT; }

RelaxContext *relax_context_create(void) {
  try {
    auto *pool = new (std::nothrow) relax::runtime::Pool();
    if (!pool)
      return nullptr;
    auto *context = new (std::nothrow) RelaxContext();
    if (!context) {
      pool->orphan();
      return nullptr;
    }
    context->pool = pool;
    return context;
  } catch (...) {
    return nullptr;
  }
}

void relax_context_destroy(RelaxContext *context) {
  if (!context)
    return;
  // Its threads take scratch memory from the pool.
  context->workers.reset();
  context->devices.clear();
  context->pool->orphan();
  delete context;
}

const char *relax_context_error(const RelaxContext *context) {
  return context ? context->error : "no context was given";
}

int32_t relax_context_status(const RelaxContext *context) {
  return context ? context->status.load(std::memory_order_acquire)
                 : int32_t(RELAX_ERROR_INVALID_ARGUMENT);
}

int32_t relax_num_cores(void) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  // Fails on machines with more than 1024 processors.
  if (sched_getaffinity(0, sizeof(cores), &cores) == 0) {
    int number = CPU_COUNT(&cores);
    return number > 0 ? number : 1;
  }
  unsigned number = std::thread::hardware_concurrency();
  return number ? int32_t(number) : 1;
}

int32_t relax_context_set_num_threads(RelaxContext *context, int32_t number) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  beginOperation(context);
  constexpr int32_t maxThreads = 4096;
  if (number < 0 || number > maxThreads)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "expected 0 to %d threads, found %d", maxThreads, number);
  if (context->frame)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "the number of threads cannot change during a call");
  if (number == 0)
    number = relax_num_cores();
  if (number != context->numThreads)
    context->workers.reset();
  context->numThreads = number;
  return RELAX_OK;
}

int32_t relax_context_num_threads(const RelaxContext *context) {
  return context ? context->numThreads : 1;
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
  statistics->num_copied_inputs = context->numCopiedInputs;
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
    if (device)
      device->trim();
}
