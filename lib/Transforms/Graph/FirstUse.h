// Ops that stand where they are needed, and nowhere if they are not.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_FIRSTUSE_H
#define RELAX_LIB_TRANSFORMS_GRAPH_FIRSTUSE_H

#include "mlir/IR/Operation.h"

namespace mlir::relax {

/// Put a pure op right before the first op of its block that needs it; erase it
/// if none does. One that only the terminator needs stays where it is.
void sinkToFirstUse(Operation *op);

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_FIRSTUSE_H
