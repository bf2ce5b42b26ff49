// Streams of CUDA devices: graphs of launches, copies beside kernels, streams
// of callers, memory in order. The driver for tests does what it is asked for
// late, so that what nobody waits for is not there.
#include "FakeCuda.h"
#include "RuntimeFixture.h"

#include <cstdlib>
#include <cstring>

// Of the driver, for tests that have streams of their own.
extern "C" {
int cuStreamCreate(void **stream, unsigned flags);
int cuStreamDestroy_v2(void *stream);
int cuCtxPushCurrent_v2(void *context);
int cuCtxPopCurrent_v2(void **context);
}

namespace {

constexpr DLDataType f32 = {RELAX_FLOAT, 32, 1};
constexpr int64_t four[] = {4}, bytes = 4 * sizeof(float);
constexpr char ptx[] = ".version 7.8\n.target sm_90\n"
                       ".visible .entry add(\n  .param .u64 x,\n"
                       "  .param .u64 y,\n  .param .u32 n\n)\n{ ret; }\n"
                       ".visible .entry twice(\n  .param .u64 x\n)\n{ ret; }\n";
constexpr RelaxDeviceImage image = {ptx, sizeof(ptx)};
constexpr RelaxDeviceKernel kernels[] = {{"add", 0, 0}, {"twice", 0, 0}};
RelaxDeviceProgram program = {RELAX_ABI_VERSION, 1,       &image, 2, 0,
                              kernels,           "sm_90", 0};

// y = x + n, and x = 2 * x.
int runKernel(const char *name, const unsigned *, void **parameters) {
  auto *x = *static_cast<float **>(parameters[0]);
  if (std::strcmp(name, "twice") == 0) {
    for (int i = 0; i < 4; ++i)
      x[i] *= 2;
    return 0;
  }
  auto *y = *static_cast<float **>(parameters[1]);
  for (int i = 0; i < 4; ++i)
    y[i] = x[i] + float(*static_cast<const int *>(parameters[2]));
  return 0;
}

// How many blocks each launch has, and how often the second kernel is launched.
int64_t blocks = 1;
int numTwice = 1;
int addend = 1;

// y = 2 ^ numTwice * (x + addend), on the device.
int32_t compute(RelaxContext *context, const DLTensor *const *inputs,
                RelaxTensor **outputs) {
  if (int32_t status = relax_rt_device_use(context, 0))
    return status;
  RelaxStorage *storage = relax_rt_device_storage_alloc(context, 0, bytes);
  if (!storage)
    return relax_rt_status(context);
  const void *x = inputs[0]->data;
  void *y = relax_rt_storage_data(storage);
  int64_t sizes[] = {blocks, 1, 1, 4, 1, 1};
  void *sum[] = {&x, &y, &addend}, *product[] = {&y};
  relax_rt_launch(&program, 0, sizes, sum);
  for (int i = 0; i < numTwice; ++i)
    relax_rt_launch(&program, 1, sizes, product);
  if (int32_t status = relax_rt_status(context))
    return status;
  outputs[0] = relax_rt_tensor_on_storage(context, storage, 0, RELAX_FLOAT, 32,
                                          1, 1, four);
  relax_rt_storage_release(context, storage);
  return outputs[0] ? RELAX_OK : relax_rt_status(context);
}

class RuntimeStream : public RuntimeFixture {
protected:
  void SetUp() override {
    reset();
    blocks = numTwice = addend = 1;
    static const RelaxTypeDescriptor type = {
        "x", RELAX_VALUE_TENSOR, f32, 1, 1, four, nullptr};
    static const RelaxFunctionDescriptor function = {"main", 1,     1,
                                                     &type,  &type, compute};
    static const RelaxModuleDescriptor descriptor = {
        RELAX_ABI_VERSION, 1, &function, "test", nullptr,
        nullptr,           0, 0,         nullptr};
    ASSERT_EQ(relax_module_from_descriptor(context, &descriptor, &module),
              RELAX_OK);
  }

  void TearDown() override {
    relax_module_destroy(module);
    relax_context_destroy(context);
    context = nullptr;
    EXPECT_EQ(fakeCudaLive(), 0);
    fakeCudaSetLate(0);
    unsetenv("FAKE_CUDA_POOLS");
  }

  static void reset() {
    fakeCudaReset();
    fakeCudaSetDevices(1, 90, 1 << 20);
    fakeCudaFail(nullptr, 0, 0);
    fakeCudaSetKernel(runKernel);
  }

  RelaxTensor *call(const RelaxTensor *input) {
    const DLTensor *inputs[] = {relax_tensor_dl(input)};
    RelaxTensor *output = nullptr;
    status =
        relax_function_call(context, module, "main", inputs, 1, &output, 1);
    return output;
  }

  RelaxTensor *move(const RelaxTensor *tensor, int32_t type) {
    RelaxTensor *moved = nullptr;
    status = relax_tensor_to_device(context, relax_tensor_dl(tensor),
                                    DLDeviceType(type), 0, &moved);
    return moved;
  }

