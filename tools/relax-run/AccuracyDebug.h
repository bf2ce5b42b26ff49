// Hands a call to the program that finds the node at fault.
#ifndef RELAX_TOOLS_RUN_ACCURACYDEBUG_H
#define RELAX_TOOLS_RUN_ACCURACYDEBUG_H

#include "Arguments.h"
#include "Values.h"

namespace relax::run {

/// The folder of this program with a slash; "" if the system does not say.
std::string findFolder();

/// Makes the folder of the comparison, which becomes that of the outputs, and
/// checks that it is possible; throws Failure.
void prepareComparison(Arguments &arguments);

/// Writes what a call is given, for debugAccuracy.
void writeInputs(RelaxContext *context, const std::vector<Tensor> &inputs,
                 const Arguments &arguments);

/// Goes on as relax-debug-accuracy, which finds the inputs and outputs in the
/// folder of the outputs; throws Failure.
[[noreturn]] void debugAccuracy(const Arguments &arguments);

} // namespace relax::run

#endif // RELAX_TOOLS_RUN_ACCURACYDEBUG_H
