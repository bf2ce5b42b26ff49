// Streams of CUDA devices: copies beside kernels, streams of callers, memory in
// order. The driver for tests does what it is asked for late.
#include "RuntimeStreamFixture.h"

// Of the driver, for tests that have streams of their own.
extern "C" {
int cuStreamCreate(void **stream, unsigned flags);
int cuStreamDestroy_v2(void *stream);
int cuCtxPushCurrent_v2(void *context);
int cuCtxPopCurrent_v2(void **context);
}

namespace {

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

//===----------------------------------------------------------------------===//
// Profiles
//===----------------------------------------------------------------------===//

// What a kernel takes is measured where it runs: the host's time before it is
// not in it.
TEST_F(RuntimeStream, MeasuresKernelsByEvents) {
  isRegion = true;
  delay = 5;
  between = [](RelaxContext *) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  };
  fakeCudaSetLate(3);
  ASSERT_EQ(relax_context_set_profile(context, 1), RELAX_OK);
  EXPECT_EQ(compute1(1), 4) << getError();
  ASSERT_EQ(relax_context_set_profile(context, 0), RELAX_OK);
  int64_t number = 0;
  const RelaxProfileEvent *events = relax_context_profile(context, &number);
  ASSERT_EQ(number, 1);
  EXPECT_EQ(events[0].uses_device, 1);
  EXPECT_GE(events[0].end - events[0].begin, 5000000);
  EXPECT_LT(events[0].end - events[0].begin, 200000000);
  EXPECT_EQ(fakeCudaCalls("cuEventElapsedTime"), 1);
}

TEST_F(RuntimeStream, LeavesNothingOfProfilesWhateverFails) {
  auto run = [&] {
    relax_context_set_profile(context, 1);
    return compute1(1) == 4 ? int32_t(RELAX_OK) : status;
  };
  ASSERT_EQ(run(), RELAX_OK) << getError();
  relax_context_destroy(context);
  int last = fakeCudaCalls(nullptr);
  for (int number = 1; number <= last; ++number) {
    context = relax_context_create();
    program.instance = 0;
    reset();
    fakeCudaFail(nullptr, number, 999);
    if (run()) {
      EXPECT_EQ(getError().substr(0, 15), "device cuda:0: ") << getError();
    }
    if (fakeCudaCalls(nullptr) >= number)
      EXPECT_EQ(run(), RELAX_OK) << number << ": " << getError();
    relax_context_destroy(context);
    EXPECT_EQ(fakeCudaLive(), 0) << "after failure of call " << number;
  }
  context = relax_context_create();
}

} // namespace
