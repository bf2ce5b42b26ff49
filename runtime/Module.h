// A loaded module.
#ifndef RELAX_RUNTIME_MODULE_H
#define RELAX_RUNTIME_MODULE_H

#include "Context.h"
#include "OpenMP.h"

#include <string>
#include <string_view>
#include <unordered_map>

struct RelaxModule {
  /// Handle of dlopen; null for code in memory.
  void *handle = nullptr;
  /// The module's own description.
  const RelaxModuleDescriptor *descriptor = nullptr;
  /// Position of each function.
  std::unordered_map<std::string_view, int32_t> positions;
  /// What runs its parallel loops.
  relax::runtime::ThreadLibrary threads;
  /// Its constants file, null if there is none.
  RelaxConstants *constants = nullptr;

  RelaxModule() = default;
  RelaxModule(const RelaxModule &) = delete;
  RelaxModule &operator=(const RelaxModule &) = delete;
  ~RelaxModule();
};

namespace relax::runtime {

/// Loads the shared library at `path` after a look at its file; null and an
/// error if it is not one for this machine, is cut off, or misses a symbol.
void *openLibrary(RelaxContext *context, const std::string &path);

/// The most wanted version of a module for this machine's CPU; `descriptor`,
/// the one that loaders look for, if `library` has no others or none that runs.
const RelaxModuleDescriptor *
chooseVersion(void *library, const RelaxModuleDescriptor *descriptor);

/// Whether this machine's CPU has the "+" entries of `features`.
bool hasCpuFeatures(const char *features);

/// The same as an error that names the first one that is not there.
int32_t checkCpuFeatures(RelaxContext *context, const char *subject,
                         const char *features);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_MODULE_H
