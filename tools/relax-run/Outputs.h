// What a run does with outputs: prints, writes and compares them.
#ifndef RELAX_TOOLS_RUN_OUTPUTS_H
#define RELAX_TOOLS_RUN_OUTPUTS_H

#include "Arguments.h"
#include "Values.h"

namespace relax::run {

/// The type as text.
std::string typeText(const RelaxTypeDescriptor &type);

/// Throws Failure if the arguments say more than there are outputs.
void checkOutputs(const Arguments &arguments, size_t results);

/// Writes each output to the file that the arguments say, or prints it.
void giveOutputs(RelaxContext *context, const std::vector<Tensor> &outputs,
                 const Arguments &arguments);

/// Compares outputs with what the arguments expect; throws Failure that says
/// all differences.
void compareOutputs(RelaxContext *context, const std::vector<Tensor> &outputs,
                    const Arguments &arguments);

} // namespace relax::run

#endif // RELAX_TOOLS_RUN_OUTPUTS_H
