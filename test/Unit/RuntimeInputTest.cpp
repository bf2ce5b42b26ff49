// Values at the door: what is checked before anything is copied, booleans that
// are bytes other than 0 and 1, outputs of calls that fail.
#include "RuntimeFixture.h"

#include <algorithm>

namespace {

using Tensors = std::vector<RelaxTensor *>;

/// A module of a function of one parameter, described as it is here.
class RuntimeInput : public RuntimeFixture {
protected:
  /// Calls `entry` with an input; the result, which the fixture's end releases.
  int32_t call(RelaxEntry entry, const DLTensor &input) {
    RelaxFunctionDescriptor function = {"main", 1, 1, &type, &type, entry};
    RelaxModuleDescriptor descriptor = {
        RELAX_ABI_VERSION, 1, &function, nullptr, nullptr,
        nullptr,           0, 0,         nullptr};
    RelaxModule *module = nullptr;
    EXPECT_EQ(relax_module_from_descriptor(context, &descriptor, &module),
              RELAX_OK)
        << getError();
    const DLTensor *inputs[] = {&input};
    relax_tensor_release(output);
    int32_t status =
        relax_function_call(context, module, "main", inputs, 1, &output, 1);
    relax_module_destroy(module);
    return status;
  }
  void TearDown() override {
    relax_tensor_release(output);
    RuntimeFixture::TearDown();
  }

  int64_t sizes[2] = {4, 8};
  RelaxTypeDescriptor type = {
      "x", RELAX_VALUE_TENSOR, {RELAX_FLOAT, 32, 1}, 2, 0, sizes, nullptr};
  RelaxTensor *output = nullptr;
};

} // namespace

static int32_t identity(RelaxContext *context, const DLTensor *const *inputs,
                        RelaxTensor **outputs) {
  outputs[0] = relax_rt_tensor_copy(context, inputs[0]);
  return relax_rt_status(context);
}

TEST_F(RuntimeInput, ChecksBeforeItCopies) {
  float data[64] = {};
  int64_t strides[] = {2, 8};
  std::vector<int64_t> dims = {4, 7};
  DLTensor view = makeView(data, {RELAX_FLOAT, 32, 1}, dims);
  view.strides = strides;
  EXPECT_EQ(call(identity, view), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "function 'main', parameter 'x' (index 0): expected "
                        "dim 1 to be 8, found 7");
  dims[1] = 8;
  view.ndim = 1;
  EXPECT_EQ(call(identity, view), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "function 'main', parameter 'x' (index 0): expected "
                        "rank 2, found 1");
  view.ndim = 2;
  view.dtype.bits = 16;
  EXPECT_EQ(call(identity, view), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "function 'main', parameter 'x' (index 0): expected "
                        "dtype f32, found f16");
  EXPECT_EQ(getMemory().num_allocations, 0u);
  EXPECT_EQ(getMemory().num_copied_inputs, 0u);
  view.dtype.bits = 32;
  EXPECT_EQ(call(identity, view), RELAX_OK) << getError();
  EXPECT_EQ(getMemory().num_copied_inputs, 1u);
}

TEST_F(RuntimeInput, ChecksAllBeforeItCopiesOne) {
  RelaxTypeDescriptor types[] = {type, type};
  RelaxFunctionDescriptor function = {"main", 2, 1, types, types, identity};
  RelaxModuleDescriptor descriptor = {
      RELAX_ABI_VERSION, 1, &function, nullptr, nullptr,
      nullptr,           0, 0,         nullptr};
  RelaxModule *module = nullptr;
  ASSERT_EQ(relax_module_from_descriptor(context, &descriptor, &module),
            RELAX_OK);
  float data[64] = {};
  int64_t strides[] = {1, 4};
  std::vector<int64_t> dims = {4, 8}, wrong = {4, 9};
  DLTensor view = makeView(data, {RELAX_FLOAT, 32, 1}, dims);
  DLTensor other = makeView(data, {RELAX_FLOAT, 32, 1}, wrong);
  view.strides = other.strides = strides;
  const DLTensor *inputs[] = {&view, &other};
  EXPECT_EQ(relax_function_call(context, module, "main", inputs, 2, &output, 1),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getMemory().num_allocations, 0u);
  relax_module_destroy(module);
}

// The bytes that `entry` of a boolean parameter of 10,000 elements returns.
static std::string getBytes(const RelaxTensor *tensor) {
  return {static_cast<const char *>(relax_tensor_data(tensor)), 10000};
}

TEST_F(RuntimeInput, MakesBooleansZeroAndOne) {
  type.dtype = {RELAX_BOOL, 8, 1};
  type.rank = 1;
  sizes[0] = 10000;
  std::string bytes(10000, '\0'), expected = bytes;
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = char(i % 3);
  for (size_t i = 0; i < bytes.size(); ++i)
    expected[i] = i % 3 != 0;
  std::vector<int64_t> dims = {10000};
  DLTensor view = makeView(bytes.data(), {RELAX_BOOL, 8, 1}, dims);
  std::string before = bytes;
  ASSERT_EQ(call(identity, view), RELAX_OK) << getError();
  EXPECT_TRUE(getBytes(output) == expected);
  // The caller's bytes are its own.
  EXPECT_TRUE(bytes == before);
  EXPECT_EQ(getMemory().num_copied_inputs, 1u);

  // Those that are right are not copied, wherever the first wrong one is.
  std::copy(expected.begin(), expected.end(), bytes.begin());
  ASSERT_EQ(call(identity, view), RELAX_OK);
  EXPECT_EQ(getMemory().num_copied_inputs, 1u);
  for (size_t place : {0, 4095, 4096, 9999}) {
    std::fill(bytes.begin(), bytes.end(), '\0');
    bytes[place] = char(200);
    ASSERT_EQ(call(identity, view), RELAX_OK);
    expected = std::string(10000, '\0');
    expected[place] = 1;
    EXPECT_TRUE(getBytes(output) == expected) << place;
  }
}

