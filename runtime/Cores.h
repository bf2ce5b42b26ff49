// How many threads are worth having.
#ifndef RELAX_RUNTIME_CORES_H
#define RELAX_RUNTIME_CORES_H

#include <cstdint>
#include <string>

namespace relax::runtime {

/// Threads of a context that was told none: $RELAX_NUM_THREADS if that is a
/// number from 1 to maxThreads, else one a core.
int32_t getDefaultThreads();

/// The most threads that a context may be told.
constexpr int32_t maxThreads = 4096;

/// Cores whose time the control groups of a process allow, rounded up; 0 if
/// they set no limit. `groups` is its file such as /proc/self/cgroup, `root`
/// where groups are mounted.
int32_t readGroupLimit(const std::string &groups, const std::string &root);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CORES_H
