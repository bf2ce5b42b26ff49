// Sequences of unknown length whose items differ in the size of one axis.
#ifndef RELAX_LIB_IMPORT_SEQUENCES_UNEVENSEQUENCE_H
#define RELAX_LIB_IMPORT_SEQUENCES_UNEVENSEQUENCE_H

#include "ControlFlow/LoopFunction.h"

namespace mlir::relax {

/// The parts of `tensor` along `axis`, whose sizes `sizes` lists.
ValueTable::Stack splitUneven(NodeImport &node, Value tensor, Value sizes,
                              int64_t axis);

/// The slices of a loop as items.
ValueTable::Stack makeStack(Value slices, const UnevenSlices &uneven);

/// The item at `place`, a number of rank 0 that is not negative.
Value takeUneven(NodeImport &node, const ValueTable::Stack &stack, Value place);

/// The items, which the run time finds to have one size, along an axis in front
/// of theirs; no tensor after an error.
ValueTable::Stack evenOut(NodeImport &node, const ValueTable::Stack &stack);

/// The sequence, each of whose items may have another size along `axis`; no
/// tensor if its items differ along another one.
ValueTable::Stack makeUneven(NodeImport &node, const ValueTable::Stack &stack,
                             int64_t axis);

/// The items of both, which differ along one axis.
ValueTable::Stack joinUneven(NodeImport &node, const ValueTable::Stack &first,
                             const ValueTable::Stack &second);

/// The sequence without its first or its last item.
ValueTable::Stack dropUneven(NodeImport &node, const ValueTable::Stack &stack,
                             bool isFirst);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_SEQUENCES_UNEVENSEQUENCE_H
