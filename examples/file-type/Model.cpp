// Calls `main` of a compiled module: rows of tokens in, probabilities out.
#include "Model.h"

#include <algorithm>
#include <stdexcept>

Model::Model(const std::string &path, int threads)
    : context(relax_context_create()) {
  if (!context)
    throw std::runtime_error("no memory for a context");
  RelaxModule *loaded = nullptr;
  if (relax_context_set_num_threads(context.get(), threads) != RELAX_OK ||
      relax_module_load(context.get(), path.c_str(), &loaded) != RELAX_OK)
    fail();
  module.reset(loaded);
}

void Model::fail() const {
  throw std::runtime_error(relax_context_error(context.get()));
}

std::vector<Answer> Model::ask(const std::vector<Tokens> &rows) const {
  if (rows.empty())
    return {};
  Tokens batch;
  for (const Tokens &row : rows)
    batch.insert(batch.end(), row.begin(), row.end());
  int64_t dims[] = {static_cast<int64_t>(rows.size()),
                    static_cast<int64_t>(rows.front().size())};
  DLTensor input = {};
  input.data = batch.data();
  input.device = {kDLCPU, 0};
  input.ndim = 2;
  input.dtype = {RELAX_INT, 32, 1};
  input.shape = dims;

  const DLTensor *inputs[] = {&input};
  RelaxTensor *outputs[] = {nullptr};
  if (relax_function_call(context.get(), module.get(), "main", inputs, 1,
                          outputs, 1) != RELAX_OK)
    fail();
  std::unique_ptr<RelaxTensor, Deleter> output(outputs[0]);

  const DLTensor *shape = relax_tensor_dl(output.get());
  if (shape->ndim != 2 || shape->shape[0] != dims[0] || shape->shape[1] < 1)
    throw std::runtime_error("the model does not give one row per file");
  const float *row = static_cast<float *>(relax_tensor_data(output.get()));
  std::vector<Answer> answers;
  for (size_t i = 0; i < rows.size(); ++i, row += shape->shape[1]) {
    const float *best = std::max_element(row, row + shape->shape[1]);
    answers.push_back({static_cast<size_t>(best - row), *best});
  }
  return answers;
}
