// The functions that `relax.ccl` operators become: they exchange tensors by the
// communicators of the context that runs. `runtime.disco.*` are those of TVM's
// run time; `relax.ccl.*` exchange along axes of a mesh, which end the numbers:
// how many axes it has, their sizes, the axes that the exchange goes along.
//
// A function that the program registered by the same name goes before them.
#include "DiscoFunctions.h"

#include "Communicator.h"
#include "Context.h"
#include "DType.h"
#include "Tensor.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace relax::runtime {

// A number comes as a tensor of rank 0.
static int64_t readArgument(const DLTensor *const *inputs, int32_t index) {
  return *static_cast<const int64_t *>(getData(*inputs[index]));
}

// Without groups both are the world, as TVM's session has one group then.
static RelaxCommunicator *getGroup(RelaxContext *context, bool isInGroup) {
  return isInGroup ? context->bindings.group : context->bindings.world;
}

static int32_t allReduce(RelaxContext *context, const DLTensor *const *inputs,
                         const DLTensor *const *outputs) {
  return relax_all_reduce(context, getGroup(context, readArgument(inputs, 2)),
                          RelaxReduceKind(readArgument(inputs, 1)), inputs[0],
                          outputs[0]);
}

static int32_t allGather(RelaxContext *context, const DLTensor *const *inputs,
                         const DLTensor *const *outputs) {
  return relax_all_gather(context, getGroup(context, readArgument(inputs, 1)),
                          inputs[0], outputs[0]);
}

static int32_t broadcast(RelaxContext *context, const DLTensor *const *inputs,
                         const DLTensor *const *outputs) {
  return relax_broadcast(context, getGroup(context, readArgument(inputs, 1)), 0,
                         inputs[0], outputs[0]);
}

static int32_t scatter(RelaxContext *context, const DLTensor *const *inputs,
                       const DLTensor *const *outputs) {
  return relax_scatter(context, getGroup(context, readArgument(inputs, 1)), 0,
                       inputs[0], outputs[0]);
}

static int32_t workerId(RelaxContext *context, const DLTensor *const *,
                        const DLTensor *const *outputs) {
  *static_cast<int64_t *>(getData(*outputs[0])) = context->bindings.world->rank;
  return RELAX_OK;
}

namespace {
/// Where a worker stands on a mesh, and among those that it shares axes with.
struct MeshPlace {
  /// Its place among the workers that differ along the axes only.
  int64_t index = 0;
  /// The same number for all of these.
  int64_t group = 0;
  int64_t groupSize = 1;
  /// Whether these are all workers, in their order.
  bool isWorld = false;
  /// Along each axis of the mesh.
  std::vector<int64_t> coordinates;
};

/// An exchange along axes of a mesh.
struct MeshExchange {
  RelaxContext *context;
  const DLTensor *const *inputs, *const *outputs;
  /// The number of the mesh's axes, their sizes, the axes.
  std::vector<int64_t> numbers;
  MeshPlace place;
  RelaxCommunicator *members = nullptr;
};
} // namespace

static std::string list(const int64_t *numbers, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += (i ? ", " : "") + std::to_string(numbers[i]);
  return "[" + text + "]";
}

// Of numbers that no compiler writes.
static int32_t failMesh(RelaxContext *context,
                        const std::vector<int64_t> &numbers,
                        const char *found) {
  return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
              "expected the sizes of a mesh and different axes of it, found %s "
              "in the numbers %s",
              found, list(numbers.data(), numbers.size()).c_str());
}

// A user finds the mesh by its sizes: its name is gone when the program runs.
static int32_t failWorkers(const MeshExchange &exchange, size_t rank) {
  const RelaxCommunicator &world = *exchange.context->bindings.world;
  return fail(exchange.context, RELAX_ERROR_INVALID_ARGUMENT,
              "worker %d of %d: expected a worker for each place of the "
              "program's mesh %s, found %d; start as many as it has places",
              world.rank, world.size,
              list(exchange.numbers.data() + 1, rank).c_str(), world.size);
}

