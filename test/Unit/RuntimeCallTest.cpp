// Calls: inputs, outputs, failures that leave nothing, external functions.
#include "RuntimeFixture.h"

#include <cstdio>
#include <fcntl.h>
#include <stdexcept>
#include <thread>
#include <unistd.h>

namespace {

using Tensors = std::vector<RelaxTensor *>;

class RuntimeCall : public RuntimeFixture {
protected:
  float data[6] = {1, 2, 3, 4, 5, 6};
  std::vector<int64_t> dims = {2, 3};
  DLTensor view = makeView(data, {RELAX_FLOAT, 32, 1}, dims);
};

} // namespace

static RelaxTensor *allocTwo(RelaxContext *context) {
  int64_t two[] = {2};
  return relax_rt_tensor_alloc(context, RELAX_FLOAT, 32, 1, 1, two);
}

// Returns a copy of its input.
static int32_t identity(RelaxContext *context, const DLTensor *const *inputs,
                        RelaxTensor **outputs) {
  outputs[0] = relax_rt_tensor_copy(context, inputs[0]);
  return relax_rt_status(context);
}

TEST_F(RuntimeCall, ReturnsTensorsOfTheCaller) {
  OneFunctionModule module(context, identity, 1, 1);
  Tensors outputs(1);
  ASSERT_EQ(module.call(context, {&view}, outputs), RELAX_OK) << getError();
  EXPECT_EQ(getFloats(*relax_tensor_dl(outputs[0])),
            (std::vector<float>{1, 2, 3, 4, 5, 6}));
  relax_tensor_release(outputs[0]);
}

TEST_F(RuntimeCall, ReusesMemoryFromTheSecondCallOn) {
  OneFunctionModule module(context, identity, 1, 1);
  Tensors outputs(1);
  uint64_t after = 0;
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(module.call(context, {&view}, outputs), RELAX_OK);
    relax_tensor_release(outputs[0]);
    if (i == 0)
      after = getMemory().num_system_allocations;
  }
  EXPECT_EQ(getMemory().num_system_allocations, after);
}

TEST_F(RuntimeCall, NamesWrongNumbers) {
  OneFunctionModule module(context, identity, 1, 1);
  Tensors outputs(1), none;
  EXPECT_EQ(module.call(context, {&view, &view}, outputs),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "function 'main': expected 1 inputs, found 2");
  EXPECT_EQ(module.call(context, {&view}, none), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "function 'main': expected room for 1 outputs, found 0");
  EXPECT_EQ(relax_function_call(context, module.module, "main", nullptr, 1,
                                outputs.data(), 1),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "function 'main': expected an array of inputs, found null");
  const DLTensor *input = &view;
  EXPECT_EQ(relax_function_call(context, module.module, "main", &input, 1,
                                nullptr, 1),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "function 'main': expected an array of outputs, found null");
}

TEST_F(RuntimeCall, NamesWrongInputs) {
  OneFunctionModule module(context, identity, 1, 1);
  Tensors outputs(1);
  EXPECT_EQ(module.call(context, {nullptr}, outputs),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "function 'main', parameter 'x0' (index 0): expected a "
                        "tensor, found null");
  view.device = {kDLCUDA, 0};
  EXPECT_EQ(module.call(context, {&view}, outputs),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "function 'main', parameter 'x0' (index 0): expected a tensor on "
            "the CPU, found one on cuda:0; copy it to the CPU first");
}

TEST_F(RuntimeCall, NamesMissingFunctions) {
  OneFunctionModule module(context, identity, 1, 1);
  EXPECT_EQ(relax_function_call(context, module.module, "mian", nullptr, 0,
                                nullptr, 0),
            RELAX_ERROR_NOT_FOUND);
  EXPECT_EQ(getError(),
            "expected a function of the module, found 'mian'; it has 1 others");
  EXPECT_EQ(relax_module_find(module.module, nullptr), nullptr);
  EXPECT_EQ(relax_module_function(module.module, 1), nullptr);
  EXPECT_EQ(relax_module_function(module.module, -1), nullptr);
  EXPECT_EQ(
      relax_function_invoke(context, nullptr, nullptr, nullptr, 0, nullptr, 0),
      RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "expected a module and a function, found null");
}

