// A compiled model behind the run-time library's C interface.
#ifndef FILE_TYPE_MODEL_H
#define FILE_TYPE_MODEL_H

#include "Features.h"

#include <memory>
#include <relax_runtime.h>

/// The most probable output of one row.
struct Answer {
  /// Number of the output.
  size_t output = 0;
  /// Its probability.
  float probability = 0;
};

/// A loaded model. Failures throw std::runtime_error with the library's text.
class Model {
public:
  /// Loads a shared library that relax-compile made; `threads` 0 means all.
  Model(const std::string &path, int threads);

  /// Asks for all rows in one call.
  std::vector<Answer> ask(const std::vector<Tokens> &rows) const;

private:
  [[noreturn]] void fail() const;

  struct Deleter {
    void operator()(RelaxContext *context) const {
      relax_context_destroy(context);
    }
    void operator()(RelaxModule *module) const { relax_module_destroy(module); }
    void operator()(RelaxTensor *tensor) const { relax_tensor_release(tensor); }
  };
  std::unique_ptr<RelaxContext, Deleter> context;
  std::unique_ptr<RelaxModule, Deleter> module;
};

#endif // FILE_TYPE_MODEL_H
