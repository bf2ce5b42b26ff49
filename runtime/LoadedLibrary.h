// Libraries that are loaded when a program first asks for them.
#ifndef RELAX_RUNTIME_LOADEDLIBRARY_H
#define RELAX_RUNTIME_LOADEDLIBRARY_H

#include <dlfcn.h>
#include <string>

namespace relax::runtime {

/// The library of a file; null, and `why` says what the loader says. It is not
/// closed later: such libraries start threads, whose code would vanish.
inline void *openLibrary(const std::string &file, int flags, std::string &why) {
  void *library = dlopen(file.c_str(), flags);
  if (library)
    return library;
  const char *words = dlerror();
  why = words ? words : file;
  return nullptr;
}

/// Looks functions up, and remembers the first one that is not there.
class LibraryFunctions {
public:
  explicit LibraryFunctions(void *library) : library(library) {}

  /// The function of this name, or null.
  template <typename Function>
  void findLater(Function *&member, const char *name) {
    member = reinterpret_cast<Function *>(dlsym(library, name));
  }

  /// The same of one that has to be there.
  template <typename Function>
  void find(Function *&member, const char *name) {
    findLater(member, name);
    if (!member && !missing)
      missing = name;
  }

  /// The name of the first that is missing; null if none is.
  const char *getMissing() const { return missing; }

private:
  void *library;
  const char *missing = nullptr;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_LOADEDLIBRARY_H