TEST_F(RuntimeCall, CopiesStridedAndMisalignedInputs) {
  // The entry sees neither strides nor an offset.
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *inputs,
                        RelaxTensor **outputs) -> int32_t {
    EXPECT_EQ(inputs[0]->strides, nullptr);
    EXPECT_EQ(inputs[0]->byte_offset, 0u);
    return identity(context, inputs, outputs);
  };
  OneFunctionModule module(context, entry, 1, 1);
  Tensors outputs(1);
  int64_t strides[] = {1, 2};
  view.strides = strides;
  ASSERT_EQ(module.call(context, {&view}, outputs), RELAX_OK);
  EXPECT_EQ(getFloats(*relax_tensor_dl(outputs[0])),
            (std::vector<float>{1, 3, 5, 2, 4, 6}));
  relax_tensor_release(outputs[0]);
  EXPECT_EQ(getMemory().num_copied_inputs, 1u);

  char bytes[sizeof(data) + 1];
  std::memcpy(bytes + 1, data, sizeof(data));
  view.strides = nullptr;
  view.data = bytes;
  view.byte_offset = 1;
  ASSERT_EQ(module.call(context, {&view}, outputs), RELAX_OK);
  EXPECT_EQ(getFloats(*relax_tensor_dl(outputs[0])),
            std::vector<float>(data, data + 6));
  relax_tensor_release(outputs[0]);
  EXPECT_EQ(getMemory().num_copied_inputs, 2u);

  view.data = data;
  view.byte_offset = 0;
  int64_t compact[] = {3, 1};
  view.strides = compact;
  ASSERT_EQ(module.call(context, {&view}, outputs), RELAX_OK);
  relax_tensor_release(outputs[0]);
  EXPECT_EQ(getMemory().num_copied_inputs, 2u);
}

TEST_F(RuntimeCall, GivesBackWhatAFailingEntryHolds) {
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *,
                        RelaxTensor **outputs) -> int32_t {
    RelaxStorage *storage = relax_rt_storage_alloc(context, 4096);
    relax_rt_storage_retain(context, storage);
    int64_t two[] = {2};
    outputs[0] = relax_rt_tensor_on_storage(context, storage, 64, RELAX_FLOAT,
                                            32, 1, 1, two);
    relax_rt_tensor_retain(context, allocTwo(context));
    return relax_rt_fail(context, "it went wrong");
  };
  OneFunctionModule module(context, entry, 0, 1);
  Tensors outputs(1, reinterpret_cast<RelaxTensor *>(1));
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "it went wrong");
  EXPECT_EQ(outputs[0], nullptr);
  EXPECT_EQ(getMemory().live_bytes, 0u);
}

TEST_F(RuntimeCall, GivesBackWhatASuccessfulEntryForgets) {
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *,
                        RelaxTensor **outputs) -> int32_t {
    relax_rt_storage_alloc(context, 4096);
    RelaxStorage *storage = relax_rt_storage_alloc(context, 128);
    int64_t two[] = {2};
    outputs[0] = relax_rt_tensor_on_storage(context, storage, 64, RELAX_FLOAT,
                                            32, 1, 1, two);
    static_cast<float *>(relax_rt_tensor_data(outputs[0]))[1] = 7;
    relax_rt_tensor_release(context, allocTwo(context));
    allocTwo(context);
    return 0;
  };
  OneFunctionModule module(context, entry, 0, 1);
  Tensors outputs(1);
  ASSERT_EQ(module.call(context, {}, outputs), RELAX_OK);
  // Only the storage under the output is left.
  EXPECT_EQ(getMemory().live_bytes, 128u);
  EXPECT_EQ(getFloats(*relax_tensor_dl(outputs[0]))[1], 7);
  relax_tensor_release(outputs[0]);
}

