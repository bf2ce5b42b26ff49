// A softmax along one axis, in the nests that it is made of.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_ROWSOFTMAX_H
#define RELAX_DIALECT_TIR_ANALYSIS_ROWSOFTMAX_H

#include "Relax/Dialect/TIR/Analysis/NestAccesses.h"

namespace mlir::tir {

/// `out = exp(data - max(data)) / sum(exp(data - max(data)))` along dimension
/// `axis`, in four nests that go over all of `data`.
struct RowSoftmax {
  LoopNest maximum, exponentials, sum, quotients;
  Value data, out;
  unsigned axis = 0;
  /// What exponentials are of.
  FloatType type;

  SmallVector<LoopNest> getNests() {
    return {maximum, exponentials, sum, quotients};
  }
};

/// The softmax whose last nest is `quotients`, and whose others are among
/// `nests`; nullopt if it is none.
std::optional<RowSoftmax> matchRowSoftmax(LoopNest quotients,
                                          ArrayRef<LoopNest> nests);

/// What a value is extended or truncated from.
Value skipFloatCasts(Value value);

/// True if all that the function does is a softmax of its first parameter along
/// the last axis.
bool isRowSoftmax(FuncOp func);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_ROWSOFTMAX_H
