// Uses a CUDA device: a stream of its own in the context that all users of the
// device share, memory, copies.
#include "CudaDevice.h"
#include "Context.h"
#include "CudaMemory.h"

#include <cstdint>

namespace relax::runtime {

// Device addresses are integers in the driver's interface, pointers here.
static CudaPointer toCuda(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

// Two phases, since a constructor cannot give a status: nothing is thrown in
// this library's C interface.
std::unique_ptr<CudaDevice> CudaDevice::open(RelaxContext *context,
                                             int32_t number) {
  const CudaDriver *driver = findCudaDevice(context, number);
  if (!driver)
    return nullptr;
  // What a failed start has got is given back by the destructor.
  std::unique_ptr<CudaDevice> device(new CudaDevice(*driver, number));
  return device->start(context) ? nullptr : std::move(device);
}

// Attributes are read once; launches check against them without the driver.
int32_t CudaDevice::start(RelaxContext *context) {
  if (int32_t status =
          check(context, driver.getDevice(&handle, number), "cannot be found"))
    return status;
  int major = 0, minor = 0, most[7] = {};
  int result = driver.getAttribute(&major, MajorVersion, handle);
  if (!result)
    result = driver.getAttribute(&minor, MinorVersion, handle);
  for (int i = 0; !result && i < 7; ++i)
    result = driver.getAttribute(&most[i], MaxThreadsPerBlock + i, handle);
  size_t total = 0;
  if (!result)
    result = driver.getTotalMemory(&total, handle);
  if (int32_t status = check(context, result, "does not say what it has"))
    return status;
  programs.setCapability(major, minor);
  maxThreads = most[0];
  // Of blocks come first in a launch, of threads first in the attributes.
  for (int axis = 0; axis < 3; ++axis) {
    maxAlong[axis] = most[4 + axis];
    maxAlong[3 + axis] = most[1 + axis];
  }
  // The primary context: PyTorch and other libraries of the process use the
  // same, so pointers are valid for all of them. A context of our own would
  // need a switch at each call, and could not share memory.
  if (int32_t status =
          check(context, driver.retainContext(&deviceContext, handle),
                "cannot be used")) {
    deviceContext = nullptr;
    return status;
  }
  pool = new Pool(std::make_unique<CudaMemory>(driver, handle, deviceContext),
                  {kDLCUDA, number}, total);
  Current current(*this);
  result = current.result;
  // Non-blocking: no implicit synchronisation with the legacy default stream,
  // which others may keep busy.
  constexpr unsigned nonBlocking = 1;
  if (!result && (result = driver.createStream(&stream, nonBlocking)))
    stream = nullptr;
  return check(context, result, "cannot make a stream");
}

CudaDevice::~CudaDevice() {
  if (!deviceContext)
    return;
  {
    // Kernels may still run; modules and constants can only go after them.
    Current current(*this);
    if (stream)
      driver.synchronize(stream);
    programs.unload();
    // Errors are ignored in a destructor: the process may end, and the driver
    // be gone before.
    if (stream)
      driver.destroyStream(stream);
  }
  CurrentCudaContext::leave(driver, deviceContext);
  // The device's context ends with the last memory in it.
  if (pool)
    pool->orphan();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

// The message has what is live and cached, as that is what a user can change.
RelaxStorage *CudaDevice::allocateBlock(RelaxContext *context, int64_t bytes) {
  CudaMemory::clearResult();
  RelaxStorage *block = bytes < 0 ? nullptr : pool->allocate(uint64_t(bytes));
  if (block)
    return block;
  // Faults of kernels show at any call, also at this one.
  if (int result = CudaMemory::getResult();
      result != CudaSuccess && result != CudaOutOfMemory) {
    check(context, result, "gives no memory");
    return nullptr;
  }
  RelaxMemoryStatistics statistics = {};
  pool->getStatistics(statistics);
  fail(context, RELAX_ERROR_OUT_OF_MEMORY,
       "device cuda:%d: out of memory: %lld bytes were requested, this context "
       "holds %llu, the device has %llu",
       number, static_cast<long long>(bytes),
       static_cast<unsigned long long>(statistics.live_bytes +
                                       statistics.cached_bytes),
       static_cast<unsigned long long>(pool->getLimit()));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

int32_t CudaDevice::copyIn(RelaxContext *context, void *target,
                           const void *source, uint64_t bytes) {
  Current current(*this);
  // isBusy is set before the copy is known to have started: an error leaves
  // the stream in an unknown state, so finish must ask it.
  isBusy = true;
  int result = current.result;
  if (!result)
    result = driver.copyIn(toCuda(target), source, bytes, stream);
  return check(context, result, "cannot copy to the device");
}

// Out of the device the host wants the bytes now, hence the wait. Copies in
// are ordered by the stream.
int32_t CudaDevice::copyOut(RelaxContext *context, void *target,
                            const void *source, uint64_t bytes) {
  Current current(*this);
  isBusy = true;
  int result = current.result;
  if (!result)
    result = driver.copyOut(target, toCuda(source), bytes, stream);
  if (int32_t status = check(context, result, "cannot copy from the device"))
    return status;
  return finish(context);
}

int32_t CudaDevice::copyInside(RelaxContext *context, void *target,
                               const void *source, uint64_t bytes) {
  Current current(*this);
  isBusy = true;
  int result = current.result;
  if (!result)
    result = driver.copyInside(toCuda(target), toCuda(source), bytes, stream);
  return check(context, result, "cannot copy on the device");
}

// Peer copies are in one stream only; the other device's work is finished
// explicitly, since events between contexts would be one more thing to own.
int32_t CudaDevice::copyFrom(RelaxContext *context, CudaDevice &other,
                             void *target, const void *source, uint64_t bytes) {
  // The other device's stream is not ours: what writes the bytes there ends
  // first, and what comes after there waits for us.
  if (int32_t status = other.finish(context))
    return status;
  Current current(*this);
  isBusy = true;
  int result = current.result;
  if (!result)
    result = driver.copyAcross(toCuda(target), deviceContext, toCuda(source),
                               other.deviceContext, bytes, stream);
  if (int32_t status = check(context, result, "cannot copy between devices"))
    return status;
  return finish(context);
}

int32_t CudaDevice::finish(RelaxContext *context) {
  if (!isBusy)
    return RELAX_OK;
  isBusy = false;
  Current current(*this);
  int result = current.result;
  if (!result)
    // Asynchronous errors of earlier kernels appear here.
    result = driver.synchronize(stream);
  return check(context, result, "a kernel or copy failed");
}

//===----------------------------------------------------------------------===//
// The devices of a context
//===----------------------------------------------------------------------===//

// Devices are opened at their first use: a program that never uses one does
// not start the driver, which takes time and memory of the device.
CudaDevice *getCudaDevice(RelaxContext *context, int32_t device) {
  auto &devices = context->devices;
  if (device >= 0 && size_t(device) < devices.size() && devices[device])
    return devices[device].get();
  std::unique_ptr<CudaDevice> opened = CudaDevice::open(context, device);
  if (!opened)
    return nullptr;
  // A sparse list by number: ids are small.
  if (devices.size() <= size_t(device))
    devices.resize(size_t(device) + 1);
  devices[device] = std::move(opened);
  return devices[device].get();
}

// A call must not return with kernels in flight: its outputs would be read
// while they are written.
DeviceScope::~DeviceScope() {
  if (!context->bindings.waitsForDevices)
    return;
  for (const std::unique_ptr<CudaDevice> &device : context->devices)
    if (device)
      (void)device->finish(context); // the error is in the context
}

} // namespace relax::runtime