TEST_F(RuntimeCall, ReturnsOneTensorTwice) {
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *,
                        RelaxTensor **outputs) -> int32_t {
    outputs[0] = outputs[1] = allocTwo(context);
    return 0;
  };
  OneFunctionModule module(context, entry, 0, 2);
  Tensors outputs(2);
  ASSERT_EQ(module.call(context, {}, outputs), RELAX_OK);
  EXPECT_EQ(outputs[0], outputs[1]);
  relax_tensor_release(outputs[0]);
  EXPECT_EQ(getMemory().live_bytes, 64u);
  relax_tensor_release(outputs[1]);
}

TEST_F(RuntimeCall, NamesSilentFailures) {
  RelaxEntry silent = [](RelaxContext *, const DLTensor *const *,
                         RelaxTensor **) -> int32_t { return 42; };
  OneFunctionModule module(context, silent, 0, 0);
  Tensors outputs;
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "function 'main' failed with code 42 and said no more");
}

TEST_F(RuntimeCall, NamesEmptyOutputs) {
  RelaxEntry forgetful = [](RelaxContext *context, const DLTensor *const *,
                            RelaxTensor **outputs) -> int32_t {
    outputs[0] = allocTwo(context);
    return 0;
  };
  OneFunctionModule module(context, forgetful, 0, 2);
  Tensors outputs(2);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(),
            "function 'main' left output 1 empty, expected a tensor");
  EXPECT_EQ(outputs[0], nullptr);
}

TEST_F(RuntimeCall, CountsErrorsThatTheCodePassedOver) {
  RelaxEntry careless = [](RelaxContext *context, const DLTensor *const *,
                           RelaxTensor **outputs) -> int32_t {
    relax_rt_kernel_fail("index 7 is out of range");
    outputs[0] = allocTwo(context);
    return 0;
  };
  OneFunctionModule module(context, careless, 0, 1);
  Tensors outputs(1);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "index 7 is out of range");
}

TEST_F(RuntimeCall, KeepsTheFirstErrorAndForgetsItLater) {
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *inputs,
                        RelaxTensor **) -> int32_t {
    if (inputs[0]->shape[0] != 2)
      return 0;
    relax_rt_fail(context, "first");
    return relax_rt_fail(context, "second");
  };
  OneFunctionModule module(context, entry, 1, 0);
  Tensors outputs;
  EXPECT_EQ(module.call(context, {&view}, outputs), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "first");
  dims[0] = 1;
  EXPECT_EQ(module.call(context, {&view}, outputs), RELAX_OK);
  EXPECT_EQ(getError(), "");
  EXPECT_EQ(relax_context_status(context), RELAX_OK);
}

TEST_F(RuntimeCall, RejectsAbsurdTensors) {
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *,
                        RelaxTensor **outputs) -> int32_t {
    int64_t huge[] = {int64_t(1) << 45, int64_t(1) << 45};
    outputs[0] = relax_rt_tensor_alloc(context, RELAX_FLOAT, 32, 1, 2, huge);
    return relax_rt_status(context);
  };
  OneFunctionModule module(context, entry, 0, 1);
  Tensors outputs(1);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(getError(),
            "out of memory: the size of a new tensor does not fit in 64 bits");
}

TEST_F(RuntimeCall, RejectsTensorsOutsideTheirStorage) {
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *,
                        RelaxTensor **outputs) -> int32_t {
    RelaxStorage *storage = relax_rt_storage_alloc(context, 64);
    int64_t dims[] = {16};
    outputs[0] = relax_rt_tensor_on_storage(context, storage, 4, RELAX_FLOAT,
                                            32, 1, 1, dims);
    return relax_rt_status(context);
  };
  OneFunctionModule module(context, entry, 0, 1);
  Tensors outputs(1);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "a tensor of 64 bytes at offset 4 is expected to fit in a "
            "storage of 64 bytes");
}

// Doubles the first input into the first output.
static int32_t doubleIt(RelaxContext *, void *calls,
                        const DLTensor *const *inputs, int32_t numInputs,
                        const DLTensor *const *outputs, int32_t numOutputs) {
  EXPECT_EQ(numInputs, 1);
  EXPECT_EQ(numOutputs, 1);
  ++*static_cast<int *>(calls);
  for (int i = 0; i < 6; ++i)
    static_cast<float *>(outputs[0]->data)[i] =
        static_cast<const float *>(inputs[0]->data)[i] * 2;
  return 0;
}

