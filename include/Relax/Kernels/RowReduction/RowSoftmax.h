// A softmax along one axis, in the nests that it is made of.
#ifndef RELAX_KERNELS_ROWREDUCTION_ROWSOFTMAX_H
#define RELAX_KERNELS_ROWREDUCTION_ROWSOFTMAX_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"

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

/// Stands for an index that is always 0: a constant, or an iterator of one
/// value.
inline constexpr int64_t kUnitIter = -1;

/// For each of `indices` the number of the iterator of `nest` that it is, or
/// `kUnitIter`; nullopt unless these are different iterators.
std::optional<SmallVector<int64_t>> getIterList(LoopNest nest,
                                                ValueRange indices);

/// The same of a spatial block that stores one element for each value of its
/// iterators: where it stores that.
std::optional<SmallVector<int64_t>> getStoreIters(LoopNest nest);

/// The one of `nests` that alone stores to `buffer`; nullopt if there is no
/// such one.
std::optional<LoopNest> findWriter(ArrayRef<LoopNest> nests, Value buffer);

/// The nests at the top of the function.
SmallVector<LoopNest> getTopNests(FuncOp func);

/// The softmax whose last nest is `quotients`, and whose others are among
/// `nests`; nullopt if it is none.
std::optional<RowSoftmax> matchRowSoftmax(LoopNest quotients,
                                          ArrayRef<LoopNest> nests);

/// Lets each softmax of f32 among `nests` multiply by the reciprocal of the sum
/// of its row, and if it `approximates` take powers of two that may be
/// approximated.
void simplifySoftmaxes(ArrayRef<LoopNest> nests, bool approximates);

/// True if all that the function does is a softmax of its first parameter along
/// the last axis.
bool isRowSoftmax(FuncOp func);

} // namespace mlir::tir

#endif // RELAX_KERNELS_ROWREDUCTION_ROWSOFTMAX_H
