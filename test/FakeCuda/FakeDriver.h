// The state of the CUDA driver for tests.
#ifndef RELAX_TEST_FAKECUDA_FAKEDRIVER_H
#define RELAX_TEST_FAKECUDA_FAKEDRIVER_H

#include "FakeCuda.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#define FAKE_API extern "C" __attribute__((visibility("default")))

namespace fake_cuda {

/// Numbers of the driver's errors.
enum Result {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidPTX = 218,
  NoBinary = 209,
  InvalidContext = 201,
  InvalidHandle = 400,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  FirstOfKernel = 714,
  LastOfKernel = 719,
};

/// A parameter of a kernel: its bytes, and whether it is an address.
struct Parameter {
  int bytes;
  bool isPointer;
};

/// A tensor of which kernels copy boxes, in the memory that the driver writes:
/// sizes, strides in elements and the box with the last axis first, and 1 where
/// there is no axis.
struct TensorMap {
  uint64_t mark, address;
  int64_t sizes[5], strides[4];
  int16_t box[5], swizzle, elementBytes;
};

/// Its bytes; what a kernel's function gets of it besides the address; what it
/// is marked with.
constexpr size_t mapBytes = 128;
constexpr int numMapNumbers = 16;
constexpr uint64_t mapMark = 0x7465736E6F726D70;

/// A kernel.
struct Kernel {
  std::string name;
  std::vector<Parameter> parameters;
  /// Whether they are known, as PTX has them.
  bool hasParameters = false;
  int sharedLimit = 48 * 1024;
};

/// What was loaded.
struct Module {
  std::map<std::string, Kernel> kernels;
};

/// A point in the order of a stream: how often it was recorded, and reached.
struct Event {
  void *stream = nullptr;
  int recorded = 0, reached = 0;
  bool isTimed = false;
  std::chrono::steady_clock::time_point time = {};
};

/// What a stream is to do, after another one has reached an event.
struct Work {
  std::function<int()> run;
  Event *after = nullptr;
  int count = 0;
};

/// A launch that is asked for later: the values of its parameters are copies.
struct Launch {
  Kernel *kernel;
  unsigned sizes[6], sharedBytes;
  std::vector<char> values;
};

/// A graph, or what was made of one to be launched.
struct Graph {
  std::deque<Launch> launches;
  /// Of each launch the numbers of those that it waits for.
  std::vector<std::vector<size_t>> before;
};

/// Everything that the driver knows.
struct Driver {
  std::recursive_mutex lock;
  int numDevices = 1, capability = 90;
  size_t memory = size_t(1) << 30, used = 0;
  std::map<std::string, int> calls;
  int numCalls = 0;
  std::string failName;
  int failCall = 0, failError = 0;
  /// The fault of a kernel after which all work fails with it, until a reset.
  int fault = Success;
  FakeCudaKernel kernel = nullptr;
  void *library = nullptr;
  std::string libraryPath;
  std::map<uintptr_t, size_t> memories;
  /// With the number of exchanges with other workers that are under way.
  std::map<void *, int> streams;
  /// What late streams have not done yet; which are late (FakeCuda.h); how many
  /// were made.
  std::map<void *, std::deque<Work>> late;
  int lateStreams = 0, numStreams = 0;
  /// Whether memory comes and goes in the order of streams.
  int hasPools = 1;
  std::set<Event *> events;
  std::set<Graph *> graphs;
  /// Memory of the host that devices copy from without the driver's help.
  std::map<uintptr_t, size_t> pinned;
  std::set<Module *> modules;
  /// What other libraries for tests have made and not ended.
  std::set<const void *> objects;
  /// How many of all that were loaded were machine code.
  int numMachineCodes = 0;
  std::map<int, int> contexts;
};

/// Whether what is loaded is machine code, and no PTX.
bool isMachineCode(const void *image);

/// Reads the kernels of machine code; the chip that it is for.
int readMachineCode(const void *image, Module &module);

/// What still succeeds after a fault of a kernel.
enum class AfterFault { Fails, Succeeds };

/// Counts a call, in whose scope its memory can be touched.
class Call {
public:
  explicit Call(const char *name, AfterFault afterFault = AfterFault::Fails);
  ~Call();

  /// The planned error, else none.
  int result = Success;

private:
  std::lock_guard<std::recursive_mutex> guard;
};

/// The state.
Driver &driver();

/// Remembers an error that ends all work of the process, as the real driver
/// does: an illegal address, and those that kernels stop with. Gives it back.
int noteFault(int error);

/// Takes memory of a device, and gives it back.
int allocate(unsigned long long *pointer, size_t size);
int release(unsigned long long pointer);

/// Does work when the stream comes to it: at once, unless it is late. The
/// answer is an error of work that was done.
int enqueue(void *stream, std::function<int()> run);

/// Does all that late streams have not done yet.
int drainAll();
/// Does what one stream has to do.
int drainStream(void *stream);

/// Copies what a kernel gets; false if nobody knows how much it is.
bool copyParameters(Kernel &kernel, void **parameters, Launch &launch);

/// What the driver rejects at once.
int checkLaunch(const Kernel &kernel, const unsigned *sizes,
                unsigned sharedBytes);

/// Runs it.
int run(Launch &launch);

/// The contexts that the thread has pushed.
std::vector<void *> &stack();

/// Whether all bytes lie in one memory of a device.
bool isMemory(uintptr_t address, size_t size);

/// The memory of devices is the host's for as long as this lives.
struct Access {
  Access();
  ~Access();
};

} // namespace fake_cuda

#endif // RELAX_TEST_FAKECUDA_FAKEDRIVER_H
