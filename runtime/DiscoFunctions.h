// What `relax.ccl` operators call.
#ifndef RELAX_RUNTIME_DISCOFUNCTIONS_H
#define RELAX_RUNTIME_DISCOFUNCTIONS_H

#include "relax_runtime.h"

namespace relax::runtime {

/// An external function, and what it gets beside its tensors.
struct External {
  RelaxExternalFunction function = nullptr;
  void *userData = nullptr;
};

/// The function of this name, of those that exchange tensors among workers;
/// null if it is none of them, or the context has no communicators.
External findDisco(const RelaxContext *context, const char *name);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_DISCOFUNCTIONS_H
