// Finds NCCL.
#include "NcclLibrary.h"

#include <cstdlib>
#include <dlfcn.h>
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

// Looks all functions up; the name of one that is missing, else "".
static std::string find(NcclLibrary &nccl, void *library) {
#define RELAX_NCCL_FIND(MEMBER, NAME, PARAMETERS)                              \
  nccl.MEMBER = reinterpret_cast<int(*) PARAMETERS>(dlsym(library, NAME));     \
  if (!nccl.MEMBER)                                                            \
    return NAME;
  RELAX_NCCL_FUNCTIONS(RELAX_NCCL_FIND)
#undef RELAX_NCCL_FIND
  nccl.getErrorString = reinterpret_cast<const char *(*)(int)>(
      dlsym(library, "ncclGetErrorString"));
  return nccl.getErrorString ? "" : "ncclGetErrorString";
}

// Not closed later: NCCL starts threads, whose code would vanish.
const NcclLibrary *loadNccl(const char *file, std::string &failure) {
  static std::mutex lock;
  static auto *loaded = new std::map<std::string, NcclLibrary>();
  const char *chosen = file && *file ? file : std::getenv("RELAX_NCCL_LIBRARY");
  std::string name = chosen && *chosen ? chosen : "libnccl.so.2";
  std::lock_guard<std::mutex> guard(lock);
  if (auto known = loaded->find(name); known != loaded->end())
    return &known->second;
  void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *why = dlerror();
    failure = "expected a library of NCCL, found none (" +
              std::string(why ? why : name) +
              "); install NVIDIA's NCCL, or set RELAX_NCCL_LIBRARY to its file";
    return nullptr;
  }
  NcclLibrary nccl;
  std::string missing = find(nccl, library);
  if (!missing.empty()) {
    failure = "expected NCCL 2.10 or newer, found a library without '" +
              missing + "'";
    return nullptr;
  }
  return &loaded->emplace(name, nccl).first->second;
}

} // namespace relax::runtime