TEST_F(RuntimeInput, MakesStridedBooleansZeroAndOne) {
  type.dtype = {RELAX_BOOL, 8, 1};
  sizes[0] = 2;
  sizes[1] = 3;
  uint8_t bytes[] = {0, 1, 2, 255, 0, 128};
  int64_t strides[] = {1, 2};
  std::vector<int64_t> dims = {2, 3};
  DLTensor view = makeView(bytes, {RELAX_BOOL, 8, 1}, dims);
  view.strides = strides;
  ASSERT_EQ(call(identity, view), RELAX_OK) << getError();
  EXPECT_EQ(std::memcmp(relax_tensor_data(output), "\0\1\0\1\1\1", 6), 0);
}

TEST_F(RuntimeInput, MakesBooleansOfDLPackZeroAndOne) {
  type.dtype = {RELAX_BOOL, 8, 1};
  type.rank = 1;
  sizes[0] = 3;
  uint8_t bytes[] = {0, 1, 7};
  int64_t dims[] = {3};
  DLManagedTensor managed = {};
  managed.dl_tensor = {bytes, {kDLCPU, 0}, 1, {RELAX_BOOL, 8, 1},
                       dims,  nullptr,     0};
  RelaxTensor *taken = nullptr;
  ASSERT_EQ(relax_tensor_from_dlpack(context, &managed, &taken), RELAX_OK);
  ASSERT_EQ(call(identity, *relax_tensor_dl(taken)), RELAX_OK) << getError();
  EXPECT_EQ(std::memcmp(relax_tensor_data(output), "\0\1\1", 3), 0);
  relax_tensor_release(taken);
}

TEST_F(RuntimeInput, MakesBooleansOfExternalFunctionsZeroAndOne) {
  RelaxExternalFunction external =
      [](RelaxContext *, void *, const DLTensor *const *, int32_t,
         const DLTensor *const *outputs, int32_t) -> int32_t {
    std::memset(outputs[0]->data, 100, 3);
    return 0;
  };
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *,
                        RelaxTensor **outputs) -> int32_t {
    int64_t three[] = {3};
    outputs[0] = relax_rt_tensor_alloc(context, RELAX_BOOL, 8, 1, 1, three);
    const DLTensor *output = relax_rt_tensor_dl(outputs[0]);
    return relax_rt_call_external(context, "main", "test.bools", nullptr, 0,
                                  &output, 1);
  };
  relax_register_function("test.bools", external, nullptr);
  OneFunctionModule module(context, entry, 0, 1);
  Tensors outputs(1);
  ASSERT_EQ(module.call(context, {}, outputs), RELAX_OK) << getError();
  EXPECT_EQ(std::memcmp(relax_tensor_data(outputs[0]), "\1\1\1", 3), 0);
  relax_tensor_release(outputs[0]);
  relax_register_function("test.bools", nullptr, nullptr);
}

// A function of the run time fills what it is passed.
TEST_F(RuntimeInput, MakesBooleansOfArgumentsZeroAndOne) {
  RelaxExternalFunction external =
      [](RelaxContext *, void *, const DLTensor *const *inputs, int32_t,
         const DLTensor *const *, int32_t) -> int32_t {
    std::memset(inputs[0]->data, 200, 3);
    return 0;
  };
  RelaxEntry entry = [](RelaxContext *context, const DLTensor *const *,
                        RelaxTensor **outputs) -> int32_t {
    int64_t three[] = {3};
    outputs[0] = relax_rt_tensor_alloc(context, RELAX_BOOL, 8, 1, 1, three);
    const DLTensor *filled = relax_rt_tensor_dl(outputs[0]);
    return relax_rt_call_external(context, "main", "test.bools", &filled, 1,
                                  nullptr, 0);
  };
  relax_register_function("test.bools", external, nullptr);
  OneFunctionModule module(context, entry, 0, 1);
  Tensors outputs(1);
  ASSERT_EQ(module.call(context, {}, outputs), RELAX_OK) << getError();
  EXPECT_EQ(std::memcmp(relax_tensor_data(outputs[0]), "\1\1\1", 3), 0);
  relax_tensor_release(outputs[0]);
  relax_register_function("test.bools", nullptr, nullptr);
}

TEST_F(RuntimeInput, LeavesNoOutputsOfCallsThatFail) {
  OneFunctionModule module(context, identity, 1, 1);
  auto *old = reinterpret_cast<RelaxTensor *>(1);
  auto fails = [&](RelaxContext *context, const RelaxModule *module,
                   const char *name, int32_t numInputs, int32_t numOutputs) {
    RelaxTensor *outputs[] = {old, old};
    const DLTensor *inputs[] = {nullptr, nullptr};
    EXPECT_NE(relax_function_call(context, module, name, inputs, numInputs,
                                  outputs, numOutputs),
              RELAX_OK);
    for (int32_t i = 0; i < 2; ++i)
      EXPECT_EQ(outputs[i], i < numOutputs ? nullptr : old);
  };
  fails(context, module.module, "main", 1, 1);
  fails(context, module.module, "main", 2, 1);
  fails(context, module.module, "main", 1, 2);
  fails(context, module.module, "main", 1, -1);
  fails(context, module.module, "other", 1, 1);
  fails(context, nullptr, "main", 1, 1);
  fails(nullptr, module.module, "main", 1, 1);
}
