// What the tests of the run-time library share: a context that must be clean at
// the end, tensors of numbers, modules of C++ functions.
#ifndef RELAX_TEST_UNIT_RUNTIMEFIXTURE_H
#define RELAX_TEST_UNIT_RUNTIMEFIXTURE_H

#include "relax_rt.h"
#include "gtest/gtest.h"

#include <cstring>
#include <string>
#include <vector>

/// A context; the test fails if memory is live at its end.
class RuntimeFixture : public testing::Test {
protected:
  void TearDown() override {
    EXPECT_EQ(getMemory().live_bytes, 0u);
    relax_context_destroy(context);
  }

  /// The pool's statistics.
  RelaxMemoryStatistics getMemory() const {
    RelaxMemoryStatistics statistics;
    relax_context_memory(context, &statistics);
    return statistics;
  }

  /// The text of the error.
  std::string getError() const { return relax_context_error(context); }

  /// A tensor of f32.
  RelaxTensor *makeFloats(const std::vector<int64_t> &dims,
                          const std::vector<float> &values) {
    RelaxTensor *tensor = nullptr;
    EXPECT_EQ(relax_tensor_create(context, {RELAX_FLOAT, 32, 1},
                                  int32_t(dims.size()), dims.data(), &tensor),
              RELAX_OK);
    if (!values.empty())
      std::memcpy(relax_tensor_data(tensor), values.data(),
                  values.size() * sizeof(float));
    return tensor;
  }

  RelaxContext *context = relax_context_create();
};

/// The f32 elements of a compact tensor.
inline std::vector<float> getFloats(const DLTensor &tensor) {
  int64_t number = 1;
  for (int32_t i = 0; i < tensor.ndim; ++i)
    number *= tensor.shape[i];
  auto *data = static_cast<const float *>(tensor.data);
  return std::vector<float>(data, data + number);
}

/// A DLTensor on the stack over memory and dims of the caller's.
inline DLTensor makeView(void *data, DLDataType dtype,
                         std::vector<int64_t> &dims) {
  return {data, {kDLCPU, 0}, int32_t(dims.size()), dtype, dims.data(), nullptr,
          0};
}

/// A module in memory of one function.
class OneFunctionModule {
public:
  /// The parameters are named "x0", "x1".
  OneFunctionModule(RelaxContext *context, RelaxEntry entry, int32_t numParams,
                    int32_t numResults)
      : types{{"x0", 0, {RELAX_FLOAT, 32, 1}, -1, 0, nullptr, nullptr},
              {"x1", 0, {RELAX_FLOAT, 32, 1}, -1, 0, nullptr, nullptr}},
        function{"main", numParams, numResults, types, types, entry},
        descriptor{RELAX_ABI_VERSION, 1, &function, nullptr, nullptr,
                   nullptr,           0, 0,         nullptr} {
    EXPECT_EQ(relax_module_from_descriptor(context, &descriptor, &module),
              RELAX_OK)
        << relax_context_error(context);
  }
  ~OneFunctionModule() { relax_module_destroy(module); }
  OneFunctionModule(const OneFunctionModule &) = delete;
  OneFunctionModule &operator=(const OneFunctionModule &) = delete;

  /// Calls the function.
  int32_t call(RelaxContext *context,
               const std::vector<const DLTensor *> &inputs,
               std::vector<RelaxTensor *> &outputs) const {
    return relax_function_call(context, module, "main", inputs.data(),
                               int32_t(inputs.size()), outputs.data(),
                               int32_t(outputs.size()));
  }

  /// The handle.
  RelaxModule *module = nullptr;

private:
  RelaxTypeDescriptor types[2];
  RelaxFunctionDescriptor function;
  RelaxModuleDescriptor descriptor;
};

#endif // RELAX_TEST_UNIT_RUNTIMEFIXTURE_H
