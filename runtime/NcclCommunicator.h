// Workers that each have a CUDA device, and exchange what is on them by NCCL.
#ifndef RELAX_RUNTIME_NCCLCOMMUNICATOR_H
#define RELAX_RUNTIME_NCCLCOMMUNICATOR_H

#include "Communicator.h"

namespace relax::runtime {

/// Joins workers by NCCL; the status of `context` if that fails. See
/// relax_communicator_join_nccl.
int32_t joinNccl(RelaxContext *context, RelaxCommunicator &workers,
                 int32_t device, const char *library,
                 std::unique_ptr<RelaxCommunicator> &joined);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_NCCLCOMMUNICATOR_H
