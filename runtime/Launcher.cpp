// What the launcher of this process says in the environment.
#include "Launcher.h"

#include "relax_collectives.h"

#include <cstdlib>
#include <initializer_list>

namespace relax::runtime {

namespace {
/// A launcher's names for a worker's number and for how many there are.
struct Launcher {
  const char *rank, *size;
  /// Whether the number alone means nothing: Slurm gives it to scripts, too,
  /// outside of a step.
  bool needsSize = false;
};
} // namespace

// Open MPI's launcher; that of MPICH, and Slurm with --mpi=pmi2; others with
// PMIx, which say how many only when they are asked. What Slurm says of a step
// comes last: launchers of MPI may themselves be started by srun, one a
// machine.
static constexpr Launcher kLaunchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"PMI_RANK", "PMI_SIZE"},
    {"PMIX_RANK", nullptr},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", /*needsSize=*/true},
};

static const char *find(const char *name) {
  const char *text = name ? std::getenv(name) : nullptr;
  return text && *text ? text : nullptr;
}

int32_t getLaunchedRank() {
  for (const Launcher &launcher : kLaunchers) {
    const char *text = find(launcher.rank);
    if (text && (!launcher.needsSize || find(launcher.size)))
      return std::atoi(text);
  }
  return -1;
}

bool isLaunchedByOpenMPI() {
  return find("OMPI_COMM_WORLD_SIZE") || find("PMIX_RANK");
}

// Each worker would compute all of it alone, and all of them write the same
// files: a wrong result without an error.
std::string checkLaunched(int32_t size) {
  if (size != 1)
    return "";
  for (const Launcher &launcher : kLaunchers) {
    const char *text = find(launcher.rank) ? find(launcher.size) : nullptr;
    if (!text || std::atoi(text) <= 1)
      continue;
    return std::string("expected ") + text + " workers, as " + launcher.size +
           " says, found MPI alone: its library is not the launcher's; "
           "RELAX_MPI_LIBRARY names another one, and srun takes --mpi=pmi2 for "
           "MPICH and --mpi=pmix for Open MPI";
  }
  return "";
}

} // namespace relax::runtime

int32_t relax_launched_worker(void) {
  return relax::runtime::getLaunchedRank();
}
