// Makes the inputs of a call: what the command line says, then weights by name,
// then random values.
#include "Inputs.h"

#include "relax_safetensors.h"

#include <memory>

namespace relax::run {

namespace {
/// The file of weights, closed at the end; null where there is none.
using Weights =
    std::unique_ptr<RelaxSafetensors, decltype(&relax_safetensors_close)>;
} // namespace

static Weights openWeights(const Caller &caller, const std::string &path) {
  RelaxSafetensors *file = nullptr;
  if (!path.empty())
    check(caller.context,
          relax_safetensors_open(caller.context, path.c_str(), &file));
  return Weights(file, relax_safetensors_close);
}

// A weight that the program splits is read as this worker's part of it.
static Tensor readWeight(const Caller &caller,
                         const RelaxFunctionDescriptor &function, int32_t index,
                         const RelaxSafetensors *file) {
  const char *name = function.params[index].name;
  RelaxTensorPart part{relax_module_sharding(caller.module, &function, index),
                       caller.worker};
  RelaxTensor *tensor = nullptr;
  check(caller.context,
        relax_safetensors_read(caller.context, file, name ? name : "", &part,
                               &tensor));
  return Tensor(tensor);
}

std::vector<Tensor> makeInputs(const Caller &caller,
                               const RelaxFunctionDescriptor &function,
                               const Arguments &arguments) {
  std::vector<Tensor> inputs;
  inputs.reserve(size_t(function.num_params));
  for (const std::string &text : arguments.inputs)
    inputs.push_back(parseValue(caller.context, text));
  if (arguments.weights.empty() && !arguments.random.isWanted)
    return inputs;
  Weights weights = openWeights(caller, arguments.weights);
  std::mt19937_64 generator{uint64_t(arguments.random.seed)};
  for (auto i = int32_t(inputs.size()); i < function.num_params; ++i) {
    const char *name = function.params[i].name;
    // With both options names that the file lacks are drawn, so that a file of
    // weights needs no inputs beside it.
    bool isRead =
        weights && (!arguments.random.isWanted ||
                    relax_safetensors_has(weights.get(), name ? name : ""));
    inputs.push_back(isRead ? readWeight(caller, function, i, weights.get())
                            : makeRandom(caller.context, function.params[i],
                                         arguments.random.dims, generator));
  }
  return inputs;
}

} // namespace relax::run
