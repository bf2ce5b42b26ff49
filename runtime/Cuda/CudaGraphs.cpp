// Launches kernels as graphs of the CUDA driver: a call that asks for the
// launches of one before costs one call of the driver for all of them.
//
// Nothing is captured: the graph is made of the very launches, so that host
// code of a call runs each time, and what depends on it is right by
// construction.
#include "CudaGraphs.h"
#include "Context.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace relax::runtime {

// Sequences of other parameters than any graph has: with two graphs the
// parameters of calls that alternate between two sets of tensors never change.
static constexpr size_t maxVariants = 2;

// A server of many sizes shall not collect graphs, nor what it knows of sizes.
static constexpr size_t maxGraphs = 64, maxKnown = 1024;

// Whose launches this thread keeps.
static thread_local CudaGraphs *keeping = nullptr;

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

// The caller's arguments are on its stack, so that values are copied, as the
// driver does when a kernel is launched at once.
void LaunchSequence::add(const CudaLaunch &launch, void **from,
                         const std::vector<size_t> &bytes) {
  // Enough for a tensor map, which is the largest of what kernels take.
  constexpr size_t alignment = 64;
  launches.push_back(launch);
  for (size_t i = 0; i < bytes.size(); ++i) {
    size_t at = (values.size() + alignment - 1) / alignment * alignment;
    values.resize(at + bytes[i]);
    std::memcpy(values.data() + at, from[i], bytes[i]);
    offsets.push_back(at);
  }
  begins.push_back(offsets.size());
}

// Addresses are made when they are needed: what is added later moves `values`.
void **LaunchSequence::getArguments(size_t index) {
  arguments.clear();
  for (size_t i = begins[index]; i < begins[index + 1]; ++i)
    arguments.push_back(values.data() + offsets[i]);
  return arguments.data();
}

// Names and bytes of shared memory go with the function; parameters are left
// out, since a graph can get others.
size_t LaunchSequence::getHash() const {
  uint64_t hash = 14695981039346656037u; // FNV-1a, by words
  auto add = [&hash](uint64_t word) { hash = (hash ^ word) * 1099511628211u; };
  for (const CudaLaunch &launch : launches) {
    add(reinterpret_cast<uintptr_t>(launch.function));
    for (unsigned size : launch.sizes)
      add(size);
  }
  return size_t(hash);
}

bool LaunchSequence::hasKernelsOf(const LaunchSequence &other) const {
  return std::equal(launches.begin(), launches.end(), other.launches.begin(),
                    other.launches.end(),
                    [](const CudaLaunch &a, const CudaLaunch &b) {
                      return a.function == b.function && a.before == b.before &&
                             std::equal(a.sizes, a.sizes + 6, b.sizes);
                    });
}

// Kernels are the same, and so places and bytes of parameters.
bool LaunchSequence::hasParametersOf(const LaunchSequence &other,
                                     size_t index) const {
  if (begins[index] == begins[index + 1])
    return true;
  size_t begin = offsets[begins[index]];
  size_t end = begins[index + 1] < offsets.size() ? offsets[begins[index + 1]]
                                                  : values.size();
  return std::equal(values.begin() + ptrdiff_t(begin),
                    values.begin() + ptrdiff_t(end),
                    other.values.begin() + ptrdiff_t(begin));
}

//===----------------------------------------------------------------------===//
// What is kept
//===----------------------------------------------------------------------===//

// The driver says it of one parameter after the other, and fails behind the
// last.
int CudaGraphs::getParameterBytes(void *function,
                                  const std::vector<size_t> *&bytes) {
  auto found = parameterBytes.find(function);
  if (found == parameterBytes.end()) {
    std::vector<size_t> sizes;
    size_t offset = 0, size = 0;
    int result;
    while (
        !(result = driver.getParameter(function, sizes.size(), &offset, &size)))
      sizes.push_back(size);
    if (result != CudaInvalidValue)
      return result;
    found = parameterBytes.emplace(function, std::move(sizes)).first;
  }
  bytes = &found->second;
  return CudaSuccess;
}

static bool hasFunctions(const CudaDriver &driver) {
  return driver.getParameter && driver.addKernelNode && driver.instantiate &&
         driver.setKernelNode && driver.launchGraph;
}

