// Finds cuBLASLt and cuDNN.
#include "CudaLibraries.h"
#include "LoadedLibrary.h"

#include <cstdlib>
#include <mutex>
#include <vector>

namespace relax::runtime {

// Numbers of enumerations and sizes of structures are those of the headers of
// CUDA 13.0 and cuDNN 9. The real libraries make all descriptors of them, which
// needs no GPU.
namespace {
/// Where a library is looked for, and what is said if it is not there.
struct Place {
  const char *title, *variable;
  /// The newest first.
  std::vector<const char *> files;
};

/// A library that was looked for once in the process: that it is missing would
/// else be found out at each call.
template <typename Library>
struct Loaded {
  std::once_flag once;
  Library functions;
  bool isThere = false;
  std::string failure;
};
} // namespace

static const char *find(CublasLibrary &cublas, void *library) {
  LibraryFunctions functions(library);
#define RELAX_LIBRARY_FIND(NAME, PARAMETERS) functions.find(cublas.NAME, #NAME);
  RELAX_CUBLAS_FUNCTIONS(RELAX_LIBRARY_FIND)
#undef RELAX_LIBRARY_FIND
  return functions.getMissing();
}

static const char *find(CudnnLibrary &cudnn, void *library) {
  LibraryFunctions functions(library);
#define RELAX_LIBRARY_FIND(NAME, PARAMETERS) functions.find(cudnn.NAME, #NAME);
  RELAX_CUDNN_FUNCTIONS(RELAX_LIBRARY_FIND)
#undef RELAX_LIBRARY_FIND
  return functions.getMissing();
}

// The library's failure, empty if it is there.
template <typename Library>
// Functions are looked up before the library is used, so that an older one is
// told by the name of what it lacks.
static std::string open(const Place &place, Library &functions) {
  // Who names a file wants that one: another version in its place would hide
  // that it is not there.
  std::vector<const char *> files = place.files;
  if (const char *chosen = std::getenv(place.variable); chosen && *chosen)
    files = {chosen};
  std::string why, first;
  for (const char *file : files) {
    if (void *library = openLibrary(file, RTLD_NOW | RTLD_LOCAL, why)) {
      const char *missing = find(functions, library);
      return missing ? std::string("expected ") + place.title + ", found " +
                           file + " without '" + missing +
                           "'; install NVIDIA's " + place.title
                     : "";
    }
    if (first.empty())
      first = why;
  }
  return std::string("expected ") + place.title + ", found none (" + first +
         "); install NVIDIA's " + place.title + ", or set " + place.variable +
         " to the library's file";
}

template <typename Library>
static const Library *load(const Place &place, Loaded<Library> &loaded,
                           std::string &failure) {
  std::call_once(loaded.once, [&] {
    loaded.failure = open(place, loaded.functions);
    loaded.isThere = loaded.failure.empty();
  });
  failure = loaded.failure;
  return loaded.isThere ? &loaded.functions : nullptr;
}

// Never ended, as other threads may call while the program exits.
const CublasLibrary *loadCublas(std::string &failure) {
  static auto *loaded = new Loaded<CublasLibrary>();
  return load({"cuBLASLt",
               "RELAX_CUBLASLT_LIBRARY",
               {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11"}},
              *loaded, failure);
}

const CudnnLibrary *loadCudnn(std::string &failure) {
  static auto *loaded = new Loaded<CudnnLibrary>();
  return load(
      {"cuDNN", "RELAX_CUDNN_LIBRARY", {"libcudnn.so.9", "libcudnn.so.8"}},
      *loaded, failure);
}

} // namespace relax::runtime
