// What the turns of a loop give to stacks.
#ifndef RELAX_LIB_IMPORT_CONTROLFLOW_LOOPSLICES_H
#define RELAX_LIB_IMPORT_CONTROLFLOW_LOOPSLICES_H

#include "OutlinedFunction.h"

namespace mlir::relax {

/// One of the results that all turns make together: the axis along which
/// slices differ in size, if any, and the type of a slice without it.
struct LoopSlice {
  std::optional<int64_t> axis;
  RankedTensorType type;
};

/// What the slices of a turn in the function `trial` are, and then the sizes of
/// those that differ, which the last `numUneven` may. Empty after an error.
SmallVector<LoopSlice> describeSlices(NodeImport &node, ArrayRef<Value> values,
                                      const OutlinedFunction &trial,
                                      size_t numUneven);

/// How many slices differ from turn to turn.
size_t countUneven(ArrayRef<LoopSlice> slices);

/// The slices of one turn as stacks of it: along a new first axis, or with the
/// axis that differs as the first one.
SmallVector<Value> makeStacks(NodeImport &node, ArrayRef<LoopSlice> slices,
                              ArrayRef<Value> values);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_CONTROLFLOW_LOOPSLICES_H