int32_t CudaGraphs::keep(RelaxContext *asker, const CudaLaunch &launch,
                         void **arguments, void *on) {
  if (!hasFunctions(driver))
    return fail(asker, RELAX_ERROR_UNSUPPORTED,
                "device cuda:%d: expected the CUDA driver to have the function "
                "'cuFuncGetParamInfo', which graphs need; install a driver of "
                "CUDA 12.4 or later, or call without graphs",
                number);
  const std::vector<size_t> *bytes;
  if (int result = getParameterBytes(launch.function, bytes)) {
    std::string what =
        std::string("does not say what kernel '") + launch.name + "' takes";
    return checkCuda(asker, driver, number, result, what.c_str());
  }
  // Outside of regions nobody says what kernels read and write.
  CudaLaunch added = launch;
  if (isInRegion())
    added.before = recording.steps.addLaunch(kept.size());
  else if (kept.size())
    added.before = {kept.size() - 1};
  kept.add(added, arguments, *bytes);
  context = asker;
  stream = on;
  keeping = this;
  return RELAX_OK;
}

int32_t CudaGraphs::flush() {
  // Something else, such as the first copy of a constant, stands between the
  // kernels of a region: it may be a graph the next time.
  stopRecording();
  if (known.size() > maxKnown)
    forgetOthers();
  return launch(kept.size() > 1 ? &known[kept.getHash()] : nullptr);
}

// What is kept is gone whatever fails.
int32_t CudaGraphs::launch(Known *same) {
  keeping = nullptr;
  if (kept.size() == 0)
    return RELAX_OK;
  const char *what = nullptr;
  int result;
  if (same &&
      (!same->graphs.empty() || (same->isRepeated && numGraphs < maxGraphs))) {
    result = launchAsGraph(*same);
  } else {
    result = launchAlone(what);
    // Sequences are a graph from the second time on: what comes once only
    // would cost more.
    if (same)
      same->isRepeated = true;
  }
  std::string words = what ? std::string("cannot launch kernel '") + what + "'"
                           : "cannot launch " + std::to_string(kept.size()) +
                                 " kernels as a graph";
  kept = LaunchSequence();
  return checkCuda(context, driver, number, result, words.c_str());
}

// What has no graph is no more than a mark that it came once.
void CudaGraphs::forgetOthers() {
  for (auto next = known.begin(); next != known.end();)
    next = next->second.graphs.empty() ? known.erase(next) : std::next(next);
}

