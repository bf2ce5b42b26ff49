// Finds NVTX, and opens ranges in it.
#include "NvtxRanges.h"
#include "Context.h"
#include "LoadedLibrary.h"

#include <cstdlib>
#include <cstring>
#include <string>

namespace relax::runtime {

namespace {

/// The functions that are called; null where nobody asks for ranges. NVTX tells
/// by a number below 0 that no profiler listens, which is no error.
struct NvtxLibrary {
  int (*push)(const char *) = nullptr;
  int (*pop)() = nullptr;
  /// Why there is none although it is asked for.
  std::string failure;
};

} // namespace

static void load(NvtxLibrary &nvtx, const char *file) {
  std::string why;
  void *library = openLibrary(file, RTLD_NOW | RTLD_LOCAL, why);
  if (!library)
    return;
  LibraryFunctions functions(library);
  functions.find(nvtx.push, "nvtxRangePushA");
  functions.find(nvtx.pop, "nvtxRangePop");
  if (functions.getMissing())
    nvtx.push = nullptr;
}

// Asked once in a process: a call without ranges then costs one comparison.
static const NvtxLibrary &getNvtx() {
  static const NvtxLibrary *found = [] {
    auto *nvtx = new NvtxLibrary();
    const char *wanted = std::getenv("RELAX_NVTX");
    if (!wanted || !*wanted || std::strcmp(wanted, "0") == 0)
      return nvtx;
    // The first is NVTX 3's library for callers without its header, the second
    // one that of toolkits before CUDA 13.
    const char *usual[] = {"libnvtx3interop.so.1", "libnvToolsExt.so.1"};
    bool isFile = std::strcmp(wanted, "1") != 0;
    if (isFile)
      load(*nvtx, wanted);
    else
      for (const char *name : usual)
        if (!nvtx->push)
          load(*nvtx, name);
    if (!nvtx->push)
      nvtx->failure =
          "RELAX_NVTX asks for ranges: expected a library of NVTX, found none "
          "in " +
          (isFile ? "'" + std::string(wanted) + "'"
                  : std::string("'libnvtx3interop.so.1' and "
                                "'libnvToolsExt.so.1'")) +
          "; install NVIDIA's NVTX, or set RELAX_NVTX to its file";
    return nvtx;
  }();
  return *found;
}

NvtxRange::NvtxRange(const char *name) : isOpen(getNvtx().push != nullptr) {
  if (isOpen)
    getNvtx().push(name);
}

NvtxRange::~NvtxRange() {
  if (isOpen)
    getNvtx().pop();
}

int32_t checkNvtx(RelaxContext *context) {
  const std::string &failure = getNvtx().failure;
  return failure.empty()
             ? int32_t(RELAX_OK)
             : fail(context, RELAX_ERROR_FAILED, "%s", failure.c_str());
}

} // namespace relax::runtime
