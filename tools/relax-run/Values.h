// Tensors from the command line, and comparing them.
#ifndef RELAX_TOOLS_RUN_VALUES_H
#define RELAX_TOOLS_RUN_VALUES_H

#include "Arguments.h"
#include "relax_runtime.h"

#include <memory>
#include <random>

namespace relax::run {

/// Releases a tensor.
struct TensorReleaser {
  /// Releases it.
  void operator()(RelaxTensor *tensor) const { relax_tensor_release(tensor); }
};

/// A tensor that is released at the end.
using Tensor = std::unique_ptr<RelaxTensor, TensorReleaser>;

/// Throws Failure with the context's error unless the status is 0; DeviceLost
/// where another process has to go on.
void check(RelaxContext *context, int32_t status);

/// Makes the tensor that a VALUE of the command line says; throws Failure.
Tensor parseValue(RelaxContext *context, const std::string &text);

/// Makes random elements for a parameter: floats in [0, 1), integers 0 to 9;
/// throws Failure.
Tensor makeRandom(RelaxContext *context, const RelaxTypeDescriptor &type,
                  const DimSizes &dims, std::mt19937_64 &generator);

/// "" if the tensors have the same dtype and dims and elements that differ at
/// most by `tolerance` times the largest one, else how they differ.
std::string compare(const DLTensor &found, const DLTensor &expected,
                    double tolerance);

} // namespace relax::run

#endif // RELAX_TOOLS_RUN_VALUES_H
