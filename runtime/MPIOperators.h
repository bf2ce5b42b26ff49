// Operators by which MPI joins elements.
#ifndef RELAX_RUNTIME_MPIOPERATORS_H
#define RELAX_RUNTIME_MPIOPERATORS_H

#include "MPILibrary.h"
#include "relax_collectives.h"

namespace relax::runtime {

/// A function that joins elements of a dtype for MPI, one for each kind and
/// dtype that has a join (`findReduce`), else null.
MPIUserFunction *findJoin(RelaxReduceKind kind, DLDataType dtype);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_MPIOPERATORS_H
