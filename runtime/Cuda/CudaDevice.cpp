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
  int handle = 0, attributes[2] = {}, most[7] = {}, hasPools = 0;
  if (int32_t status =
          check(context, driver.getDevice(&handle, number), "cannot be found"))
    return status;
  int result = driver.getAttribute(&attributes[0], MajorVersion, handle);
  if (!result)
    result = driver.getAttribute(&attributes[1], MinorVersion, handle);
  for (int i = 0; !result && i < 7; ++i)
    result = driver.getAttribute(&most[i], MaxThreadsPerBlock + i, handle);
  size_t total = 0;
  if (!result)
    result = driver.getTotalMemory(&total, handle);
  if (int32_t status = check(context, result, "does not say what it has"))
    return status;
  programs.setCapability(attributes[0], attributes[1]);
  limits.threads = most[0];
  // Of blocks come first in a launch, of threads first in the attributes.
  for (int axis = 0; axis < 3; ++axis) {
    limits.along[axis] = most[4 + axis];
    limits.along[3 + axis] = most[1 + axis];
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
  // Older drivers do not know the attribute, nor have the functions.
  if (driver.getAttribute(&hasPools, HasMemoryPools, handle) ||
      !driver.allocateInOrder || !driver.freeInOrder)
    hasPools = 0;
  memory.open(std::make_unique<CudaMemory>(driver, handle, deviceContext,
                                           hasPools != 0),
              total);
  Current current(*this);
  result = current.result;
  // Non-blocking: no implicit synchronisation with the legacy default stream,
  // which others may keep busy.
  if (!result && (result = driver.createStream(&ownStream, CudaNonBlocking)))
    ownStream = nullptr;
  stream = ownStream;
  memory.orderBy(stream);
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
    graphs.clear();
    inputs.clear();
    programs.unload();
    kept.clear();
    // What tensors hold that live on is given back without the stream.
    memory.trim();
    memory.orderBy(nullptr);
    // Errors are ignored in a destructor: the process may end, and the driver
    // be gone before.
    if (ownStream)
      driver.destroyStream(ownStream);
  }
  CurrentCudaContext::leave(driver, deviceContext);
  // The device's context ends with the last memory in it.
  memory.orphan();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

// Inputs come first, then what waits to be launched. isBusy is set before it is
// known that work has started: an error leaves the stream in an unknown state,
// so finish must ask it.
int32_t CudaDevice::askStream(RelaxContext *context, const Current &current) {
  if (int32_t status = check(context, current.result, "cannot be used"))
    return status;
  isBusy = true;
  if (int32_t status =
          check(context, inputs.join(stream), "cannot wait for copies"))
    return status;
  return graphs.flush();
}

int32_t CudaDevice::copyIn(RelaxContext *context, void *target,
                           const void *source, uint64_t bytes) {
  Current current(*this);
  if (int32_t status = askStream(context, current))
    return status;
  return check(context, driver.copyIn(toCuda(target), source, bytes, stream),
               "cannot copy to the device");
}

// Out of the device the host wants the bytes now, hence the wait. Copies in
// are ordered by the stream.
int32_t CudaDevice::copyOut(RelaxContext *context, void *target,
                            const void *source, uint64_t bytes) {
  Current current(*this);
  if (int32_t status = askStream(context, current))
    return status;
  if (int32_t status =
          check(context, driver.copyOut(target, toCuda(source), bytes, stream),
                "cannot copy from the device"))
    return status;
  return finish(context);
}

RelaxStorage *CudaDevice::copyInput(RelaxContext *context, const void *source,
                                    uint64_t bytes) {
  Current current(*this);
  RelaxStorage *block = nullptr;
  int result = current.result;
  CudaMemory::clearResult();
  if (!result)
    result = inputs.copy(memory.getPool(), source, bytes, stream, block);
  isBusy = true;
  if (!block && !check(context, result, "cannot copy to the device"))
    memory.failAllocation(context, int64_t(bytes));
  return block;
}

// Peer copies are in one stream only; the other device's work is finished
// explicitly, since events between contexts would be one more thing to own.
int32_t CudaDevice::copyFrom(RelaxContext *context, CudaDevice &other,
                             void *target, const void *source, uint64_t bytes) {
  bool isInside = &other == this;
  // The other device's stream is not ours: what writes the bytes there ends
  // first, and what comes after there waits for us.
  if (int32_t status = isInside ? RELAX_OK : other.finish(context))
    return status;
  Current current(*this);
  if (int32_t status = askStream(context, current))
    return status;
  int result =
      isInside
          ? driver.copyInside(toCuda(target), toCuda(source), bytes, stream)
          : driver.copyAcross(toCuda(target), deviceContext, toCuda(source),
                              other.deviceContext, bytes, stream);
  if (int32_t status = check(context, result,
                             isInside ? "cannot copy on the device"
                                      : "cannot copy between devices"))
    return status;
  return isInside ? int32_t(RELAX_OK) : finish(context);
}

int32_t CudaDevice::finish(RelaxContext *context) {
  if (!isBusy)
    return RELAX_OK;
  isBusy = false;
  Current current(*this);
  if (int32_t status = check(context, current.result, "cannot be used"))
    return status;
  // Waited for all the same.
  int32_t launched = graphs.flush();
  // Of a call that failed before a kernel could wait for its inputs.
  int result = inputs.areLoose() ? inputs.finish() : int(CudaSuccess);
  // Asynchronous errors of earlier kernels appear here.
  if (int waited = driver.synchronize(stream))
    result = waited;
  int32_t status = check(context, result, "a kernel or copy failed");
  return launched ? launched : status;
}

int32_t CudaDevice::endCall(RelaxContext *context) {
  if (!isBusy && !inputs.isUsed())
    return RELAX_OK;
  Current current(*this);
  if (int32_t status = askStream(context, current))
    return status;
  return check(context, inputs.endCall(stream), "cannot end a call");
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

void *CudaDevice::getStream(RelaxContext *context) {
  Current current(*this);
  (void)askStream(context, current); // the error is in the context
  return stream;
}

// Memory that comes in the order of our own stream is not to be used in another
// one without more ado.
int32_t CudaDevice::setStream(RelaxContext *context, void *wanted) {
  if (!wanted)
    wanted = ownStream;
  if (wanted == stream)
    return RELAX_OK;
  if (int32_t status = finish(context))
    return status;
  memory.orderBy(wanted == ownStream ? ownStream : nullptr);
  stream = wanted;
  return RELAX_OK;
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

// A call must not return with kernels in flight, unless that was asked for: its
// outputs would be read while they are written.
DeviceScope::~DeviceScope() {
  for (const std::unique_ptr<CudaDevice> &device : context->devices)
    if (device)
      (void)(context->bindings.waitsForDevices
                 ? device->finish(context)
                 : device->endCall(context)); // the error is in the context
}

} // namespace relax::runtime
