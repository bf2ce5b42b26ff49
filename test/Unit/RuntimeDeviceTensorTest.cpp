// Tensors on CUDA devices: calls that take and give them without a copy, with a
// driver that tests command.
#include "FakeCuda.h"
#include "RuntimeFixture.h"

namespace {

constexpr DLDataType f32 = {RELAX_FLOAT, 32, 1};
constexpr int64_t four[] = {4};
constexpr int64_t bytes = 4 * sizeof(float);

// What compiled code got.
const void *seen = nullptr;
const RelaxStorage *given = nullptr;

// What the compiler makes of `y = copy of x`, both on cuda:0.
int32_t copyOnDevice(RelaxContext *context, const DLTensor *const *inputs,
                     RelaxTensor **outputs) {
  if (int32_t status = relax_rt_check_device_tensor(
          context, "main", "x", 0, inputs[0], RELAX_FLOAT, 32, 1, 1, four, 0))
    return status;
  seen = inputs[0]->data;
  RelaxStorage *storage = relax_rt_device_storage_alloc(context, 0, bytes);
  if (!storage)
    return relax_rt_status(context);
  given = storage;
  if (int32_t status = relax_rt_device_copy(
          context, relax_rt_storage_data(storage), 0, seen, 0, bytes))
    return status;
  outputs[0] = relax_rt_tensor_on_storage(context, storage, 0, RELAX_FLOAT, 32,
                                          1, 1, four);
  relax_rt_storage_release(context, storage);
  return outputs[0] ? RELAX_OK : relax_rt_status(context);
}

// What the compiler makes of a function that gives its parameter back.
int32_t identity(RelaxContext *context, const DLTensor *const *inputs,
                 RelaxTensor **outputs) {
  outputs[0] = relax_rt_device_tensor_from_data(context, 0, inputs[0]->data,
                                                RELAX_FLOAT, 32, 1, 1, four);
  return outputs[0] ? RELAX_OK : relax_rt_status(context);
}

class RuntimeDeviceTensor : public RuntimeFixture {
protected:
  void SetUp() override {
    fakeCudaReset();
    fakeCudaSetDevices(2, 90, 1 << 20);
    fakeCudaFail(nullptr, 0, 0);
    type = {"x", RELAX_VALUE_TENSOR, f32, 1, 1, four, nullptr};
    setEntry(copyOnDevice);
    host = makeFloats({4}, {1, 2, 3, 4});
  }

  void TearDown() override {
    relax_tensor_release(host);
    relax_module_destroy(module);
    relax_context_destroy(context);
    context = nullptr;
    EXPECT_EQ(fakeCudaLive(), 0);
  }

  void setEntry(RelaxEntry entry) {
    relax_module_destroy(module);
    function = {"main", 1, 1, &type, &type, entry};
    descriptor = {RELAX_ABI_VERSION, 1, &function, "test", nullptr,
                  nullptr,           0, 0,         nullptr};
    ASSERT_EQ(relax_module_from_descriptor(context, &descriptor, &module),
              RELAX_OK);
  }

  RelaxTensor *toDevice(const RelaxTensor *tensor, int32_t device) {
    RelaxTensor *moved = nullptr;
    EXPECT_EQ(relax_tensor_to_device(context, relax_tensor_dl(tensor), kDLCUDA,
                                     device, &moved),
              RELAX_OK)
        << getError();
    return moved;
  }

  std::vector<float> read(const RelaxTensor *tensor) {
    RelaxTensor *copy = nullptr;
    EXPECT_EQ(relax_tensor_to_device(context, relax_tensor_dl(tensor), kDLCPU,
                                     0, &copy),
              RELAX_OK)
        << getError();
    if (!copy)
      return {};
    std::vector<float> values = getFloats(*relax_tensor_dl(copy));
    relax_tensor_release(copy);
    return values;
  }

  int32_t call(const DLTensor &input) {
    const DLTensor *inputs[] = {&input};
    relax_tensor_release(output);
    output = nullptr;
    return relax_function_call(context, module, "main", inputs, 1, &output, 1);
  }

  uint64_t copiedInputs() { return getMemory().num_copied_inputs; }

