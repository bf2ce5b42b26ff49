// Accumulates how long calls took.
#include "Latency.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace relax::run {

std::string describeLatency(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  size_t number = seconds.size();
  double mean =
      std::accumulate(seconds.begin(), seconds.end(), 0.0) / double(number);
  // The smallest time that 99 of 100 calls do not exceed.
  // Rounded up: of 100 times the 99th, of 10 the last.
  double late = seconds[(number * 99 + 99) / 100 - 1];
  char line[200];
  std::snprintf(line, sizeof(line),
                "latency of %zu calls in ms: least %.4f, median %.4f, mean "
                "%.4f, p99 %.4f, greatest %.4f",
                number, seconds.front() * 1e3, seconds[number / 2] * 1e3,
                mean * 1e3, late * 1e3, seconds.back() * 1e3);
  return line;
}

} // namespace relax::run
