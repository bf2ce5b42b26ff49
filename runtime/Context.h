// A context: its pool, its error and the frames of the calls under way.
#ifndef RELAX_RUNTIME_CONTEXT_H
#define RELAX_RUNTIME_CONTEXT_H

#include "Cores.h"
#include "Cuda/CudaDevice.h"
#include "Cuda/CudaTimer.h"
#include "ForkSafeMutex.h"
#include "Pool.h"
#include "StoragePlan.h"
#include "Workers.h"
#include "relax_collectives.h"
#include "relax_rt.h"

#include <atomic>
#include <exception>
#include <memory>
#include <new>
#include <thread>
#include <unordered_map>
#include <vector>

namespace relax::runtime {

/// One call under way: what compiled code made in it and has not released.
struct Frame {
  /// The call that this one is nested in.
  Frame *parent;
  /// Storages that compiled code holds.
  RelaxStorage *storages;
  /// Tensors that compiled code holds.
  RelaxTensor *tensors;
};

/// What a program does not name and runs with.
struct CallBindings {
  /// The device that kernels run on, -1 if none was said.
  int32_t device = -1;
  /// Whether a call ends with all done that it asked of devices.
  bool waitsForDevices = true;
  /// Whether launches that come again are asked for as graphs.
  bool usesGraphs = false;
  /// What collectives go to: all workers, those of `in_group`; null without.
  RelaxCommunicator *world = nullptr, *group = nullptr;
  /// Whether exchanges are only started now.
  bool startsExchanges = false;
};

/// What calls with a context have recorded.
struct CallRecords {
  /// Inputs copied so far.
  std::atomic<uint64_t> numCopiedInputs{0};
  /// Whether runs of kernels are recorded, and what was recorded.
  bool isProfiled = false;
  std::vector<RelaxProfileEvent> profile;
  /// What the kernel that runs now moves and computes; kernels call none.
  int64_t bytes = 0, flops = 0;
  /// Whether it has launched something on a device, and what measures that.
  bool hasLaunched = false;
  std::unique_ptr<CudaTimer> timer;
  /// Plans of the last call of each function, by where its lives are.
  std::unordered_map<const int64_t *, StoragePlan> plans;
};

/// The most characters of an error text, the final zero included.
constexpr size_t maxErrorLength = 4096;

} // namespace relax::runtime

struct RelaxContext {
  /// Where memory comes from; outlives the context if tensors do.
  relax::runtime::Pool *pool;
  /// The innermost call under way.
  relax::runtime::Frame *frame = nullptr;
  /// Threads that calls use.
  std::atomic<int32_t> numThreads{relax::runtime::getDefaultThreads()};
  /// The threads of its parallel loops, started at the first one.
  std::unique_ptr<relax::runtime::Workers> workers;
  /// The CUDA devices in use, by number; null where none is.
  std::vector<std::unique_ptr<relax::runtime::CudaDevice>> devices;
  /// What programs run with.
  relax::runtime::CallBindings bindings;
  /// What calls leave for who asks.
  relax::runtime::CallRecords records;
  /// The thread inside a call, a default id if none is.
  std::atomic<std::thread::id> owner{};
  /// How many calls of that thread are nested.
  int32_t depth = 0;
  /// Tells the context from others that had its address.
  uint64_t number;
  /// Guards writing `error`: threads of a kernel may fail together. Stands
  /// behind what a child of fork changes, which hence exists before and after.
  relax::runtime::ForkSafeMutex errorLock{this};
  /// Code of the error.
  std::atomic<int32_t> status{RELAX_OK};
  /// Text of the error.
  char error[relax::runtime::maxErrorLength] = {};
};

namespace relax::runtime {

/// Sets the error unless there is one already, and returns `status`. The text
/// has the form of printf; a null context is allowed. While another thread is
/// inside a call the error is this thread's own.
int32_t fail(RelaxContext *context, int32_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// As fail, but for the call under way, on whatever thread.
int32_t failCall(RelaxContext *context, int32_t status, const char *text);

/// Sets the error that relax_context_error(NULL) tells this thread, for
/// functions that take no context; returns the status.
int32_t failWithoutContext(int32_t status, const char *text);

/// Says to this thread that another one is inside a call; returns the status.
int32_t failBusy(RelaxContext *context);

/// Removes the error that `fail` would set.
void clearError(RelaxContext *context);

/// Removes the error unless a call is under way, whose error it then is.
void beginOperation(RelaxContext *context);

/// Runs `body`, which returns a status; exceptions become errors.
template <typename Body>
int32_t guarded(RelaxContext *context, Body body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return fail(context, RELAX_ERROR_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception &exception) {
    return fail(context, RELAX_ERROR_FAILED, "%s", exception.what());
  } catch (...) {
    return fail(context, RELAX_ERROR_FAILED, "an unknown exception was thrown");
  }
}

/// As `guarded`, after the error of an operation before is gone.
template <typename Body>
int32_t operate(RelaxContext *context, Body body) {
  beginOperation(context);
  return guarded(context, body);
}

/// Takes a block of the pool; sets the error if there is none.
RelaxStorage *allocateStorage(RelaxContext *context, int64_t bytes);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CONTEXT_H
