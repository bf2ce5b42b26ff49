// Loops that append to a sequence, as loops that stack slices.
#ifndef RELAX_LIB_IMPORT_SEQUENCES_SEQUENCEAPPEND_H
#define RELAX_LIB_IMPORT_SEQUENCES_SEQUENCEAPPEND_H

#include "ControlFlow/LoopFunction.h"
#include "Proto.h"

namespace mlir::relax {

/// A sequence that a Loop node carries and to which each turn appends.
struct SequenceAppend {
  /// Which of the carried values it is.
  unsigned carried;
};

/// The body `graph` of the Loop `node` without the sequences that it carries:
/// what each turn appends is a slice behind the others, in the order of
/// `appends`. Null if a sequence is used in any other way.
::onnx::GraphProto *takeAppends(NodeImport &node,
                                const ::onnx::GraphProto &graph,
                                SmallVectorImpl<SequenceAppend> &appends);

/// Let the node's result for `append` be what it was before, then `slices`,
/// which lie as `uneven` says.
void setAppended(NodeImport &node, const SequenceAppend &append, Value slices,
                 const UnevenSlices &uneven);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_SEQUENCES_SEQUENCEAPPEND_H
