// Which iterators of a nest index what it accesses, and which nest writes what.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_NESTACCESSES_H
#define RELAX_DIALECT_TIR_ANALYSIS_NESTACCESSES_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"

namespace mlir::tir {

/// Stands for an index that is always 0: a constant, or an iterator of one
/// value.
inline constexpr int64_t kUnitIter = -1;

/// For each of `indices` the number of the iterator of `nest` that it is, or
/// `kUnitIter`; nullopt unless these are different iterators.
std::optional<SmallVector<int64_t>> getIterList(LoopNest nest,
                                                ValueRange indices);

/// True if the list has all iterators that do not have just one value.
bool namesAllIters(LoopNest nest, ArrayRef<int64_t> iters);

/// The same of a spatial block that stores one element for each value of its
/// iterators: where it stores that.
std::optional<SmallVector<int64_t>> getStoreIters(LoopNest nest);

/// The one of `nests` that alone stores to `buffer`; nullopt if there is no
/// such one.
std::optional<LoopNest> findWriter(ArrayRef<LoopNest> nests, Value buffer);

/// The nests at the top of the function.
SmallVector<LoopNest> getTopNests(FuncOp func);

/// True if the block of the nest reads one of the buffers.
bool readsAny(LoopNest nest, ValueRange buffers);

/// True if each instance of the block writes elements of its own, so that
/// instances may run in any order and at once.
bool isSpatial(LoopNest &nest);

/// What keeps a nest from that: a kind of iterator, or a start.
StringRef getReductionMark(LoopNest &nest);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_NESTACCESSES_H