// Row-major, as a mesh's workers are counted; the axes in the order given.
static int32_t findPlace(MeshExchange &exchange) {
  const std::vector<int64_t> &numbers = exchange.numbers;
  const RelaxCommunicator &world = *exchange.context->bindings.world;
  size_t rank = numbers.empty() || numbers[0] < 0 ? numbers.size() : numbers[0];
  if (rank >= numbers.size())
    return failMesh(exchange.context, numbers, "no mesh");
  int64_t workers = 1;
  for (size_t i = 1; i <= rank; ++i) {
    if (numbers[i] < 1)
      return failMesh(exchange.context, numbers, "other sizes");
    // More than there are never becomes less, so that the product cannot wrap.
    if (numbers[i] > world.size || (workers *= numbers[i]) > world.size)
      return failWorkers(exchange, rank);
  }
  if (workers != world.size)
    return failWorkers(exchange, rank);
  std::vector<int64_t> &coordinates = exchange.place.coordinates;
  coordinates.resize(rank);
  int64_t rest = world.rank;
  for (size_t i = rank; i-- > 0; rest /= numbers[i + 1])
    coordinates[i] = rest % numbers[i + 1];
  std::vector<bool> isShared(rank);
  MeshPlace &place = exchange.place;
  for (size_t i = rank + 1; i < numbers.size(); ++i) {
    int64_t axis = numbers[i];
    if (axis < 0 || axis >= int64_t(rank) || isShared[axis])
      return failMesh(exchange.context, numbers, "other axes");
    isShared[axis] = true;
    place.index = place.index * numbers[axis + 1] + coordinates[axis];
    place.groupSize *= numbers[axis + 1];
  }
  place.isWorld =
      place.groupSize == world.size &&
      std::is_sorted(numbers.begin() + int64_t(rank) + 1, numbers.end());
  for (size_t i = 0; i < rank; ++i)
    if (!isShared[i])
      place.group = place.group * numbers[i + 1] + coordinates[i];
  return RELAX_OK;
}

// Every worker asks for the same groups in the same order, as it makes the same
// calls, so that a group may be made when it is first needed.
static int32_t findMembers(MeshExchange &exchange) {
  RelaxCommunicator &world = *exchange.context->bindings.world;
  if (exchange.place.isWorld) {
    exchange.members = &world;
    return RELAX_OK;
  }
  for (const MeshGroup &known : world.meshGroups)
    if (known.numbers == exchange.numbers) {
      exchange.members = known.members.get();
      return RELAX_OK;
    }
  if (int32_t status = relax_communicator_split(
          exchange.context, &world, int32_t(exchange.place.group),
          int32_t(exchange.place.index), &exchange.members))
    return status;
  world.meshGroups.push_back(
      {exchange.numbers, std::unique_ptr<RelaxCommunicator>(exchange.members)});
  return RELAX_OK;
}

static int32_t meshAllReduce(const MeshExchange &exchange) {
  return relax_all_reduce(exchange.context, exchange.members,
                          RelaxReduceKind(readArgument(exchange.inputs, 1)),
                          exchange.inputs[0], exchange.outputs[0]);
}

static int32_t meshAllGather(const MeshExchange &exchange) {
  return relax_all_gather(exchange.context, exchange.members,
                          exchange.inputs[0], exchange.outputs[0]);
}

static int32_t fillWithZeros(RelaxContext *context, const DLTensor &tensor) {
  int64_t bytes =
      getCheckedBytes(context, tensor.dtype, tensor.ndim, tensor.shape);
  if (bytes < 0)
    return relax_context_status(context);
  int32_t number = getCudaNumber(tensor);
  if (number < 0) {
    std::memset(getData(tensor), 0, size_t(bytes));
    return RELAX_OK;
  }
  CudaDevice *device = getCudaDevice(context, number);
  if (!device)
    return relax_context_status(context);
  // The copy reads memory that ends here.
  std::vector<char> zeros(bytes);
  int32_t status =
      device->copyIn(context, getData(tensor), zeros.data(), uint64_t(bytes));
  return status ? status : device->finish(context);
}

// A function's results are defined on all workers, those that receive nothing
// as well.
static int32_t meshGather(const MeshExchange &exchange) {
  if (exchange.place.index != 0)
    if (int32_t status = fillWithZeros(exchange.context, *exchange.outputs[0]))
      return status;
  return relax_gather(exchange.context, exchange.members, 0, exchange.inputs[0],
                      exchange.outputs[0]);
}

