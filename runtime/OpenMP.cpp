// Finds libomp without linking it and sets its number of threads around calls.
#include "OpenMP.h"

#include <dlfcn.h>

namespace relax::runtime {

// The last name is where Debian puts LLVM 22's own, outside the search path.
static constexpr const char *libraryNames[] = {
    "libomp.so.5", "libomp.so", "/usr/lib/llvm-22/lib/libomp.so.5"};

// Searches `handle` and what it depends on, so that another OpenMP library of
// the program (libgomp) is not taken for the module's.
// dlsym on a handle looks at that library and its dependencies only.
// RTLD_DEFAULT would find the first OpenMP of the program, and setting the
// number of threads of the wrong one has no effect.
static ThreadLibrary lookUp(void *handle) {
  ThreadLibrary library;
  void *set = dlsym(handle, "omp_set_num_threads");
  void *get = dlsym(handle, "omp_get_max_threads");
  if (!set || !get)
    return library;
  library.setNumThreads = reinterpret_cast<void (*)(int)>(set);
  library.getMaxThreads = reinterpret_cast<int (*)()>(get);
  return library;
}

ThreadLibrary findThreadLibrary(void *handle) {
  ThreadLibrary library;
  if (handle)
    library = lookUp(handle);
  for (const char *name : libraryNames) {
    if (library.setNumThreads)
      break;
    // NOLOAD: only what is there already. Loading OpenMP just to set its
    // threads would start it.
    void *loaded = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (!loaded)
      continue;
    library = lookUp(loaded);
    dlclose(loaded);
  }
  return library;
}

bool loadThreadLibrary() {
  // Stays loaded: the threads that it starts run its code to the end.
  // libomp's worker threads never end; unloading the code under them crashes
  // at exit.
  for (const char *name : libraryNames)
    if (dlopen(name, RTLD_LAZY | RTLD_GLOBAL | RTLD_NODELETE))
      return true;
  return false;
}

// OpenMP's number is global to the thread and belongs to the caller's program:
// set for the call, restored afterwards.
ThreadNumberScope::ThreadNumberScope(const ThreadLibrary &library,
                                     int32_t number)
    : library(library) {
  if (!library.setNumThreads)
    return;
  int before = library.getMaxThreads();
  if (before == number)
    return;
  previous = before;
  library.setNumThreads(number);
}

ThreadNumberScope::~ThreadNumberScope() {
  if (previous)
    library.setNumThreads(previous);
}

} // namespace relax::runtime
