// Layouts that split axes into blocks, such as NCHW4c.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_SPLITLAYOUT_H
#define RELAX_LIB_TRANSFORMS_GRAPH_SPLITLAYOUT_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::relax {

/// Whether one of the layouts splits an axis.
bool splitsAxes(ArrayRef<StringRef> layouts);

/// Gives an operator `layouts`, of which one splits an axis: its operands are
/// moved before it by `relax.layout_transform`, and its result is moved back.
/// Says whether it did: an axis that is not known to consist of whole blocks,
/// and an operator that has blocks already, stay as they are. Fails after an
/// error about a layout that cannot be.
FailureOr<bool> splitLayouts(Operation *op, ArrayRef<StringRef> layouts);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_SPLITLAYOUT_H