static int32_t meshReduceScatter(const MeshExchange &exchange) {
  return relax_reduce_scatter(exchange.context, exchange.members,
                              RelaxReduceKind(readArgument(exchange.inputs, 1)),
                              exchange.inputs[0], exchange.outputs[0]);
}

static int32_t meshAllToAll(const MeshExchange &exchange) {
  return relax_all_to_all(exchange.context, exchange.members,
                          exchange.inputs[0], exchange.outputs[0]);
}

// The number among all workers of the one at a place among those that differ
// along the axes only. Two workers exchange without a group: making one takes
// all workers, and those of a pipeline come to their exchanges one by one.
static int32_t getPeer(const MeshExchange &exchange) {
  const std::vector<int64_t> &numbers = exchange.numbers;
  size_t rank = numbers[0];
  std::vector<int64_t> coordinates = exchange.place.coordinates;
  int64_t rest = readArgument(exchange.inputs, 1);
  for (size_t i = numbers.size(); i-- > rank + 1;) {
    int64_t size = numbers[numbers[i] + 1];
    coordinates[numbers[i]] = rest % size;
    rest /= size;
  }
  // A place that no worker has is no number of a worker either.
  if (rest != 0)
    return -1;
  int64_t peer = 0;
  for (size_t i = 0; i < rank; ++i)
    peer = peer * numbers[i + 1] + coordinates[i];
  return int32_t(peer);
}

static int32_t meshSend(const MeshExchange &exchange) {
  return relax_send(exchange.context, exchange.context->bindings.world,
                    getPeer(exchange), exchange.inputs[0]);
}

// Into memory that is operand and result.
static int32_t meshReceive(const MeshExchange &exchange) {
  return relax_receive(exchange.context, exchange.context->bindings.world,
                       getPeer(exchange), exchange.outputs[0]);
}

static int32_t meshBarrier(const MeshExchange &exchange) {
  return relax_barrier(exchange.context, exchange.members);
}

static int32_t workerIndex(const MeshExchange &exchange) {
  *static_cast<int64_t *>(getData(*exchange.outputs[0])) = exchange.place.index;
  return RELAX_OK;
}

namespace {
struct DiscoFunction {
  const char *name;
  /// Of a function along axes of a mesh, those in front of its numbers.
  int32_t numInputs;
  int32_t (*function)(RelaxContext *, const DLTensor *const *,
                      const DLTensor *const *);
  int32_t (*onMesh)(const MeshExchange &);
  /// Whether the inputs begin with a tensor, and workers exchange it.
  bool hasTensor;
  /// Whether those that differ along the axes only take part together.
  bool hasGroup;
  int32_t numOutputs = 1;
};
} // namespace

namespace {
/// What an external function gets.
struct DiscoCall {
  RelaxContext *context;
  const DLTensor *const *inputs;
  int32_t numInputs;
  const DLTensor *const *outputs;
  int32_t numOutputs;
};
} // namespace

static constexpr DiscoFunction functions[] = {
    {"runtime.disco.allreduce", 3, allReduce, nullptr, true, false},
    {"runtime.disco.allgather", 2, allGather, nullptr, true, false},
    {"runtime.disco.broadcast_from_worker0", 2, broadcast, nullptr, true,
     false},
    {"runtime.disco.scatter_from_worker0", 2, scatter, nullptr, true, false},
    {"runtime.disco.worker_id", 0, workerId, nullptr, false, false},
    {"relax.ccl.allreduce", 2, nullptr, meshAllReduce, true, true},
    {"relax.ccl.allgather", 1, nullptr, meshAllGather, true, true},
    {"relax.ccl.gather", 1, nullptr, meshGather, true, true},
    {"relax.ccl.reduce_scatter", 2, nullptr, meshReduceScatter, true, true},
    {"relax.ccl.all_to_all", 1, nullptr, meshAllToAll, true, true},
    {"relax.ccl.send", 2, nullptr, meshSend, true, false, 0},
    {"relax.ccl.receive", 2, nullptr, meshReceive, true, false},
    {"relax.ccl.barrier", 0, nullptr, meshBarrier, false, true, 0},
    {"relax.ccl.worker_index", 0, nullptr, workerIndex, false, false},
};

// In front of the name of a function that only starts its exchange.
static constexpr char kStart[] = "relax.ccl.start.";

