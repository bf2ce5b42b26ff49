// Graphs of CUDA devices: of launches that come again, and of regions that
// compiled code names.
#include "Cuda/GraphSteps.h"
#include "RuntimeStreamFixture.h"

namespace {

class RuntimeGraph : public RuntimeStream {};

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

TEST_F(RuntimeGraph, LaunchesGraphsOfWhatComesAgain) {
  ASSERT_EQ(relax_context_set_graphs(context, 1), RELAX_OK);
  EXPECT_EQ(compute1(1), 4) << getError();
  EXPECT_EQ(fakeCudaCalls("cuLaunchKernel"), 2);
  EXPECT_EQ(fakeCudaCalls("cuGraphCreate"), 0);
  for (float x : {2, 3, 4})
    EXPECT_EQ(compute1(x), 2 * (x + 1)) << getError();
  EXPECT_EQ(fakeCudaCalls("cuLaunchKernel"), 2);
  EXPECT_EQ(fakeCudaCalls("cuGraphLaunch"), 3);
  // The pool lends a call's two tensors the other way round in every second
  // one: a graph each.
  EXPECT_EQ(fakeCudaCalls("cuGraphAddKernelNode_v2"), 4);
  // Numbers of a kernel are parameters, too: a node gets others.
  for (int number : {5, 6, 7}) {
    addend = number;
    EXPECT_EQ(compute1(3), 2 * (3 + number)) << getError();
  }
  EXPECT_EQ(fakeCudaCalls("cuGraphInstantiateWithFlags"), 2);
  EXPECT_EQ(fakeCudaCalls("cuGraphExecKernelNodeSetParams_v2"), 3);
  // Other sizes, or more kernels, are other graphs.
  blocks = 2;
  EXPECT_EQ(compute1(3), 20);
  numTwice = 3;
  EXPECT_EQ(compute1(3), 80);
  EXPECT_EQ(fakeCudaCalls("cuLaunchKernel"), 2 + 2 + 4);
  EXPECT_EQ(compute1(3), 80);
  EXPECT_EQ(fakeCudaCalls("cuGraphInstantiateWithFlags"), 3);
  // One kernel is launched by itself.
  numTwice = 0;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(compute1(3), 10);
  EXPECT_EQ(fakeCudaCalls("cuLaunchKernel"), 8 + 3);
  // A later call: the context, a copy, the graph, a wait, and the copy back.
  numTwice = 3;
  int before = fakeCudaCalls(nullptr);
  EXPECT_EQ(compute1(3), 80);
  EXPECT_EQ(fakeCudaCalls(nullptr) - before, 4 + 3);
  ASSERT_EQ(relax_context_set_graphs(context, 0), RELAX_OK);
  EXPECT_EQ(compute1(3), 80);
  EXPECT_EQ(fakeCudaCalls("cuLaunchKernel"), 8 + 3 + 4);
}

TEST_F(RuntimeGraph, LeavesNothingOfGraphsWhateverFails) {
  auto run = [&] {
    relax_context_set_graphs(context, 1);
    // Two graphs, one of which gets other parameters.
    for (int number : {1, 1, 2, 3}) {
      addend = number;
      float result = compute1(1);
      if (result != float(2 * (1 + number)))
        return status ? status : int32_t(RELAX_ERROR_FAILED);
    }
    return int32_t(RELAX_OK);
  };
  ASSERT_EQ(run(), RELAX_OK) << getError();
  relax_context_destroy(context);
  int last = fakeCudaCalls(nullptr), failures = 0;
  for (int number = 1; number <= last; ++number) {
    context = relax_context_create();
    program.instance = 0;
    reset();
    fakeCudaFail(nullptr, number, 999);
    if (run()) {
      ++failures;
      EXPECT_EQ(getError().substr(0, 15), "device cuda:0: ") << getError();
    }
    if (fakeCudaCalls(nullptr) >= number)
      EXPECT_EQ(run(), RELAX_OK) << number << ": " << getError();
    relax_context_destroy(context);
    EXPECT_EQ(fakeCudaLive(), 0) << "after failure of call " << number;
  }
  EXPECT_GT(failures, 40);
  context = relax_context_create();
}

TEST_F(RuntimeGraph, SaysWhatIsWrongWithGraphs) {
  ASSERT_EQ(relax_context_set_graphs(context, 1), RELAX_OK);
  compute1(1);
  fakeCudaFail("cuGraphLaunch", 1, 1);
  compute1(1);
  EXPECT_EQ(getError(), "device cuda:0: cannot launch 2 kernels as a graph: "
                        "CUDA_ERROR_INVALID_VALUE (1)");
  numTwice = 0;
  fakeCudaFail("cuLaunchKernel", fakeCudaCalls("cuLaunchKernel") + 1, 1);
  compute1(1);
  EXPECT_EQ(getError(), "device cuda:0: cannot launch kernel 'add': "
                        "CUDA_ERROR_INVALID_VALUE (1)");
  EXPECT_EQ(relax_context_set_graphs(nullptr, 1), RELAX_ERROR_INVALID_ARGUMENT);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

TEST_F(RuntimeGraph, LaunchesRegionsOfCompiledCodeAsGraphs) {
  isRegion = true;
  EXPECT_EQ(compute1(1), 4) << getError();
  EXPECT_EQ(fakeCudaCalls("cuLaunchKernel"), 3);
  EXPECT_EQ(fakeCudaCalls("cuGraphCreate"), 0);
  // Input and output take turns, a graph each, with the same memory between.
  int memory = fakeCudaCalls("cuMemAllocAsync");
  for (float x : {2, 3, 4, 5})
    EXPECT_EQ(compute1(x), 2 * (x + 1)) << getError();
  EXPECT_EQ(fakeCudaCalls("cuLaunchKernel"), 3);
  EXPECT_EQ(fakeCudaCalls("cuGraphLaunch"), 4);
  EXPECT_EQ(fakeCudaCalls("cuGraphInstantiateWithFlags"), 2);
  EXPECT_EQ(fakeCudaCalls("cuMemAllocAsync"), memory);
  // The code inside does not run: it would fail.
  numTwice = -1;
  between = [](RelaxContext *context) { relax_rt_device_use(context, 99); };
  for (float x : {6, 7})
    EXPECT_EQ(compute1(x), 2 * (x + 1)) << getError();
  // It does with other operands; then nothing becomes a graph.
  addend = 2;
  compute1(1);
  EXPECT_NE(status, RELAX_OK);
  between = nullptr;
  numTwice = 1;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(compute1(1), 6) << getError();
  // A later call: the context, a copy, the graph, a wait, and the copy back.
  int before = fakeCudaCalls(nullptr);
  EXPECT_EQ(compute1(1), 6);
  EXPECT_EQ(fakeCudaCalls(nullptr) - before, 4 + 3);
  fakeCudaFail("cuGraphLaunch", fakeCudaCalls("cuGraphLaunch") + 1, 1);
  compute1(1);
  EXPECT_EQ(getError(), "device cuda:0: cannot launch a graph: "
                        "CUDA_ERROR_INVALID_VALUE (1)");
  EXPECT_NE(relax_rt_graph_begin(nullptr, &program, 0, nullptr, 0), 0);
  EXPECT_EQ(relax_rt_graph_end(nullptr), RELAX_ERROR_INVALID_ARGUMENT);
}

// What is asked of the device between the kernels of a region makes it none;
// both graphs of the run time and those of compiled code may be wanted.
TEST_F(RuntimeGraph, LaunchesRegionsThatAreNoneKernelByKernel) {
  isRegion = true;
  static float constant[4] = {7, 7, 7, 7};
  between = [](RelaxContext *context) {
    EXPECT_NE(relax_rt_device_constant(context, 0, &program, constant, bytes),
              nullptr);
  };
  EXPECT_EQ(compute1(1), 4) << getError();
  // From now on the constant is there.
  EXPECT_EQ(compute1(2), 6) << getError();
  EXPECT_EQ(fakeCudaCalls("cuGraphLaunch"), 0);
  relax_context_set_graphs(context, 1);
  for (float x : {3, 4, 5})
    EXPECT_EQ(compute1(x), 2 * (x + 1)) << getError();
  EXPECT_EQ(fakeCudaCalls("cuGraphLaunch"), 3);
}

TEST_F(RuntimeGraph, LeavesNothingOfRegionsWhateverFails) {
  isRegion = true;
  auto run = [&] {
    for (int number : {1, 1, 1, 2, 2}) {
      addend = number;
      float result = compute1(1);
      if (result != float(2 * (1 + number)))
        return status ? status : int32_t(RELAX_ERROR_FAILED);
    }
    return int32_t(RELAX_OK);
  };
  ASSERT_EQ(run(), RELAX_OK) << getError();
  relax_context_destroy(context);
  int last = fakeCudaCalls(nullptr), failures = 0;
  for (int number = 1; number <= last; ++number) {
    context = relax_context_create();
    program.instance = 0;
    reset();
    fakeCudaFail(nullptr, number, 999);
    if (run()) {
      ++failures;
      EXPECT_EQ(getError().substr(0, 15), "device cuda:0: ") << getError();
    }
    if (fakeCudaCalls(nullptr) >= number)
      EXPECT_EQ(run(), RELAX_OK) << number << ": " << getError();
    relax_context_destroy(context);
    EXPECT_EQ(fakeCudaLive(), 0) << "after failure of call " << number;
  }
  EXPECT_GT(failures, 40);
  context = relax_context_create();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

using relax::runtime::GraphSteps;
using Launches = std::vector<size_t>;

// What is written is ordered with all else that is there, reads are not; who
// waits for others by way of one does not name them.
TEST(GraphSteps, OrderWhatConflicts) {
  GraphSteps steps;
  steps.add({{{0, 16}}, {{16, 16}}});
  EXPECT_EQ(steps.addLaunch(0), Launches());
  EXPECT_EQ(steps.addLaunch(1), Launches({0}));
  // Reads what the first one reads.
  steps.add({{{0, 16}}, {{32, 16}}});
  EXPECT_EQ(steps.addLaunch(2), Launches());
  // Reads a byte of both.
  steps.add({{{31, 2}}, {{48, 16}}});
  EXPECT_EQ(steps.addLaunch(3), Launches({2, 1}));
  // Launches nothing, so that nobody waits for it.
  steps.add({{}, {{0, 1024}}});
  // Writes what the first two read, before the third has read what they gave.
  steps.add({{}, {{0, 64}}});
  EXPECT_EQ(steps.addLaunch(4), Launches({3}));
  // Empty places are nowhere.
  steps.add({{{4, 0}}, {{64, 16}}});
  EXPECT_EQ(steps.addLaunch(5), Launches());
  EXPECT_EQ(steps.addLaunch(6), Launches({5}));
}

TEST(GraphSteps, AreAChainWhereNobodySaysThem) {
  GraphSteps steps;
  EXPECT_EQ(steps.addLaunch(0), Launches());
  EXPECT_EQ(steps.addLaunch(1), Launches({0}));
  EXPECT_EQ(steps.addLaunch(2), Launches({1}));
}

// Two numbers that have nothing to do with each other are computed in the
// opposite order, which the driver for tests prefers; the sum comes last.
TEST_F(RuntimeGraph, RunsStepsSideBySide) {
  isRegion = true;
  usesSteps = true;
  addend = 3;
  for (float x : {1, 2, 3, 4}) {
    order.clear();
    EXPECT_EQ(compute1(x), 2 * (x + 3)) << getError();
  }
  EXPECT_EQ(order, "+5+3*+0");
  ASSERT_EQ(fakeCudaCalls("cuGraphLaunch"), 3);
}

} // namespace
