// Finds which kernels of a graph have to wait for which.
//
// Memory is planned before anybody knows what runs side by side, so that two
// kernels may have nothing to do with each other but a place that both use.
// Therefore ranges of memory decide, and not tensors.
#include "GraphSteps.h"

#include <algorithm>
#include <utility>

namespace relax::runtime {

static bool overlap(const std::vector<ByteRange> &some,
                    const std::vector<ByteRange> &others) {
  return std::any_of(some.begin(), some.end(), [&](const ByteRange &range) {
    return std::any_of(
        others.begin(), others.end(),
        [&](const ByteRange &other) { return range.overlaps(other); });
  });
}

bool GraphStep::conflictsWith(const GraphStep &other) const {
  return overlap(writes, other.writes) || overlap(writes, other.reads) ||
         overlap(reads, other.writes);
}

void GraphSteps::add(GraphStep &&step) {
  steps.emplace_back();
  steps.back().accesses = std::move(step);
}

// From the last step back: what an earlier one waits for is not named again. A
// graph of a thousand kernels, each of which uses memory of many before, would
// have half a million edges.
std::vector<size_t> GraphSteps::addLaunch(size_t number) {
  if (steps.empty())
    return number ? std::vector<size_t>{number - 1} : std::vector<size_t>();
  Step &step = steps.back();
  bool isFirst = std::exchange(step.isEmpty, false);
  size_t before = std::exchange(step.last, number);
  if (!isFirst)
    return {before};
  std::vector<size_t> launches;
  step.waitsFor.assign(steps.size() - 1, false);
  for (size_t i = steps.size() - 1; i-- > 0;) {
    const Step &other = steps[i];
    if (other.isEmpty || step.waitsFor[i] ||
        !step.accesses.conflictsWith(other.accesses))
      continue;
    launches.push_back(other.last);
    step.waitsFor[i] = true;
    for (size_t j = 0; j < other.waitsFor.size(); ++j)
      if (other.waitsFor[j])
        step.waitsFor[j] = true;
  }
  return launches;
}

} // namespace relax::runtime
