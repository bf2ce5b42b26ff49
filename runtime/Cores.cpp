// Counts cores: those that the process may run on, and whose time it gets.
#include "Cores.h"
#include "relax_runtime.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sched.h>
#include <thread>

namespace relax::runtime {

// Of two limits the stricter one; 0 is none.
static int32_t getStricter(int32_t limit, int32_t other) {
  return limit && other ? std::min(limit, other) : std::max(limit, other);
}

// Quota and period are in microseconds: 150000 of 100000 are the time of one
// core and a half, which two threads use.
static int32_t countCores(int64_t quota, int64_t period) {
  if (quota <= 0 || period <= 0)
    return 0;
  int64_t cores = quota / period + (quota % period != 0);
  return int32_t(std::min<int64_t>(cores, maxThreads));
}

// Version 2 has both numbers in one file, "max" for no quota.
static int32_t readUnified(const std::string &folder) {
  std::ifstream file(folder + "/cpu.max");
  int64_t quota = 0, period = 0;
  return file >> quota >> period ? countCores(quota, period) : 0;
}

// Version 1 has a file for each, -1 for no quota.
static int32_t readLegacy(const std::string &folder) {
  std::ifstream quotaFile(folder + "/cpu.cfs_quota_us");
  std::ifstream periodFile(folder + "/cpu.cfs_period_us");
  int64_t quota = 0, period = 0;
  return quotaFile >> quota && periodFile >> period ? countCores(quota, period)
                                                    : 0;
}

// A group has at most what those around it have. A container may see the path
// of the host, of which it has mounted the innermost group alone, as the root.
template <typename Read>
static int32_t readPath(const std::string &root, std::string path, Read read) {
  int32_t limit = read(root);
  for (size_t end = path.size(); end != std::string::npos && end > 0;
       end = path.rfind('/', end - 1))
    limit = getStricter(limit, read(root + path.substr(0, end)));
  return limit;
}

int32_t readGroupLimit(const std::string &groups, const std::string &root) {
  std::ifstream file(groups);
  int32_t limit = 0;
  // A line is "number:controllers:path", version 2 without controllers.
  for (std::string line; std::getline(file, line);) {
    size_t first = line.find(':');
    size_t second =
        first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
    std::string path = line.substr(second + 1);
    if (names == ",,")
      limit = getStricter(limit, readPath(root, path, readUnified));
    else if (names.find(",cpu,") != std::string::npos)
      limit = getStricter(limit, readPath(root + "/cpu", path, readLegacy));
  }
  return limit;
}

// The group of a process seldom changes, and each context asks.
static int32_t getGroupLimit() {
  try {
    static const int32_t limit =
        readGroupLimit("/proc/self/cgroup", "/sys/fs/cgroup");
    return limit;
  } catch (...) {
    return 0;
  }
}

// Affinity is asked for each time: a program may set it after its first
// context, and taskset or a batch system before.
static int32_t countAllowedCores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  // Fails on machines with more than 1024 processors.
  if (sched_getaffinity(0, sizeof(cores), &cores) == 0)
    return std::max(CPU_COUNT(&cores), 1);
  unsigned number = std::thread::hardware_concurrency();
  return number ? int32_t(number) : 1;
}

// What is no number of threads counts as not set: a context that could not be
// made because of a variable would be a failure without a place for its words.
int32_t getDefaultThreads() {
  if (const char *text = std::getenv("RELAX_NUM_THREADS")) {
    errno = 0;
    char *end = nullptr;
    long number = std::strtol(text, &end, 10);
    if (*text && !*end && !errno && number >= 1 && number <= maxThreads)
      return int32_t(number);
  }
  return relax_num_cores();
}

} // namespace relax::runtime

int32_t relax_num_cores(void) {
  int32_t cores = relax::runtime::countAllowedCores();
  return relax::runtime::getStricter(cores, relax::runtime::getGroupLimit());
}
