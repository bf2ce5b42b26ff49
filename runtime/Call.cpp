// Calls a function of a module: brings the inputs into the form that compiled
// code relies on, and gives back whatever a failing call leaves.
#include "ExchangeQueue.h"
#include "Frame.h"
#include "Module.h"
#include "NvtxRanges.h"

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

  /// Checks and takes all inputs of a call; nothing is copied before all that
  /// are to be copied are what the function expects.
  int32_t prepare(const RelaxFunctionDescriptor &function,
                  const DLTensor *const *inputs);

  /// What the entry gets.
  const DLTensor *const *get() const {
    return pointers.empty() ? inlinePointers : pointers.data();
  }

private:
  int32_t check(const RelaxFunctionDescriptor &function, int32_t index,
                const DLTensor *input, bool &isReady);
  int32_t copy(int32_t device, const DLTensor &input, DLTensor &prepared);

  // Eight inputs are kept on the stack: most functions have fewer, and a call
  // should not allocate.
  static constexpr int32_t numInline = 8;
  RelaxContext *context;
  DLTensor inlineTensors[numInline];
  const DLTensor *inlinePointers[numInline];
  std::vector<DLTensor> tensors;
  std::vector<const DLTensor *> pointers;
  std::vector<RelaxTensor *> copies;
};

} // namespace

// The elements as they lie, without an offset.
// Compiled code reads `data` alone. DLPack's byte_offset and strides are
// resolved here, once, so that no kernel looks at them.
static DLTensor withoutOffset(const DLTensor &input) {
  DLTensor plain = input;
  plain.data = input.data ? getData(input) : nullptr;
  plain.byte_offset = 0;
  plain.strides = nullptr;
  return plain;
}

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
  // Two passes. All inputs are checked before any is copied: an error in the
  // last one must not have cost copies of large tensors before.
  bool areAllReady = true;
  for (int32_t i = 0; i < function.num_params; ++i) {
    bool isReady;
    if (int32_t status = check(function, i, inputs[i], isReady))
      return status;
    areAllReady &= isReady;
    pointer[i] = isReady ? &place[i] : nullptr;
    place[i] = withoutOffset(*inputs[i]);
  }
  for (int32_t i = 0; !areAllReady && i < function.num_params; ++i) {
    if (pointer[i])
      continue;
    if (int32_t status =
            copy(function.params[i].device - 1, *inputs[i], place[i]))
      return status;
    pointer[i] = &place[i];
  }
  return RELAX_OK;
}

// Checks an input, as far as the compiled code does not do it itself: what it
// gets as it lies, it checks.
// Compact, aligned inputs on the CPU are checked by the entry itself with
// static types in its code. What must be copied is checked here in front of
// the copy, since the entry would report the copy's faults.
int32_t PreparedInputs::check(const RelaxFunctionDescriptor &function,
                              int32_t index, const DLTensor *input,
                              bool &isReady) {
  const RelaxTypeDescriptor &type = function.params[index];
  Subject subject(function.name, type.name, index);
  if (int32_t status = type.device
                           ? checkUsableAnywhere(context, subject, input)
                           : checkUsable(context, subject, input))
    return status;
  // A tensor on a device is never copied by a call: that would hide a slow
  // transfer in every call, and order against the caller's streams.
  bool isOnDevice = input->device.device_type == kDLCUDA;
  if (isOnDevice)
    if (int32_t status =
            checkOnDevice(context, subject, type.device - 1, *input))
      return status;
  // A bool byte of 2 is true in C and numpy, but compiled code tests the
  // lowest bit of an i1. Such inputs are copied and cleaned.
  bool isBool = input->dtype.code == RELAX_BOOL;
  isReady = isOnDevice ||
            (!type.device && isCompact(*input) && isAligned(*input) && !isBool);
  if (isReady)
    return RELAX_OK;
  Expectation expected = {type.dtype.code, type.dtype.bits, type.dtype.lanes,
                          type.rank, type.dims};
  if (int32_t status = checkDescription(context, subject, *input, expected))
    return status;
  isReady =
      isBool && !type.device && isCompact(*input) && hasCleanBools(*input);
  return RELAX_OK;
}

