// Finds MPI.
#include "MPILibrary.h"
#include "Launcher.h"
#include "LoadedLibrary.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace relax::runtime {

// By a symbol and not by the file's name, which distributions change.
bool hasOpenMPIInterface(void *library) {
  return dlsym(library, "ompi_mpi_comm_world") != nullptr;
}

// The values of MPICH's `mpi.h`, which the MPICH ABI initiative fixed for
// MPICH, Intel MPI, MVAPICH and Cray MPI.
static std::string findConstants(MPILibrary<int> &mpi, void *) {
  mpi.world = 0x44000000;
  mpi.byte = 0x4c00010d;
  mpi.errorsReturn = 0x54000001;
  mpi.inPlace = reinterpret_cast<void *>(intptr_t(-1));
  mpi.statusIgnore = reinterpret_cast<void *>(intptr_t(1));
  return "";
}

static std::string findConstants(MPILibrary<void *> &mpi, void *library) {
  mpi.world = dlsym(library, "ompi_mpi_comm_world");
  mpi.byte = dlsym(library, "ompi_mpi_byte");
  mpi.errorsReturn = dlsym(library, "ompi_mpi_errors_return");
  mpi.inPlace = reinterpret_cast<void *>(intptr_t(1));
  mpi.statusIgnore = nullptr;
  return mpi.byte && mpi.errorsReturn ? "" : "ompi_mpi_byte";
}

template <typename Handle>
std::string MPILibrary<Handle>::find(void *library) {
  LibraryFunctions functions(library);
#define RELAX_MPI_FIND(MEMBER, NAME, PARAMETERS) functions.find(MEMBER, NAME);
  RELAX_MPI_FUNCTIONS(RELAX_MPI_FIND)
#undef RELAX_MPI_FIND
  if (const char *missing = functions.getMissing())
    return missing;
  return findConstants(*this, library);
}

template struct MPILibrary<int>;
template struct MPILibrary<void *>;

// MPICH's, as Debian and as others call it, and Open MPI's.
static const char *const kLibraries[] = {"libmpich.so.12", "libmpi.so.12",
                                         "libmpi.so.40"};

// Names in the order in which they are tried. What the launcher says of itself
// comes first: the other library would start as if it were alone.
static std::vector<std::string> getCandidates(const char *file) {
  if (file && *file)
    return {file};
  const char *chosen = std::getenv("RELAX_MPI_LIBRARY");
  if (chosen && *chosen)
    return {chosen};
  std::vector<std::string> names(std::begin(kLibraries), std::end(kLibraries));
  if (isLaunchedByOpenMPI())
    std::rotate(names.begin(), names.end() - 1, names.end());
  return names;
}

// A program that has MPI already keeps it: two libraries in one process would
// each believe to be the only one. Python loads that of mpi4py for itself, so
// that the program's symbols do not show it.
static void *findLoadedMPI() {
  if (dlsym(RTLD_DEFAULT, "MPI_Init_thread"))
    return RTLD_DEFAULT;
  for (const char *name : kLibraries)
    if (void *library = dlopen(name, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD))
      return library;
  return nullptr;
}

void *loadMPI(const char *file, std::string &failure) {
  bool isChosen = file && *file;
  if (void *library = isChosen ? nullptr : findLoadedMPI())
    return library;
  for (const std::string &name : getCandidates(file)) {
    // Open MPI's parts look for its symbols in the program.
    std::string why;
    if (void *library = openLibrary(name, RTLD_NOW | RTLD_GLOBAL, why))
      return library;
    failure += (failure.empty() ? "" : "; ") + why;
  }
  failure = "expected a library of MPI, found none (" + failure +
            "); install MPICH or Open MPI, or set RELAX_MPI_LIBRARY";
  return nullptr;
}

} // namespace relax::runtime
