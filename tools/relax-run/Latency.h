// How long calls took.
#ifndef RELAX_TOOLS_RUN_LATENCY_H
#define RELAX_TOOLS_RUN_LATENCY_H

#include <string>
#include <vector>

namespace relax::run {

/// One line: number of calls, least, median, mean, 99th percentile and greatest
/// time. `seconds` is not empty.
std::string describeLatency(std::vector<double> seconds);

} // namespace relax::run

#endif // RELAX_TOOLS_RUN_LATENCY_H
