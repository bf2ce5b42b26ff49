// Workers that are threads of one process.
#ifndef RELAX_RUNTIME_THREADCOMMUNICATOR_H
#define RELAX_RUNTIME_THREADCOMMUNICATOR_H

#include "Communicator.h"

#include <vector>

namespace relax::runtime {

/// The members of a new group.
std::vector<std::unique_ptr<RelaxCommunicator>> makeThreadGroup(int32_t size);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_THREADCOMMUNICATOR_H
