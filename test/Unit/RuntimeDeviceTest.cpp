// What compiled code asks of CUDA devices, with a driver that tests command:
// results, what is loaded when, and that no failure leaves anything behind.
#include "FakeCuda.h"
#include "RuntimeFixture.h"

#include <cstring>
#include <elf.h>
#include <vector>

// Of the driver, for tests that have contexts of their own.
extern "C" {
int cuCtxPushCurrent_v2(void *context); // NOLINT(*-identifier-naming)
int cuCtxPopCurrent_v2(void **context); // NOLINT(*-identifier-naming)
int cuCtxGetCurrent(void **context);
}

namespace {

constexpr char ptx[] = ".version 7.8\n.target sm_90\n"
                       ".visible .entry add(\n  .param .u64 add_param_0,\n"
                       "  .param .u64 add_param_1\n)\n{ ret; }\n"
                       ".visible .entry other(\n)\n{ ret; }\n";
constexpr RelaxDeviceImage images[] = {{ptx, sizeof(ptx)}, {ptx, sizeof(ptx)}};
constexpr RelaxDeviceKernel kernels[] = {
    {"add", 0, 0}, {"other", 1, 64 * 1024}, {"missing", 0, 0}};
RelaxDeviceProgram program = {RELAX_ABI_VERSION, 2,       images, 3, 0,
                              kernels,           "sm_90", 0};

// Adds 1 to each of the 4 numbers of the first parameter, and the second.
int runKernel(const char *name, const unsigned *, void **parameters) {
  if (std::string(name) != "add")
    return 0;
  auto *values = *static_cast<float **>(parameters[0]);
  for (int i = 0; i < 4; ++i)
    values[i] += 1 + (*static_cast<const float **>(parameters[1]))[i];
  return 0;
}

const float constants[] = {10, 20, 30, 40};
int64_t sizes[] = {1, 1, 1, 4, 1, 1};
uint32_t kernelToLaunch = 0;
int32_t deviceToUse = 0;
bool saysDevice = true;
// What is done to the memory of the result in front of the launch.
void (*describeMemory)(void *y) = nullptr;

// What the compiler makes of `y = x + 1 + constant`, through scratch memory.
int32_t addOne(RelaxContext *context, const DLTensor *const *inputs,
               RelaxTensor **outputs) {
  constexpr int64_t bytes = 4 * sizeof(float), dims[] = {4};
  if (int32_t status =
          saysDevice ? relax_rt_device_use(context, deviceToUse) : RELAX_OK)
    return status;
  RelaxStorage *storage =
      relax_rt_device_storage_alloc(context, deviceToUse, bytes);
  if (!storage)
    return relax_rt_status(context);
  void *x = relax_rt_storage_data(storage);
  if (int32_t status = relax_rt_device_copy(context, x, deviceToUse,
                                            inputs[0]->data, -1, bytes))
    return status;
  void *constant = relax_rt_device_constant(context, deviceToUse, &program,
                                            constants, bytes);
  if (!constant)
    return relax_rt_status(context);
  RelaxStorage *scratch = relax_rt_device_scratch_alloc(bytes);
  void *y = relax_rt_storage_data(scratch);
  if (int32_t status = relax_rt_device_copy(context, y, deviceToUse, x,
                                            deviceToUse, y ? bytes : 0))
    return status;
  if (describeMemory)
    describeMemory(y);
  void *arguments[] = {&y, &constant};
  relax_rt_launch(&program, kernelToLaunch, sizes, arguments);
  if (int32_t status = relax_rt_status(context))
    return status;
  outputs[0] = relax_rt_tensor_alloc(context, RELAX_FLOAT, 32, 1, 1, dims);
  if (!outputs[0])
    return relax_rt_status(context);
  if (int32_t status = relax_rt_device_copy(
          context, relax_rt_tensor_data(outputs[0]), -1, y, deviceToUse, bytes))
    return status;
  relax_rt_storage_release(nullptr, scratch);
  return RELAX_OK;
}

class RuntimeDevice : public RuntimeFixture {
protected:
  void SetUp() override {
    fakeCudaReset();
    fakeCudaSetDevices(1, 90, 1 << 20);
    fakeCudaFail(nullptr, 0, 0);
    fakeCudaSetKernel(runKernel);
    kernelToLaunch = 0;
    deviceToUse = 0;
    saysDevice = true;
    describeMemory = nullptr;
    sizes[0] = 1;
    sizes[3] = 4;
    program.instance = 0;
    program.chip = "sm_90";
    static const int64_t four[] = {4};
    static const RelaxTypeDescriptor type = {
        "x", RELAX_VALUE_TENSOR, {RELAX_FLOAT, 32, 1}, 1, 0, four, nullptr};
    static const RelaxFunctionDescriptor function = {"add_one", 1,     1,
                                                     &type,     &type, addOne};
    static const RelaxModuleDescriptor descriptor = {
        RELAX_ABI_VERSION, 1, &function, "test", nullptr,
        nullptr,           0, 0,         nullptr};
    ASSERT_EQ(relax_module_from_descriptor(context, &descriptor, &module),
              RELAX_OK);
  }