  /// What the device has, in words if it is not there.
  std::vector<float> read(const RelaxTensor *tensor) {
    RelaxTensor *copy = tensor ? move(tensor, kDLCPU) : nullptr;
    std::vector<float> values;
    if (copy)
      values = getFloats(*relax_tensor_dl(copy));
    relax_tensor_release(copy);
    return values;
  }

  /// The result of a call for one number, four times; it is the first.
  float compute1(float x) {
    RelaxTensor *input = makeFloats({4}, {x, x, x, x}), *output = call(input);
    std::vector<float> values = read(output);
    relax_tensor_release(input);
    relax_tensor_release(output);
    return values.empty() ? -1 : values.front();
  }

  RelaxModule *module = nullptr;
  int32_t status = 0;
};

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

TEST_F(RuntimeStream, LaunchesGraphsOfWhatComesAgain) {
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

TEST_F(RuntimeStream, LeavesNothingOfGraphsWhateverFails) {
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

TEST_F(RuntimeStream, SaysWhatIsWrongWithGraphs) {
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
// Copies beside kernels
//===----------------------------------------------------------------------===//

// Whatever streams do late, each call has the inputs that it was given.
TEST_F(RuntimeStream, CopiesPinnedInputsBesideKernels) {
  for (int late : {0, 1, 2, 3}) {
    for (int graphs : {0, 1}) {
      relax_context_destroy(context);
      context = relax_context_create();
      reset();
      fakeCudaSetLate(late);
      ASSERT_EQ(relax_context_set_asynchronous(context, 1), RELAX_OK);
      ASSERT_EQ(relax_context_set_graphs(context, graphs), RELAX_OK);
      std::vector<RelaxTensor *> inputs, outputs;
      for (int i = 0; i < 7; ++i) {
        float x = float(i);
        RelaxTensor *values = makeFloats({4}, {x, x, x, x});
        inputs.push_back(move(values, kDLCUDAHost));
        ASSERT_EQ(status, RELAX_OK) << getError();
        relax_tensor_release(values);
      }
      // Its memory is lent again before the kernels that use it have run.
      RelaxTensor *plain = makeFloats({4}, {9, 9, 9, 9});
      relax_tensor_release(call(plain));
      relax_tensor_release(plain);
      int waits = fakeCudaCalls("cuStreamSynchronize");
      for (RelaxTensor *input : inputs)
        outputs.push_back(call(input));
      EXPECT_EQ(fakeCudaCalls("cuStreamSynchronize"), waits);
      EXPECT_EQ(fakeCudaCalls("cuMemcpyHtoDAsync_v2"), 8);
      ASSERT_EQ(relax_context_wait(context), RELAX_OK) << getError();
      EXPECT_EQ(fakeCudaCalls("cuStreamSynchronize"), waits + 1);
      for (int i = 0; i < 7; ++i)
        EXPECT_EQ(read(outputs[size_t(i)]),
                  std::vector<float>(4, 2 * (float(i) + 1)))
            << "late " << late << ", graphs " << graphs;
      for (RelaxTensor *tensor : inputs)
        relax_tensor_release(tensor);
      for (RelaxTensor *tensor : outputs)
        relax_tensor_release(tensor);
    }
  }
}

TEST_F(RuntimeStream, LeavesNothingOfCopiesWhateverFails) {
  auto run = [&] {
    if (int32_t failed = relax_context_set_asynchronous(context, 1))
      return failed;
    RelaxTensor *values = makeFloats({4}, {1, 2, 3, 4});
    RelaxTensor *input = move(values, kDLCUDAHost);
    int32_t result = status;
    relax_tensor_release(values);
    for (int i = 0; i < 3 && !result; ++i) {
      relax_tensor_release(call(input));
      result = status;
    }
    std::string error = getError();
    int32_t waited = relax_context_wait(context);
    relax_tensor_release(input);
    if (!result)
      error = getError();
    if (result || waited)
      EXPECT_EQ(error.substr(0, 15), "device cuda:0: ") << error;
    return result ? result : waited;
  };
  ASSERT_EQ(run(), RELAX_OK) << getError();
  relax_context_destroy(context);
  int last = fakeCudaCalls(nullptr);
  for (int number = 1; number <= last; ++number) {
    context = relax_context_create();
    program.instance = 0;
    reset();
    fakeCudaSetLate(number % 4);
    fakeCudaFail(nullptr, number, 999);
    run();
    if (fakeCudaCalls(nullptr) >= number)
      EXPECT_EQ(run(), RELAX_OK) << number << ": " << getError();
    relax_context_destroy(context);
    EXPECT_EQ(fakeCudaLive(), 0) << "after failure of call " << number;
  }
  context = relax_context_create();
}

TEST_F(RuntimeStream, TakesPinnedTensorsAsThoseOfTheHost) {
  RelaxTensor *pinned = nullptr;
  ASSERT_EQ(relax_tensor_create_pinned(context, f32, 1, four, &pinned),
            RELAX_OK)
      << getError();
  EXPECT_EQ(relax_tensor_dl(pinned)->device.device_type, kDLCUDAHost);
  for (int i = 0; i < 4; ++i)
    static_cast<float *>(relax_tensor_data(pinned))[i] = 5;
  RelaxTensor *output = call(pinned), *back = move(output, kDLCUDAHost),
              *copy = move(back, kDLCPU);
  EXPECT_EQ(getFloats(*relax_tensor_dl(copy)), std::vector<float>(4, 12))
      << getError();
  relax_tensor_release(copy);
  relax_tensor_release(back);
  relax_tensor_release(output);
  // It is used again, and outlives the context.
  int made = fakeCudaCalls("cuMemHostAlloc");
  ASSERT_EQ(relax_tensor_create_pinned(context, f32, 1, four, &back), RELAX_OK);
  EXPECT_EQ(fakeCudaCalls("cuMemHostAlloc"), made);
  relax_tensor_release(back);
  relax_context_destroy(context);
  relax_tensor_release(pinned);
  EXPECT_EQ(fakeCudaLive(), 0);
  context = relax_context_create();
  fakeCudaFail("cuMemHostAlloc", fakeCudaCalls("cuMemHostAlloc") + 1, 2);
  EXPECT_EQ(relax_tensor_create_pinned(context, f32, 1, four, &pinned),
            RELAX_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(getError(),
            "device cuda:0: out of pinned memory: 16 bytes were requested");
  EXPECT_EQ(relax_tensor_create_pinned(context, {RELAX_FLOAT, 0, 1}, 1, four,
                                       &pinned),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(relax_tensor_create_pinned(nullptr, f32, 1, four, &pinned),
            RELAX_ERROR_INVALID_ARGUMENT);
}

//===----------------------------------------------------------------------===//
// Streams of callers, memory in order
//===----------------------------------------------------------------------===//

TEST_F(RuntimeStream, WorksInTheStreamOfItsCaller) {
  EXPECT_EQ(compute1(1), 4) << getError();
  void *own = nullptr, *stream = nullptr, *context0 = nullptr;
  ASSERT_EQ(relax_context_device_stream(context, 0, &own), RELAX_OK);
  // The first stream of a device is its own: the caller's is late.
  fakeCudaSetLate(2);
  cuCtxPushCurrent_v2(reinterpret_cast<void *>(uintptr_t(1)));
  ASSERT_EQ(cuStreamCreate(&stream, 0), 0);
  cuCtxPopCurrent_v2(&context0);
  ASSERT_EQ(relax_context_set_device_stream(context, 0, stream), RELAX_OK);
  ASSERT_EQ(relax_context_set_asynchronous(context, 1), RELAX_OK);
  void *used = nullptr;
  ASSERT_EQ(relax_context_device_stream(context, 0, &used), RELAX_OK);
  EXPECT_EQ(used, stream);
  RelaxTensor *input = makeFloats({4}, {3, 3, 3, 3}), *output = call(input);
  EXPECT_EQ(status, RELAX_OK) << getError();
  // Nothing happens in the other one.
  EXPECT_EQ(read(output), std::vector<float>(4, 8));
  relax_tensor_release(output);
  relax_tensor_release(input);
  ASSERT_EQ(relax_context_set_device_stream(context, 0, nullptr), RELAX_OK);
  EXPECT_EQ(cuStreamDestroy_v2(stream), 0);
  ASSERT_EQ(relax_context_device_stream(context, 0, &used), RELAX_OK);
  EXPECT_EQ(used, own);
  EXPECT_EQ(compute1(1), 4) << getError();
  EXPECT_EQ(relax_context_set_device_stream(context, 7, nullptr),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(relax_context_set_device_stream(nullptr, 0, nullptr),
            RELAX_ERROR_INVALID_ARGUMENT);
}

TEST_F(RuntimeStream, HasMemoryInTheOrderOfItsStream) {
  EXPECT_EQ(compute1(1), 4) << getError();
  EXPECT_EQ(fakeCudaCalls("cuMemAlloc_v2"), 0);
  EXPECT_GT(fakeCudaCalls("cuMemAllocAsync"), 0);
  relax_context_trim(context);
  EXPECT_EQ(fakeCudaCalls("cuMemFreeAsync"), fakeCudaCalls("cuMemAllocAsync"));
  // What outlives the stream is given back without it, once nobody uses it.
  RelaxTensor *input = makeFloats({4}, {1, 1, 1, 1}), *output = call(input);
  relax_tensor_release(input);
  relax_context_destroy(context);
  int waits = fakeCudaCalls("cuCtxSynchronize");
  relax_tensor_release(output);
  EXPECT_EQ(fakeCudaCalls("cuCtxSynchronize"), waits + 1);
  EXPECT_EQ(fakeCudaCalls("cuMemFree_v2"), 1);
  EXPECT_EQ(fakeCudaLive(), 0);
  // A driver that has none.
  setenv("FAKE_CUDA_POOLS", "0", 1);
  reset();
  context = relax_context_create();
  EXPECT_EQ(compute1(1), 4) << getError();
  EXPECT_EQ(fakeCudaCalls("cuMemAllocAsync"), 0);
  EXPECT_GT(fakeCudaCalls("cuMemAlloc_v2"), 0);
}

} // namespace
