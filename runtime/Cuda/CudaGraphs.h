// Launches that a context asks for together: as graphs where they come again.
#ifndef RELAX_RUNTIME_CUDA_CUDAGRAPHS_H
#define RELAX_RUNTIME_CUDA_CUDAGRAPHS_H

#include "CudaPools.h"
#include "GraphSteps.h"

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace relax::runtime {

/// A launch of a kernel.
struct CudaLaunch {
  void *function;
  const char *name;
  /// Blocks along x, y and z, then threads of a block.
  unsigned sizes[6], sharedBytes;
  /// The launches of a sequence that it has to wait for.
  std::vector<size_t> before = {};
};

/// Launches one after the other, with the values of their parameters.
class LaunchSequence {
public:
  /// Adds one, whose parameters have these bytes.
  void add(const CudaLaunch &launch, void **arguments,
           const std::vector<size_t> &bytes);

  size_t size() const { return launches.size(); }
  const CudaLaunch &operator[](size_t index) const { return launches[index]; }

  /// Addresses of the parameters of a launch, until the next one is added.
  void **getArguments(size_t index);

  /// A number that sequences of the same kernels and sizes have in common.
  size_t getHash() const;

  /// Whether kernels and sizes are the same.
  bool hasKernelsOf(const LaunchSequence &other) const;

  /// Whether a launch of such a sequence has the same parameters.
  bool hasParametersOf(const LaunchSequence &other, size_t index) const;

  /// Whether all have.
  bool hasParametersOf(const LaunchSequence &other) const {
    return values == other.values;
  }

private:
  std::vector<CudaLaunch> launches;
  /// Where the parameters of each launch begin in `offsets`, with the end.
  std::vector<size_t> begins = {0};
  /// Where each parameter is in `values`.
  std::vector<size_t> offsets;
  std::vector<char> values;
  std::vector<void *> arguments;
};

/// Kernels of a program that compiled code launches together: the program, as
/// it is loaded, a number, and what decides which memory they use.
struct GraphRegion {
  std::pair<const void *, int32_t> name;
  std::vector<int64_t> operands;
  /// Whether a graph has been launched in their place.
  bool isDone = false;
};

/// The launches of a context on a device that wait to be asked for together.
/// Those of a sequence that came before become a graph, which is launched
/// whole, with other parameters where these differ. A sequence is what comes
/// between two requests of another kind, or a region that compiled code names.
/// The device's context is the thread's in all calls.
class CudaGraphs {
public:
  CudaGraphs(const CudaDriver &driver, int32_t number, CudaPools &memory)
      : driver(driver), number(number), memory(memory) {}
  CudaGraphs(const CudaGraphs &) = delete;
  CudaGraphs &operator=(const CudaGraphs &) = delete;

  /// Keeps a launch until `flush`.
  int32_t keep(RelaxContext *context, const CudaLaunch &launch,
               void **arguments, void *stream);

  /// Begins a region: launches its graph if there is one of these operands,
  /// else keeps what is launched until `end`. The region says which.
  int32_t begin(RelaxContext *context, GraphRegion &region, void *stream);

  /// Ends the region, and launches what it kept.
  int32_t end(RelaxContext *context);

  /// Begins a step of the region whose launches this thread keeps, if any.
  static void addStep(GraphStep &&step);

  /// Whether what is launched belongs to a region.
  bool isInRegion() const { return recording.region != nullptr; }

  /// Asks for what is kept. What else a stream is asked for comes behind it; a
  /// region that it came in between of is none.
  int32_t flush();

  /// The same, of the device whose launches this thread keeps, if any.
  static void flushThread();

  /// Gives all graphs back.
  void clear();

private:
  /// A sequence as a graph, and its nodes.
  struct Graph {
    LaunchSequence sequence;
    std::vector<int64_t> operands;
    void *graph = nullptr, *executable = nullptr;
    std::vector<void *> nodes;
    uint64_t lastUse = 0;
  };
  /// What is known of sequences of the same kernels and sizes.
  struct Known {
    bool isRepeated = false;
    std::vector<Graph> graphs;
  };

  /// The region under way, if any, its operands and its steps.
  struct Recording {
    Known *region = nullptr;
    std::vector<int64_t> operands;
    GraphSteps steps;
  };

  int getParameterBytes(void *function, const std::vector<size_t> *&bytes);
  void forgetOthers();
  Known *stopRecording();
  int32_t launch(Known *known);
  int launchAlone(const char *&what);
  int launchAsGraph(Known &known);
  int build(Graph &graph);
  int change(Graph &graph);
  void drop(Graph &graph);

  const CudaDriver &driver;
  int32_t number;
  CudaPools &memory;
  LaunchSequence kept;
  /// Who asked for what is kept, and where.
  RelaxContext *context = nullptr;
  void *stream = nullptr;
  std::unordered_map<void *, std::vector<size_t>> parameterBytes;
  std::unordered_map<size_t, Known> known;
  std::map<std::pair<const void *, int32_t>, Known> regions;
  Recording recording;
  size_t numGraphs = 0;
  uint64_t numUses = 0;
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDA_CUDAGRAPHS_H
