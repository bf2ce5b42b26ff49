// Sequences of which only the run time knows the length, as slices of a tensor.
#ifndef RELAX_LIB_IMPORT_SEQUENCES_STACKEDSEQUENCE_H
#define RELAX_LIB_IMPORT_SEQUENCES_STACKEDSEQUENCE_H

#include "NodeImport.h"

namespace mlir::relax {

/// How many items `stack` has.
SymExprAttr getLength(NodeImport &node, const ValueTable::Stack &stack);

/// The item at the place that input `input` gives, counted from the end if it
/// is negative.
Value takeItem(NodeImport &node, const ValueTable::Stack &parts,
               unsigned input);
/// The item at `place`, a number of rank 0 that is not negative.
Value takeItem(NodeImport &node, const ValueTable::Stack &stack, Value place);

/// The sequence with parts of several elements as items of a tensor, which then
/// have to be of one size; no tensor after an error.
ValueTable::Stack separateItems(NodeImport &node,
                                const ValueTable::Stack &stack);

/// The items along a new first axis.
Value putFirst(NodeImport &node, const ValueTable::Stack &stack);

/// Tensors of one type as slices of one; none if their types differ.
std::optional<ValueTable::Stack> stackItems(NodeImport &node,
                                            ArrayRef<ValueTable::Item> items);

// What SequenceInsert, SequenceErase, ConcatFromSequence and SplitToSequence
// do.
void insertItem(NodeImport &node, const ValueTable::Stack &parts);
void eraseItem(NodeImport &node, const ValueTable::Stack &parts);
void joinItems(NodeImport &node, const ValueTable::Stack &parts);
void splitToStack(NodeImport &node, int64_t axis, bool keepsAxis);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_SEQUENCES_STACKEDSEQUENCE_H
