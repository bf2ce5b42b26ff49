// Loops, as copies of their body or as a function that calls itself.
#ifndef RELAX_LIB_IMPORT_CONTROLFLOW_LOOPFUNCTION_H
#define RELAX_LIB_IMPORT_CONTROLFLOW_LOOPFUNCTION_H

#include "NodeImport.h"

namespace mlir::relax {

/// What one turn of a loop gives.
struct LoopTurn {
  /// Whether to go on, an i1 of rank 0; null for yes.
  Value condition;
  /// The values for the next turn.
  SmallVector<Value> carried;
  /// One slice of each result that all turns make together.
  SmallVector<Value> slices;
};

/// Builds one turn, whose number `index` is an i64 of rank 0, and `known` the
/// same if import knows it. An error is the node's.
using LoopBody = llvm::function_ref<LoopTurn(
    Value index, std::optional<int64_t> known, ValueRange carried)>;

/// A loop over values.
struct Loop {
  /// The greatest number of turns, an i64 of rank 0; null for no limit.
  Value count;
  /// The number of turns if import knows it.
  std::optional<int64_t> knownCount;
  /// Whether to take the first turn, an i1 of rank 0; null for yes.
  Value condition;
  /// What the first turn gets.
  SmallVector<Value> initial;
  /// How many results of slices, the last ones, may have slices that differ in
  /// the size of one axis.
  size_t numUneven = 0;
};

/// How the slices of a result lie that differ in the size of one axis: joined
/// along that axis, each with its size in a list of i64.
struct UnevenSlices {
  std::optional<int64_t> axis;
  Value sizes;
};

/// The values after the last turn, then all slices, stacked along a new first
/// axis. A short loop of known length is written out; another one becomes a
/// function that calls itself. Empty after an error. If slices differ, `uneven`
/// gets an entry for each result of slices.
SmallVector<Value> emitLoop(NodeImport &node, const Loop &loop, LoopBody body,
                            SmallVectorImpl<UnevenSlices> *uneven = nullptr);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_CONTROLFLOW_LOOPFUNCTION_H
