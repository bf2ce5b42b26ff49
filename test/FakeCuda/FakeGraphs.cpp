// Graphs of the CUDA driver for tests: launches, some after others.
#include "FakeDriver.h"

#include <algorithm>
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

// A node is its position, from 1.
FAKE_API int cuGraphAddKernelNode_v2(void **node, void *graph,
                                     void *const *before, size_t numBefore,
                                     const KernelNode *wanted) {
  Call call("cuGraphAddKernelNode_v2");
  if (call.result)
    return call.result;
  auto &launches = static_cast<Graph *>(graph)->launches;
  std::vector<size_t> numbers;
  for (size_t i = 0; i < numBefore; ++i) {
    numbers.push_back(reinterpret_cast<size_t>(before[i]) - 1);
    if (numbers.back() >= launches.size())
      return InvalidValue;
  }
  static_cast<Graph *>(graph)->before.push_back(numbers);
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

// An order that the graph allows, as unlike that of the nodes as may be: of
// those that wait for nothing more the last one is the next.
static std::vector<size_t> getOrder(const Graph &graph) {
  std::vector<size_t> order;
  std::vector<bool> isDone(graph.launches.size());
  auto isReady = [&](size_t node) {
    return !isDone[node] &&
           std::all_of(graph.before[node].begin(), graph.before[node].end(),
                       [&](size_t other) { return isDone[other]; });
  };
  while (order.size() < graph.launches.size())
    for (size_t node = graph.launches.size(); node-- > 0;)
      if (isReady(node)) {
        order.push_back(node);
        isDone[node] = true;
        break;
      }
  return order;
}

FAKE_API int cuGraphLaunch(void *executable, void *stream) {
  Call call("cuGraphLaunch");
  auto *known = static_cast<Graph *>(executable);
  if (call.result || !driver().graphs.count(known) ||
      !driver().streams.count(stream))
    return call.result ? call.result : int(InvalidValue);
  for (size_t node : getOrder(*known)) {
    const Launch &launch = known->launches[node];
    if (int error =
            fake_cuda::enqueue(stream, [now = Launch(launch)]() mutable {
              return fake_cuda::run(now);
            }))
      return error;
  }
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
