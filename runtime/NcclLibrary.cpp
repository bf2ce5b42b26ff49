// Finds NCCL.
#include "NcclLibrary.h"
#include "LoadedLibrary.h"

#include <cstdlib>
#include <map>
#include <mutex>

namespace relax::runtime {

std::string NcclLibrary::describe(int error) const {
  if (error == 0)
    return "";
  const char *text = getErrorString(error);
  return "NCCL's error " + std::to_string(error) +
         (text ? " (" + std::string(text) + ")" : "");
}

// Looks all functions up; the name of one that is missing, else null.
static const char *find(NcclLibrary &nccl, void *library) {
  LibraryFunctions functions(library);
#define RELAX_NCCL_FIND(MEMBER, NAME, PARAMETERS)                              \
  functions.find(nccl.MEMBER, NAME);
  RELAX_NCCL_FUNCTIONS(RELAX_NCCL_FIND)
#undef RELAX_NCCL_FIND
  functions.find(nccl.getErrorString, "ncclGetErrorString");
  return functions.getMissing();
}

const NcclLibrary *loadNccl(const char *file, std::string &failure) {
  static std::mutex lock;
  static auto *loaded = new std::map<std::string, NcclLibrary>();
  const char *chosen = file && *file ? file : std::getenv("RELAX_NCCL_LIBRARY");
  std::string name = chosen && *chosen ? chosen : "libnccl.so.2";
  std::lock_guard<std::mutex> guard(lock);
  if (auto known = loaded->find(name); known != loaded->end())
    return &known->second;
  std::string why;
  void *library = openLibrary(name, RTLD_NOW | RTLD_LOCAL, why);
  if (!library) {
    failure = "expected a library of NCCL, found none (" + why +
              "); install NVIDIA's NCCL, or set RELAX_NCCL_LIBRARY to its file";
    return nullptr;
  }
  NcclLibrary nccl;
  if (const char *missing = find(nccl, library)) {
    failure = "expected NCCL 2.10 or newer, found a library without '" +
              std::string(missing) + "'";
    return nullptr;
  }
  return &loaded->emplace(name, nccl).first->second;
}

} // namespace relax::runtime
