// A CUDA driver for tests: memory that only it and its kernels can touch, and
// kernels that are functions of the host.
//
// Programs get it as libcuda.so.1. FAKE_CUDA_KERNELS names a library in which
// each kernel is a function of its parameters, each of 64 bits, and of the six
// sizes of the launch; a pointer to memory of a device is passed as a buffer
// without dimensions: twice, and an offset. FAKE_CUDA_FAIL=name:call:error
// makes a call fail. FAKE_CUDA_LOG names a file for a list of calls. What
// streams are asked for happens at once, or late (FAKE_CUDA_LATE).
#include "FakeDriver.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using fake_cuda::Access;
using fake_cuda::AfterFault;
using fake_cuda::Call;
using fake_cuda::Driver;
using fake_cuda::driver;
using fake_cuda::InvalidContext;
using fake_cuda::InvalidDevice;
using fake_cuda::InvalidPTX;
using fake_cuda::InvalidValue;
using fake_cuda::NoDevice;
using fake_cuda::NotFound;
using fake_cuda::OutOfMemory;
using fake_cuda::stack;
using fake_cuda::Success;

static void readEnvironment(Driver &state);
static void writeLog();

Driver &fake_cuda::driver() {
  static auto *state = [] {
    auto *fresh = new Driver();
    readEnvironment(*fresh);
    std::atexit(writeLog);
    return fresh;
  }();
  return *state;
}

std::vector<void *> &fake_cuda::stack() {
  static thread_local std::vector<void *> contexts;
  return contexts;
}

