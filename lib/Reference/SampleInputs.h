// Inputs for a function, made from its signature.
#ifndef RELAX_LIB_REFERENCE_SAMPLEINPUTS_H
#define RELAX_LIB_REFERENCE_SAMPLEINPUTS_H

#include "Relax/Reference/Interpreter.h"

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"

#include <random>

namespace mlir::relax::reference {

/// Makes inputs; two with the same number make the same ones.
class SampleInputs {
public:
  /// How many kinds of inputs there are.
  static constexpr unsigned kTrials = 4;

  explicit SampleInputs(unsigned trial) : trial(trial), generator(trial) {}

  /// The arguments of a function; nothing, and a reason, if it takes what
  /// cannot be made.
  std::optional<std::vector<Datum>> make(Operation *function);
  StringRef getReason() const { return reason; }
  /// The size of a dimension, null for one that nobody names.
  int64_t getSize(SymExprAttr expression);

private:
  std::optional<Datum> makeValue(Type type);
  std::optional<Datum> makeTensor(ArrayRef<SymExprAttr> dims, Type element);
  Scalar makeScalar(const Element &element);

  unsigned trial;
  std::mt19937_64 generator;
  llvm::DenseMap<StringAttr, int64_t> sizes;
  std::string reason;
};

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_SAMPLEINPUTS_H
