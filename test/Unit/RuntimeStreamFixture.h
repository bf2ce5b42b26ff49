// A program of a CUDA device, and the driver for tests that runs it late, so
// that what nobody waits for is not there.
#ifndef RELAX_TEST_UNIT_RUNTIMESTREAMFIXTURE_H
#define RELAX_TEST_UNIT_RUNTIMESTREAMFIXTURE_H

#include "Context.h"
#include "FakeCuda.h"
#include "RuntimeFixture.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

// Each file of tests has a program of its own.
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

// What kernels ran, and how many milliseconds the second one takes.
std::string order;
int delay = 0;

// y = x + n, and x = 2 * x.
int runKernel(const char *name, const unsigned *, void **parameters) {
  auto *x = *static_cast<float **>(parameters[0]);
  if (std::strcmp(name, "twice") == 0) {
    order += "*";
    std::this_thread::sleep_for(std::chrono::milliseconds(delay));
    for (int i = 0; i < 4; ++i)
      x[i] *= 2;
    return 0;
  }
  auto *y = *static_cast<float **>(parameters[1]);
  int n = *static_cast<const int *>(parameters[2]);
  order += "+" + std::to_string(n);
  for (int i = 0; i < 4; ++i)
    y[i] = x[i] + float(n);
  return 0;
}

// How many blocks each launch has, and how often the second kernel is launched.
int64_t blocks = 1;
int numTwice = 1;
int addend = 1;
// Whether compiled code says that the launches are a graph, and what else it
// does between them.
bool isRegion = false, usesSteps = false;
void (*between)(RelaxContext *) = nullptr;

// The same launches, and one whose result nobody reads, with what they access.
void launchSteps(const void *x, void *y, RelaxStorage *inner) {
  void *z = relax_rt_storage_data(inner), *w = static_cast<char *>(z) + bytes;
  int64_t sizes[] = {1, 1, 1, 4, 1, 1};
  int none = 0, five = 5;
  void *sum[] = {&x, &z, &addend}, *unread[] = {&x, &w, &five},
       *product[] = {&z}, *copy[] = {&z, &y, &none};
  auto launch = [&](uint32_t kernel, const void *from, void *to, void **with) {
    int64_t ranges[] = {int64_t(from), bytes, int64_t(to), bytes};
    relax_rt_graph_step(relax::runtime::getCurrentContext(), ranges, 1, 1);
    relax_rt_launch(&program, kernel, sizes, with);
  };
  launch(0, x, z, sum);
  launch(0, x, w, unread);
  launch(1, z, z, product);
  launch(0, z, y, copy);
}

// The launches, by way of memory that only they use.
int32_t launchAll(RelaxContext *context, const void *x, void *y) {
  RelaxStorage *inner = relax_rt_device_storage_alloc(context, 0, 2 * bytes);
  if (!inner)
    return relax_rt_status(context);
  if (usesSteps) {
    launchSteps(x, y, inner);
    relax_rt_storage_release(context, inner);
    return relax_rt_status(context);
  }
  void *z = relax_rt_storage_data(inner);
  int64_t sizes[] = {blocks, 1, 1, 4, 1, 1};
  int none = 0;
  void *sum[] = {&x, &z, &addend}, *product[] = {&z}, *copy[] = {&z, &y, &none};
  relax_rt_launch(&program, 0, sizes, sum);
  if (between)
    between(context);
  for (int i = 0; i < numTwice; ++i)
    relax_rt_launch(&program, 1, sizes, product);
  relax_rt_launch(&program, 0, sizes, copy);
  relax_rt_storage_release(context, inner);
  return relax_rt_status(context);
}

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
  // As code that is compiled with --profile does.
  int64_t begin = relax_rt_profile_begin(context, bytes, -1);
  if (isRegion) {
    int64_t operands[] = {int64_t(x), int64_t(y), addend};
    if (relax_rt_graph_begin(context, &program, 0, operands, 3))
      (void)launchAll(context, x, y); // graph_end says it
    if (int32_t status = relax_rt_graph_end(context))
      return status;
  } else {
    relax_rt_launch(&program, 0, sizes, sum);
  }
  for (int i = 0; i < numTwice && !isRegion; ++i)
    relax_rt_launch(&program, 1, sizes, product);
  relax_rt_profile_end(context, begin, "compute", "?");
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
    isRegion = usesSteps = false;
    between = nullptr;
    delay = 0;
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

} // namespace

#endif // RELAX_TEST_UNIT_RUNTIMESTREAMFIXTURE_H
