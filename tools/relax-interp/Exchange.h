// Between the tensors of the command line and the values of the interpreter.
#ifndef RELAX_TOOLS_INTERP_EXCHANGE_H
#define RELAX_TOOLS_INTERP_EXCHANGE_H

#include "Relax/Reference/Datum.h"
#include "Values.h"

namespace relax::interp {

using mlir::relax::reference::Datum;

/// The inputs of a call: tensors, one after the other.
class Inputs {
public:
  virtual ~Inputs() = default;
  /// The next tensor, for a parameter called `name`, or a part of one, of a
  /// tensor type; throws Failure.
  virtual run::Tensor next(const std::string &name, mlir::Type type) = 0;
};

/// The value of a parameter: tuples take a tensor a field, shapes one of rank
/// 1, numbers one of rank 0. Throws Failure.
Datum makeArgument(const std::string &name, mlir::Type type, Inputs &inputs);

/// A random tensor of a type, as relax-run makes it; throws Failure.
run::Tensor makeRandom(RelaxContext *context, const std::string &name,
                       mlir::Type type, const run::DimSizes &dims,
                       std::mt19937_64 &generator);

/// Appends the tensors of an output, tuples flattened; throws Failure.
void addOutputs(RelaxContext *context, const Datum &value,
                std::vector<run::Tensor> &outputs);

} // namespace relax::interp

#endif // RELAX_TOOLS_INTERP_EXCHANGE_H
