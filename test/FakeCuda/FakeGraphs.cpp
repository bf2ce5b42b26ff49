// Graphs of the CUDA driver for tests: launches, one after the other.
#include "FakeDriver.h"

#include <cstring>

using fake_cuda::Call;
using fake_cuda::checkLaunch;
using fake_cuda::driver;
using fake_cuda::Graph;
using fake_cuda::InvalidValue;
using fake_cuda::Kernel;
using fake_cuda::Launch;
using fake_cuda::Success;

FAKE_API int cuFuncGetParamInfo(void *function, size_t index, size_t *offset,
                                size_t *size) {
  Call call("cuFuncGetParamInfo");
  auto &kernel = *static_cast<Kernel *>(function);
  if (call.result || index >= kernel.parameters.size())
    return call.result ? call.result : int(InvalidValue);
  *offset = 0;
  for (size_t i = 0; i < index; ++i)
    *offset += size_t(kernel.parameters[i].bytes);
  *size = size_t(kernel.parameters[index].bytes);
  return Success;
}

/// As the driver has a node that launches a kernel.
struct KernelNode {
  Kernel *kernel;
  unsigned sizes[6], sharedBytes;
  void **parameters, **extra;
  void *library, *context;
};

static int addGraph(void **result, const Graph &graph) {
  auto *made = new Graph(graph);
  driver().graphs.insert(made);
  *result = made;
  return Success;
}

static int dropGraph(int result, void *graph) {
  auto *known = static_cast<Graph *>(graph);
  if (!driver().graphs.erase(known))
    return InvalidValue;
  delete known;
  return result;
}

FAKE_API int cuGraphCreate(void **graph, unsigned) {
  Call call("cuGraphCreate");
  return call.result ? call.result : addGraph(graph, Graph());
}

// A node is its position, from 1: those of tests are a chain.
FAKE_API int cuGraphAddKernelNode_v2(void **node, void *graph,
                                     void *const *before, size_t numBefore,
                                     const KernelNode *wanted) {
  Call call("cuGraphAddKernelNode_v2");
  if (call.result)
    return call.result;
  auto &launches = static_cast<Graph *>(graph)->launches;
  if (numBefore != (launches.empty() ? 0 : 1) ||
      (numBefore && before[0] != reinterpret_cast<void *>(launches.size())))
    return InvalidValue;
  Launch launch = {wanted->kernel, {}, wanted->sharedBytes, {}};
  std::memcpy(launch.sizes, wanted->sizes, sizeof(launch.sizes));
  if (int error =
          checkLaunch(*wanted->kernel, launch.sizes, launch.sharedBytes))
    return error;
  fake_cuda::copyParameters(*wanted->kernel, wanted->parameters, launch);
  launches.push_back(launch);
  *node = reinterpret_cast<void *>(launches.size());
  return Success;
}

FAKE_API int cuGraphInstantiateWithFlags(void **result, void *graph,
                                         unsigned long long) {
  Call call("cuGraphInstantiateWithFlags");
  return call.result ? call.result
                     : addGraph(result, *static_cast<Graph *>(graph));
}

FAKE_API int cuGraphExecKernelNodeSetParams_v2(void *executable, void *node,
                                               const KernelNode *wanted) {
  Call call("cuGraphExecKernelNodeSetParams_v2");
  auto &launches = static_cast<Graph *>(executable)->launches;
  size_t number = reinterpret_cast<size_t>(node);
  if (call.result || number == 0 || number > launches.size())
    return call.result ? call.result : int(InvalidValue);
  Launch &launch = launches[number - 1];
  launch.values.clear();
  fake_cuda::copyParameters(*wanted->kernel, wanted->parameters, launch);
  return Success;
}

FAKE_API int cuGraphLaunch(void *executable, void *stream) {
  Call call("cuGraphLaunch");
  auto *known = static_cast<Graph *>(executable);
  if (call.result || !driver().graphs.count(known) ||
      !driver().streams.count(stream))
    return call.result ? call.result : int(InvalidValue);
  for (const Launch &launch : known->launches)
    if (int error =
            fake_cuda::enqueue(stream, [now = Launch(launch)]() mutable {
              return fake_cuda::run(now);
            }))
      return error;
  return Success;
}

FAKE_API int cuGraphDestroy(void *graph) {
  Call call("cuGraphDestroy");
  return dropGraph(call.result, graph);
}

FAKE_API int cuGraphExecDestroy(void *graph) {
  Call call("cuGraphExecDestroy");
  return dropGraph(call.result, graph);
}