static unsigned long long readNumber(const char *name,
                                     unsigned long long otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

static void protect(int protection) {
  for (auto &[address, size] : driver().memories)
    mprotect(reinterpret_cast<void *>(address), size, protection);
}

int fake_cuda::noteFault(int error) {
  if (error == fake_cuda::IllegalAddress ||
      (error >= fake_cuda::FirstOfKernel && error <= fake_cuda::LastOfKernel))
    driver().fault = error;
  return error;
}

Call::Call(const char *name, AfterFault afterFault) : guard(driver().lock) {
  Driver &state = driver();
  int number = ++state.calls[name];
  ++state.numCalls;
  if (state.failName.empty()
          ? state.numCalls == state.failCall
          : state.failName == name && number == state.failCall)
    result = fake_cuda::noteFault(state.failError);
  else if (afterFault == AfterFault::Fails)
    result = state.fault;
}

Call::~Call() = default;

Access::Access() { protect(PROT_READ | PROT_WRITE); }

Access::~Access() { protect(PROT_NONE); }

bool fake_cuda::isMemory(uintptr_t address, size_t size) {
  auto next = driver().memories.upper_bound(address);
  if (next == driver().memories.begin())
    return false;
  --next;
  return address - next->first < next->second &&
         size <= next->second - (address - next->first);
}

// The number of a device plus one, so that it is not null.
static void *toContext(int device) {
  return reinterpret_cast<void *>(uintptr_t(device) + 1);
}

//===----------------------------------------------------------------------===//
// For tests
//===----------------------------------------------------------------------===//

static void writeLog() {
  const char *path = std::getenv("FAKE_CUDA_LOG");
  std::FILE *file = path ? std::fopen(path, "w") : nullptr;
  if (!file)
    return;
  for (auto &[name, number] : driver().calls)
    std::fprintf(file, "%s %d\n", name.c_str(), number);
  std::fprintf(file, "live %d\n", fakeCudaLive());
  std::fclose(file);
}

static void readEnvironment(Driver &state) {
  state.numDevices = int(readNumber("FAKE_CUDA_DEVICES", 1));
  state.capability = int(readNumber("FAKE_CUDA_CHIP", 90));
  state.memory = readNumber("FAKE_CUDA_MEMORY", 1ull << 30);
  state.hasPools = int(readNumber("FAKE_CUDA_POOLS", 1));
  state.lateStreams = int(readNumber("FAKE_CUDA_LATE", 0));
  char name[64] = {};
  if (const char *plan = std::getenv("FAKE_CUDA_FAIL"))
    if (std::sscanf(plan, "%63[^:]:%d:%d", name, &state.failCall,
                    &state.failError) == 3)
      state.failName = name;
}

FAKE_API void fakeCudaReset(void) {
  Driver &state = driver();
  state.calls.clear();
  state.numCalls = state.failCall = 0;
  state.kernel = nullptr;
  state.fault = Success;
  state.numMachineCodes = state.numStreams = 0;
  readEnvironment(state);
}

FAKE_API void fakeCudaSetDevices(int number, int capability,
                                 unsigned long long memory) {
  driver().numDevices = number;
  driver().capability = capability;
  driver().memory = memory;
}

FAKE_API void fakeCudaSetKernel(FakeCudaKernel kernel) {
  driver().kernel = kernel;
}

FAKE_API void fakeCudaFail(const char *name, int call, int error) {
  driver().failName = name ? name : "";
  driver().failCall = call;
  driver().failError = error;
}

FAKE_API int fakeCudaCalls(const char *name) {
  return name ? driver().calls[name] : driver().numCalls;
}

FAKE_API int fakeCudaMachineCodes(void) { return driver().numMachineCodes; }

FAKE_API int fakeCudaLive(void) {
  Driver &state = driver();
  size_t live = state.memories.size() + state.streams.size() +
                state.events.size() + state.pinned.size() +
                state.graphs.size() + state.modules.size() +
                state.objects.size() + stack().size();
  for (auto &[device, count] : state.contexts)
    live += size_t(count);
  return int(live);
}

//===----------------------------------------------------------------------===//
// Devices, contexts
//===----------------------------------------------------------------------===//

FAKE_API int cuInit(unsigned) {
  Call call("cuInit", AfterFault::Succeeds);
  return call.result           ? call.result
         : driver().numDevices ? int(Success)
                               : int(NoDevice);
}

FAKE_API int cuGetErrorName(int error, const char **text) {
  static const std::map<int, const char *> names = {
      {OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
      {NoDevice, "CUDA_ERROR_NO_DEVICE"},
      {InvalidValue, "CUDA_ERROR_INVALID_VALUE"},
      {InvalidPTX, "CUDA_ERROR_INVALID_PTX"},
      {NotFound, "CUDA_ERROR_NOT_FOUND"},
      {fake_cuda::IllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS"},
      {fake_cuda::LastOfKernel, "CUDA_ERROR_LAUNCH_FAILED"},
  };
  auto found = names.find(error);
  *text = found == names.end() ? nullptr : found->second;
  return *text ? Success : InvalidValue;
}

FAKE_API int cuGetErrorString(int error, const char **text) {
  *text = error == OutOfMemory ? "out of memory" : nullptr;
  return *text ? Success : InvalidValue;
}

FAKE_API int cuDeviceGetCount(int *number) {
  Call call("cuDeviceGetCount", AfterFault::Succeeds);
  *number = driver().numDevices;
  return call.result;
}

FAKE_API int cuDeviceGet(int *device, int number) {
  Call call("cuDeviceGet", AfterFault::Succeeds);
  *device = number;
  return call.result                    ? call.result
         : number < driver().numDevices ? int(Success)
                                        : int(InvalidDevice);
}

FAKE_API int cuDeviceGetAttribute(int *value, int attribute, int) {
  Call call("cuDeviceGetAttribute", AfterFault::Succeeds);
  switch (attribute) {
  case 1:
  case 2:
  case 3:
    *value = 1024;
    break;
  case 4:
    *value = 64;
    break;
  case 5:
    *value = INT32_MAX;
    break;
  case 6:
  case 7:
    *value = 65535;
    break;
  case 75:
    *value = driver().capability / 10;
    break;
  case 76:
    *value = driver().capability % 10;
    break;
  case 115: // memory in the order of streams
    *value = driver().hasPools;
    break;
  default:
    return InvalidValue;
  }
  return call.result;
}

FAKE_API int cuDeviceTotalMem_v2(size_t *bytes, int) {
  Call call("cuDeviceTotalMem_v2", AfterFault::Succeeds);
  *bytes = driver().memory;
  return call.result;
}

FAKE_API int cuDevicePrimaryCtxRetain(void **context, int device) {
  Call call("cuDevicePrimaryCtxRetain", AfterFault::Succeeds);
  if (call.result)
    return call.result;
  ++driver().contexts[device];
  *context = toContext(device);
  return Success;
}

FAKE_API int cuDevicePrimaryCtxRelease_v2(int device) {
  Call call("cuDevicePrimaryCtxRelease_v2", AfterFault::Succeeds);
  --driver().contexts[device];
  return call.result;
}

FAKE_API int cuCtxPushCurrent_v2(void *context) {
  Call call("cuCtxPushCurrent_v2", AfterFault::Succeeds);
  if (!call.result)
    stack().push_back(context);
  return call.result;
}

FAKE_API int cuCtxPopCurrent_v2(void **context) {
  Call call("cuCtxPopCurrent_v2", AfterFault::Succeeds);
  if (stack().empty())
    return InvalidContext;
  *context = stack().back();
  stack().pop_back();
  return call.result;
}

FAKE_API int cuCtxGetCurrent(void **context) {
  Call call("cuCtxGetCurrent", AfterFault::Succeeds);
  if (!call.result)
    *context = stack().empty() ? nullptr : stack().back();
  return call.result;
}

FAKE_API int cuCtxSetCurrent(void *context) {
  Call call("cuCtxSetCurrent", AfterFault::Succeeds);
  if (!stack().empty() && !(call.result && context))
    stack().pop_back();
  if (context && !call.result)
    stack().push_back(context);
  return call.result;
}

FAKE_API int cuCtxSynchronize(void) {
  Call call("cuCtxSynchronize");
  fake_cuda::drainAll();
  return stack().empty() ? int(InvalidContext) : call.result;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

int fake_cuda::allocate(unsigned long long *pointer, size_t size) {
  if (size == 0)
    return InvalidValue;
  if (size > driver().memory - driver().used)
    return OutOfMemory;
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return OutOfMemory;
  // What is read before it is written is to be seen.
  std::memset(memory, 0xCC, size);
  mprotect(memory, size, PROT_NONE);
  *pointer = reinterpret_cast<uintptr_t>(memory);
  driver().memories[*pointer] = size;
  driver().used += size;
  return Success;
}

int fake_cuda::release(unsigned long long pointer) {
  auto found = driver().memories.find(pointer);
  if (found == driver().memories.end())
    return InvalidValue;
  munmap(reinterpret_cast<void *>(pointer), found->second);
  driver().used -= found->second;
  driver().memories.erase(found);
  return Success;
}

FAKE_API int cuMemAlloc_v2(unsigned long long *pointer, size_t size) {
  Call call("cuMemAlloc_v2");
  if (call.result || stack().empty())
    return call.result ? call.result : int(InvalidContext);
  return fake_cuda::allocate(pointer, size);
}

// The real one waits for all that is under way.
FAKE_API int cuMemFree_v2(unsigned long long pointer) {
  Call call("cuMemFree_v2");
  fake_cuda::drainAll();
  int result = fake_cuda::release(pointer);
  return call.result ? call.result : result;
}
