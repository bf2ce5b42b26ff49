// The table of external functions that compiled code calls by name.
#include "Cuda/CudaContexts.h"
#include "DType.h"
#include "Libraries/LibraryFunctions.h"
#include "Tensor.h"
#include "Workers.h"

#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>

namespace relax::runtime {

namespace {

struct ExternalTable {
  ForkSafeMutex lock;
  std::unordered_map<std::string, External> entries;
};

} // namespace

// Never ended: modules may call while the program exits.
// Static destructors run in an unknown order at exit, while other threads may
// still call.
static ExternalTable &getTable() {
  static auto *table = new ExternalTable();
  return *table;
}

// A copy of the entry is returned: the lock is not held while the function
// runs, as it may register others itself.
static External find(const char *name) {
  ExternalTable &table = getTable();
  std::lock_guard<ForkSafeMutex> guard(table.lock);
  auto found = table.entries.find(name);
  return found == table.entries.end() ? External() : found->second;
}

namespace {
/// A library whose functions are here, and which may be missing.
struct FoundLibrary {
  External (*find)(const char *name);
  bool (*isThere)();
};
} // namespace

static constexpr FoundLibrary kLibraries[] = {{findDnnl, hasDnnl},
                                              {findCublas, hasCublas},
                                              {findCudnn, hasCudnn},
                                              {findSort, [] { return true; }}};

// Whether a call of a function of this name would find one; own code is chosen
// in its place else. In the order in which a call looks: a program may have
// registered one of its own under a name of a library's.
static bool hasFunction(const RelaxContext *context, const std::string &name) {
  if (find(name.c_str()).function || findDisco(context, name.c_str()).function)
    return true;
  for (const FoundLibrary &library : kLibraries)
    if (library.find(name.c_str()).function)
      return library.isThere();
  return false;
}

// `relax.runtime.has_function`: the name comes as bytes, since a text has no
// form in host code.
static External getQuestion() {
  return {[](RelaxContext *context, void *, const DLTensor *const *inputs,
             int32_t numInputs, const DLTensor *const *outputs,
             int32_t numOutputs) -> int32_t {
            if (numInputs != 1 || numOutputs != 1 ||
                inputs[0]->dtype.bits != 8 || getNumElements(*outputs[0]) != 1)
              return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                          "'relax.runtime.has_function': expected a name as "
                          "bytes and one i1 to fill, found %d inputs and %d "
                          "outputs",
                          numInputs, numOutputs);
            std::string name(static_cast<const char *>(getData(*inputs[0])),
                             size_t(getNumElements(*inputs[0])));
            *static_cast<uint8_t *>(getData(*outputs[0])) =
                hasFunction(context, name);
            return RELAX_OK;
          },
          nullptr};
}

// What the library has itself; what a program registered goes before it.
static External findOwn(const RelaxContext *context, const char *name) {
  if (External external = findDisco(context, name); external.function)
    return external;
  if (std::strcmp(name, "relax.runtime.has_function") == 0)
    return getQuestion();
  for (const FoundLibrary &library : kLibraries)
    if (External external = library.find(name); external.function)
      return external;
  return {};
}

// What the function calls true may be any byte but 0; one that has no outputs
// by name writes into what it is passed.
// See hasCleanBools: compiled code reads the lowest bit of a bool.
static void cleanWritten(const DLTensor *const *tensors, int32_t number) {
  for (int32_t i = 0; i < number; ++i)
    // Nobody has copied what is on a device.
    if (tensors[i] && getCudaNumber(*tensors[i]) < 0 &&
        !hasCleanBools(*tensors[i]))
      cleanBools(*tensors[i]);
}

} // namespace relax::runtime

using relax::runtime::External;
using relax::runtime::fail;

int32_t relax_register_function(const char *name,
                                RelaxExternalFunction function,
                                void *user_data) {
  // There is no context here, so the error goes to the thread's own slot.
  relax::runtime::clearError(nullptr);
  if (!name || !*name)
    return relax::runtime::failWithoutContext(
        RELAX_ERROR_INVALID_ARGUMENT,
        "expected the name of an external function, found none");
  int32_t status = relax::runtime::guarded(nullptr, [&]() -> int32_t {
    relax::runtime::ExternalTable &table = relax::runtime::getTable();
    std::lock_guard<relax::runtime::ForkSafeMutex> guard(table.lock);
    if (function)
      table.entries[name] = {function, user_data};
    else
      table.entries.erase(name);
    return RELAX_OK;
  });
  return status ? relax::runtime::failWithoutContext(status, "out of memory")
                : status;
}

int32_t relax_rt_call_external(RelaxContext *context, const char *function,
                               const char *name, const DLTensor *const *inputs,
                               int32_t num_inputs,
                               const DLTensor *const *outputs,
                               int32_t num_outputs) {
  if (!context || !name)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "expected the name of an external function, found none");
  return relax::runtime::guarded(context, [&]() -> int32_t {
    External external = relax::runtime::find(name);
    if (!external.function)
      external = relax::runtime::findOwn(context, name);
    if (!external.function && (std::strncmp(name, "runtime.disco.", 14) == 0 ||
                               std::strncmp(name, "relax.ccl.", 10) == 0))
      return fail(context, RELAX_ERROR_NOT_FOUND,
                  "function '%s': expected workers to exchange tensors with by "
                  "'%s', found none; start the program by mpirun, or call "
                  "relax_context_set_communicators first",
                  function ? function : "?", name);
    if (!external.function)
      return fail(context, RELAX_ERROR_NOT_FOUND,
                  "function '%s': expected external function '%s' to be "
                  "registered; call relax_register_function(\"%s\", ...) first",
                  function ? function : "?", name, name);
    // What it does on a device comes behind what was launched.
    relax::runtime::CudaGraphs::flushThread();
    int32_t result = external.function(context, external.userData, inputs,
                                       num_inputs, outputs, num_outputs);
    relax::runtime::CudaContextScope::forget();
    // Errors that the function met and dealt with are not the call's.
    // A function that tried something, failed and went another way returns 0.
    // Its errors are then over, or they would make the whole call fail.
    if (result == 0) {
      relax::runtime::clearError(context);
      relax::runtime::cleanWritten(inputs, num_inputs);
      relax::runtime::cleanWritten(outputs, num_outputs);
    } else
      fail(context, RELAX_ERROR_FAILED,
           "function '%s': external function '%s' failed with code %d",
           function ? function : "?", name, result);
    return result;
  });
}

// A kernel goes on after a call that has failed, as after relax_rt_kernel_fail:
// what it computes is not given to anybody. The status is the context's, which
// who called the kernel asks for.
void relax_rt_kernel_call_external(const char *name,
                                   const DLTensor *const *arguments,
                                   int32_t num_arguments) {
  relax_rt_call_external(relax::runtime::getCurrentContext(), nullptr, name,
                         arguments, num_arguments, nullptr, 0);
}
