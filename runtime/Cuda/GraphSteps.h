// Which kernels of a graph have to wait for which.
#ifndef RELAX_RUNTIME_CUDA_GRAPHSTEPS_H
#define RELAX_RUNTIME_CUDA_GRAPHSTEPS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace relax::runtime {

/// Memory from an address on.
struct ByteRange {
  int64_t begin, bytes;

  bool overlaps(const ByteRange &other) const {
    return bytes > 0 && other.bytes > 0 && begin < other.begin + other.bytes &&
           other.begin < begin + bytes;
  }
};

/// What kernels that follow each other read and write.
struct GraphStep {
  std::vector<ByteRange> reads, writes;

  /// Whether the order of the two steps matters.
  bool conflictsWith(const GraphStep &other) const;
};

/// The steps of a region, and the launches of each, which are a chain.
class GraphSteps {
public:
  /// Begins a step.
  void add(GraphStep &&step);

  /// The launches that launch number `number` has to wait for: the one before
  /// in its step; of the first one those with which earlier steps end that
  /// conflict with it, and are not waited for by way of others. The one before
  /// in the region if there are no steps.
  std::vector<size_t> addLaunch(size_t number);

private:
  struct Step {
    GraphStep accesses;
    /// Its last launch, if it has any.
    size_t last = 0;
    bool isEmpty = true;
    /// Which of the steps before it waits for, at once or by way of others.
    std::vector<bool> waitsFor;
  };

  std::vector<Step> steps;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDA_GRAPHSTEPS_H