int32_t PreparedInputs::copy(int32_t device, const DLTensor &input,
                             DLTensor &prepared) {
  copies.reserve(copies.size() + 2);
  RelaxTensor *copy = nullptr;
  // A clean host tensor goes to its device without a copy in between.
  bool isClean = isCompact(input) && hasCleanBools(input);
  if (device < 0 || !isClean) {
    if (int32_t status = relax_tensor_copy(context, &input, &copy))
      return status;
    cleanBools(copy->dl);
    copies.push_back(copy);
  }
  if (device >= 0) {
    const DLTensor &clean = copy ? copy->dl : input;
    // The call ends when the device is done, and so do the copies. One that
    // does not wait copies while kernels of others run.
    bool isBeside = clean.device.device_type == kDLCUDAHost &&
                    !context->bindings.waitsForDevices &&
                    getNumElements(clean) > 0;
    if (isBeside)
      copy = copyInputToCuda(context, clean, device);
    if (isBeside ? !copy : copyToCuda(context, clean, device, copy) != RELAX_OK)
      return relax_context_status(context);
    copies.push_back(copy);
  }
  ++context->records.numCopiedInputs;
  prepared = copy->dl;
  return RELAX_OK;
}

// What a failing call leaves of its outputs.
// The caller frees outputs without looking at the status, so a failing call
// leaves nulls everywhere.
static void clearOutputs(RelaxTensor **outputs, int32_t number) {
  if (outputs)
    std::fill_n(outputs, std::max(number, 0), nullptr);
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
  if (int32_t status = checkNvtx(context))
    return status;
  // Scopes end in reverse order: the devices finish their work first, while
  // the context is still the thread's current one and the errors of kernels
  // have somewhere to go.
  int32_t result;
  {
    CurrentContextScope current(context);
    ThreadNumberScope threads(module.threads, context->numThreads);
    // Opened first, so that it ends when the devices are done.
    NvtxRange range(function.name);
    DeviceScope devices(context);
    // Prepared copies live until the entry has returned, also if it fails: the
    // destructor releases them.
    PreparedInputs prepared(context);
    result = prepared.prepare(function, inputs);
    if (!result)
      result = function.entry(context, prepared.get(), outputs);
    // What an error has left behind, before its tensors end.
    if (context->bindings.world)
      context->bindings.world->queue->finish();
  }
  // An error counts even where the code did not pass it on.
  // External functions and kernels report through the context; the returned
  // code may be 0 all the same.
  if (int32_t status = relax_context_status(context))
    return status;
  if (result)
    return fail(context, RELAX_ERROR_FAILED,
                "function '%s' failed with code %d and said no more",
                function.name, result);
  // A null output would crash the caller far from here.
  for (int32_t i = 0; i < function.num_results; ++i)
    if (!outputs[i])
      return fail(context, RELAX_ERROR_FAILED,
                  "function '%s' left output %d empty, expected a tensor",
                  function.name, i);
  return RELAX_OK;
}

static int32_t invoke(RelaxContext *context, const RelaxModule &module,
                      const RelaxFunctionDescriptor &function,
                      const DLTensor *const *inputs, int32_t numInputs,
                      RelaxTensor **outputs, int32_t numOutputs) {
  // Opened first: memory that the call leaves may go back to a device.
  CudaContextScope contexts;
  CallScope scope(context);
  if (!scope.isEntered())
    return failBusy(context);
  // Only the outermost call clears: a nested one must not erase the error of
  // the call around it.
  if (context->depth == 1)
    clearError(context);
  if (int32_t status = checkCounts(context, function, inputs, numInputs,
                                   outputs, numOutputs))
    return status;
  // `guarded` turns exceptions of the C++ library (bad_alloc) into a status:
  // nothing may pass through C frames.
  int32_t status = guarded(context, [&] {
    return runEntry(context, module, function, inputs, outputs);
  });
  if (status)
    clearOutputs(outputs, numOutputs);
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
  // Cleared before anything is checked, so that it holds for each kind of
  // failure.
  relax::runtime::clearOutputs(outputs, num_outputs);
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
  relax::runtime::clearOutputs(outputs, num_outputs);
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  const RelaxFunctionDescriptor *function = relax_module_find(module, name);
  if (function)
    return relax_function_invoke(context, module, function, inputs, num_inputs,
                                 outputs, num_outputs);
  relax::runtime::beginOperation(context);
  return fail(context, RELAX_ERROR_NOT_FOUND,
              "expected a function of the module, found '%s'; it has %d others",
              name ? name : "", relax_module_num_functions(module));
}