// Calls the external function "test.double".
static int32_t callDouble(RelaxContext *context, const DLTensor *const *inputs,
                          RelaxTensor **outputs) {
  outputs[0] = relax_rt_tensor_alloc(context, RELAX_FLOAT, 32, 1,
                                     inputs[0]->ndim, inputs[0]->shape);
  const DLTensor *output = relax_rt_tensor_dl(outputs[0]);
  return relax_rt_call_external(context, "main", "test.double", inputs, 1,
                                &output, 1);
}

TEST_F(RuntimeCall, CallsExternalFunctions) {
  int calls = 0;
  OneFunctionModule module(context, callDouble, 1, 1);
  Tensors outputs(1);
  EXPECT_EQ(module.call(context, {&view}, outputs), RELAX_ERROR_NOT_FOUND);
  EXPECT_EQ(getError(),
            "function 'main': expected external function 'test.double' to be "
            "registered; call relax_register_function(\"test.double\", ...) "
            "first");
  ASSERT_EQ(relax_register_function("test.double", doubleIt, &calls), RELAX_OK);
  ASSERT_EQ(module.call(context, {&view}, outputs), RELAX_OK) << getError();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(getFloats(*relax_tensor_dl(outputs[0]))[5], 12);
  relax_tensor_release(outputs[0]);
  relax_register_function("test.double", nullptr, nullptr);
  EXPECT_EQ(module.call(context, {&view}, outputs), RELAX_ERROR_NOT_FOUND);
  EXPECT_NE(relax_register_function("", doubleIt, nullptr), RELAX_OK);
}

TEST_F(RuntimeCall, ReportsExternalFailures) {
  OneFunctionModule module(context, callDouble, 1, 1);
  Tensors outputs(1);
  RelaxExternalFunction silent =
      [](RelaxContext *, void *, const DLTensor *const *, int32_t,
         const DLTensor *const *, int32_t) -> int32_t { return 3; };
  relax_register_function("test.double", silent, nullptr);
  EXPECT_NE(module.call(context, {&view}, outputs), RELAX_OK);
  EXPECT_EQ(getError(), "function 'main': external function 'test.double' "
                        "failed with code 3");
  RelaxExternalFunction throws =
      [](RelaxContext *, void *, const DLTensor *const *, int32_t,
         const DLTensor *const *, int32_t) -> int32_t {
    throw std::runtime_error("thrown in an external function");
  };
  relax_register_function("test.double", throws, nullptr);
  EXPECT_EQ(module.call(context, {&view}, outputs), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "thrown in an external function");
  relax_register_function("test.double", nullptr, nullptr);
}

TEST_F(RuntimeCall, NestsCallsOfOneThread) {
  OneFunctionModule inner(context, identity, 1, 1);
  RelaxExternalFunction nested =
      [](RelaxContext *context, void *inner, const DLTensor *const *inputs,
         int32_t, const DLTensor *const *outputs, int32_t) -> int32_t {
    RelaxTensor *result = nullptr;
    int32_t status =
        relax_function_call(context, static_cast<RelaxModule *>(inner), "main",
                            inputs, 1, &result, 1);
    if (status)
      return status;
    std::memcpy(outputs[0]->data, relax_tensor_data(result), 24);
    relax_tensor_release(result);
    // A failure that is dealt with here is not the outer call's.
    EXPECT_NE(relax_function_call(context, static_cast<RelaxModule *>(inner),
                                  "main", nullptr, 0, &result, 1),
              RELAX_OK);
    return 0;
  };
  relax_register_function("test.double", nested, inner.module);
  OneFunctionModule outer(context, callDouble, 1, 1);
  Tensors outputs(1);
  ASSERT_EQ(outer.call(context, {&view}, outputs), RELAX_OK) << getError();
  EXPECT_EQ(getFloats(*relax_tensor_dl(outputs[0]))[5], 6);
  relax_tensor_release(outputs[0]);
  relax_register_function("test.double", nullptr, nullptr);
}

