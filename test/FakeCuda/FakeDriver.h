// The state of the CUDA driver for tests.
#ifndef RELAX_TEST_FAKECUDA_FAKEDRIVER_H
#define RELAX_TEST_FAKECUDA_FAKEDRIVER_H

#include "FakeCuda.h"

#include <cstdint>
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
  int sharedLimit = 48 * 1024;
};

/// What was loaded.
struct Module {
  std::map<std::string, Kernel> kernels;
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
  std::set<Module *> modules;
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
