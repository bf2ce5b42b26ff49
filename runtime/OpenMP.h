// The OpenMP library of compiled code, if it uses one.
#ifndef RELAX_RUNTIME_OPENMP_H
#define RELAX_RUNTIME_OPENMP_H

#include <cstdint>

namespace relax::runtime {

/// The two functions of an OpenMP library that calls need; null without one.
struct ThreadLibrary {
  /// Sets the number of threads of the calling thread's next parallel loops.
  void (*setNumThreads)(int number) = nullptr;
  /// Reads that number.
  int (*getMaxThreads)() = nullptr;
};

/// Finds the library that the module behind a handle of dlopen uses, else a
/// libomp that is in the process. `handle` may be null.
ThreadLibrary findThreadLibrary(void *handle);

/// Brings libomp into the process, where all modules find it; false if the
/// machine has none.
bool loadThreadLibrary();

/// Sets the number of threads for as long as the object lives, then sets the
/// calling thread's own number again.
class ThreadNumberScope {
public:
  ThreadNumberScope(const ThreadLibrary &library, int32_t number);
  ~ThreadNumberScope();
  ThreadNumberScope(const ThreadNumberScope &) = delete;
  ThreadNumberScope &operator=(const ThreadNumberScope &) = delete;

private:
  const ThreadLibrary &library;
  int previous = 0;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_OPENMP_H
