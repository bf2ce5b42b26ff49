// Calls a function of a module: brings the inputs into the form that compiled
// code relies on, and gives back whatever a failing call leaves.
#include "Frame.h"
#include "Module.h"

#include <algorithm>
#include <vector>

namespace relax::runtime {

namespace {

/// The inputs of one call as compiled code wants them: compact, aligned to
/// their elements, without offset.
class PreparedInputs {
public:
  explicit PreparedInputs(RelaxContext *context) : context(context) {}
  ~PreparedInputs() {
    for (RelaxTensor *copy : copies)
      relax_tensor_release(copy);
  }
  PreparedInputs(const PreparedInputs &) = delete;
  PreparedInputs &operator=(const PreparedInputs &) = delete;

  /// Checks and takes all inputs of a call.
  int32_t prepare(const RelaxFunctionDescriptor &function,
                  const DLTensor *const *inputs);

  /// What the entry gets.
  const DLTensor *const *get() const {
    return pointers.empty() ? inlinePointers : pointers.data();
  }

private:
  int32_t add(const RelaxFunctionDescriptor &function, int32_t index,
              const DLTensor *input, DLTensor &prepared);
  int32_t addForDevice(Subject &subject, int32_t device, const DLTensor *input,
                       DLTensor &prepared);
  void takeCopy(RelaxTensor *copy, DLTensor &prepared);

