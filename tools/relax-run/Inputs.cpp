// Makes the inputs of a call: what the command line says, then weights by name,
// then random values.
#include "Inputs.h"

#include "relax_safetensors.h"

namespace relax::run {

// A weight that the program splits is read as this worker's part of it.
static Tensor readWeight(const Caller &caller,
                         const RelaxFunctionDescriptor &function, int32_t index,
                         const std::string &file) {
  const char *name = function.params[index].name;
  RelaxTensorPart part{relax_module_sharding(caller.module, &function, index),
                       caller.worker};
  RelaxTensor *tensor = nullptr;
  check(caller.context,
        relax_safetensors_read(caller.context, file.c_str(), name ? name : "",
                               &part, &tensor));
  return Tensor(tensor);
}

// With both options names that the file lacks are drawn, so that a file of
// weights needs no inputs beside it. A file that is none is an error then, too.
static bool hasWeight(const Caller &caller,
                      const RelaxFunctionDescriptor &function, int32_t index,
                      const Arguments &arguments) {
  if (arguments.weights.empty())
    return false;
  if (!arguments.random.isWanted)
    return true;
  const char *name = function.params[index].name;
  int32_t isThere = 0;
  check(caller.context,
        relax_safetensors_has(caller.context, arguments.weights.c_str(),
                              name ? name : "", &isThere));
  return isThere != 0;
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
  std::mt19937_64 generator{uint64_t(arguments.random.seed)};
  for (auto i = int32_t(inputs.size()); i < function.num_params; ++i)
    inputs.push_back(hasWeight(caller, function, i, arguments)
                         ? readWeight(caller, function, i, arguments.weights)
                         : makeRandom(caller.context, function.params[i],
                                      arguments.random.dims, generator));
  return inputs;
}

} // namespace relax::run
