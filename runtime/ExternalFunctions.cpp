// The table of external functions that compiled code calls by name.
#include "Context.h"

#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>

namespace relax::runtime {

namespace {

struct External {
  RelaxExternalFunction function = nullptr;
  void *userData = nullptr;
};

struct ExternalTable {
  std::shared_mutex lock;
  std::unordered_map<std::string, External> entries;
};

} // namespace

// Never ended: modules may call while the program exits.
static ExternalTable &getTable() {
  static auto *table = new ExternalTable();
  return *table;
}

static External find(const char *name) {
  ExternalTable &table = getTable();
  std::shared_lock<std::shared_mutex> guard(table.lock);
  auto found = table.entries.find(name);
  return found == table.entries.end() ? External() : found->second;
}

} // namespace relax::runtime

using relax::runtime::External;
using relax::runtime::fail;

int32_t relax_register_function(const char *name,
                                RelaxExternalFunction function,
                                void *user_data) {
  if (!name || !*name)
    return RELAX_ERROR_INVALID_ARGUMENT;
  return relax::runtime::guarded(nullptr, [&]() -> int32_t {
    relax::runtime::ExternalTable &table = relax::runtime::getTable();
    std::unique_lock<std::shared_mutex> guard(table.lock);
    if (function)
      table.entries[name] = {function, user_data};
    else
      table.entries.erase(name);
    return RELAX_OK;
  });
}

int32_t relax_rt_call_external(RelaxContext *context, const char *function,
                               const char *name, const DLTensor *const *inputs,
                               int32_t num_inputs,
                               const DLTensor *const *outputs,
                               int32_t num_outputs) {
  if (!context || !name)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "an external function without a name was called");
  return relax::runtime::guarded(context, [&]() -> int32_t {
    External external = relax::runtime::find(name);
    if (!external.function)
      return fail(context, RELAX_ERROR_NOT_FOUND,
                  "function '%s': external function '%s' is not registered; "
                  "call relax_register_function(\"%s\", ...) first",
                  function ? function : "?", name, name);
    int32_t result = external.function(context, external.userData, inputs,
                                       num_inputs, outputs, num_outputs);
    // Errors that the function met and dealt with are not the call's.
    if (result == 0)
      relax::runtime::clearError(context);
    else
      fail(context, RELAX_ERROR_FAILED,
           "function '%s': external function '%s' failed with code %d",
           function ? function : "?", name, result);
    return result;
  });
}
