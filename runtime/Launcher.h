// What the launcher of this process says in the environment.
#ifndef RELAX_RUNTIME_LAUNCHER_H
#define RELAX_RUNTIME_LAUNCHER_H

#include <cstdint>
#include <string>

namespace relax::runtime {

/// This worker's number, -1 if no launcher says one.
int32_t getLaunchedRank();

/// Whether the launcher has Open MPI's interface, PMIx.
bool isLaunchedByOpenMPI();

/// An error if the launcher started several workers and MPI says that there are
/// `size`, which is 1 where the two do not know each other; else "".
std::string checkLaunched(int32_t size);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_LAUNCHER_H