// Calls of one context are of one thread at a time, and end with a flush: what
// a thread keeps is that of the call which it is in.
void CudaGraphs::flushThread() {
  if (keeping)
    (void)keeping->flush(); // the error is in the context
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

// Without the driver's functions a region is launched kernel by kernel: who
// compiled it did not know the driver.
int32_t CudaGraphs::begin(RelaxContext *asker, GraphRegion &region, void *on) {
  if (int32_t status = flush())
    return status;
  if (!hasFunctions(driver))
    return RELAX_OK;
  Known &same = regions[region.name];
  auto found = std::find_if(
      same.graphs.begin(), same.graphs.end(),
      [&](const Graph &graph) { return graph.operands == region.operands; });
  if (found != same.graphs.end()) {
    region.isDone = true;
    found->lastUse = ++numUses;
    return checkCuda(asker, driver, number,
                     driver.launchGraph(found->executable, on),
                     "cannot launch a graph");
  }
  recording = {&same, std::move(region.operands), GraphSteps()};
  memory.beginRegion();
  keeping = this;
  return RELAX_OK;
}

void CudaGraphs::addStep(GraphStep &&step) {
  if (keeping && keeping->isInRegion())
    keeping->recording.steps.add(std::move(step));
}

CudaGraphs::Known *CudaGraphs::stopRecording() {
  memory.endRegion();
  return std::exchange(recording.region, nullptr);
}

// After an error the kernels are not all there.
int32_t CudaGraphs::end(RelaxContext *asker) {
  Known *region = stopRecording();
  return launch(relax_context_status(asker) ? nullptr : region);
}

int CudaGraphs::launchAlone(const char *&what) {
  for (size_t i = 0; i < kept.size(); ++i) {
    const CudaLaunch &launch = kept[i];
    what = launch.name;
    const unsigned *sizes = launch.sizes;
    if (int result =
            driver.launch(launch.function, sizes[0], sizes[1], sizes[2],
                          sizes[3], sizes[4], sizes[5], launch.sharedBytes,
                          stream, kept.getArguments(i), nullptr))
      return result;
  }
  return CudaSuccess;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

// Launches the graph of these parameters, else one that gets them: a new one
// while there are few, else the one whose last use is longest ago.
int CudaGraphs::launchAsGraph(Known &same) {
  std::vector<Graph> &graphs = same.graphs;
  auto fits = [&](const Graph &graph) {
    return graph.sequence.hasKernelsOf(kept) &&
           graph.sequence.hasParametersOf(kept);
  };
  auto found = std::find_if(graphs.begin(), graphs.end(), fits);
  int result = CudaSuccess;
  if (found == graphs.end() &&
      (graphs.empty() ||
       (graphs.size() < maxVariants && numGraphs < maxGraphs))) {
    Graph graph;
    if ((result = build(graph)))
      return result;
    found = graphs.insert(graphs.end(), std::move(graph));
    ++numGraphs;
  } else if (found == graphs.end()) {
    found = std::min_element(
        graphs.begin(), graphs.end(),
        [](const Graph &a, const Graph &b) { return a.lastUse < b.lastUse; });
    // Two sequences of one hash: the older one has to go.
    if (!found->sequence.hasKernelsOf(kept)) {
      driver.synchronize(stream);
      drop(*found);
      *found = Graph();
      result = build(*found);
    } else {
      result = change(*found);
    }
    // Nobody knows what a graph that could not be changed would do.
    if (result) {
      driver.synchronize(stream);
      drop(*found);
      graphs.erase(found);
      --numGraphs;
      return result;
    }
  }
  found->lastUse = ++numUses;
  found->operands = recording.operands;
  return driver.launchGraph(found->executable, stream);
}

// The driver copies the values while the node is added or changed.
static CudaKernelNode getNode(LaunchSequence &sequence, size_t index) {
  const CudaLaunch &launch = sequence[index];
  CudaKernelNode node = {};
  node.function = launch.function;
  std::copy_n(launch.sizes, 6, node.sizes);
  node.sharedBytes = launch.sharedBytes;
  node.arguments = sequence.getArguments(index);
  return node;
}

// What has not to wait for each other runs side by side.
int CudaGraphs::build(Graph &graph) {
  graph.sequence = kept;
  std::vector<void *> before;
  int result = driver.createGraph(&graph.graph, 0);
  if (result)
    graph.graph = nullptr;
  for (size_t i = 0; !result && i < kept.size(); ++i) {
    CudaKernelNode node = getNode(graph.sequence, i);
    void *added = nullptr;
    before.clear();
    for (size_t number : graph.sequence[i].before)
      before.push_back(graph.nodes[number]);
    result = driver.addKernelNode(&added, graph.graph, before.data(),
                                  before.size(), &node);
    graph.nodes.push_back(added);
  }
  if (!result && (result = driver.instantiate(&graph.executable, graph.graph,
                                              /*flags=*/0)))
    graph.executable = nullptr;
  if (result)
    drop(graph);
  return result;
}

// Launches that are under way keep the parameters that they began with.
int CudaGraphs::change(Graph &graph) {
  for (size_t i = 0; i < kept.size(); ++i) {
    if (graph.sequence.hasParametersOf(kept, i))
      continue;
    CudaKernelNode node = getNode(kept, i);
    if (int result =
            driver.setKernelNode(graph.executable, graph.nodes[i], &node))
      return result;
  }
  graph.sequence = kept;
  return CudaSuccess;
}

// Nodes belong to the graph, and are needed to change what was made of it:
// therefore both live as long.
void CudaGraphs::drop(Graph &graph) {
  if (graph.executable)
    driver.destroyExecutable(graph.executable);
  if (graph.graph)
    driver.destroyGraph(graph.graph);
  graph.executable = graph.graph = nullptr;
}

void CudaGraphs::clear() {
  if (keeping == this)
    keeping = nullptr;
  kept = LaunchSequence();
  auto dropAll = [this](auto &all) {
    for (auto &[name, same] : all)
      for (Graph &graph : same.graphs)
        drop(graph);
    all.clear();
  };
  dropAll(known);
  dropAll(regions);
  stopRecording();
  memory.dropRegions();
  numGraphs = 0;
}

} // namespace relax::runtime