  RelaxTypeDescriptor type;
  RelaxFunctionDescriptor function;
  RelaxModuleDescriptor descriptor;
  RelaxModule *module = nullptr;
  RelaxTensor *host = nullptr, *output = nullptr;
};

TEST_F(RuntimeDeviceTensor, TakesAndGivesThemAsTheyAre) {
  RelaxTensor *input = toDevice(host, 0);
  int in = fakeCudaCalls("cuMemcpyHtoDAsync_v2");
  ASSERT_EQ(call(*relax_tensor_dl(input)), RELAX_OK) << getError();
  EXPECT_EQ(seen, relax_tensor_data(input));
  EXPECT_EQ(copiedInputs(), 0u);
  EXPECT_EQ(fakeCudaCalls("cuMemcpyHtoDAsync_v2"), in);
  EXPECT_EQ(fakeCudaCalls("cuMemcpyDtoHAsync_v2"), 0);
  const DLTensor *result = relax_tensor_dl(output);
  EXPECT_EQ(result->device.device_type, kDLCUDA);
  EXPECT_EQ(result->device.device_id, 0);
  EXPECT_EQ(read(output), (std::vector<float>{1, 2, 3, 4}));
  // A result is the next call's parameter.
  RelaxTensor *first = relax_tensor_retain(output);
  ASSERT_EQ(call(*relax_tensor_dl(first)), RELAX_OK) << getError();
  EXPECT_EQ(seen, relax_tensor_data(first));
  EXPECT_EQ(read(output), (std::vector<float>{1, 2, 3, 4}));
  relax_tensor_release(first);
  relax_tensor_release(input);
  relax_tensor_release(output);
}

// Calls of one stream are in order: ten of them wait once.
TEST_F(RuntimeDeviceTensor, WaitsOnceForManyCalls) {
  RelaxTensor *input = toDevice(host, 0);
  ASSERT_EQ(relax_context_set_asynchronous(context, 1), RELAX_OK);
  int waits = fakeCudaCalls("cuStreamSynchronize");
  for (int i = 0; i < 10; ++i)
    ASSERT_EQ(call(*relax_tensor_dl(input)), RELAX_OK) << getError();
  EXPECT_EQ(fakeCudaCalls("cuStreamSynchronize"), waits);
  ASSERT_EQ(relax_context_wait(context), RELAX_OK);
  EXPECT_EQ(fakeCudaCalls("cuStreamSynchronize"), waits + 1);
  // Nothing is under way any more; a copy to the CPU waits by itself.
  ASSERT_EQ(relax_context_wait(context), RELAX_OK);
  EXPECT_EQ(fakeCudaCalls("cuStreamSynchronize"), waits + 1);
  ASSERT_EQ(call(*relax_tensor_dl(input)), RELAX_OK) << getError();
  EXPECT_EQ(read(output), (std::vector<float>{1, 2, 3, 4}));
  // A fault shows where somebody waits.
  ASSERT_EQ(call(*relax_tensor_dl(input)), RELAX_OK) << getError();
  fakeCudaFail("cuStreamSynchronize", fakeCudaCalls("cuStreamSynchronize") + 1,
               2);
  EXPECT_EQ(relax_context_set_asynchronous(context, 0),
            RELAX_ERROR_OUT_OF_MEMORY);
  // From then on calls wait again.
  waits = fakeCudaCalls("cuStreamSynchronize");
  ASSERT_EQ(call(*relax_tensor_dl(input)), RELAX_OK) << getError();
  EXPECT_GT(fakeCudaCalls("cuStreamSynchronize"), waits);
  relax_tensor_release(input);
  relax_tensor_release(output);
  EXPECT_EQ(relax_context_set_asynchronous(nullptr, 1),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(relax_context_wait(nullptr), RELAX_ERROR_INVALID_ARGUMENT);
}

TEST_F(RuntimeDeviceTensor, TakesOffsetsAndViews) {
  RelaxTensor *wide = makeFloats({6}, {0, 0, 5, 6, 7, 8});
  RelaxTensor *input = toDevice(wide, 0), *view = nullptr;
  DLTensor moved = *relax_tensor_dl(input);
  int64_t dims[] = {4};
  moved.shape = dims;
  moved.byte_offset = 8;
  ASSERT_EQ(call(moved), RELAX_OK) << getError();
  EXPECT_EQ(read(output), (std::vector<float>{5, 6, 7, 8}));
  ASSERT_EQ(relax_tensor_view(context, input, 8, f32, 1, dims, &view),
            RELAX_OK);
  EXPECT_EQ(relax_tensor_dl(view)->device.device_type, kDLCUDA);
  ASSERT_EQ(call(*relax_tensor_dl(view)), RELAX_OK) << getError();
  EXPECT_EQ(read(output), (std::vector<float>{5, 6, 7, 8}));
  relax_tensor_release(view);
  relax_tensor_release(input);
  relax_tensor_release(wide);
  relax_tensor_release(output);
}

TEST_F(RuntimeDeviceTensor, CopiesFromTheHost) {
  ASSERT_EQ(call(*relax_tensor_dl(host)), RELAX_OK) << getError();
  EXPECT_EQ(copiedInputs(), 1u);
  EXPECT_EQ(read(output), (std::vector<float>{1, 2, 3, 4}));
  // With strides, too.
  float spread[] = {1, 0, 2, 0, 3, 0, 4, 0};
  std::vector<int64_t> dims = {4};
  int64_t strides[] = {2};
  DLTensor strided = makeView(spread, f32, dims);
  strided.strides = strides;
  ASSERT_EQ(call(strided), RELAX_OK) << getError();
  EXPECT_EQ(copiedInputs(), 2u);
  EXPECT_EQ(read(output), (std::vector<float>{1, 2, 3, 4}));
  relax_tensor_release(output);
}

TEST_F(RuntimeDeviceTensor, GivesAParameterBackAsACopy) {
  setEntry(identity);
  RelaxTensor *input = toDevice(host, 0);
  ASSERT_EQ(call(*relax_tensor_dl(input)), RELAX_OK) << getError();
  EXPECT_NE(relax_tensor_data(output), relax_tensor_data(input));
  EXPECT_EQ(read(output), (std::vector<float>{1, 2, 3, 4}));
  relax_tensor_release(input);
  relax_tensor_release(output);
}

TEST_F(RuntimeDeviceTensor, OutlivesTheContext) {
  ASSERT_EQ(call(*relax_tensor_dl(host)), RELAX_OK) << getError();
  relax_module_destroy(module);
  module = nullptr;
  relax_context_destroy(context);
  EXPECT_EQ(fakeCudaLive(), 2); // the memory, and what it is in
  context = relax_context_create();
  EXPECT_EQ(read(output), (std::vector<float>{1, 2, 3, 4}));
  relax_tensor_release(output);
}

TEST_F(RuntimeDeviceTensor, WaitsForReadersOfDLPackTensors) {
  ASSERT_EQ(call(*relax_tensor_dl(host)), RELAX_OK) << getError();
  DLManagedTensor *managed = relax_tensor_to_dlpack(output);
  EXPECT_EQ(managed->dl_tensor.device.device_type, kDLCUDA);
  int waits = fakeCudaCalls("cuCtxSynchronize");
  // It comes back as it was, and without a copy.
  RelaxTensor *again = nullptr;
  ASSERT_EQ(relax_tensor_from_dlpack(context, managed, &again), RELAX_OK);
  EXPECT_EQ(relax_tensor_data(again), relax_tensor_data(output));
  EXPECT_EQ(relax_tensor_dl(again)->device.device_type, kDLCUDA);
  EXPECT_EQ(fakeCudaCalls("cuCtxSynchronize"), waits);
  relax_tensor_release(again);
  EXPECT_EQ(fakeCudaCalls("cuCtxSynchronize"), waits + 1);
  relax_tensor_release(output);
  // Nobody waits for tensors of the host.
  managed = relax_tensor_to_dlpack(host);
  managed->deleter(managed);
  EXPECT_EQ(fakeCudaCalls("cuCtxSynchronize"), waits + 1);
}

TEST_F(RuntimeDeviceTensor, RejectsOtherPlaces) {
  RelaxTensor *other = toDevice(host, 1);
  EXPECT_EQ(call(*relax_tensor_dl(other)), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "function 'main', parameter 'x' (index 0): expected a tensor on "
            "cuda:0, found one on cuda:1; copy it there first");
  RelaxTensor *input = toDevice(other, 0);
  ASSERT_EQ(call(*relax_tensor_dl(input)), RELAX_OK) << getError();
  EXPECT_EQ(read(output), (std::vector<float>{1, 2, 3, 4}));
  DLTensor strided = *relax_tensor_dl(input);
  int64_t strides[] = {2};
  strided.strides = strides;
  EXPECT_EQ(call(strided), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "function 'main', parameter 'x' (index 0): expected compact "
            "row-major elements on cuda:0, found other strides; make the "
            "tensor contiguous first");
  DLTensor odd = *relax_tensor_dl(input);
  odd.byte_offset = 1;
  EXPECT_EQ(call(odd), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(getError().find("expected data on cuda:0 at a multiple of the "
                            "element's size, found 0x"),
            std::string::npos);
  DLTensor small = *relax_tensor_dl(input);
  int64_t three[] = {3};
  small.shape = three;
  EXPECT_EQ(call(small), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "function 'main', parameter 'x' (index 0): expected "
                        "dim 0 to be 4, found 3");
  DLTensor metal = *relax_tensor_dl(input);
  metal.device = {DLDeviceType(8), 0};
  EXPECT_EQ(call(metal), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(getError().find("expected a tensor on the CPU or on a CUDA device, "
                            "found one on "),
            std::string::npos);
  // A function of the host says no to a device's tensor.
  type.device = 0;
  EXPECT_EQ(call(*relax_tensor_dl(input)), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "function 'main', parameter 'x' (index 0): expected a tensor on "
            "the CPU, found one on cuda:0; copy it to the CPU first");
  relax_tensor_release(input);
  relax_tensor_release(other);
}

TEST_F(RuntimeDeviceTensor, LeavesNothingWhateverFails) {
  ASSERT_EQ(call(*relax_tensor_dl(host)), RELAX_OK);
  relax_tensor_release(output);
  output = nullptr;
  relax_context_destroy(context);
  int last = fakeCudaCalls(nullptr), failures = 0;
  for (int number = 1; number <= last; ++number) {
    context = relax_context_create();
    fakeCudaReset();
    fakeCudaFail(nullptr, number, 999);
    if (call(*relax_tensor_dl(host))) {
      ++failures;
      EXPECT_EQ(getError().substr(0, 15), "device cuda:0: ") << getError();
    }
    relax_tensor_release(output);
    output = nullptr;
    EXPECT_EQ(getMemory().live_bytes, 0u);
    relax_context_destroy(context);
    EXPECT_EQ(fakeCudaLive(), 0) << "after failure of call " << number;
  }
  EXPECT_GT(failures, 10);
  context = relax_context_create();
}

TEST_F(RuntimeDeviceTensor, SaysWhichDevicesThereAre) {
  RelaxTensor *moved = nullptr;
  EXPECT_EQ(relax_tensor_to_device(context, relax_tensor_dl(host), kDLCUDA, 2,
                                   &moved),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "device cuda:2: expected a number below 2");
  EXPECT_EQ(
      relax_tensor_to_device(context, relax_tensor_dl(host), kDLCPU, 1, &moved),
      RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "device cpu:1: expected number 0");
  EXPECT_EQ(relax_tensor_to_device(context, nullptr, kDLCPU, 0, &moved),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "copied tensor: expected a tensor, found null");
  void *stream = nullptr;
  EXPECT_EQ(relax_context_device_stream(context, 1, &stream), RELAX_OK);
  EXPECT_NE(stream, nullptr);
  EXPECT_EQ(relax_context_device_stream(context, 2, &stream),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(stream, nullptr);
  char text[64];
  relax_type_to_text(&type, text, sizeof(text));
  EXPECT_STREQ(text, "f32[4] on cuda:0");
}

} // namespace
