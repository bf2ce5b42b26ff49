// What a run does with outputs: prints, writes and compares them.
#include "Outputs.h"
#include "relax_npy.h"

#include <cstdio>

namespace relax::run {

std::string typeText(const RelaxTypeDescriptor &type) {
  char text[1024];
  relax_type_to_text(&type, text, sizeof(text));
  return text;
}

static void print(size_t index, const DLTensor &tensor) {
  int32_t length = relax_tensor_to_text(&tensor, nullptr, 0);
  std::string text(size_t(length) + 1, '\0');
  relax_tensor_to_text(&tensor, text.data(), text.size());
  RelaxTypeDescriptor type = {};
  type.dtype = tensor.dtype;
  type.rank = tensor.ndim;
  type.dims = tensor.shape;
  std::printf("output %zu: %s = %s\n", index, typeText(type).c_str(),
              text.c_str());
}

void giveOutputs(RelaxContext *context, const std::vector<Tensor> &outputs,
                 const Arguments &arguments) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const DLTensor &tensor = *relax_tensor_dl(outputs[i].get());
    std::string file;
    if (i < arguments.outputs.size() && arguments.outputs[i] != "-")
      file = arguments.outputs[i].substr(arguments.outputs[i][0] == '@');
    else if (!arguments.outputFolder.empty())
      file = arguments.outputFolder + "/output-" + std::to_string(i) + ".npy";
    if (!file.empty())
      check(context, relax_npy_write(context, file.c_str(), &tensor));
    // Outputs that are compared are not printed: they may be large, and the
    // difference says what matters.
    else if (!arguments.isQuiet && arguments.comparison.expected.empty())
      print(i, tensor);
  }
}

void compareOutputs(RelaxContext *context, const std::vector<Tensor> &outputs,
                    const Arguments &arguments) {
  std::string differences;
  for (size_t i = 0; i < arguments.comparison.expected.size(); ++i) {
    Tensor expected = parseValue(context, arguments.comparison.expected[i]);
    std::string difference = compare(*relax_tensor_dl(outputs[i].get()),
                                     *relax_tensor_dl(expected.get()),
                                     arguments.comparison.tolerance);
    if (!difference.empty())
      differences += (differences.empty() ? "" : "; ") +
                     ("output " + std::to_string(i) + ": " + difference);
  }
  if (!differences.empty())
    throw Failure(differences);
  if (!arguments.comparison.expected.empty() && !arguments.isQuiet)
    std::printf("all %zu outputs are as expected\n",
                arguments.comparison.expected.size());
}

void checkOutputs(const Arguments &arguments, size_t results) {
  if (arguments.outputs.size() > results ||
      arguments.comparison.expected.size() > results)
    throw Failure("function '" + arguments.function + "' has " +
                  std::to_string(results) +
                  " outputs, fewer than --output or --expected_output say");
  for (const std::string &output : arguments.outputs)
    if (output.empty() || output == "@")
      throw Failure("--output: expected a file, found none");
}

} // namespace relax::run
