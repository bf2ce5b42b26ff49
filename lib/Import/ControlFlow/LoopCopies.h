// Turns of a loop as sequential copies of its body.
#ifndef RELAX_LIB_IMPORT_CONTROLFLOW_LOOPCOPIES_H
#define RELAX_LIB_IMPORT_CONTROLFLOW_LOOPCOPIES_H

#include "LoopFunction.h"

namespace mlir::relax {

/// The slice of one turn, as a stack of one.
Value makeSlice(NodeImport &node, Value value);

/// Stacks of slices behind each other as one.
Value stackSlices(NodeImport &node, ValueRange values);

/// Turns that follow each other.
struct Copies {
  int64_t count = 0;
  /// The number of the first one, which import knows if there is no `base`;
  /// else it is counted from there.
  int64_t first = 0;
  Value base = nullptr;

  /// The number of a copy's turn, an i64 of rank 0.
  Value getIndex(NodeImport &node, int64_t copy) const;
};

/// What all copies give together; their slices are stacked. After an error,
/// which is the node's, nothing.
LoopTurn writeOut(NodeImport &node, const Copies &copies, ValueRange initial,
                  LoopBody body);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_CONTROLFLOW_LOOPCOPIES_H
