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

/// Checks that this machine's CPU has the "+" entries of `features`, as far as
/// they are known.
int32_t checkCpuFeatures(RelaxContext *context, const char *subject,
                         const char *features);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_MODULE_H