  void TearDown() override {
    relax_module_destroy(module);
    EXPECT_EQ(getMemory().live_bytes, 0u);
    relax_context_destroy(context);
    context = nullptr;
    EXPECT_EQ(fakeCudaLive(), 0);
  }

  /// Calls the function; the result is checked if there is one.
  int32_t call() {
    float x[] = {1, 2, 3, 4};
    std::vector<int64_t> dims = {4};
    DLTensor input = makeView(x, {RELAX_FLOAT, 32, 1}, dims);
    const DLTensor *inputs[] = {&input};
    RelaxTensor *output = nullptr;
    int32_t status =
        relax_function_call(context, module, "add_one", inputs, 1, &output, 1);
    if (!status)
      result = getFloats(*relax_tensor_dl(output));
    relax_tensor_release(output);
    return status;
  }

  RelaxModule *module = nullptr;
  std::vector<float> result;
};

TEST_F(RuntimeDevice, RunsKernels) {
  ASSERT_EQ(call(), RELAX_OK) << getError();
  EXPECT_EQ(result, (std::vector<float>{12, 23, 34, 45}));
  EXPECT_EQ(fakeCudaCalls("cuModuleLoadDataEx"), 1);
  EXPECT_EQ(fakeCudaCalls("cuStreamCreate"), 1);
  // What is loaded stays, memory is found again.
  int allocations = fakeCudaCalls("cuMemAllocAsync");
  ASSERT_EQ(call(), RELAX_OK) << getError();
  EXPECT_EQ(fakeCudaCalls("cuMemAllocAsync"), allocations);
  EXPECT_EQ(fakeCudaCalls("cuModuleLoadDataEx"), 1);
  EXPECT_EQ(fakeCudaCalls("cuModuleGetFunction"), 1);
  EXPECT_EQ(fakeCudaCalls("cuMemcpyHtoDAsync_v2"), 3);
  RelaxMemoryStatistics memory;
  relax_context_device_memory(context, 0, &memory);
  EXPECT_EQ(memory.live_bytes, 64u); // the constant
  EXPECT_GT(memory.cached_bytes, 0u);
  relax_context_trim(context);
  relax_context_device_memory(context, 0, &memory);
  EXPECT_EQ(memory.cached_bytes, 0u);
  relax_context_device_memory(context, 1, &memory);
  EXPECT_EQ(memory.live_bytes, 0u);
}

// What the driver is asked for in a later call: which context the thread has,
// the copies, the kernel, and once to wait.
TEST_F(RuntimeDevice, AsksTheDriverForNoMoreThanItDoes) {
  ASSERT_EQ(call(), RELAX_OK) << getError();
  int before = fakeCudaCalls(nullptr), copies = 0;
  ASSERT_EQ(call(), RELAX_OK) << getError();
  for (const char *copy :
       {"cuMemcpyHtoDAsync_v2", "cuMemcpyDtoDAsync_v2", "cuMemcpyDtoHAsync_v2"})
    copies += fakeCudaCalls(copy) ? 1 : 0;
  EXPECT_EQ(copies, 3);
  EXPECT_EQ(fakeCudaCalls(nullptr) - before, 1 + copies + 1 + 1);
}

TEST_F(RuntimeDevice, LeavesTheContextsOfOthers) {
  void *other = reinterpret_cast<void *>(uintptr_t(77)), *found = nullptr;
  ASSERT_EQ(cuCtxPushCurrent_v2(other), 0);
  ASSERT_EQ(call(), RELAX_OK) << getError();
  ASSERT_EQ(cuCtxGetCurrent(&found), 0);
  EXPECT_EQ(found, other);
  // What a thread got from a call goes with the device.
  cuCtxPopCurrent_v2(&found);
  ASSERT_EQ(call(), RELAX_OK) << getError();
  cuCtxGetCurrent(&found);
  EXPECT_NE(found, nullptr);
  relax_context_destroy(context);
  cuCtxGetCurrent(&found);
  EXPECT_EQ(found, nullptr);
  context = relax_context_create();
}

TEST_F(RuntimeDevice, TellsProgramsApart) {
  ASSERT_EQ(call(), RELAX_OK) << getError();
  // Another module at the same address.
  program.instance = 0;
  ASSERT_EQ(call(), RELAX_OK) << getError();
  EXPECT_EQ(fakeCudaCalls("cuModuleLoadDataEx"), 2);
  EXPECT_EQ(result, (std::vector<float>{12, 23, 34, 45}));
}

TEST_F(RuntimeDevice, LeavesNothingWhateverFails) {
  ASSERT_EQ(call(), RELAX_OK);
  relax_context_destroy(context);
  int last = fakeCudaCalls(nullptr);
  int failures = 0;
  for (int number = 1; number <= last; ++number) {
    context = relax_context_create();
    program.instance = 0;
    fakeCudaReset();
    fakeCudaSetKernel(runKernel);
    fakeCudaFail(nullptr, number, 999);
    int32_t status = call();
    if (status) {
      ++failures;
      EXPECT_EQ(getError().substr(0, 15), "device cuda:0: ") << getError();
    } else {
      EXPECT_EQ(result, (std::vector<float>{12, 23, 34, 45}));
    }
    EXPECT_EQ(getMemory().live_bytes, 0u);
    // The context can still be used. What has not failed by now fails when it
    // is destroyed.
    if (fakeCudaCalls(nullptr) >= number) {
      EXPECT_EQ(call(), RELAX_OK) << number << ": " << getError();
    }
    relax_context_destroy(context);
    EXPECT_EQ(fakeCudaLive(), 0) << "after failure of call " << number;
  }
  EXPECT_GT(failures, 25);
  context = relax_context_create();
}

TEST_F(RuntimeDevice, SaysWhatTheDriverSays) {
  fakeCudaFail("cuLaunchKernel", 1, 1);
  EXPECT_EQ(call(), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "device cuda:0: cannot launch kernel 'add': "
                        "CUDA_ERROR_INVALID_VALUE (1)");
  fakeCudaFail("cuStreamSynchronize", fakeCudaCalls("cuStreamSynchronize") + 1,
               999);
  EXPECT_EQ(call(), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(),
            "device cuda:0: a kernel or copy failed: an unknown error (999)");
  fakeCudaFail("cuInit", fakeCudaCalls("cuInit") + 1, 999);
  EXPECT_EQ(relax_device_check(context, kDLCUDA, 0), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "device cuda:0: the CUDA driver does not start: an "
                        "unknown error (999)");
}

TEST_F(RuntimeDevice, LosesTheDeviceByAFault) {
  const std::string advice = "; start the process anew, as devices do nothing "
                             "more for this one";
  for (int error : {700, 714, 715, 716, 717, 718, 719}) {
    fakeCudaReset();
    fakeCudaSetKernel(runKernel);
    fakeCudaFail("cuStreamSynchronize", 1, error);
    EXPECT_EQ(call(), RELAX_ERROR_DEVICE_LOST) << error;
    // Neither the next call nor another context gets any further.
    EXPECT_EQ(call(), RELAX_ERROR_DEVICE_LOST) << error;
    relax_context_destroy(context);
    context = relax_context_create();
    EXPECT_EQ(call(), RELAX_ERROR_DEVICE_LOST) << error;
    std::string number = "(" + std::to_string(error) + ")";
    EXPECT_NE(getError().find(number + advice), std::string::npos)
        << getError();
  }
  for (int error : {713, 720}) {
    fakeCudaReset();
    fakeCudaSetKernel(runKernel);
    fakeCudaFail("cuStreamSynchronize", 1, error);
    EXPECT_EQ(call(), RELAX_ERROR_FAILED) << error;
    EXPECT_EQ(call(), RELAX_OK) << getError();
  }
  // Memory that is not there for another reason.
  fakeCudaReset();
  fakeCudaSetKernel(runKernel);
  relax_context_trim(context);
  fakeCudaFail("cuMemAllocAsync", 1, 700);
  EXPECT_EQ(call(), RELAX_ERROR_DEVICE_LOST);
  EXPECT_EQ(getError(), "device cuda:0: gives no memory: "
                        "CUDA_ERROR_ILLEGAL_ADDRESS (700)" +
                            advice);
  fakeCudaReset();
}

TEST_F(RuntimeDevice, SaysWhichDevicesThereAre) {
  EXPECT_EQ(relax_device_check(context, kDLCUDA, 0), RELAX_OK);
  EXPECT_EQ(relax_device_check(context, kDLCUDA, 1),
            RELAX_ERROR_INVALID_ARGUMENT);
  deviceToUse = 7;
  EXPECT_EQ(call(), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "device cuda:7: expected a number below 1");
  deviceToUse = -5;
  EXPECT_EQ(call(), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "device cuda:-5: expected a number below 1");
  deviceToUse = 0;
  fakeCudaSetDevices(0, 90, 1 << 20);
  EXPECT_EQ(call(), RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(getError(),
            "device cuda:0: expected a device, the CUDA driver finds none");
}

TEST_F(RuntimeDevice, RunsOutOfMemory) {
  fakeCudaSetDevices(1, 90, 100);
  EXPECT_EQ(call(), RELAX_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(getError(),
            "device cuda:0: out of memory: 16 bytes were requested, this "
            "context holds 64, the device has 100");
  fakeCudaSetDevices(1, 90, 1 << 20);
}

TEST_F(RuntimeDevice, LaunchesWhatFits) {
  sizes[0] = 0;
  EXPECT_EQ(call(), RELAX_OK) << getError();
  EXPECT_EQ(result, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(fakeCudaCalls("cuLaunchKernel"), 0);
  sizes[0] = -3;
  EXPECT_EQ(call(), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "device cuda:0: kernel 'add': expected 0 to 2147483647 "
                        "blocks along x, found -3");
  sizes[0] = 1;
  sizes[3] = 1025;
  EXPECT_EQ(call(), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "device cuda:0: kernel 'add': expected 0 to 1024 "
                        "threads of a block along x, found 1025");
  sizes[3] = 1024;
  sizes[4] = 2;
  EXPECT_EQ(call(), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "device cuda:0: kernel 'add': expected at most 1024 "
                        "threads of a block, found 2048");
  sizes[4] = 1;
}

TEST_F(RuntimeDevice, LoadsWhatTheDeviceRuns) {
  program.chip = "sm_100";
  EXPECT_EQ(call(), RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(getError(),
            "device cuda:0: the kernels are compiled for sm_100, expected "
            "sm_90; compile with --target=sm_90");
  program.chip = "sm_80a";
  EXPECT_EQ(call(), RELAX_ERROR_UNSUPPORTED);
  program.chip = "sm_80f";
  EXPECT_EQ(call(), RELAX_ERROR_UNSUPPORTED);
  for (const char *chip : {"sm_80", "sm_90a", "sm_90f"}) {
    program.chip = chip;
    EXPECT_EQ(call(), RELAX_OK) << getError();
  }
  program.abi_version = 99;
  EXPECT_EQ(call(), RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(getError(), "device cuda:0: expected kernels of ABI version 1, "
                        "found 99; compile them again");
  program.abi_version = RELAX_ABI_VERSION;
}

// Machine code for sm_90 that has kernel "add", as an ELF file, behind PTX.
std::vector<char> addMachineCode(const char *text) {
  constexpr size_t alignment = 64;
  static const char names[] = "\0.text.add";
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_ABIVERSION] = 8;
  header.e_flags = 90 << 8;
  header.e_shoff = sizeof(header);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 2;
  Elf64_Shdr sections[2] = {};
  sections[0].sh_offset = sizeof(header) + sizeof(sections);
  sections[1].sh_name = 1;
  std::vector<char> image(text, text + std::strlen(text) + 1);
  image.resize((image.size() + alignment - 1) / alignment * alignment);
  auto append = [&](const void *from, size_t size) {
    auto *bytes = static_cast<const char *>(from);
    image.insert(image.end(), bytes, bytes + size);
  };
  append(&header, sizeof(header));
  append(sections, sizeof(sections));
  append(names, sizeof(names));
  return image;
}

// Machine code goes before PTX where the chip runs it, and the driver takes it.
TEST_F(RuntimeDevice, TakesMachineCodeBesidePTX) {
  std::vector<char> both = addMachineCode(ptx);
  RelaxDeviceImage image = {both.data(), both.size()};
  RelaxDeviceProgram own = {RELAX_ABI_VERSION, 1,       &image, 1, 0,
                            kernels,           "sm_90", 0};
  auto run = [&] {
    std::swap(own, program);
    program.instance = 0;
    int32_t status = call();
    std::swap(own, program);
    return status;
  };
  EXPECT_EQ(run(), RELAX_OK) << getError();
  EXPECT_EQ(fakeCudaMachineCodes(), 1);
  EXPECT_EQ(fakeCudaCalls("cuModuleLoadDataEx"), 1);
  // An old driver does not know the machine code, by any of these errors.
  for (int error : {200, 209, 222, 300}) {
    fakeCudaReset();
    fakeCudaFail("cuModuleLoadDataEx", 1, error);
    fakeCudaSetKernel(runKernel);
    EXPECT_EQ(run(), RELAX_OK) << getError();
    EXPECT_EQ(fakeCudaMachineCodes(), 0);
    EXPECT_EQ(fakeCudaCalls("cuModuleLoadDataEx"), 2);
  }
  // Other errors are none of the code.
  fakeCudaReset();
  fakeCudaFail("cuModuleLoadDataEx", 1, 2);
  EXPECT_EQ(run(), RELAX_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(fakeCudaCalls("cuModuleLoadDataEx"), 1);
  // Code of sm_80 has PTX only for this chip.
  fakeCudaReset();
  fakeCudaSetKernel(runKernel);
  own.chip = "sm_80";
  EXPECT_EQ(run(), RELAX_OK) << getError();
  EXPECT_EQ(fakeCudaMachineCodes(), 0);
  EXPECT_EQ(fakeCudaCalls("cuModuleLoadDataEx"), 1);
}

TEST_F(RuntimeDevice, LoadsEachImageOnce) {
  kernelToLaunch = 1;
  EXPECT_EQ(call(), RELAX_OK) << getError();
  EXPECT_EQ(fakeCudaCalls("cuFuncSetAttribute"), 1);
  kernelToLaunch = 2;
  EXPECT_EQ(call(), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "device cuda:0: cannot load kernel 'missing': "
                        "CUDA_ERROR_NOT_FOUND (500)");
  EXPECT_EQ(fakeCudaCalls("cuModuleLoadDataEx"), 2);
}

TEST_F(RuntimeDevice, LaunchesWhereItWasTold) {
  // Outside of calls nothing is launched.
  relax_rt_launch(&program, 0, sizes, nullptr);
  EXPECT_EQ(relax_rt_device_scratch_alloc(4), nullptr);
  EXPECT_EQ(fakeCudaCalls(nullptr), 0);
  saysDevice = false;
  EXPECT_EQ(call(), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "expected the compiled code to say on which device it "
                        "launches a kernel, found none");
}

// A description of rows of four elements of 4 bytes.
void describe(void *y, int32_t rank, int64_t rows) {
  alignas(64) char map[128];
  int64_t extents[] = {rows, 4, 4, 4, 4, 4}, strides[] = {4, 4, 4, 4, 4},
          box[] = {1, 4, 1, 1, 1, 1};
  relax_rt_tensor_map(map, y, 4, rank, extents, strides, box, 0);
}

TEST_F(RuntimeDevice, DescribesTensors) {
  // Outside of calls nothing is described.
  describe(nullptr, 2, 1);
  EXPECT_EQ(fakeCudaCalls(nullptr), 0);
  describeMemory = [](void *y) { describe(y, 2, 1); };
  EXPECT_EQ(call(), RELAX_OK) << getError();
  EXPECT_EQ(fakeCudaCalls("cuTensorMapEncodeTiled"), 1);
  // What has no elements is not described, nor what memory does not hold.
  describeMemory = [](void *y) { describe(y, 2, 0); };
  EXPECT_EQ(call(), RELAX_OK) << getError();
  EXPECT_EQ(fakeCudaCalls("cuTensorMapEncodeTiled"), 1);
  describeMemory = [](void *y) { describe(y, 2, 1 << 20); };
  EXPECT_EQ(call(), RELAX_ERROR_FAILED);
  EXPECT_EQ(getError(), "device cuda:0: cannot describe a tensor: "
                        "CUDA_ERROR_INVALID_VALUE (1)");
  describeMemory = [](void *y) { describe(static_cast<char *>(y) + 4, 2, 1); };
  EXPECT_EQ(call(), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "device cuda:0: expected a tensor at a multiple of 16 "
                        "bytes to copy boxes of, found one 4 bytes behind it");
  describeMemory = [](void *y) { describe(y, 6, 1); };
  EXPECT_EQ(call(), RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(), "device cuda:0: expected a tensor of 1 to 5 axes to "
                        "copy boxes of, found 6");
}

TEST_F(RuntimeDevice, CopiesBetweenDevices) {
  fakeCudaSetDevices(2, 90, 1 << 20);
  int64_t before = 7, after = 0;
  constexpr int64_t bytes = sizeof(before);
  RelaxStorage *first = relax_rt_device_storage_alloc(context, 0, bytes);
  RelaxStorage *second = relax_rt_device_storage_alloc(context, 1, bytes);
  void *from = relax_rt_storage_data(first),
       *to = relax_rt_storage_data(second);
  EXPECT_EQ(relax_rt_device_copy(context, from, 0, &before, -1, bytes), 0);
  EXPECT_EQ(relax_rt_device_copy(context, to, 1, from, 0, bytes), 0);
  EXPECT_EQ(relax_rt_device_copy(context, &after, -1, to, 1, bytes), 0);
  EXPECT_EQ(after, 7) << getError();
  EXPECT_EQ(fakeCudaCalls("cuMemcpyPeerAsync"), 1);
  before = 8;
  EXPECT_EQ(relax_rt_device_copy(context, &after, -1, &before, -1, bytes), 0);
  EXPECT_EQ(after, 8);
  EXPECT_EQ(relax_rt_device_copy(context, to, 1, from, 0, -1),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(getError(),
            "expected no negative number of bytes to copy, found -1");
  relax_rt_storage_release(context, first);
  relax_rt_storage_release(context, second);
}

} // namespace