TEST_F(RuntimeCall, TurnsAnotherThreadAway) {
  RelaxExternalFunction intruder =
      [](RelaxContext *context, void *module, const DLTensor *const *inputs,
         int32_t, const DLTensor *const *, int32_t) -> int32_t {
    std::thread([&] {
      RelaxTensor *result = nullptr;
      EXPECT_EQ(relax_function_call(context, static_cast<RelaxModule *>(module),
                                    "main", inputs, 1, &result, 1),
                RELAX_ERROR_BUSY);
    }).join();
    return 0;
  };
  OneFunctionModule module(context, callDouble, 1, 1);
  relax_register_function("test.double", intruder, module.module);
  Tensors outputs(1);
  ASSERT_EQ(module.call(context, {&view}, outputs), RELAX_OK) << getError();
  relax_tensor_release(outputs[0]);
  relax_register_function("test.double", nullptr, nullptr);
}

TEST_F(RuntimeCall, AssertsWithValues) {
  const DLTensor *values[] = {&view};
  EXPECT_EQ(relax_rt_assert(context, "main", 1, "x is {}", values, 1),
            RELAX_OK);
  EXPECT_EQ(relax_rt_assert(context, "main", 0, "x is {}", values, 1),
            RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "function 'main': assertion failed: x is [[1, 2, 3], "
                        "[4, 5, 6]]");
}

TEST_F(RuntimeCall, AssertsWithoutWords) {
  EXPECT_EQ(relax_rt_assert(context, "main", 0, nullptr, nullptr, 0),
            RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "function 'main': assertion failed");
}

TEST_F(RuntimeCall, Prints) {
  int64_t scalar = INT64_MIN;
  std::vector<int64_t> none;
  DLTensor second = makeView(&scalar, {RELAX_INT, 64, 1}, none);
  const DLTensor *values[] = {&view, &second};
  testing::internal::CaptureStdout();
  EXPECT_EQ(relax_rt_print(context, "x = {};", values, 2), RELAX_OK);
  EXPECT_EQ(relax_rt_print(context, nullptr, values + 1, 1), RELAX_OK);
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "x = [[1, 2, 3], [4, 5, 6]]; -9223372036854775808\n"
            "-9223372036854775808\n");
}

TEST_F(RuntimeCall, ReportsThatItCannotPrint) {
  std::fflush(stdout);
  int saved = dup(STDOUT_FILENO), full = open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0);
  dup2(full, STDOUT_FILENO);
  int32_t status = relax_rt_print(context, "lost", nullptr, 0);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  close(full);
  std::clearerr(stdout);
  EXPECT_EQ(status, RELAX_ERROR_IO);
  EXPECT_EQ(getError(), "cannot print to standard output");
}

TEST(RuntimeText, ShortensLongTensors) {
  std::vector<uint8_t> data(2000, 1);
  std::vector<int64_t> dims = {2000};
  DLTensor view = makeView(data.data(), {RELAX_BOOL, 8, 1}, dims);
  char text[100];
  int32_t length = relax_tensor_to_text(&view, text, sizeof(text));
  EXPECT_STREQ(text, "[true, true, true, ..., true, true, true]");
  EXPECT_EQ(length, int32_t(std::strlen(text)));
  EXPECT_EQ(relax_tensor_to_text(&view, text, 5), length);
  EXPECT_STREQ(text, "[tru");
  EXPECT_EQ(relax_tensor_to_text(&view, nullptr, 0), length);
}

TEST(RuntimeText, WritesHalfNumbers) {
  uint16_t data[] = {0x3c00, 0xc000, 0x0001, 0x7c00};
  std::vector<int64_t> dims = {4};
  DLTensor view = makeView(data, {RELAX_FLOAT, 16, 1}, dims);
  char text[100];
  relax_tensor_to_text(&view, text, sizeof(text));
  EXPECT_STREQ(text, "[1, -2, 5.96046e-08, inf]");
  uint16_t brain[] = {0x3f80, 0xc000, 0x4049, 0x0000};
  view.data = brain;
  view.dtype = {RELAX_BFLOAT, 16, 1};
  relax_tensor_to_text(&view, text, sizeof(text));
  EXPECT_STREQ(text, "[1, -2, 3.14062, 0]");
}