static int32_t callOnMesh(const DiscoFunction &function,
                          const DiscoCall &call) {
  // The numbers were written by the compiler, but a library is a file that
  // anyone may have made, so that they are checked like all that comes from
  // outside.
  MeshExchange exchange{call.context, call.inputs, call.outputs, {}, {}};
  for (int32_t i = function.numInputs; i < call.numInputs; ++i)
    exchange.numbers.push_back(readArgument(call.inputs, i));
  if (int32_t status = findPlace(exchange))
    return status;
  if (function.hasGroup)
    if (int32_t status = findMembers(exchange))
      return status;
  return function.onMesh(exchange);
}

// What stands behind a tensor is a number, or the call is none of ours.
static bool haveNumbers(const DLTensor *const *inputs, int32_t first,
                        int32_t number) {
  for (int32_t i = first; i < number; ++i)
    if (!inputs[i] || !isSame(inputs[i]->dtype, {RELAX_INT, 64, 1}) ||
        getNumElements(*inputs[i]) != 1)
      return false;
  return true;
}

static int32_t callDisco(const DiscoFunction &function, const DiscoCall &call) {
  bool isKnown = call.numOutputs == function.numOutputs &&
                 haveNumbers(call.inputs, function.hasTensor, call.numInputs);
  if (isKnown && function.onMesh && call.numInputs >= function.numInputs)
    return callOnMesh(function, call);
  if (isKnown && function.function && call.numInputs == function.numInputs)
    return function.function(call.context, call.inputs, call.outputs);
  return fail(call.context, RELAX_ERROR_INVALID_ARGUMENT,
              "'%s': expected %d inputs%s, numbers of i64 behind "
              "the tensor, and %d outputs, found %d and %d",
              function.name, function.numInputs,
              function.onMesh ? " and a mesh" : "", function.numOutputs,
              call.numInputs, call.numOutputs);
}

// The context decides, not a registry: in one process each worker is a thread
// with a context and communicators of its own.
External findDisco(const RelaxContext *context, const char *name) {
  if (!context->bindings.world)
    return {};
  if (std::strcmp(name, "relax.ccl.wait") == 0)
    return {[](RelaxContext *context, void *, const DLTensor *const *inputs,
               int32_t numInputs, const DLTensor *const *, int32_t) {
              return relax_wait(context, context->bindings.world,
                                numInputs > 0 ? inputs[0] : nullptr);
            },
            nullptr};
  constexpr size_t length = sizeof(kStart) - 1;
  bool isStart = std::strncmp(name, kStart, length) == 0;
  for (const DiscoFunction &known : functions) {
    if (std::strcmp(known.name, isStart ? name + length : name) != 0)
      continue;
    void *data = const_cast<DiscoFunction *>(&known);
    if (!isStart)
      return {[](RelaxContext *context, void *userData,
                 const DLTensor *const *inputs, int32_t numInputs,
                 const DLTensor *const *outputs, int32_t numOutputs) {
                return callDisco(
                    *static_cast<DiscoFunction *>(userData),
                    {context, inputs, numInputs, outputs, numOutputs});
              },
              data};
    return {[](RelaxContext *context, void *userData,
               const DLTensor *const *inputs, int32_t numInputs,
               const DLTensor *const *outputs, int32_t numOutputs) {
              relax_context_start_exchanges(context, 1);
              int32_t status =
                  callDisco(*static_cast<DiscoFunction *>(userData),
                            {context, inputs, numInputs, outputs, numOutputs});
              relax_context_start_exchanges(context, 0);
              return status;
            },
            data};
  }
  return {};
}

} // namespace relax::runtime

int32_t relax_context_set_communicators(RelaxContext *context,
                                        RelaxCommunicator *world,
                                        RelaxCommunicator *group) {
  relax::runtime::beginOperation(context);
  if (!context || (group && !world))
    return relax::runtime::fail(
        context, RELAX_ERROR_INVALID_ARGUMENT,
        "set_communicators: expected a context, and a communicator of all "
        "workers beside that of a group, found null");
  context->bindings.world = world;
  context->bindings.group = group ? group : world;
  return RELAX_OK;
}

void relax_context_start_exchanges(RelaxContext *context, int32_t is_on) {
  if (context)
    context->bindings.startsExchanges = is_on != 0;
}
