// The functions that `relax.ccl` operators become, by the names of TVM's run
// time: they exchange tensors by the communicators of the context that runs.
//
// A function that the program registered by the same name goes before them.
#include "DiscoFunctions.h"

#include "Communicator.h"
#include "DType.h"
#include "Tensor.h"

#include <cstring>

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
struct DiscoFunction {
  const char *name;
  int32_t numInputs;
  int32_t (*function)(RelaxContext *, const DLTensor *const *,
                      const DLTensor *const *);
};
} // namespace

static constexpr DiscoFunction functions[] = {
    {"runtime.disco.allreduce", 3, allReduce},
    {"runtime.disco.allgather", 2, allGather},
    {"runtime.disco.broadcast_from_worker0", 2, broadcast},
    {"runtime.disco.scatter_from_worker0", 2, scatter},
    {"runtime.disco.worker_id", 0, workerId},
};

// What stands behind a tensor is a number, or the call is none of ours.
static bool haveNumbers(const DLTensor *const *inputs, int32_t number) {
  for (int32_t i = 1; i < number; ++i)
    if (!inputs[i] || !isSame(inputs[i]->dtype, {RELAX_INT, 64, 1}) ||
        getNumElements(*inputs[i]) != 1)
      return false;
  return true;
}

// The context decides, not a registry: in one process each worker is a thread
// with a context and communicators of its own.
External findDisco(const RelaxContext *context, const char *name) {
  for (const DiscoFunction &known : functions)
    if (context->bindings.world && std::strcmp(known.name, name) == 0)
      return {[](RelaxContext *context, void *userData,
                 const DLTensor *const *inputs, int32_t numInputs,
                 const DLTensor *const *outputs, int32_t numOutputs) {
                const auto &function = *static_cast<DiscoFunction *>(userData);
                if (numInputs == function.numInputs && numOutputs == 1 &&
                    haveNumbers(inputs, numInputs))
                  return function.function(context, inputs, outputs);
                return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                            "'%s': expected %d inputs, numbers of i64 behind "
                            "the first, and 1 output, found %d and %d",
                            function.name, function.numInputs, numInputs,
                            numOutputs);
              },
              const_cast<DiscoFunction *>(&known)};
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
