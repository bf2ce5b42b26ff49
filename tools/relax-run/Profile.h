// Which kernels the time of calls goes to.
#ifndef RELAX_TOOLS_RUN_PROFILE_H
#define RELAX_TOOLS_RUN_PROFILE_H

#include "relax_runtime.h"

#include <string>
#include <vector>

namespace relax::run {

/// What the CPU reaches at most, a second.
struct Peaks {
  double flops, bytes;
};

/// A table, a line for each kernel and the operators that it stands for, the
/// one that takes most time first.
std::string describeProfile(const std::vector<RelaxProfileEvent> &profile,
                            const Peaks &peaks);

/// Writes each run of a kernel in Chrome's trace format; throws Failure.
void writeTrace(const std::vector<RelaxProfileEvent> &profile,
                const std::string &path);

} // namespace relax::run

#endif // RELAX_TOOLS_RUN_PROFILE_H
