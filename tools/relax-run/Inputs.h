// The values that a function is called with.
#ifndef RELAX_TOOLS_RUN_INPUTS_H
#define RELAX_TOOLS_RUN_INPUTS_H

#include "Values.h"

#include <vector>

namespace relax::run {

/// A function's module, and which of the workers calls it.
struct Caller {
  RelaxContext *context;
  const RelaxModule *module;
  int32_t worker;
};

/// The values of --input, then those of --weights and --random, as far as they
/// go; throws Failure.
std::vector<Tensor> makeInputs(const Caller &caller,
                               const RelaxFunctionDescriptor &function,
                               const Arguments &arguments);

} // namespace relax::run

#endif // RELAX_TOOLS_RUN_INPUTS_H
