// External functions that the run-time library has itself.
#ifndef RELAX_RUNTIME_LIBRARYFUNCTIONS_H
#define RELAX_RUNTIME_LIBRARYFUNCTIONS_H

#include "DiscoFunctions.h"

namespace relax::runtime {

/// The function of this name that computes by oneDNN, cuBLASLt or cuDNN; null
/// if it is none of them. Whether the library is there is found out by a call.
External findDnnl(const char *name);
External findCublas(const char *name);
External findCudnn(const char *name);

/// The function of this name that sorts, as TVM's run time has it; null if it
/// is none of them.
External findSort(const char *name);

/// Whether libraries can be called.
bool hasDnnl();
bool hasCublas();
bool hasCudnn();

} // namespace relax::runtime

#endif // RELAX_RUNTIME_LIBRARYFUNCTIONS_H
