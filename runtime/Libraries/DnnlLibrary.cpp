// oneDNN, loaded when a program first asks for it.
//
// Its headers are not needed to build: version 2 has a C interface, of which
// these are the names and numbers. Version 3 changed the descriptors.
#include "DnnlLibrary.h"
#include "LoadedLibrary.h"

#include <cstdlib>
#include <mutex>

namespace relax::runtime {

// dnnl_cpu of dnnl_engine_kind_t.
static constexpr int kProcessor = 1;

static std::string find(DnnlLibrary &dnnl, void *library) {
  LibraryFunctions functions(library);
#define RELAX_DNNL_FIND(NAME, PARAMETERS) functions.find(dnnl.NAME, #NAME);
  RELAX_DNNL_FUNCTIONS(RELAX_DNNL_FIND)
#undef RELAX_DNNL_FIND
  functions.find(dnnl.dnnl_primitive_desc_query_md,
                 "dnnl_primitive_desc_query_md");
  if (const char *missing = functions.getMissing())
    return missing;
  // A search by the handle sees what the library needs itself.
  functions.findLater(dnnl.setNumThreads, "omp_set_num_threads");
  functions.findLater(dnnl.getMaxThreads, "omp_get_max_threads");
  if (dnnl.dnnl_engine_create(&dnnl.engine, kProcessor, 0))
    return "an engine for the processor";
  return "";
}

static const DnnlLibrary *load(std::string &failure) {
  const char *chosen = std::getenv("RELAX_DNNL_LIBRARY");
  const char *name = chosen && *chosen ? chosen : "libdnnl.so.2";
  std::string why;
  void *library = openLibrary(name, RTLD_NOW | RTLD_LOCAL, why);
  if (!library) {
    failure = "expected oneDNN 2, found none (" + why +
              "); install Debian's libdnnl2, or set RELAX_DNNL_LIBRARY to the "
              "library's file";
    return nullptr;
  }
  // Never ended, as its threads may run while the program exits.
  auto *dnnl = new DnnlLibrary();
  std::string missing = find(*dnnl, library);
  if (missing.empty())
    return dnnl;
  delete dnnl;
  failure = "expected oneDNN 2, found " + std::string(name) + " without " +
            missing + "; install Debian's libdnnl2";
  return nullptr;
}

const DnnlLibrary *loadDnnl(std::string &failure) {
  // One try a process: that the library is missing would else be found out at
  // each call.
  static std::once_flag once;
  static const DnnlLibrary *dnnl = nullptr;
  static std::string reason;
  std::call_once(once, [] { dnnl = load(reason); });
  failure = reason;
  return dnnl;
}

} // namespace relax::runtime