  static constexpr int32_t numInline = 8;
  RelaxContext *context;
  DLTensor inlineTensors[numInline];
  const DLTensor *inlinePointers[numInline];
  std::vector<DLTensor> tensors;
  std::vector<const DLTensor *> pointers;
  std::vector<RelaxTensor *> copies;
};

} // namespace

int32_t PreparedInputs::prepare(const RelaxFunctionDescriptor &function,
                                const DLTensor *const *inputs) {
  DLTensor *place = inlineTensors;
  const DLTensor **pointer = inlinePointers;
  if (function.num_params > numInline) {
    tensors.resize(size_t(function.num_params));
    pointers.resize(size_t(function.num_params));
    place = tensors.data();
    pointer = pointers.data();
  }
  for (int32_t i = 0; i < function.num_params; ++i) {
    if (int32_t status = add(function, i, inputs[i], place[i]))
      return status;
    pointer[i] = &place[i];
  }
  return RELAX_OK;
}

// The elements as they lie, without an offset.
static DLTensor withoutOffset(const DLTensor &input) {
  DLTensor plain = input;
  plain.data = input.data ? getData(input) : nullptr;
  plain.byte_offset = 0;
  plain.strides = nullptr;
  return plain;
}

void PreparedInputs::takeCopy(RelaxTensor *copy, DLTensor &prepared) {
  copies.push_back(copy);
  ++context->numCopiedInputs;
  prepared = copy->dl;
}

int32_t PreparedInputs::addForDevice(Subject &subject, int32_t device,
                                     const DLTensor *input,
                                     DLTensor &prepared) {
  if (int32_t status = checkUsableAnywhere(context, subject, input))
    return status;
  if (input->device.device_type == kDLCUDA) {
    if (int32_t status = checkOnDevice(context, subject, device, *input))
      return status;
    prepared = withoutOffset(*input);
    return RELAX_OK;
  }
  copies.reserve(copies.size() + 1);
  RelaxTensor *copy = nullptr;
  if (int32_t status =
          relax_tensor_to_device(context, input, kDLCUDA, device, &copy))
    return status;
  takeCopy(copy, prepared);
  return RELAX_OK;
}

int32_t PreparedInputs::add(const RelaxFunctionDescriptor &function,
                            int32_t index, const DLTensor *input,
                            DLTensor &prepared) {
  Subject subject(function.name, function.params[index].name, index);
  if (int32_t device = function.params[index].device)
    return addForDevice(subject, device - 1, input, prepared);
  if (int32_t status = checkUsable(context, subject, input))
    return status;
  if (isCompact(*input) && isAligned(*input)) {
    prepared = withoutOffset(*input);
    return RELAX_OK;
  }
  copies.reserve(copies.size() + 1);
  RelaxTensor *copy = nullptr;
  if (int32_t status = relax_tensor_copy(context, input, &copy))
    return status;
  takeCopy(copy, prepared);
  return RELAX_OK;
}

static int32_t checkCounts(RelaxContext *context,
                           const RelaxFunctionDescriptor &function,
                           const DLTensor *const *inputs, int32_t numInputs,
                           RelaxTensor *const *outputs, int32_t numOutputs) {
  int32_t bad = RELAX_ERROR_INVALID_ARGUMENT;
  if (numInputs != function.num_params)
    return fail(context, bad, "function '%s': expected %d inputs, found %d",
                function.name, function.num_params, numInputs);
  if (numOutputs != function.num_results)
    return fail(context, bad,
                "function '%s': expected room for %d outputs, found %d",
                function.name, function.num_results, numOutputs);
  if ((numInputs > 0 && !inputs) || (numOutputs > 0 && !outputs))
    return fail(context, bad,
                "function '%s': expected an array of %s, found null",
                function.name, numInputs > 0 && !inputs ? "inputs" : "outputs");
  return RELAX_OK;
}

// Runs the entry inside a call that has begun.
static int32_t runEntry(RelaxContext *context, const RelaxModule &module,
                        const RelaxFunctionDescriptor &function,
                        const DLTensor *const *inputs, RelaxTensor **outputs) {
  PreparedInputs prepared(context);
  if (int32_t status = prepared.prepare(function, inputs))
    return status;
  int32_t result;
  {
    CurrentContextScope current(context);
    ThreadNumberScope threads(module.threads, context->numThreads);
    DeviceScope devices(context);
    result = function.entry(context, prepared.get(), outputs);
  }
  // An error counts even where the code did not pass it on.
  if (int32_t status = relax_context_status(context))
    return status;
  if (result)
    return fail(context, RELAX_ERROR_FAILED,
                "function '%s' failed with code %d and said no more",
                function.name, result);
  for (int32_t i = 0; i < function.num_results; ++i)
    if (!outputs[i])
      return fail(context, RELAX_ERROR_FAILED,
                  "function '%s' left output %d empty", function.name, i);
  return RELAX_OK;
}

static int32_t invoke(RelaxContext *context, const RelaxModule &module,
                      const RelaxFunctionDescriptor &function,
                      const DLTensor *const *inputs, int32_t numInputs,
                      RelaxTensor **outputs, int32_t numOutputs) {
  CallScope scope(context);
  // Whoever is inside owns the error text; only the code is returned.
  if (!scope.isEntered())
    return RELAX_ERROR_BUSY;
  if (context->depth == 1)
    clearError(context);
  if (int32_t status = checkCounts(context, function, inputs, numInputs,
                                   outputs, numOutputs))
    return status;
  std::fill_n(outputs, numOutputs, nullptr);
  int32_t status = guarded(context, [&] {
    return runEntry(context, module, function, inputs, outputs);
  });
  if (status)
    std::fill_n(outputs, numOutputs, nullptr);
  else
    scope.keepOutputs(outputs, numOutputs);
  return status;
}

} // namespace relax::runtime

using relax::runtime::fail;

int32_t relax_function_invoke(RelaxContext *context, const RelaxModule *module,
                              const RelaxFunctionDescriptor *function,
                              const DLTensor *const *inputs, int32_t num_inputs,
                              RelaxTensor **outputs, int32_t num_outputs) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  if (!module || !function) {
    relax::runtime::beginOperation(context);
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "expected a module and a function, found null");
  }
  return relax::runtime::invoke(context, *module, *function, inputs, num_inputs,
                                outputs, num_outputs);
}

int32_t relax_function_call(RelaxContext *context, const RelaxModule *module,
                            const char *name, const DLTensor *const *inputs,
                            int32_t num_inputs, RelaxTensor **outputs,
                            int32_t num_outputs) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  const RelaxFunctionDescriptor *function = relax_module_find(module, name);
  if (function)
    return relax_function_invoke(context, module, function, inputs, num_inputs,
                                 outputs, num_outputs);
  relax::runtime::beginOperation(context);
  return fail(context, RELAX_ERROR_NOT_FOUND,
              "the module has no function '%s'; it has %d others",
              name ? name : "", relax_module_num_functions(module));
}
