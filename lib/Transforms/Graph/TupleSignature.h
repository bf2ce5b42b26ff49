// Tuples of a function, taken apart while its tensors are spread.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_TUPLESIGNATURE_H
#define RELAX_LIB_TRANSFORMS_GRAPH_TUPLESIGNATURE_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"

namespace mlir::relax {

/// The fields of a function's parameters and results that are tuples, as
/// parameters and results of their own. Field 1 of `weights` is `weights.1`;
/// fields of tuples in tuples are counted on.
class TupleSignature {
public:
  explicit TupleSignature(FuncOp func) : func(func) {}

  /// Afterwards tuples of the body whose fields are at hand are gone, too.
  void takeApart();
  /// Makes the tuples again, of the types that their fields have now.
  void putTogether();

private:
  /// A parameter or result as it was.
  struct Whole {
    Type type;
    DictionaryAttr attributes;
  };

  void takeParameterApart(unsigned index);
  void takeResultsApart();
  void setResults(ArrayRef<Value> values);
  Value makeTuple(Type type, OpBuilder &builder, ArrayRef<Value> &fields);

  FuncOp func;
  std::optional<uint64_t> numInput;
  SmallVector<Whole> parameters, results;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_TUPLESIGNATURE_H
