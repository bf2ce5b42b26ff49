// Workers that are processes of MPI.
#ifndef RELAX_RUNTIME_MPICOMMUNICATOR_H
#define RELAX_RUNTIME_MPICOMMUNICATOR_H

#include "Communicator.h"

namespace relax::runtime {

/// All processes of the launcher, or those of the MPI_Comm that `group` points
/// at; null and why, if there is no MPI. See relax_communicator_join_mpi.
std::unique_ptr<RelaxCommunicator>
joinMPI(const char *library, const void *group, std::string &failure);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_MPICOMMUNICATOR_H
