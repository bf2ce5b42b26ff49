// A reduction into one buffer, and the elementwise block that uses it.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_REDUCTION_H
#define RELAX_DIALECT_TIR_ANALYSIS_REDUCTION_H

#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tir {

/// What a plain reduction does with the one buffer that it writes: it starts,
/// loads and stores an element of it.
struct Accumulator {
  memref::StoreOp initStore, store;
  memref::LoadOp load;
};

/// The accumulator of a block; nullopt if it is no plain reduction.
std::optional<Accumulator> matchAccumulator(BlockOp block);

/// The op that joins an accumulator and a step, if it may do the steps in any
/// order and has a neutral element, `arith::getNeutralElement`; else null.
Operation *getCombiner(memref::LoadOp load, memref::StoreOp store);

/// A block that starts and updates `out[spatial iterators]`, and an optional
/// epilogue: a spatial block of the same extents that reads just that element.
struct Reduction {
  LoopNest nest;
  Value out;
  memref::StoreOp initStore, store;
  memref::LoadOp load;
  /// `getCombiner` of both; may be null.
  Operation *combiner = nullptr;
  SmallVector<unsigned> spatial, reduce;
  std::optional<LoopNest> epilogue;
  /// For each iterator of `nest` the one of the epilogue; `kNoIter` for those
  /// that reduce, and for those of one value: these are 0.
  SmallVector<unsigned> epilogueIters;
  static constexpr unsigned kNoIter = ~0u;
  /// Whether an element may be computed twice: the epilogue reads nothing that
  /// it writes.
  bool isRepeatable = true;

  /// The outermost op of the epilogue, if there is one, else that of the nest.
  Operation *getLastRoot() { return (epilogue ? *epilogue : nest).getRoot(); }
  /// Loads of the block, but for that of the accumulator.
  SmallVector<ElementAccess> getInputs();
  /// Extents of the iterators that reduce.
  SmallVector<Value> getReduceExtents();

  /// The start value, for iterators that `mapping` maps.
  Value buildStart(OpBuilder &builder, IRMapping &mapping);
  /// Copy what computes `value` in the block, where `mapping` does not map it.
  Value buildValue(OpBuilder &builder, Value value, IRMapping &mapping);
  /// Store `value` as the result, or run the epilogue on it.
  void buildResult(OpBuilder &builder, Value value, const IRMapping &mapping);
};

/// `nest` as a reduction, or the reason why it is none.
FailureOr<Reduction> matchReduction(LoopNest nest, std::string *why);

/// Let `reduction` end with `epilogue`; false, with no change, if it is not
/// the only reader or not element by element.
bool attachEpilogue(Reduction &reduction, LoopNest epilogue);

/// The one nest beside that of `reduction` that uses the result.
FailureOr<LoopNest> findOnlyUser(Reduction &reduction);

/// Let `reduction` end with that nest, if it can.
void attachOnlyUser(Reduction &reduction);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_REDUCTION_H
